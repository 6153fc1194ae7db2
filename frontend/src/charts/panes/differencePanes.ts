/** Panes of differences from a baseline, which is the dashed line at zero. Pure. */
import { scaleAroundZero } from '@/analysis/axes/ticks';
import { largest } from '@/analysis/series/series';

import { WIDTH } from './curves';
import type { Pane, PaneId, PaneLine, StageRun } from '../model';
import { BASE_MEANING, buildPanes, type PaneOptions } from './panes';

const HEADROOM = 1.12;

interface ZeroLine {
  readonly label: string;
  readonly durationSeconds: number;
}

/** `runs` hold differences. What a scenario alone says (capacity, BDP) is no difference. */
export function differencePanes(
  ids: readonly PaneId[],
  runs: readonly StageRun[],
  options: PaneOptions,
  zero: ZeroLine,
): Pane[] {
  return buildPanes(ids, runs, options).map((pane) => {
    const lines = pane.lines.filter(({ isArea }) => !isArea);
    return {
      ...pane,
      title: `${pane.title}, difference`,
      unit: unitOf(pane),
      scale: scaleAroundZero(Math.max(0, ...lines.map(furthest)) * HEADROOM),
      lines: [zeroLine(pane.id, zero), ...lines.map((line) => called(line, runs))],
      references: [],
      ticks: [],
    };
  });
}

/** Without the parts that only values have: base lines, and the area of maxima. */
function unitOf({ id, unit, shortUnit }: Pane): string {
  if (id === 'queue') return `${shortUnit}, mean`;
  return unit.replace(BASE_MEANING, '');
}

/** The queue of a run that is alone is called by the run, since the baseline is there as well. */
function called(line: PaneLine, [run]: readonly StageRun[]): PaneLine {
  if (line.name !== 'mean' || run === undefined) return line;
  return { ...line, name: run.label, label: run.label };
}

function zeroLine(pane: string, { label, durationSeconds }: ZeroLine): PaneLine {
  return {
    key: `baseline:${pane}`,
    hue: 'ink',
    style: 'dashed',
    widthPx: WIDTH.baseline,
    opacity: 1,
    timeSeconds: [0, durationSeconds],
    values: [0, 0],
    band: null,
    isArea: false,
    label,
    name: label,
    mark: null,
  };
}

/** The largest distance from zero, bands included. */
function furthest({ values, band }: PaneLine): number {
  const away = (some: PaneLine['values']) =>
    largest({ mean: some.map((value) => (value === null ? null : Math.abs(value))) }) ?? 0;
  return Math.max(away(values), away(band?.min ?? []), away(band?.max ?? []));
}
