/**
 * What is seen in a result, in one or two plain sentences made from measured numbers. A sentence
 * states what is there, not what was hoped; what it is over stands next to it.
 */
import { formatPercent, formatRate, formatTimes, joinQuantity } from '@/analysis/numbers/units';
import { seenText } from '@/messages/seen';

/** A piece of a sentence; `group` gives it that flow group's hue. */
export interface Fragment {
  readonly text: string;
  readonly isStrong?: boolean;
  readonly group?: number;
}

export interface GroupShare {
  readonly groupIndex: number;
  readonly label: string;
  readonly flowCount: number;
  /** Mean of the group's flows. */
  readonly throughputBps: number;
  /** Of all groups' throughput; the shares add up to 1. */
  readonly share: number;
  /** The share that equal flows would have. */
  readonly fairShare: number;
  readonly meanQueueBytes: number | null;
}

export interface FlowNumbers {
  readonly groupIndex: number;
  readonly label: string;
  readonly throughputBps: number | null;
  readonly meanQueueBytes: number | null;
}

/** Sums flows into their groups, in the order of the groups. */
export function groupShares(flows: readonly FlowNumbers[]): GroupShare[] {
  const total = flows.reduce((sum, flow) => sum + (flow.throughputBps ?? 0), 0);
  const indices = [...new Set(flows.map(({ groupIndex }) => groupIndex))].sort((a, b) => a - b);
  return indices.map((groupIndex) => {
    const members = flows.filter((flow) => flow.groupIndex === groupIndex);
    const sum = members.reduce((bits, flow) => bits + (flow.throughputBps ?? 0), 0);
    return {
      groupIndex,
      label: members[0]?.label ?? '',
      flowCount: members.length,
      throughputBps: sum / members.length,
      share: total === 0 ? 0 : sum / total,
      fairShare: members.length / flows.length,
      meanQueueBytes: meanOrNull(members.map(({ meanQueueBytes }) => meanQueueBytes)),
    };
  });
}

function meanOrNull(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null);
  if (present.length === 0 || present.length < values.length) return null;
  return present.reduce((sum, value) => sum + value, 0) / present.length;
}

export interface SeenNumbers {
  readonly groups: readonly GroupShare[];
  /** Group 0 over group 1, of means; null if there is none. */
  readonly throughputRatio: number | null;
  readonly jainIndex: number | null;
  readonly utilisationRatio: number | null;
}

export function describeResult(numbers: SeenNumbers): Fragment[] {
  const [first, second] = numbers.groups;
  if (first === undefined) return [];
  if (second === undefined) return describeOne(first, numbers);
  if (numbers.groups.length > 2 || numbers.throughputRatio === null) return describeMany(numbers);
  return describeTwo(first, second, numbers.throughputRatio);
}

function describeOne(group: GroupShare, numbers: SeenNumbers): Fragment[] {
  const isSeveral = group.flowCount > 1;
  return [
    { text: seenText.the },
    nameOf(group),
    { text: isSeveral ? seenText.get : seenText.gets },
    strong(joinQuantity(formatRate(group.throughputBps))),
    { text: seenText.linkBusy(isSeveral ? seenText.eachOnAverage : '') },
    strong(formatPercent(numbers.utilisationRatio)),
    { text: seenText.ofTheTime },
  ];
}

/** Below this the first group's part is called "only" so much. */
const ONLY_BELOW_RATIO = 0.97;

function describeTwo(first: GroupShare, second: GroupShare, ratio: number): Fragment[] {
  const times = formatTimes(ratio);
  return [
    { text: seenText.the },
    nameOf(first),
    { text: first.flowCount > 1 ? seenText.eachGet : seenText.gets },
    strong(ratio < ONLY_BELOW_RATIO ? seenText.onlyTimes(times) : seenText.times(times)),
    { text: seenText.asMuchAs },
    nameOf(second),
    { text: seenText.end },
    ...describeQueue(first, second),
  ];
}

function describeQueue(first: GroupShare, second: GroupShare): Fragment[] {
  if (first.meanQueueBytes === null || !second.meanQueueBytes) return [];
  const ratio = first.meanQueueBytes / second.meanQueueBytes;
  return [
    { text: first.flowCount > 1 ? seenText.eachKeeps : seenText.itKeeps },
    strong(seenText.times(formatTimes(ratio))),
    { text: seenText.inQueue },
  ];
}

function describeMany({ groups, jainIndex }: SeenNumbers): Fragment[] {
  const ordered = [...groups].sort((a, b) => b.throughputBps - a.throughputBps);
  const [most] = ordered;
  const least = ordered.at(-1);
  if (most === undefined || least === undefined) return [];
  return [
    { text: seenText.the },
    nameOf(most),
    { text: most.flowCount > 1 ? seenText.getMost : seenText.getsMost },
    strong(joinQuantity(formatRate(most.throughputBps))),
    { text: seenText.aFlowTheLeast },
    nameOf(least),
    { text: least.flowCount > 1 ? seenText.getLeast : seenText.getsLeast },
    strong(joinQuantity(formatRate(least.throughputBps))),
    { text: jainIndex === null ? seenText.end : seenText.jain(jainIndex.toFixed(3)) },
  ];
}

function strong(text: string): Fragment {
  return { text, isStrong: true };
}

function nameOf({ flowCount, label, groupIndex }: GroupShare): Fragment {
  const text = flowCount > 1 ? seenText.several(flowCount, label) : label;
  return { text, group: groupIndex, isStrong: true };
}
