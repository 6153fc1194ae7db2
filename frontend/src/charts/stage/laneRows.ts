/** Which lanes a stage shows: each flow's where they are few, else one for each group. Pure. */
import type { FlowMark } from '@/analysis/series/flowMarks';
import { LIMIT_METRICS } from '@/analysis/series/limits';
import type { DeclaredEffects } from '@/analysis/series/phases';
import type { Columns, SeriesGrid } from '@/analysis/series/series';

import type { PhaseInterval, StageEvent, StageFlow, StageRun } from '../model';

export interface LaneRow {
  readonly key: string;
  readonly label: string;
  readonly mark: FlowMark;
  readonly phases: readonly PhaseInterval[];
  /** Of a module's phases; without them they are the core's. */
  readonly effects: DeclaredEffects | undefined;
  /** How many flows share it; 1: it is one flow's own. */
  readonly flowCount: number;
  readonly series: SeriesGrid;
  /** What the flow, or the mean of the group's flows, measured. */
  readonly columns: Columns | undefined;
  /** All of it is loaded. */
  readonly isSettled: boolean;
}

/** More lanes than this would leave no room for the plots. */
export const MOST_LANES = 4;

/** Rows that have phases to show, or may get some: a group that sends datagrams has none. */
export function phaseRows(rows: readonly LaneRow[]): readonly LaneRow[] {
  return rows.filter(({ phases, isSettled }) => phases.length > 0 || !isSettled);
}

/** Rows of which it is known what limited them, or may get known. */
export function limitRows(rows: readonly LaneRow[]): readonly LaneRow[] {
  const hasLimits = (columns: Columns | undefined) =>
    LIMIT_METRICS.some((metric) => columns?.[metric]?.mean.some((value) => value !== null));
  return rows.filter(({ columns, isSettled }) => hasLimits(columns) || !isSettled);
}

/** Nothing will come any more that is not there. */
function isSettled({ simulatedSeconds, facts, series, ...run }: StageRun): boolean {
  const isAwaited = run.isTimelineAwaited === true || run.isTimelineInSteps === true;
  const isOver = simulatedSeconds >= facts.durationSeconds;
  return isOver && !isAwaited && series.timeSeconds.length > 0;
}

/**
 * A lane for each flow of the current run, or, where these are more than fit, for each of its
 * groups. The flow that is pinned keeps a lane of its own, on top.
 */
export function laneRows(
  all: readonly StageRun[],
  most: number,
  pinned: FlowMark | null,
): LaneRow[] {
  const runs = all.filter(({ isMeasured }) => isMeasured !== true);
  const [current] = runs;
  if (current === undefined) return [];
  const isCompared = runs.length > 1;
  const flowRows = runs.flatMap((run) => run.flows.map((flow) => flowRow(run, flow, isCompared)));
  const isFew = flowRows.length <= most && runs.every(isDrawnWhole);
  if (isFew) return flowRows;
  const rows = runs.flatMap((run) => groupRows(run, isCompared));
  const own = current.flows.find(({ index }) => index === pinned?.flowIndex);
  return own === undefined ? rows : [flowRow(current, own, isCompared), ...rows];
}

/** Every flow of a run has a curve, so that leaving the groups out loses none. */
function isDrawnWhole(run: StageRun): boolean {
  const all = run.groups?.reduce((sum, { count }) => sum + count, 0) ?? run.flows.length;
  return all <= MOST_LANES;
}

function flowRow(run: StageRun, flow: StageFlow, isCompared: boolean): LaneRow {
  return {
    key: `${run.id}:${flow.index}`,
    label: isCompared ? `${flow.label}, ${run.label}` : flow.label,
    mark: { groupIndex: flow.groupIndex, flowIndex: flow.index },
    phases: run.phases.filter(({ flowIndex }) => flowIndex === flow.index),
    effects: run.phaseEffects?.get(flow.groupIndex),
    flowCount: 1,
    series: run.series,
    columns: run.series.flows.get(flow.index),
    isSettled: isSettled(run),
  };
}

function groupRows(run: StageRun, isCompared: boolean): LaneRow[] {
  const groups = run.groups ?? [];
  const byGroup = new Map<number, PhaseInterval[]>(groups.map((each) => [each.groupIndex, []]));
  const groupOf = groupFinder(run);
  for (const phase of run.phases) byGroup.get(groupOf(phase.flowIndex))?.push(phase);
  return groups.map(({ groupIndex, label, count, firstIndex }) => ({
    key: `${run.id}:g${groupIndex}`,
    label: isCompared ? `${label}, ${run.label}` : label,
    mark: { groupIndex, flowIndex: null },
    phases: byGroup.get(groupIndex) ?? [],
    effects: run.phaseEffects?.get(groupIndex),
    flowCount: count,
    series: run.series,
    // The mean of one flow is the flow, and groups are loaded only where there are many flows.
    columns:
      run.series.groups?.get(groupIndex) ??
      (count === 1 ? run.series.flows.get(firstIndex) : undefined),
    isSettled: isSettled(run),
  }));
}

/** The group of a flow, whether it is drawn or not. */
export function groupFinder({ groups, flows }: StageRun): (flowIndex: number) => number {
  if (groups === undefined) {
    const byFlow = new Map(flows.map(({ index, groupIndex }) => [index, groupIndex]));
    return (flowIndex) => byFlow.get(flowIndex) ?? 0;
  }
  const sorted = [...groups].sort((a, b) => a.firstIndex - b.firstIndex);
  return (flowIndex) =>
    sorted.findLast(({ firstIndex }) => firstIndex <= flowIndex)?.groupIndex ?? 0;
}

/** What a flow is called, whether it is drawn or not. */
export function flowNamer(run: StageRun): (flowIndex: number) => string {
  const drawn = new Map(run.flows.map(({ index, label }) => [index, label]));
  const groups = new Map(run.groups?.map((group) => [group.groupIndex, group]));
  const groupOf = groupFinder(run);
  return (flowIndex) => {
    const group = groups.get(groupOf(flowIndex));
    const label = drawn.get(flowIndex);
    if (label !== undefined || group === undefined) return label ?? `flow ${flowIndex + 1}`;
    const { count, firstIndex } = group;
    return count > 1 ? `${group.label} ${flowIndex - firstIndex + 1}` : group.label;
  };
}

/** The events of each group of a run, in the groups' order. */
export function eventsByGroup(run: StageRun): Map<number, StageEvent[]> {
  const groupOf = groupFinder(run);
  const found = new Map<number, StageEvent[]>();
  for (const event of run.events) {
    const group = groupOf(event.flowIndex);
    const own = found.get(group);
    if (own === undefined) found.set(group, [event]);
    else own.push(event);
  }
  return found;
}
