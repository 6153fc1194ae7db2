/** From the numbers of an experiment to lines along one of its axes. */
import type { Axis } from '@/analysis/axes/scale';
import { nearEnds, pointAxis, valueAxis, type PointAxis } from '@/analysis/axes/value';
import { cellsAlong } from '@/analysis/experiment/cells';
import { seedCountText } from '@/analysis/experiment/experimentTexts';
import { sizesOf, withPoint } from '@/analysis/experiment/layout';
import { metricFormat, formatNumber, type MetricFormat } from '@/analysis/numbers/metricFormat';
import type { Experiment, Metric } from '@/api/experiments/experiments';
import type { Estimates } from '@/charts/xy/EstimatePlot';
import type { XyReference } from '@/charts/xy/XyFrame';

import { linkRates, type Arm } from '../arms';
import type { Numbers } from '../useNumbers';

export interface LinePicture {
  readonly format: MetricFormat;
  readonly write: (value: number) => string;
  readonly axis: Axis;
  readonly references: readonly XyReference[];
}

/** One line for each arm through a cell, along an axis. */
export function linesAlong(
  cell: number,
  alongAxis: number,
  { axes }: Pick<Experiment, 'axes'>,
  arms: readonly Arm[],
  { map }: Numbers,
): Estimates[] {
  const armAxis = axes.findIndex(({ role }) => role === 'arm');
  return arms.map(({ index, name, isBaseline, style }) => {
    const start = armAxis < 0 ? cell : withPoint(axes, cell, armAxis, index);
    const cells = cellsAlong(start, alongAxis, sizesOf(axes));
    const column = (values: readonly (number | null)[] | undefined) =>
      cells.map((each) => values?.[each] ?? null);
    return {
      key: String(index),
      name: isBaseline ? `${name}, baseline` : name,
      style,
      isBaseline,
      mean: column(map?.mean),
      low: column(map?.low),
      high: column(map?.high),
    };
  });
}

const TICK_GAP_PX = 34;
const FAR = 1.8;

/** Value axis and references that the plots of a page share. */
export function linePicture(
  lines: readonly Estimates[],
  metric: Metric,
  experiment: Experiment,
  heightPx: number,
): LinePicture {
  const means = lines.flatMap(({ mean }) => mean);
  const format = metricFormat(metric, means);
  const most = means.reduce<number>((top, value) => Math.max(top, value ?? 0), 0);
  const ends = nearEnds(
    metric,
    means,
    lines.flatMap(({ low, high }) => [...low, ...high]),
  );
  const links = linkReferences(metric, experiment).filter(({ value }) => value <= most * FAR);
  const seen = [...means, ...ends, ...links.map(({ value }) => value)];
  const axis = valueAxis(metric, seen, heightPx, TICK_GAP_PX);
  const fair: XyReference[] =
    metric.fair === null ? [] : [{ value: metric.fair, label: 'fair', style: 'dotted' }];
  return {
    format,
    write: (value) => formatNumber(value, format),
    axis,
    references: [...fair, ...links],
  };
}

/** Capacity for what the link carries; the fair share for what a flow gets. */
function linkReferences({ name, unit }: Metric, experiment: Experiment): XyReference[] {
  if (!/^(bps|bit\/s)$/.test(unit) || !name.endsWith('throughput_bps')) return [];
  const { rateBps, fairBps } = linkRates(experiment);
  const capacity = { value: rateBps, label: 'capacity', style: 'solid' } as const;
  const fair = { value: fairBps, label: 'fair share', style: 'dotted' } as const;
  return [capacity, ...(name.startsWith('group_') ? [fair] : [])].flatMap((reference) =>
    reference.value === null ? [] : [{ ...reference, value: reference.value }],
  );
}

/** How many seeds the means are over; some cells may have fewer so far. */
export function seedWords({
  seeds,
  progress,
  experiment,
}: Pick<Experiment, 'seeds' | 'progress' | 'experiment'>): string {
  const words = seedCountText(String(seeds.length));
  const hasFewer =
    experiment.replications.precision != null || progress.done_count < progress.unit_count;
  return hasFewer ? `up to ${words}` : words;
}

/** Where the points of an axis stand. */
export function placesOf({ axes }: Pick<Experiment, 'axes'>, axis: number): PointAxis {
  const { points = [], scale = null } = axes[axis] ?? {};
  return pointAxis(points, scale);
}
