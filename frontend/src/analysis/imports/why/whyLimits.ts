/** What limited a flow, by shares of time. Rules: docs/reading-files.md, "Why". Pure. */
import {
  type AckClock,
  type Evidence,
  type Interval,
  isAckClocked,
  type Limit,
  WRITTEN_BYTES,
} from '@/analysis/imports/evidence';
import {
  type Measured,
  type MeasuredColumns,
  type MeasuredFlow,
  meanOf,
} from '@/analysis/imports/types';
import type { Certainty, LimitShare } from './why';

/** Bytes of a full packet: a window with less room than that is full. */
const PACKET_BYTES = 1500;
/** Of large windows: values are from moments after an ACK and before the data that it releases. */
const FULL_RATIO = 0.95;
/** By RTT x rate, of means, where bytes in flight are not in the file. */
const FULL_BY_RATE_RATIO = 0.85;
/** A sender that sends at its pacing rate; between bursts of a pacer it is a little below. */
const PACED_RATIO = 0.8;
/** A fixed window is full nearly always, and nearly the same then. */
const STEADY_SHARE = 0.8;
const LEAST_RATIO = 0.005;

interface Found {
  readonly limits: readonly Limit[];
  readonly certainty: Certainty;
}

/** Datagrams alone have none. */
export function hasWindow({ transport }: Pick<MeasuredFlow, 'transport'>): boolean {
  return transport === undefined || transport === 'tcp' || transport === 'quic';
}

/** The largest share first; empty: the file has no evidence. */
export function limitsOf(flow: MeasuredFlow): LimitShare[] {
  const { evidence, direction } = flow;
  if (direction === 'received' || !hasWindow(flow)) return [];
  const sums = new Sums();
  if (evidence?.waits !== undefined) byWaits(evidence, sums);
  else if (evidence?.counters !== undefined) byCounters(flow, evidence, sums);
  else byValues(flow, sums);
  const shares = sums.shares();
  return shares.every(({ limits }) => limits.length === 0) ? [] : shares;
}

class Sums {
  private readonly bySame = new Map<string, Found & { seconds: number }>();
  private all_s = 0;

  add(seconds: number, { limits, certainty }: Found): void {
    if (!(seconds > 0)) return;
    const key = `${limits.join()} ${certainty}`;
    const own = this.bySame.get(key) ?? { limits, certainty, seconds: 0 };
    this.bySame.set(key, own);
    own.seconds += seconds;
    this.all_s += seconds;
  }

  shares(): LimitShare[] {
    return [...this.bySame.values()]
      .map(({ seconds, ...found }) => ({ ...found, ratio: seconds / this.all_s }))
      .filter(({ ratio }) => ratio >= LEAST_RATIO)
      .sort((one, other) => other.ratio - one.ratio);
  }
}

/** A capture shows the receiver's window and silence; else whether ACKs clock it. */
function byWaits({ waits, clock }: Evidence, sums: Sums): void {
  if (waits === undefined) return;
  sums.add(waits.receiver_s, { limits: ['receiver'], certainty: 'measured' });
  sums.add(waits.recovery_s, { limits: ['recovery'], certainty: 'inferred' });
  sums.add(waits.idle_s, { limits: ['application'], certainty: 'inferred' });
  const isClocked = isAckClocked(clock);
  if (isClocked === null)
    sums.add(waits.flying_s, {
      limits: ['cwnd', 'pacing', 'application'],
      certainty: 'unknown',
    });
  else if (!isClocked)
    sums.add(waits.flying_s, { limits: ['pacing', 'application'], certainty: 'inferred' });
  else if (waits.knowsWindow) sums.add(waits.flying_s, { limits: ['cwnd'], certainty: 'inferred' });
  else sums.add(waits.flying_s, { limits: ['cwnd', 'receiver'], certainty: 'inferred' });
}

/**
 * The kernel counts when nothing was on its way, and when the receiver's window was full. It also
 * counts as busy while an application writes too little: single values show that.
 */
function byCounters(flow: MeasuredFlow, { counters }: Evidence, sums: Sums): void {
  if (counters === undefined) return;
  const { all_s, busy_s, receiver_s, sendBuffer_s } = counters;
  sums.add(receiver_s, { limits: ['receiver'], certainty: 'measured' });
  sums.add(Math.max(0, all_s - busy_s) + sendBuffer_s, {
    limits: ['application'],
    certainty: 'measured',
  });
  const rest_s = Math.max(0, Math.min(all_s, busy_s) - receiver_s - sendBuffer_s);
  const own = new Sums();
  byValues(flow, own);
  const shares = own.shares().flatMap(({ limits, ...found }) => {
    const others = limits.filter((limit) => limit !== 'receiver');
    return others.length === 0 ? [] : [{ ...found, limits: others }];
  });
  const whole = shares.reduce((sum, { ratio }) => sum + ratio, 0);
  for (const { ratio, ...found } of shares) sums.add((rest_s * ratio) / whole, found);
  if (whole === 0)
    sums.add(rest_s, { limits: ['cwnd', 'pacing', 'recovery'], certainty: 'unknown' });
}

/** Of each value over time: whether its window was full, or it was sent at the pacing rate. */
function byValues(measured: MeasuredFlow, sums: Sums): void {
  const flow = { ...measured, columns: withoutBlocks(measured) };
  const { columns, evidence } = flow;
  const isSteady = staysSteady(columns.inflight_bytes);
  const recovering = covering(evidence?.recovery ?? []);
  const idling = covering(evidence?.idle ?? []);
  columns.time_s.forEach((to_s, index) => {
    const from_s = index === 0 ? to_s : (columns.time_s[index - 1] ?? to_s);
    const recovery_s = recovering(from_s, to_s);
    const idle_s = idling(from_s, to_s);
    sums.add(recovery_s, { limits: ['recovery'], certainty: 'measured' });
    sums.add(idle_s, { limits: ['application'], certainty: 'measured' });
    const repair_s = repairTime(flow, index, to_s - from_s);
    sums.add(repair_s, inferred('recovery'));
    const rest_s = to_s - from_s - recovery_s - idle_s - repair_s;
    if (rest_s > 0) sums.add(rest_s, ofValues(flow, index, isSteady));
  });
}

/** So many blocks make a rate of the flow out of one of writing. */
const LEAST_BLOCKS = 10;

/** Rates of written blocks as means over as many values as make rates of the flow of them. */
function withoutBlocks({ columns, evidence }: MeasuredFlow): MeasuredColumns {
  const { time_s, throughput_bps: rates, rtt_s, cwnd_bytes } = columns;
  if (evidence?.written === undefined || rates === undefined) return columns;
  const span_s = (time_s.at(-1) ?? 0) - (time_s[0] ?? 0);
  const block_s = (LEAST_BLOCKS * WRITTEN_BYTES * 8) / (meanOf(rates) ?? 0);
  const reach = Math.ceil(((block_s / span_s) * (time_s.length - 1) - 1) / 2);
  const smooth = (values: Measured | undefined) =>
    values?.map((_, at) => meanOf(values.slice(Math.max(0, at - reach), at + reach + 1)));
  // Too short for one.
  if (!(2 * reach < time_s.length)) return { ...columns, throughput_bps: rates.map(() => null) };
  return {
    ...columns,
    throughput_bps: smooth(rates) ?? rates,
    ...(rtt_s === undefined ? {} : { rtt_s: smooth(rtt_s) ?? rtt_s }),
    ...(cwnd_bytes === undefined ? {} : { cwnd_bytes: smooth(cwnd_bytes) ?? cwnd_bytes }),
  };
}

/**
 * What a value with retransmissions says of recovery, of which the file has no times: an RTT of it
 * at least. How often it began again within a second is not in the file.
 */
function repairTime({ columns, evidence }: MeasuredFlow, index: number, span_s: number): number {
  if (evidence?.recovery !== undefined) return 0;
  if ((columns.retransmitted_packets?.[index] ?? 0) === 0) return 0;
  return Math.min(span_s, columns.rtt_s?.[index] ?? 0);
}

const NOT_TOLD: Found = { limits: [], certainty: 'unknown' };
const inferred = (...limits: readonly Limit[]): Found => ({ limits, certainty: 'inferred' });

function ofValues(flow: MeasuredFlow, index: number, isSteady: boolean): Found {
  const { columns, evidence } = flow;
  const at = (values: readonly (number | null)[] | undefined) => values?.[index] ?? null;
  const [cwnd, rtt_s, rate_bps] = [
    at(columns.cwnd_bytes),
    at(columns.rtt_s),
    at(columns.throughput_bps),
  ];
  const flying = at(columns.inflight_bytes);
  const byRate = rtt_s !== null && rate_bps !== null ? (rate_bps * rtt_s) / 8 : null;
  const window = at(columns.receive_window_bytes);
  if (flying !== null && window !== null && isFull(flying, window))
    return { limits: ['receiver'], certainty: 'measured' };
  if (cwnd === null || (flying ?? byRate) === null) return NOT_TOLD;
  if (flying === null)
    return (byRate ?? 0) >= FULL_BY_RATE_RATIO * cwnd
      ? inferred('cwnd')
      : inferred('pacing', 'receiver', 'application');
  if (isFull(flying, cwnd)) return inferred('cwnd');
  const others = otherEnds(flow, window !== null, flying === 0);
  const pacing_bps = at(columns.pacing_rate_bps);
  if (pacing_bps === null)
    return evidence?.isUnpaced === true ? inferred(...others) : inferred('pacing', ...others);
  const sent_bps = rtt_s === null || rtt_s <= 0 ? rate_bps : (flying * 8) / rtt_s;
  if (sent_bps === null) return inferred('pacing', ...others);
  if (sent_bps < PACED_RATIO * pacing_bps) return inferred(...others);
  // A pace that follows the delivery rate is also that of a window which does not move.
  if (!isSteady || window !== null) return inferred('pacing');
  const isClocked = isAckClocked(evidence?.clock);
  if (isClocked === null) return inferred('pacing', 'receiver');
  return inferred(isClocked ? 'receiver' : 'pacing');
}

/** Below cwnd and pace: the receiver's window, which few files have, or nothing to send. */
function otherEnds(
  { evidence, transport, columns }: MeasuredFlow,
  knowsWindow: boolean,
  isSilent: boolean,
): readonly Limit[] {
  if (knowsWindow) return ['application'];
  if ((evidence?.blocked ?? 0) > 0) return ['receiver'];
  const hasPackets = columns.throughput_bps !== undefined;
  // A sender of QUIC says when flow control holds it back (RFC 9000 4.1).
  if (transport === 'quic' && hasPackets) return ['application'];
  const isReceiver = isSilent ? isRestarted(evidence?.clock) : isAckClocked(evidence?.clock);
  if (isReceiver === null) return ['receiver', 'application'];
  return isReceiver ? ['receiver'] : ['application'];
}

/** Whether it was an ACK, with a larger window, that ended silence. */
function isRestarted(clock: AckClock | undefined): boolean | null {
  if (clock === undefined || clock.restarts === 0) return null;
  return clock.restartsBehindAck > clock.restarts / 2;
}

function isFull(flying: number, window: number): boolean {
  return flying + PACKET_BYTES > window || flying >= FULL_RATIO * window;
}

function staysSteady(values: readonly (number | null)[] | undefined): boolean {
  const known = (values ?? []).filter((value) => value !== null);
  const high = known.reduce((most, value) => Math.max(most, value), 0);
  const near = known.filter((value) => value > 0 && value >= high - PACKET_BYTES);
  return near.length > STEADY_SHARE * known.length;
}

/** How much of a span lies in intervals; spans are asked for in order. */
function covering(intervals: readonly Interval[]): (from_s: number, to_s: number) => number {
  let next = 0;
  return (from_s, to_s) => {
    while (next < intervals.length && (intervals[next]?.[1] ?? 0) <= from_s) next += 1;
    let sum_s = 0;
    for (let at = next; at < intervals.length; at += 1) {
      const [start_s, end_s] = intervals[at] ?? [to_s, to_s];
      if (start_s >= to_s) break;
      sum_s += Math.max(0, Math.min(end_s, to_s) - Math.max(start_s, from_s));
    }
    return sum_s;
  };
}
