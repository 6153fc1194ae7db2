/** From the numbers of an experiment to what its maps draw. */
import { cellState, includes } from '@/analysis/axes/heatCells';
import {
  differenceScale,
  heatScale,
  placeOf,
  verdictScale,
  type HeatScale,
} from '@/analysis/axes/heatScale';
import {
  armAxisOf,
  gridOf,
  withPoint,
  type Layout,
  type Panel,
} from '@/analysis/experiment/layout';
import {
  differenceFormat,
  formatNumber,
  formatSigned,
  formatValue,
  metricFormat,
  type MetricFormat,
} from '@/analysis/numbers/metricFormat';
import { formatTimes } from '@/analysis/numbers/units';
import { aligned, short } from '@/analysis/numbers/shown';
import type { AxisRead, Metric } from '@/api/experiments/experiments';
import type { ScaleSide } from '@/charts/heat/HeatLegend';
import type { HeatCell, HeatModel } from '@/charts/heat/heatModel';

import { AGREES, seedsAgree } from './agreement';
import type { Arm } from '../arms';
import type { Numbers } from '../useNumbers';
import { changeEnds, type CellVerdict, type Verdicts } from './verdicts';

/** How a metric, or the difference of two arms, is coloured and written. */
export interface Picture {
  readonly scale: HeatScale;
  readonly format: MetricFormat;
  /** As in a cell. */
  readonly write: (value: number) => string;
  /** As on the legend. */
  readonly writeTick: (value: number) => string;
  /** The coloured values, by cell index. */
  readonly values: readonly (number | null)[];
  /** Better or worse is coloured and not who has more; null: a plain map, or no such word. */
  readonly verdicts: Verdicts | null;
}

export function pictureOf(
  metric: Metric,
  { map, differences }: Numbers,
  isDifference: boolean,
): Picture {
  const means = map?.mean ?? [];
  if (!isDifference) {
    const format = metricFormat(metric, means);
    const write = (value: number) => formatNumber(value, format);
    const scale = heatScale(metric, means);
    const isRatio = scale.kind === 'diverging' && scale.isLogarithmic;
    const writeTick = (value: number) => formatValue(value, format);
    const shown = { values: means, verdicts: null };
    return { scale, format, write, writeTick: isRatio ? fractionText : writeTick, ...shown };
  }
  return changePicture(metric, differences);
}

/** A change of better or worse where the metric says which; else which arm has more. */
function changePicture(metric: Metric, differences: Numbers['differences']): Picture {
  const judged = differences?.verdicts ?? null;
  const verdicts = judged?.towards == null ? null : judged;
  const kind = verdicts?.kind ?? differences?.kind ?? 'difference';
  const values = (verdicts ?? differences)?.cells.mean ?? [];
  const scale =
    verdicts === null
      ? differenceScale(kind, values, metric.name)
      : verdictScale(kind, significant(values, verdicts), verdicts.towards);
  const format = differenceFormat(metric, values);
  const shown = {
    scale,
    format,
    values: verdicts === null ? values : significant(values, verdicts),
  };
  if (kind === 'ratio') {
    const write = (value: number) => `×${formatTimes(value)}`;
    return { ...shown, write, writeTick: fractionText, verdicts };
  }
  const write = (value: number) => formatSigned(value, { ...format, unit: percentOnly(format) });
  return { ...shown, write, writeTick: (value) => formatSigned(value, format), verdicts };
}

/** Cells without a significant difference have no colour, and so no part in the scale. */
function significant(values: readonly (number | null)[], { cells }: Verdicts) {
  return values.map((value, cell) => (isSignificant(cells.verdict[cell]) ? value : null));
}

const isSignificant = (verdict: CellVerdict | undefined) =>
  verdict != null && verdict !== 'unclear';

/** Within a cell there is room for a percent sign, not for a unit. */
function percentOnly({ unit }: MetricFormat): string {
  return unit === '%' ? '%' : '';
}

const FRACTIONS: Readonly<Record<string, string>> = { '0.333': '⅓', '0.500': '½' };

function fractionText(value: number): string {
  return FRACTIONS[aligned(value, 3)] ?? short(value);
}

interface PanelContext {
  readonly axes: readonly AxisRead[];
  readonly layout: Layout;
  readonly metric: Metric;
  readonly numbers: Numbers;
  readonly picture: Picture;
  readonly isDifference: boolean;
}

/** Seeds that a cell and its baseline are planned with. */
function pairsWanted(cell: number, { axes, numbers }: PanelContext): number {
  const { differences, wantedIn } = numbers;
  const base = withPoint(axes, cell, armAxisOf(axes), differences?.baseline_index ?? 0);
  return Math.min(wantedIn(cell), wantedIn(base));
}

/** Neither better nor worse. */
const NEUTRAL = 0.5;

/** The cells of one map, row by row from below. */
export function panelModel(panel: Panel, context: PanelContext): HeatModel {
  const { axes, layout, metric, numbers, picture, isDifference } = context;
  const { columns, rows, cells } = gridOf(axes, layout, panel.cell);
  const { map, differences, doneIn, running } = numbers;
  const shown = picture.verdicts?.cells ?? (isDifference ? differences?.cells : map);
  const judged = isDifference ? differences?.verdicts.cells.verdict : undefined;
  return {
    columns,
    rows,
    cells: Array.from(cells, (cell): HeatCell => {
      const mean = shown?.mean[cell] ?? null;
      const done = isDifference ? (differences?.cells.count[cell] ?? null) : doneIn(cell);
      const seedCount = isDifference ? pairsWanted(cell, context) : numbers.wantedIn(cell);
      const state = cellState(done, running.has(cell), { ...numbers.context, seedCount });
      const isOpen = isDifference
        ? mean !== null && !isSignificant(judged?.[cell])
        : map !== null && includes(cell, map, metric.fair);
      const isNeutral = picture.verdicts !== null && isOpen;
      const place = mean === null ? null : isNeutral ? NEUTRAL : placeOf(mean, picture.scale);
      return { cell, state, place, isOpen, text: cellText(cell, state, mean, done, context) };
    }),
  };
}

function cellText(
  cell: number,
  state: HeatCell['state'],
  mean: number | null,
  done: number | null,
  { numbers, picture, isDifference }: PanelContext,
): string {
  if (state === 'queued') return 'queued';
  if (state === 'running') return `${done ?? 0}/${numbers.wantedIn(cell)}`;
  if (mean === null) return '–';
  const mark = !isDifference && seedsAgree(numbers.map, cell) ? AGREES : '';
  return `${picture.write(mean)}${mark}`;
}

/** Words for the ends of the scale: who has more, or which arm. */
export function scaleSides(
  metric: Metric,
  groups: readonly string[],
  arms: readonly Arm[],
  isDifference: boolean,
  verdicts: Verdicts | null,
): readonly [ScaleSide, ScaleSide] {
  const plain = (text: string): ScaleSide => ({ text, hue: null });
  if (verdicts !== null) {
    const [lowest, highest] = changeEnds(verdicts.towards);
    return [plain(lowest), plain(highest)];
  }
  const [first, second] = groups;
  const hasSides = groups.length === 2 && first !== undefined && second !== undefined;
  if (hasSides && /(throughput|goodput)_(ratio|stdr)$/.test(metric.name)) {
    return [
      { text: `${second || 'second group'} more`, hue: 1 },
      { text: `${first || 'first group'} more`, hue: 0 },
    ];
  }
  const others = arms.filter(({ isBaseline }) => !isBaseline);
  const baseline = arms.find(({ isBaseline }) => isBaseline);
  if (isDifference && baseline !== undefined && others.length === 1) {
    return [plain(`${baseline.name} more`), plain(`${others[0]?.name ?? ''} more`)];
  }
  return [plain('less'), plain('more')];
}

/** Which states there are, for the legend. */
export function statesOf(models: readonly HeatModel[]) {
  const has = (state: HeatCell['state']) =>
    models.some(({ cells }) => cells.some((cell) => cell.state === state));
  return { hasRunning: has('running'), hasQueued: has('queued'), hasShort: has('short') };
}
