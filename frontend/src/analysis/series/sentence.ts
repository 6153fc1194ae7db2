/**
 * What is seen in a result, in one or two plain sentences made from measured numbers. A sentence
 * states what is there, not what was hoped; what it is over stands next to it.
 */
import { formatPercent, formatRate, formatTimes, joinQuantity } from '@/analysis/numbers/units';

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
  const rate = strong(joinQuantity(formatRate(group.throughputBps)));
  const busy = strong(formatPercent(numbers.utilisationRatio));
  return group.flowCount > 1
    ? told`The ${nameOf(group)} get ${rate} each on average; the link is busy ${busy} of the time.`
    : told`The ${nameOf(group)} gets ${rate}; the link is busy ${busy} of the time.`;
}

/** Below this the first group's part is called "only" so much. */
const ONLY_BELOW_RATIO = 0.97;

function describeTwo(first: GroupShare, second: GroupShare, ratio: number): Fragment[] {
  const times = `${formatTimes(ratio)} times`;
  const much = strong(ratio < ONLY_BELOW_RATIO ? `only ${times}` : times);
  const get = first.flowCount > 1 ? 'each get' : 'gets';
  const queue = describeQueue(first, second);
  return told`The ${nameOf(first)} ${get} ${much} the ${nameOf(second)}.${queue}`;
}

function describeQueue(first: GroupShare, second: GroupShare): Fragment[] {
  if (first.meanQueueBytes === null || !second.meanQueueBytes) return [];
  const times = strong(`${formatTimes(first.meanQueueBytes / second.meanQueueBytes)} times`);
  return told` ${first.flowCount > 1 ? 'Each' : 'It'} keeps ${times} as much in the queue.`;
}

function describeMany({ groups, jainIndex }: SeenNumbers): Fragment[] {
  const ordered = [...groups].sort((a, b) => b.throughputBps - a.throughputBps);
  const [most] = ordered;
  const least = ordered.at(-1);
  if (most === undefined || least === undefined) return [];
  const rateOf = (group: GroupShare) => strong(joinQuantity(formatRate(group.throughputBps)));
  const get = (group: GroupShare) => (group.flowCount > 1 ? 'get' : 'gets');
  const jain = jainIndex === null ? '' : ` Jain’s index is ${jainIndex.toFixed(3)}.`;
  return [
    ...told`The ${nameOf(most)} ${get(most)} most, ${rateOf(most)} a flow; `,
    ...told`the ${nameOf(least)} ${get(least)} least, ${rateOf(least)}.${jain}`,
  ];
}

/** A whole sentence as it is read, in which names and numbers may stand out. */
export function told(
  texts: TemplateStringsArray,
  ...parts: readonly (string | Fragment | readonly Fragment[])[]
): Fragment[] {
  const fragments: Fragment[] = [];
  let plain = texts[0] ?? '';
  parts.forEach((part, index) => {
    if (typeof part === 'string') plain += part;
    else {
      if (plain !== '') fragments.push({ text: plain });
      fragments.push(...[part].flat());
      plain = '';
    }
    plain += texts[index + 1] ?? '';
  });
  return plain === '' ? fragments : [...fragments, { text: plain }];
}

export function strong(text: string): Fragment {
  return { text, isStrong: true };
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function nameOf({ flowCount, label, groupIndex }: GroupShare): Fragment {
  const text = flowCount > 1 ? `${flowCount} ${label} flows` : label;
  return { text, group: groupIndex, isStrong: true };
}
