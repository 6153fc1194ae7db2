/** Where every packet is at a moment, and what the flows and the queue hold then. Pure. */
import {
  packetSeconds,
  type AckTransit,
  type Fate,
  type Transmission,
  type ReplayPath,
  type Traffic,
} from './replay';
import { firstAbove, firstAtLeast } from './search';

/** Where a transmission is that is under way and does not wait. */
export type MovingStage = 'access' | 'service' | 'link';

export interface Place {
  readonly stage: MovingStage | 'queue';
  /** Of the stage's length, 0 to 1; of the queue always 0. */
  readonly progress: number;
}

/** null: not sent yet, or over. */
export function placeOf(transmission: Transmission, time: number, path: ReplayPath): Place | null {
  const { sentSeconds, arrivedSeconds, servedSeconds, transmittedSeconds, endSeconds } =
    transmission;
  if (time < sentSeconds || time >= endSeconds) return null;
  if (time < arrivedSeconds) {
    return { stage: 'access', progress: share(time, sentSeconds, arrivedSeconds) };
  }
  if (time < servedSeconds) return { stage: 'queue', progress: 0 };
  if (time < transmittedSeconds) {
    const out = servedSeconds + packetSeconds(path, transmission.isBare);
    return { stage: 'service', progress: share(time, servedSeconds, out) };
  }
  const delivered = transmittedSeconds + path.delaySeconds;
  return { stage: 'link', progress: share(time, transmittedSeconds, delivered) };
}

function share(time: number, from: number, to: number): number {
  return to > from ? Math.min(1, Math.max(0, (time - from) / (to - from))) : 1;
}

/** All that are under way and do not wait in the queue. */
export function forEachMoving(
  traffic: Traffic,
  time: number,
  visit: (transmission: Transmission, stage: MovingStage, progress: number) => void,
): void {
  const { transmissions, path } = traffic;
  forEachSent(transmissions, time, traffic.longestSeconds, (transmission) => {
    const place = placeOf(transmission, time, path);
    if (place !== null && place.stage !== 'queue') visit(transmission, place.stage, place.progress);
  });
}

/** ACKs on the return path. */
export function forEachAck(
  { acks, longestAckSeconds }: Traffic,
  time: number,
  visit: (ack: AckTransit, progress: number) => void,
): void {
  forEachSent(acks, time, longestAckSeconds, (ack) => {
    if (time >= ack.endSeconds) return;
    visit(ack, share(time, ack.sentSeconds, ack.endSeconds));
  });
}

/** Those that may be under way: sent until now, and not longer ago than any of them takes. */
function forEachSent<T extends { readonly sentSeconds: number }>(
  sorted: readonly T[],
  time: number,
  longestSeconds: number,
  visit: (item: T) => void,
): void {
  const sentOf = ({ sentSeconds }: T) => sentSeconds;
  const until = firstAbove(sorted, sentOf, time);
  // What is under way since before the first event comes first.
  const unknown = firstAbove(sorted, sentOf, -Infinity);
  const from = Math.max(unknown, firstAtLeast(sorted, sentOf, time - longestSeconds - SLACK));
  sorted.slice(0, unknown).forEach(visit);
  sorted.slice(from, until).forEach(visit);
}

/** Sums of seconds differ in their last bits. */
const SLACK = 1e-9;

/** What waits at a moment, its head first. */
export interface WaitingQueue {
  readonly known: readonly Transmission[];
  /** Packets between them that neither came nor left while events were recorded. */
  readonly unknownCount: number;
  /** So many of `known` stand before the unknown ones. */
  readonly knownBefore: number;
  readonly count: number;
}

export function queueAt(traffic: Traffic, time: number): WaitingQueue {
  const { events, path } = traffic;
  const known = waitingIn(traffic, time);
  const row = rowAt(traffic, time);
  const bytes = events.queue_bytes[Math.max(0, row)] ?? 0;
  // Before the first event the queue was as after it, without the packet of that event.
  const count = row < 0 ? known.length : Math.round(bytes / path.packetBytes);
  const firstNew = known.findIndex(({ arrivedSeconds }) => arrivedSeconds !== -Infinity);
  const knownBefore = firstNew < 0 ? known.length : firstNew;
  // Headers alone are next to nothing of these bytes.
  const ofBytes = known.filter(({ isBare }) => isBare !== true).length;
  return { known, knownBefore, unknownCount: Math.max(0, count - ofBytes), count };
}

/**
 * Those that are known, in the order in which they came. Not every discipline serves them in that
 * order, so each that came within the longest wait is looked at.
 */
function waitingIn({ queue, longestWaitSeconds }: Traffic, time: number): readonly Transmission[] {
  const arrivalOf = ({ arrivedSeconds }: Transmission) => arrivedSeconds;
  // What waits since before the window comes first.
  const unknown = firstAbove(queue, arrivalOf, -Infinity);
  const from = firstAtLeast(queue, arrivalOf, time - longestWaitSeconds - SLACK);
  const until = firstAbove(queue, arrivalOf, time);
  const waits = ({ servedSeconds }: Transmission) => servedSeconds > time;
  return [
    ...queue.slice(0, unknown).filter(waits),
    ...queue.slice(Math.max(unknown, from), until).filter(waits),
  ];
}

/** The last event until `time`; -1 if there is none. */
export function rowAt({ events }: Traffic, time: number): number {
  return firstAbove(events.time_s, (each) => each, time) - 1;
}

/** Transmissions that came to such an end in (from, to], the first first. */
export function endedBetween(traffic: Traffic, fates: readonly Fate[], from: number, to: number) {
  const found: Transmission[] = [];
  const { transmissions, longestSeconds } = traffic;
  forEachSent(transmissions, to, longestSeconds + (to - from), (transmission) => {
    const { endSeconds, fate } = transmission;
    if (fates.includes(fate) && endSeconds > from && endSeconds <= to) found.push(transmission);
  });
  return found.sort((a, b) => a.endSeconds - b.endSeconds);
}

/** Of each flow the rows of its events. */
export function rowsByFlow({ events }: Traffic): ReadonlyMap<number, readonly number[]> {
  const rows = new Map<number, number[]>();
  events.flow_index.forEach((flow, row) => {
    const own = rows.get(flow);
    if (own === undefined) rows.set(flow, [row]);
    else own.push(row);
  });
  return rows;
}

export interface FlowNumbers {
  readonly cwndPackets: number;
  readonly inflightPackets: number;
}

/** Window and flight of a flow after its last event until `time`; null if it has none. */
export function numbersOf(
  { events }: Traffic,
  rows: readonly number[] | undefined,
  time: number,
): FlowNumbers | null {
  if (rows === undefined) return null;
  const row = rows[firstAbove(rows, (each) => events.time_s[each] ?? 0, time) - 1];
  if (row === undefined) return null;
  return {
    cwndPackets: events.cwnd_packets[row] ?? 0,
    inflightPackets: events.inflight_packets[row] ?? 0,
  };
}
