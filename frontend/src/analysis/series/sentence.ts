/**
 * What is seen in a result, in one or two plain sentences made from measured numbers. A sentence
 * states what was measured, not what was hoped; the time or seeds of a number stand next to it.
 */
import { formatPercent, formatRate, formatTimes, joinQuantity } from '@/analysis/numbers/units';
import { aligned } from '@/analysis/numbers/shown';

import { phrase, strong, type Fragment } from './fragments';
import { eachName, groupName, type Name } from './names';

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
  /** Some flow of it is there in this time; it is, unless the opposite is known. */
  readonly isActive?: boolean;
}

export interface FlowNumbers {
  readonly groupIndex: number;
  readonly label: string;
  readonly throughputBps: number | null;
  readonly meanQueueBytes: number | null;
  /** How long it is there in this time. */
  readonly activeSeconds?: number;
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
      isActive: members.some(({ activeSeconds }) => activeSeconds !== 0),
    };
  });
}

function meanOrNull(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null);
  if (present.length === 0 || present.length < values.length) return null;
  return present.reduce((sum, value) => sum + value, 0) / present.length;
}

/** A link, and the share of its capacity that it sends: of a changing rate no share of time. */
export interface BusyLink {
  /** With its article. */
  readonly name: string;
  readonly ratio: number | null;
}

interface SeenNumbers {
  readonly groups: readonly GroupShare[];
  /** Group 0 over group 1, of means; null if there is none. */
  readonly throughputRatio: number | null;
  readonly jainIndex: number | null;
  readonly busiest: BusyLink;
  /** What waits does so in one queue. */
  readonly hasOneQueue?: boolean;
}

export function describeResult(numbers: SeenNumbers): Fragment[] {
  const idle = numbers.groups.filter(({ isActive }) => isActive === false);
  if (idle.length === 0) return describeActive(numbers);
  const groups = numbers.groups.filter((group) => !idle.includes(group));
  const seen = describeActive({ ...numbers, groups });
  return [...seen, ...idle.flatMap((group) => describeIdle(group, seen.length > 0))];
}

function describeIdle(group: GroupShare, isLater: boolean): Fragment[] {
  const name = groupOf(group);
  const verb = name.isPlural ? 'are' : 'is';
  return phrase`${isLater ? ' ' : ''}${opening(name, group)} ${verb} not active in this time.`;
}

function describeActive(numbers: SeenNumbers): Fragment[] {
  const [first, second] = numbers.groups;
  if (first === undefined) return [];
  if (second === undefined) return describeOne(first, numbers);
  if (numbers.groups.length > 2 || numbers.throughputRatio === null) return describeMany(numbers);
  return describeTwo(first, second, numbers.throughputRatio, numbers.hasOneQueue ?? true);
}

function describeOne(group: GroupShare, numbers: SeenNumbers): Fragment[] {
  const rate = strong(joinQuantity(formatRate(group.throughputBps)));
  const { name: link, ratio } = numbers.busiest;
  const busy = strong(formatPercent(ratio));
  const name = groupOf(group);
  const each = group.flowCount > 1 ? ' each on average' : '';
  return phrase`${opening(name, group)} ${gets(name)} ${rate}${each}; ${busy} of the capacity of ${link} is used.`;
}

/** Below this the first group's part is called "only" so much. */
const ONLY_BELOW_RATIO = 0.97;

function describeTwo(
  first: GroupShare,
  second: GroupShare,
  ratio: number,
  hasOneQueue: boolean,
): Fragment[] {
  const times = `${formatTimes(ratio)} times`;
  const much = strong(ratio < ONLY_BELOW_RATIO ? `only ${times}` : times);
  const [one, other] = [eachOf(first), eachOf(second)];
  return [
    ...phrase`${opening(one, first)} ${gets(one)} ${much} as much as ${within(other, second)}.`,
    ...describeQueue(first, second, hasOneQueue ? 'the queue' : 'queues'),
  ];
}

/** One packet of the usual size. Where no flow keeps that much, as at a policer, none queues. */
const LEAST_QUEUE_BYTES = 1500;

function describeQueue(first: GroupShare, second: GroupShare, queues: string): Fragment[] {
  if (first.meanQueueBytes === null || !second.meanQueueBytes) return [];
  if (Math.max(first.meanQueueBytes, second.meanQueueBytes) < LEAST_QUEUE_BYTES) return [];
  const times = strong(`${formatTimes(first.meanQueueBytes / second.meanQueueBytes)} times`);
  const subject =
    first.flowCount > 1 ? 'Each keeps' : eachOf(first).isPlural ? 'They keep' : 'It keeps';
  return phrase` ${subject} ${times} as much in ${queues}.`;
}

function describeMany({ groups, jainIndex }: SeenNumbers): Fragment[] {
  const ordered = [...groups].sort((a, b) => b.throughputBps - a.throughputBps);
  const [most] = ordered;
  const least = ordered.at(-1);
  if (most === undefined || least === undefined) return [];
  const isPerFlow = groups.some(({ flowCount }) => flowCount > 1);
  const rateOf = (group: GroupShare) => {
    const rate = joinQuantity(formatRate(group.throughputBps));
    return strong(isPerFlow ? `${rate} per flow` : rate);
  };
  const [first, last] = [groupOf(most), groupOf(least)];
  const jain = jainIndex === null ? '' : ` Jain’s index is ${aligned(jainIndex, 3)}.`;
  return [
    ...phrase`${opening(first, most)} ${gets(first)} the most (${rateOf(most)}), `,
    ...phrase`${within(last, least)} the least (${rateOf(least)}).${jain}`,
  ];
}

const groupOf = ({ label, groupIndex, flowCount }: GroupShare) =>
  groupName(label, groupIndex, flowCount);
const eachOf = ({ label, groupIndex, flowCount }: GroupShare) =>
  eachName(label, groupIndex, flowCount);
const gets = ({ isPlural }: Name) => (isPlural ? 'get' : 'gets');

const opening = (name: Name, group: GroupShare) => named(name.opening, group);
const within = (name: Name, group: GroupShare) => named(name.text, group);

/** The name in its group's hue, the article before it in ink. */
function named(text: string, { groupIndex: group }: GroupShare): Fragment[] {
  const [, article = '', name = text] = /^((?:the|each of the|each) )(.+)$/i.exec(text) ?? [];
  const own = { text: name, group, isStrong: true };
  return article === '' ? [own] : [{ text: article }, own];
}
