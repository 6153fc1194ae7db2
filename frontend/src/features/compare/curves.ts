/** The curves of compared items as a stage draws them: pure. */
import { gridDifference, overSeeds } from '@/analysis/series/overSeeds';
import { EMPTY_SERIES, type SeriesGrid } from '@/analysis/series/series';
import type { Run, Scenario } from '@/api/types';
import { plainShares } from '@/charts/panes/shares';
import type { LineStyle, RunRole, StageRun } from '@/charts/model';
import { stageGroups } from '@/charts/panes/stageGroups';

/** Seeds whose curves are averaged; the numbers of the tables are of all seeds. */
export const CURVE_SEEDS = 5;

/** One item with the series of its seeds. */
export interface ItemCurves {
  readonly key: string;
  readonly label: string;
  readonly scenario: Scenario;
  readonly grids: ReadonlyMap<number, SeriesGrid>;
  /** One of its runs; it knows the size of the buffer. */
  readonly run: Run | undefined;
}

/** Packets of all seeds of a cell that are worth computing for its curves. */
const MOST_PACKETS = 20e6;
const BITS_PER_BYTE = 8;

/** As many seeds as have curves, those that the baseline has as well first. */
export function curveSeeds(seeds: readonly number[], ofBaseline: readonly number[]): number[] {
  const common = ofBaseline.filter((seed) => seeds.includes(seed));
  return [...new Set([...common, ...seeds])].slice(0, CURVE_SEEDS);
}

/** Seeds of a cell that are computed for its curves: fewer of a long run over a fast link. */
export function affordableSeeds({ duration_s, packet_bytes, bottleneck }: Scenario): number {
  const packets = (duration_s * bottleneck.rate_bps) / (BITS_PER_BYTE * packet_bytes);
  return Math.min(CURVE_SEEDS, Math.max(1, Math.floor(MOST_PACKETS / packets)));
}

export interface Drawing {
  readonly role: RunRole;
  readonly style: LineStyle;
  /** Curves of this seed alone; null: the mean over seeds. */
  readonly seed: number | null;
}

/** The mean over seeds of an item, or one of its seeds. */
export function itemStage(item: ItemCurves, drawing: Drawing): StageRun {
  return { ...bareStage(item, drawing), series: seriesOf(item, drawing.seed) };
}

/** Its difference from the baseline: seed by seed over common seeds, else of the two means. */
export function differenceStage(
  item: ItemCurves,
  baseline: ItemCurves,
  drawing: Drawing,
): StageRun {
  const common = [...item.grids.keys()].filter(
    (seed) => baseline.grids.has(seed) && (drawing.seed === null || drawing.seed === seed),
  );
  const bySeed = common.map((seed) =>
    gridDifference(item.grids.get(seed) ?? EMPTY_SERIES, baseline.grids.get(seed) ?? EMPTY_SERIES),
  );
  const series =
    bySeed.length > 0
      ? overSeeds(bySeed, { isSigned: true })
      : gridDifference(seriesOf(item, drawing.seed), seriesOf(baseline, drawing.seed));
  return { ...bareStage(item, drawing), series };
}

function seriesOf({ grids, scenario }: ItemCurves, seed: number | null): SeriesGrid {
  const only = seed === null ? undefined : grids.get(seed);
  const [first] = grids.values();
  // One seed is drawn as it is, with its losses.
  if (only !== undefined) return plain(only);
  if (first === undefined) {
    return { ...EMPTY_SERIES, sampleIntervalSeconds: scenario.sample_interval_s };
  }
  return grids.size === 1 ? plain(first) : overSeeds([...grids.values()]);
}

/** The bands of a single run span its flows: only groups of several have one. */
function plain(grid: SeriesGrid): SeriesGrid {
  const groups = [...(grid.groups ?? [])].map(([group, columns]) => {
    const means = Object.entries(columns).map(([name, column]) => [
      name,
      column === undefined ? undefined : { mean: column.mean },
    ]);
    return [group, Object.fromEntries(means) as typeof columns] as const;
  });
  return { ...grid, groups: new Map(groups) };
}

function bareStage({ key, label, scenario, run, grids }: ItemCurves, drawing: Drawing) {
  const rate = scenario.bottleneck.rate_bps;
  return {
    id: key,
    label,
    role: drawing.role,
    style: drawing.style,
    facts: {
      durationSeconds: scenario.duration_s,
      capacityBps: rate,
      ...plainShares(scenario),
      packetBytes: scenario.packet_bytes,
      headerBytes: scenario.header_bytes,
      bufferBytes: run?.result?.link.buffer_bytes ?? null,
    },
    flows: [],
    groups: stageGroups(scenario),
    phases: [],
    events: [],
    simulatedSeconds: grids.size === 0 ? 0 : scenario.duration_s,
    isPale: false,
  };
}
