/**
 * What is seen in a result, in one or two plain sentences made from measured numbers. A sentence
 * states what is there, not what was hoped; what it is over stands next to it.
 */
import { formatPercent, formatRate, formatTimes, joinQuantity } from './units';

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
  const rate = joinQuantity(formatRate(group.throughputBps));
  const each = group.flowCount > 1 ? ' each on average' : '';
  return [
    { text: 'The ' },
    nameOf(group),
    { text: group.flowCount > 1 ? ' get ' : ' gets ' },
    { text: rate, isStrong: true },
    { text: `${each}; the link is busy ` },
    { text: formatPercent(numbers.utilisationRatio), isStrong: true },
    { text: ' of the time.' },
  ];
}

function describeTwo(first: GroupShare, second: GroupShare, ratio: number): Fragment[] {
  const verb = first.flowCount > 1 ? ' each get ' : ' gets ';
  const only = ratio < 0.97 ? 'only ' : '';
  const sentence: Fragment[] = [
    { text: 'The ' },
    nameOf(first),
    { text: verb },
    { text: `${only}${formatTimes(ratio)} times`, isStrong: true },
    { text: ' the ' },
    nameOf(second),
    { text: '.' },
  ];
  return [...sentence, ...describeQueue(first, second)];
}

function describeQueue(first: GroupShare, second: GroupShare): Fragment[] {
  if (first.meanQueueBytes === null || !second.meanQueueBytes) return [];
  const ratio = first.meanQueueBytes / second.meanQueueBytes;
  return [
    { text: first.flowCount > 1 ? ' Each keeps ' : ' It keeps ' },
    { text: `${formatTimes(ratio)} times`, isStrong: true },
    { text: ' as much in the queue.' },
  ];
}

function describeMany({ groups, jainIndex }: SeenNumbers): Fragment[] {
  const ordered = [...groups].sort((a, b) => b.throughputBps - a.throughputBps);
  const [most] = ordered;
  const least = ordered.at(-1);
  if (most === undefined || least === undefined) return [];
  return [
    { text: 'The ' },
    nameOf(most),
    { text: ' gets most, ' },
    { text: joinQuantity(formatRate(most.throughputBps)), isStrong: true },
    { text: ' a flow; the ' },
    nameOf(least),
    { text: ' gets least, ' },
    { text: joinQuantity(formatRate(least.throughputBps)), isStrong: true },
    { text: jainIndex === null ? '.' : `. Jain’s index is ${jainIndex.toFixed(3)}.` },
  ];
}

function nameOf(group: GroupShare): Fragment {
  const text = group.flowCount > 1 ? `${group.flowCount} ${group.label} flows` : group.label;
  return { text, group: group.groupIndex, isStrong: true };
}
