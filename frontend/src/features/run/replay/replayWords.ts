/** The state of a moment in words. Pure. */
import { formatCount, formatMilliseconds, joinQuantity } from '@/analysis/numbers/units';
import type { Traffic } from '@/analysis/replay/replay';
import { queueAt, rowAt } from '@/analysis/replay/state';
import { replayText } from '@/messages/replay';

import type { ColumnNumbers, NumberRow } from './replayNumbers';

/** `23 of 313 packets wait: 18.4 ms`; a mean is said to be one. */
export function queueWords(
  packets: number,
  bufferPackets: number,
  packetSeconds: number,
  isMean: boolean,
): string {
  const time = joinQuantity(formatMilliseconds(packets * packetSeconds, 1));
  const isSmall = packets < 10 && !Number.isInteger(packets);
  const shown = isSmall ? packets.toFixed(1) : formatCount(packets);
  const say = isMean ? replayText.queueMean : replayText.queueNow;
  return say(shown, formatCount(bufferPackets), time);
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
  const { time_s, kind, flow_index, sequence } = traffic.events;
  if (row < 0 || time_s[row] !== timeSeconds) return null;
  const say = replayText.events[kind[row] ?? ''];
  return say?.(nameOf(flow_index[row] ?? 0), formatCount(sequence[row])) ?? null;
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
      return replayText.flowSaid(row.label, phaseOf(row), cwnd, inflight);
    })
    .join(' ');
}
