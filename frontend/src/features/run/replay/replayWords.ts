/** The state of a moment in words. Pure. */
import type { Traffic } from '@/analysis/replay';
import { queueAt, rowAt } from '@/analysis/replayState';
import { formatCount, formatMilliseconds, joinQuantity } from '@/analysis/units';
import { replayText } from '@/messages/replay';

import type { ColumnNumbers, NumberColumn } from './replayNumbers';

/** `23 of 313 packets wait: 18.4 ms`. */
export function queueWords(packets: number, bufferPackets: number, packetSeconds: number): string {
  const time = joinQuantity(formatMilliseconds(packets * packetSeconds, 1));
  const shown =
    packets < 10 && !Number.isInteger(packets) ? packets.toFixed(1) : formatCount(packets);
  return replayText.queueNow(shown, formatCount(bufferPackets), time);
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
  columns: readonly NumberColumn[],
  phaseOf: (column: NumberColumn) => string,
  numbersOf: (column: number) => ColumnNumbers | undefined,
): string {
  return columns
    .map((column) => {
      const numbers = numbersOf(column.key);
      const { label } = column;
      const cwnd = formatCount(numbers?.cwndPackets);
      return replayText.flowSaid(
        label,
        phaseOf(column),
        cwnd,
        formatCount(numbers?.inflightPackets),
      );
    })
    .join(' ');
}
