/** The state of a moment in words. Pure. */
import { formatCount, formatMilliseconds, joinQuantity, toDigits } from '@/analysis/numbers/units';
import type { Traffic } from '@/analysis/replay/replay';
import { reasonWords } from '@/analysis/series/losses';
import { queueAt, rowAt } from '@/analysis/replay/state';

import type { ColumnNumbers, NumberRow } from './replayNumbers';

const EVENTS = {
  sent: (flow: string, number: string) => `${flow} sends packet ${number}`,
  retransmitted: (flow: string, number: string) => `${flow} retransmits packet ${number}`,
  enqueued: (flow: string, number: string) => `packet ${number} of ${flow} joins the queue`,
  dropped: (flow: string, number: string) => `packet ${number} of ${flow} is dropped`,
  dequeued: (flow: string, number: string) => `packet ${number} of ${flow} leaves the queue`,
  transmitted: (flow: string, number: string) => `packet ${number} of ${flow} is on the link`,
  lost: (flow: string, number: string) => `packet ${number} of ${flow} is lost`,
  delivered: (flow: string, number: string) => `packet ${number} of ${flow} arrives`,
  ack_sent: (flow: string, number: string) => `the receiver of ${flow} asks for ${number}`,
  ack_lost: (flow: string, number: string) => `the ACK of ${flow} that asks for ${number} is lost`,
  gone_before: (flow: string, number: string) =>
    `packet ${number} of ${flow} is dropped or lost at a link before this one`,
  ack_lost_on_way: (flow: string, number: string) =>
    `the ACK of ${flow} that asks for ${number} is lost on its way back`,
  ack_received: (flow: string, number: string) => `${flow} reads an ACK that asks for ${number}`,
  window_probe: (flow: string) => `${flow} asks whether the receiver has room again`,
  handshake: (flow: string) => `${flow} sends a packet of its handshake`,
  marked: (flow: string, number: string) => `packet ${number} of ${flow} is marked`,
} as Readonly<Record<string, (flow: string, number: string) => string>>;

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

/** What has just happened, if it happened at this very moment. */
export function eventWords(
  traffic: Traffic,
  nameOf: (flowIndex: number) => string,
  timeSeconds: number,
): string | null {
  const row = rowAt(traffic, timeSeconds);
  const { time_s, kind, flow_index, sequence, reason } = traffic.events;
  if (row < 0 || time_s[row] !== timeSeconds) return null;
  const say = EVENTS[kind[row] ?? ''];
  if (say === undefined) return null;
  const said = say(nameOf(flow_index[row] ?? 0), formatCount(sequence[row]));
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
