/** Buffer, loss and traffic of others, as a measurement in equal intervals shows them. Pure. */
import type { Estimate } from './estimate';
import { type Bin, quantileOf } from './estimateBins';
import type { Evidence } from '@/analysis/imports/evidence';
import type { MeasuredFlow } from '@/analysis/imports/types';

/** Of IP packets of 1,500 bytes with time stamps, as Linux sends them. */
export const PACKET_BYTES = 1500;
export const PAYLOAD_BYTES = 1448;
/** From so many losses on they may be a sign of a full buffer. */
const LEAST_LOSSES = 2;
/** Losses of a full buffer come when the queue is about as long as it ever is. */
const FULL_RATIO = 0.7;
/** Of an RTT its own packet and the one that is being sent, which do not wait in the buffer. */
const SLACK_BYTES = 1.5 * PACKET_BYTES;

export const unknown = (why: string): Estimate => ({ low: null, value: null, high: null, why });
const atLeast = (low: number, why: string): Estimate => ({ low, value: null, high: null, why });

const retransmittedIn = (bin: Bin) =>
  bin.flows.reduce((sum, { retransmitted }) => sum + retransmitted, 0);

/**
 * The queue in bytes that the highest RTTs of an interval show; null: it has none. All flows wait
 * in it, so of several the shortest counts: the others waited elsewhere, too, as for a delayed ACK.
 */
function queueOf(bin: Bin, rate_bps: number, bases: readonly Base[]): number | null {
  const queues = bin.flows.flatMap(({ most_rtt_s }, index) => {
    const base = bases[index]?.rtt_s ?? null;
    return most_rtt_s === null || base === null ? [] : [((most_rtt_s - base) * rate_bps) / 8];
  });
  return queues.length === 0 ? null : Math.max(0, Math.min(...queues) - SLACK_BYTES);
}

/** The base RTT of a flow; a bound is the least that was seen, with or without a queue. */
interface Base {
  readonly rtt_s: number | null;
  readonly isBound: boolean;
}

interface Facts {
  readonly flows: readonly MeasuredFlow[];
  readonly bins: readonly Bin[];
  readonly rate_bps: number | null;
  readonly bases: readonly Base[];
  /** RTTs are those that the sender smooths: peaks of a queue are longer than they show. */
  readonly isSmoothed: boolean;
}

export function bufferOf({ flows, bins, rate_bps, bases, isSmoothed }: Facts): Estimate {
  if (rate_bps === null) return unknown('The rate of the link, which it follows from, is unknown.');
  const queues = bins.map((bin) => queueOf(bin, rate_bps, bases));
  const known = queues.filter((queue) => queue !== null);
  if (known.length === 0)
    return unknown('RTTs or a base RTT, which it follows from, are not in the file.');
  // Stalls of a host stretch single RTTs: what one interval in twenty has is no stall.
  const usual = quantileOf(known, 0.95);
  const seen = 'the longest queue that its RTTs show';
  if (flows.every(({ columns }) => columns.retransmitted_packets === undefined))
    return atLeast(usual, `The file does not say what was lost: it is at least ${seen}.`);
  const losses = bins.reduce((sum, bin) => sum + retransmittedIn(bin), 0);
  if (losses < LEAST_LOSSES)
    return atLeast(usual, `Nothing shows that it was ever full: it is at least ${seen}.`);
  const longestAt = bins.flatMap((bin, at) => {
    if (retransmittedIn(bin) === 0) return [];
    const [before, own] = [queues[at - 1] ?? null, queues[at] ?? null];
    if (before === null && own === null) return [];
    return [(before ?? 0) > (own ?? 0) ? at - 1 : at];
  });
  const levels = longestAt.map((at) => queues[at] ?? 0);
  const level = levels.length === 0 ? 0 : quantileOf(levels, 0.5);
  const longest = Math.max(usual, levels.length === 0 ? 0 : quantileOf(levels, 0.9));
  if (level < FULL_RATIO * usual)
    return atLeast(
      usual,
      `Half of the losses came when the queue was below ${Math.round(FULL_RATIO * 100)}% of ${seen}, so a full buffer alone does not explain them: it is at least that queue.`,
    );
  if (bases.some(({ isBound }) => isBound))
    return atLeast(
      Math.min(level, usual),
      'It was full when packets were lost, but the base RTT is known only as a bound: how much of the RTT was queue is unknown.',
    );
  const full = longestAt.filter((_, index) => (levels[index] ?? 0) >= FULL_RATIO * longest);
  // One interval gives no range: where RTTs are means of it, the queue was longer within it.
  const isOne = new Set(full).size < 2;
  const longer = isSmoothed
    ? '; RTTs are smoothed by the sender, so it may be longer'
    : ', in one interval only, so it may be longer';
  return {
    low: Math.max(0, level - SLACK_BYTES),
    value: longest,
    high: isSmoothed || isOne ? null : Math.max(...known) + SLACK_BYTES + riseOf(queues, full),
    why: `The queue when packets were lost, from RTTs and the rate${isSmoothed || isOne ? longer : ''}.`,
  };
}

/** By how much the queue usually grew before it was full: its RTTs may be means of a time. */
function riseOf(queues: readonly (number | null)[], full: readonly number[]): number {
  const rises = full.flatMap((at) => {
    const [before, own] = [queues[at - 1] ?? null, queues[at] ?? null];
    return before === null || own === null ? [] : [Math.max(0, own - before)];
  });
  return rises.length === 0 ? 0 : quantileOf(rises, 0.5);
}

/** Wilson's interval at 95%: losses are not independent, so it is rather too narrow. */
export function lossOf(flows: readonly MeasuredFlow[]): Estimate {
  const counted = flows.filter(
    ({ columns, evidence }) =>
      columns.lost_packets ?? columns.retransmitted_packets ?? evidence?.atEnd,
  );
  if (counted.length === 0) return unknown('The file has neither losses nor retransmissions.');
  let [lost, received] = [0, 0];
  let isRepeats = false;
  let isAtEnd = false;
  let isProbes = false;
  for (const { columns, evidence } of counted) {
    if (evidence?.probes !== undefined) {
      isProbes = true;
      lost += evidence.probes.lost;
      received += evidence.probes.sent - evidence.probes.lost;
      continue;
    }
    const atEnd = countedAtEnd({ columns, evidence });
    if (atEnd !== null) {
      isAtEnd = true;
      lost += atEnd.lost;
      received += atEnd.sent - atEnd.lost;
      continue;
    }
    const values = columns.lost_packets ?? columns.retransmitted_packets;
    if (columns.lost_packets === undefined) isRepeats = true;
    columns.time_s.forEach((time, index) => {
      lost += values?.[index] ?? 0;
      const span_s = time - (columns.time_s[index - 1] ?? 0);
      received += ((columns.throughput_bps?.[index] ?? 0) * span_s) / 8 / PAYLOAD_BYTES;
    });
  }
  const sent = received + lost;
  if (!(sent > 0)) return unknown('Nothing is known of how much was sent.');
  const z = 1.96;
  const share = lost / sent;
  const middle = (share + z ** 2 / (2 * sent)) / (1 + z ** 2 / sent);
  const half =
    (z * Math.sqrt((share * (1 - share)) / sent + z ** 2 / (4 * sent ** 2))) / (1 + z ** 2 / sent);
  return {
    low: Math.max(0, middle - half),
    value: share,
    high: Math.min(1, middle + half),
    why: isRepeats
      ? 'Retransmitted packets over all packets of 1,448 bytes of payload; some may have been needless. It holds losses of a full buffer and of the path together.'
      : isProbes
        ? 'Probes that were not answered over all probes: they or their answers were lost.'
        : isAtEnd
          ? 'Packets lost over all packets of the test, as the receiver counts them at its end.'
          : 'Packets lost over all packets of 1,448 bytes of payload, as the receiver counts them.',
  };
}

/** Of a sender of UDP, whose file has no losses over time; null of others. */
export function countedAtEnd({
  columns,
  evidence,
}: Pick<MeasuredFlow, 'columns' | 'evidence'>): NonNullable<Evidence['atEnd']> | null {
  const isOverTime = columns.lost_packets ?? columns.retransmitted_packets;
  return isOverTime === undefined ? (evidence?.atEnd ?? null) : null;
}
