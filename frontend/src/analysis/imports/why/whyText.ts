/** The chain of causes in sentences. Pure. */
import type { Limit } from '@/analysis/imports/evidence';
import { countedAtEnd } from '@/analysis/imports/estimate/estimateLoss';
import type { MeasuredFlow } from '@/analysis/imports/types';
import type { CauseLink, Certainty, LimitShare, RttParts } from './why';
import { hasWindow } from './whyLimits';
import { chanceOf, type LossPlaces } from './whyLosses';

const NAMES: Readonly<Record<Limit, string>> = {
  cwnd: 'its congestion window',
  pacing: 'its pacing rate',
  recovery: 'loss recovery',
  receiver: "the receiver's window",
  application: 'its application, which had nothing to send',
};
const percent = (ratio: number) => `${Math.round(100 * ratio)}%`;
/** What is below a nanosecond is rounding. */
const ms = (seconds: number) => `${seconds < 1e-9 ? 0 : Number((seconds * 1e3).toPrecision(3))} ms`;
const anyOf = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;

export function limitLinks(flow: MeasuredFlow, limits: readonly LimitShare[]): CauseLink[] {
  const about = 'limit' as const;
  if (flow.evidence?.probes !== undefined) return [];
  if (limits.length === 0)
    return [
      { about, sentence: `What limited it is unknown: ${whyNot(flow)}`, certainty: 'unknown' },
    ];
  return limits.map(({ limits: own, ratio, certainty }) => {
    const names = own.map((limit) => NAMES[limit]);
    if (own.length === 0)
      return {
        about,
        sentence: `${percent(ratio)} of the time: unknown, values are missing.`,
        certainty,
      };
    const several = own.length > 1 ? ' (the file does not show which)' : '';
    return {
      about,
      sentence: `${percent(ratio)} of the time limited by ${anyOf(names)}${several}.`,
      certainty,
    };
  });
}

function whyNot(flow: MeasuredFlow): string {
  const { direction, evidence } = flow;
  if (direction === 'received') return 'the file is of the receiving side.';
  if (!hasWindow(flow)) return 'UDP has no window.';
  if (evidence?.losses !== undefined)
    return 'the capture was not made at the sender, or has too few packets.';
  return `it takes the window and the bytes in flight over time, and the file does not have ${missingOf(flow)}.`;
}

/** Bytes in flight also follow from the rate and the RTT. */
function missingOf({ columns }: MeasuredFlow): string {
  const has = (values: readonly (number | null)[] | undefined) =>
    values?.some((value) => value !== null) ?? false;
  if (!has(columns.cwnd_bytes)) return 'the window';
  if (!has(columns.rtt_s)) return 'the bytes in flight, nor RTTs which they would follow from';
  return 'the bytes in flight, nor rates which they would follow from';
}

export function lossLinks(
  { columns, evidence }: MeasuredFlow,
  places: LossPlaces | null,
): CauseLink[] {
  const about = 'losses' as const;
  const links: CauseLink[] = [];
  if (evidence?.probes !== undefined) {
    const { lost, sent } = evidence.probes;
    links.push({
      about,
      sentence: `${lost} of ${sent} probes ${lost === 1 ? 'was' : 'were'} not answered.`,
      certainty: 'measured',
    });
    if (lost === 0 || places === null) return links;
  }
  const kinds = Object.entries(evidence?.losses ?? {}).filter(([, count]) => count > 0);
  if (kinds.length > 0)
    links.push({
      about,
      sentence: `Losses and repeats by kind: ${kinds.map(([kind, count]) => `${count} ${kind}`).join(', ')}.`,
      certainty: 'measured',
    });
  if (places === null) {
    if (kinds.length === 0 && evidence?.losses === undefined)
      links.push({ about, ...countText({ columns, evidence }) });
    return links;
  }
  if (places.all === 0)
    return [
      ...links,
      { about, sentence: 'No packet was repeated or lost.', certainty: 'measured' },
    ];
  return [...links, { about, ...placesText(places, evidence?.base_s !== undefined) }];
}

/** Without RTTs: how many, but not where. */
function countText(flow: Pick<MeasuredFlow, 'columns' | 'evidence'>): {
  sentence: string;
  certainty: Certainty;
} {
  const { lost_packets, retransmitted_packets } = flow.columns;
  const atEnd = countedAtEnd(flow);
  if (atEnd !== null)
    return {
      sentence: `${atEnd.lost} of ${atEnd.sent} packets ${atEnd.lost === 1 ? 'was' : 'were'} lost in the whole test; when is not among its values.`,
      certainty: 'measured',
    };
  const counts = lost_packets ?? retransmitted_packets;
  if (counts === undefined || counts.every((count) => count === null))
    return {
      sentence: 'No value of the file names losses, so when there were any is unknown.',
      certainty: 'unknown',
    };
  const all = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  if (all === 0) return { sentence: 'No packet was repeated or lost.', certainty: 'measured' };
  const what = lost_packets === undefined ? 'repeated' : 'lost';
  return {
    sentence: `${all === 1 ? '1 packet was' : `${all} packets were`} ${what}; how long the queue was then is unknown: RTTs are not in this file.`,
    certainty: 'measured',
  };
}

function placesText(
  places: LossPlaces,
  knowsBase: boolean,
): { sentence: string; certainty: Certainty } {
  const { all, longQueue, shortQueue, longQueue_ratio, shortQueue_ratio, isFlat } = places;
  const [packets, were] = all === 1 ? ['1 packet', 'was'] : [`${all} packets`, 'were'];
  if (isFlat && !knowsBase)
    return {
      sentence: `${packets} ${were} repeated or lost while RTTs hardly varied: either no queue stood, or one stood all the time; the file does not show which.`,
      certainty: 'unknown',
    };
  if (isFlat)
    return {
      sentence: `${packets} ${were} repeated or lost without a queue that RTTs would show: not in a long buffer that was full, but by a policer, a very short buffer or damage; the file does not show which.`,
      certainty: 'inferred',
    };
  if (isMost(longQueue, all, longQueue_ratio))
    return {
      sentence: `${longQueue} of ${all} repeated or lost packets fell in a long queue (the upper 30% of its lengths): a buffer was full, or its queue is managed.`,
      certainty: 'inferred',
    };
  if (isMost(shortQueue, all, shortQueue_ratio))
    return {
      sentence: `${shortQueue} of ${all} repeated or lost packets fell in a short queue (the lower 30% of its lengths): a full buffer does not explain them.`,
      certainty: 'inferred',
    };
  return {
    sentence: `${packets} ${were} repeated or lost, ${longQueue} in a long queue and ${shortQueue} in a short one, as may be by chance: the cause is unknown.`,
    certainty: 'unknown',
  };
}

const MOST_OF_THEM = 0.7;
const MOST_CHANCE = 0.05;

/** And more than losses at random would have there. */
function isMost(count: number, all: number, ratio: number): boolean {
  return count >= MOST_OF_THEM * all && chanceOf(count, all, ratio) < MOST_CHANCE;
}

export function rttLinks({ direction, evidence }: MeasuredFlow, rtt: RttParts): CauseLink[] {
  const about = 'rtt' as const;
  const { mean_s, base_s, queue_s, receiver_hold_s } = rtt;
  const links: CauseLink[] = [];
  if (base_s === null && mean_s === null)
    links.push({ about, sentence: 'RTTs are not in this file.', certainty: 'unknown' });
  if (base_s !== null)
    links.push({
      about,
      sentence: `Least RTT: ${ms(base_s)}, the path with the shortest queue.`,
      certainty: 'measured',
    });
  const isProbe = evidence?.probes !== undefined;
  const hold = isProbe ? ' and what the other end took to answer' : " and the receiver's hold";
  if (queue_s !== null && mean_s !== null)
    links.push({
      about,
      sentence: `Above it on average: ${ms(queue_s)} of ${ms(mean_s)}, queues of the path${receiver_hold_s === null ? hold : ''}.`,
      certainty: 'inferred',
    });
  if (receiver_hold_s !== null)
    links.push({
      about,
      sentence: `The receiver held ACKs back for ${ms(receiver_hold_s)} on average.`,
      certainty: 'measured',
    });
  else if (direction !== 'received' && mean_s !== null && !isProbe)
    links.push({
      about,
      sentence: "The receiver's hold of ACKs is unknown.",
      certainty: 'unknown',
    });
  return links;
}

/** Half of the time is the answer to "why is it slow"; of less there is none. */
const MAIN_RATIO = 0.5;
/** A mean queue of so much of the base RTT shows a bottleneck that is busy. */
const BUSY_RATIO = 0.1;

const PATH =
  'So the path set the rate: the flow kept a queue standing, which means that the bottleneck was busy; its rate, or what others left of it, is the bound.';

/** What is behind the limit that held for most of the time. */
export function lastLink(
  limits: readonly LimitShare[],
  { base_s, queue_s }: RttParts,
  { losses, knowsBase }: { readonly losses: LossPlaces | null; readonly knowsBase: boolean },
): CauseLink[] {
  const [main] = limits;
  if (main === undefined || main.ratio < MAIN_RATIO || main.limits.length !== 1) return [];
  const hasQueue = queue_s !== null && base_s !== null && queue_s > BUSY_RATIO * base_s;
  // Of samples alone the least one may hold a queue, too.
  const isWithout = queue_s !== null && !hasQueue && knowsBase;
  const sentence = behind(main.limits[0], losses, { hasQueue, isWithout });
  return sentence === null ? [] : [{ about: 'cause', sentence, certainty: 'inferred' }];
}

function behind(
  limit: Limit | undefined,
  losses: LossPlaces | null,
  { hasQueue, isWithout }: { readonly hasQueue: boolean; readonly isWithout: boolean },
): string | null {
  switch (limit) {
    case 'application':
      return 'So neither the network nor congestion control set the rate: the sending application did.';
    case 'receiver':
      return "So the receiver set the rate: its window (buffer, or the application that reads) is smaller than the path's bandwidth-delay product with its queue.";
    case 'recovery':
      if (isWithout)
        return 'So losses set the rate: most of the time went into repairing them, and no queue stood.';
      return hasQueue ? PATH : null;
    case 'pacing':
    case 'cwnd':
      if (hasQueue) return PATH;
      if (!isWithout) return null;
      return (losses?.all ?? 0) > 0
        ? 'So losses set the rate: they kept the window below what the path would hold, since no queue stood.'
        : 'So congestion control itself set the rate: no queue stood on average, so the path may have had room for more.';
    default:
      return null;
  }
}
