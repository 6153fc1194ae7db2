/** Single packets of a short time: how long it may be, and where their marks stand. Pure. */

import { eventRateBps, type WithRates } from '@/analysis/scenario/network/links';
import { coordinate } from '@/analysis/numbers/shown';

/** Columns of equal length, as the server gives them. */
export interface PacketEvents {
  readonly time_s: readonly number[];
  readonly flow_index: readonly number[];
  readonly kind: readonly string[];
  /** Below 0: of a handshake, or the answer to a packet of one. */
  readonly sequence: readonly number[];
  readonly queue_bytes: readonly number[];
  readonly cwnd_packets: readonly number[];
  readonly inflight_packets: readonly number[];
  /** Of IP in the lowest two bits; only where a flow uses ECN. */
  readonly ecn_bits?: readonly number[] | null;
  /** 0 is the bottleneck, -1 a host; only where there are several links. */
  readonly link_index?: readonly number[] | null;
  /** Why a packet is lost or marked; only where one is. */
  readonly reason?: readonly (string | null)[] | null;
}

/** Whether it is the number of a packet of a handshake, or of the answer to one. */
export function isOfHandshake(sequence: number): boolean {
  return sequence < 0;
}

/** Most events that the server gives at once. */
export const MOST_EVENTS = 50_000;
/** Sent, enqueued, dequeued, transmitted, delivered, and one ACK sent and received for two. */
const EVENTS_PER_PACKET = 6;
const ROUNDING = 1e-9;

/** A busy link has about as many events in it as fit into one answer. Two digits, rounded down. */
export function longestWindowSeconds(rateBps: number, packetBytes: number): number {
  const packetSeconds = (packetBytes * 8) / rateBps;
  const seconds = (MOST_EVENTS / EVENTS_PER_PACKET) * packetSeconds;
  const step = 10 ** (Math.floor(Math.log10(seconds)) - 1);
  return Math.floor(seconds / step + ROUNDING) * step;
}

/** Enough to see a round or two before and after a moment. */
const MOMENT_SECONDS = 0.5;

interface Timed extends WithRates {
  readonly duration_s: number;
  readonly packet_bytes: number;
}

/** Around a moment of a run, as long as its packets can be shown one by one. */
export function momentRange(seconds: number, scenario: Timed): readonly [number, number] {
  const { duration_s, packet_bytes } = scenario;
  const longest = longestWindowSeconds(eventRateBps(scenario), packet_bytes);
  const width = Math.min(MOMENT_SECONDS, longest, duration_s);
  const from = Math.min(Math.max(0, seconds - width / 2), duration_s - width);
  return [from, from + width];
}

/** The range if it can be shown packet by packet, else null. */
export function shortRange(
  zoom: readonly [number, number] | null,
  longestSeconds: number,
): readonly [number, number] | null {
  return zoom !== null && zoom[1] - zoom[0] <= longestSeconds ? zoom : null;
}

interface Scales {
  readonly x: (timeSeconds: number) => number;
  readonly y: (sequence: number) => number;
}

interface SequencePaths {
  /** A square per packet that leaves for the first time. */
  readonly sent: string;
  /** A larger, hollow one per retransmission. */
  readonly again: string;
  /** A cross where a packet is dropped or lost. */
  readonly gone: string;
  /** A small circle where a packet of a handshake leaves, at the lowest number in view. */
  readonly handshake: string;
  /** What has been acknowledged, as steps. */
  readonly acked: string;
}

/** The time-sequence plot of one flow as SVG path data. */
export function sequencePaths(events: PacketEvents, flowIndex: number, scales: Scales) {
  const paths = { sent: '', again: '', gone: '', acked: '', handshake: '' };
  let ackedSequence = -1;
  events.time_s.forEach((time, row) => {
    const sequence = events.sequence[row] ?? 0;
    if (events.flow_index[row] !== flowIndex) return;
    const x = coordinate(scales.x(time));
    const y = coordinate(scales.y(sequence));
    switch (events.kind[row]) {
      case 'sent':
        paths.sent += `M${x} ${y}m-1.5 -1.5h3v3h-3z`;
        break;
      case 'retransmitted':
        paths.again += `M${x} ${y}m-3 -3h6v6h-6z`;
        break;
      case 'handshake':
        paths.handshake += `M${x} ${y}m-2 -2a2 2 0 1 1 0 4a2 2 0 1 1 0 -4z`;
        break;
      case 'dropped':
      case 'lost':
        paths.gone += `M${x} ${y}m-3.5 -3.5l7 7m0 -7l-7 7`;
        break;
      case 'ack_received':
        if (sequence <= ackedSequence) break;
        paths.acked += paths.acked === '' ? `M${x} ${y}` : `H${x}V${y}`;
        ackedSequence = sequence;
    }
  });
  return paths satisfies SequencePaths;
}

/** Lowest and highest number of a flow's data; null without a packet, 0 with a handshake alone. */
export function sequenceRange(
  events: PacketEvents,
  flowIndex: number,
): readonly [number, number] | null {
  let lowest = Infinity;
  let highest = -Infinity;
  events.sequence.forEach((sequence, row) => {
    if (events.flow_index[row] !== flowIndex || isOfHandshake(sequence)) return;
    lowest = Math.min(lowest, sequence);
    highest = Math.max(highest, sequence);
  });
  if (lowest <= highest) return [lowest, highest];
  return events.flow_index.includes(flowIndex) ? [0, 0] : null;
}
