/** Phases that several flows may go through together, such as ProbeRTT. Pure. */
import type { Interval } from './phases';

export interface FlowInterval extends Interval {
  readonly flowIndex: number;
  readonly phase: string;
}

export interface Episodes {
  readonly count: number;
  /** How many of them overlap with one of a flow of another group. */
  readonly sharedCount: number;
  /** The groups of those flows. */
  readonly sharedGroups: readonly number[];
  /** The first of the shared ones, else the first: both flows' time together. */
  readonly first: Interval | null;
}

const NONE: Episodes = { count: 0, sharedCount: 0, sharedGroups: [], first: null };

/** How often the flows of a group are in `phase`, and how often with those of other groups. */
export function episodesOf(
  intervals: readonly FlowInterval[],
  phase: string,
  groupIndex: number,
  groupOf: (flowIndex: number) => number,
): Episodes {
  const all = intervals.filter((each) => each.phase === phase);
  const own = all.filter(({ flowIndex }) => groupOf(flowIndex) === groupIndex);
  const others = all
    .filter(({ flowIndex }) => groupOf(flowIndex) !== groupIndex)
    .sort((a, b) => a.startSeconds - b.startSeconds);
  if (own.length === 0) return NONE;
  const shared = own
    .map((each) => ({ each, partners: others.filter((other) => overlaps(each, other)) }))
    .filter(({ partners }) => partners.length > 0);
  const groups = shared.flatMap(({ partners }) =>
    partners.map(({ flowIndex }) => groupOf(flowIndex)),
  );
  const [firstShared] = shared;
  return {
    count: own.length,
    sharedCount: shared.length,
    sharedGroups: [...new Set(groups)].sort((a, b) => a - b),
    first:
      firstShared === undefined
        ? (own[0] ?? null)
        : hull([firstShared.each, ...firstShared.partners]),
  };
}

function overlaps(a: Interval, b: Interval): boolean {
  return a.startSeconds < b.endSeconds && b.startSeconds < a.endSeconds;
}

function hull(intervals: readonly Interval[]): Interval {
  return {
    startSeconds: Math.min(...intervals.map(({ startSeconds }) => startSeconds)),
    endSeconds: Math.max(...intervals.map(({ endSeconds }) => endSeconds)),
  };
}
