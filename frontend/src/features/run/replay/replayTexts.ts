/** The state of a moment in words. Pure. */
import { formatCount, formatMilliseconds, joinQuantity, toDigits } from '@/analysis/numbers/units';
import { isOfHandshake } from '@/analysis/replay/packets';
import type { Traffic } from '@/analysis/replay/replay';
import { reasonWords } from '@/analysis/series/losses';
import { queueAt, rowAt } from '@/analysis/replay/state';

import type { ColumnNumbers, NumberRow } from './replayNumbers';

/** The description of an event: its flow, the number, and the packet in words. */
type Say = (flow: string, number: string, packet: string) => string;

const EVENTS = {
  sent: (flow, number) => `${flow} sends packet ${number}`,
  retransmitted: (flow, number) => `${flow} retransmits packet ${number}`,
  enqueued: (_flow, _number, packet) => `${packet} joins the queue`,
  dropped: (_flow, _number, packet) => `${packet} is dropped`,
  dequeued: (_flow, _number, packet) => `${packet} leaves the queue`,
  transmitted: (_flow, _number, packet) => `${packet} is on the link`,
  lost: (_flow, _number, packet) => `${packet} is lost`,
  delivered: (_flow, _number, packet) => `${packet} arrives`,
  ack_sent: (flow, number) => `the receiver of ${flow} asks for ${number}`,
  ack_lost: (flow, number) => `the ACK of ${flow} that asks for ${number} is lost`,
  gone_before: (_flow, _number, packet) => `${packet} is dropped or lost at a link before this one`,
  ack_lost_on_way: (flow, number) =>
    `the ACK of ${flow} that asks for ${number} is lost on the return path`,
  ack_received: (flow, number) => `${flow} receives an ACK that asks for ${number}`,
  window_probe: (flow) => `${flow} sends a window probe`,
  handshake: (flow) => `${flow} sends a packet of its handshake`,
  marked: (_flow, _number, packet) => `${packet} is marked`,
} as Readonly<Record<string, Say>>;

const OF_HANDSHAKE = {
  ack_sent: (flow) => `the receiver of ${flow} answers its handshake`,
  ack_lost: (flow) => `the answer to the handshake of ${flow} is lost`,
  ack_lost_on_way: (flow) => `the answer to the handshake of ${flow} is lost on the return path`,
  ack_received: (flow) => `${flow} receives the answer to its handshake`,
} as Readonly<Record<string, Say>>;

/** How many packets wait, and when: at a moment, or as the mean of the sample that covers it. */
export interface Waiting {
  readonly packets: number;
  /** `at 3.214 s`, or `mean over 3.2 to 3.3 s`. */
  readonly when: string;
  readonly isMean: boolean;
}

/** `23 of 313 packets queued at 3.214 s: 18.4 ms`. null: the rate changes, and so does the time. */
export function queueWords(
  { packets, when, isMean }: Waiting,
  bufferPackets: number,
  packetSeconds: number | null,
): string {
  const time =
    packetSeconds === null
      ? ''
      : `: ${joinQuantity(formatMilliseconds(packets * packetSeconds, 1))}`;
  const shown = isMean ? toDigits(packets) : formatCount(packets);
  const of = `${shown} of ${formatCount(bufferPackets)} packets`;
  return `${of} queued${isMean ? ',' : ''} ${when}${time}`;
}

/** How many packets wait at a moment, as the events say it. */
export function waitingAt(traffic: Traffic, timeSeconds: number): number {
  return queueAt(traffic, timeSeconds).count;
}

/** The event at exactly this moment, if there is one. */
export function eventWords(
  traffic: Traffic,
  nameOf: (flowIndex: number) => string,
  timeSeconds: number,
): string | null {
  const row = rowAt(traffic, timeSeconds);
  const { time_s, kind, flow_index, sequence, reason } = traffic.events;
  if (row < 0 || time_s[row] !== timeSeconds) return null;
  const own = kind[row] ?? '';
  const isShake = isOfHandshake(sequence[row] ?? 0);
  const say = (isShake ? OF_HANDSHAKE[own] : undefined) ?? EVENTS[own];
  if (say === undefined) return null;
  const flow = nameOf(flow_index[row] ?? 0);
  const number = formatCount(sequence[row]);
  const packet = isShake ? `a packet of the handshake of ${flow}` : `packet ${number} of ${flow}`;
  const said = say(flow, number, packet);
  const why = reason?.[row] ?? null;
  return why === null ? said : `${said}: ${reasonWords(why)}`;
}

export function flowWords(
  rows: readonly NumberRow[],
  phaseOf: (row: NumberRow) => string,
  numbersOf: (row: number) => ColumnNumbers | undefined,
): string {
  return rows
    .map((row) => {
      const numbers = numbersOf(row.key);
      const cwnd = formatCount(numbers?.cwndPackets);
      const inflight = formatCount(numbers?.inflightPackets);
      return `${row.label}: ${phaseOf(row)}, window ${cwnd}, in flight ${inflight}.`;
    })
    .join(' ');
}
