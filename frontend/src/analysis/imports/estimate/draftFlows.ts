/** The flows of a measurement that one queue can have held. Pure. */
import { type MeasuredFlow, type MeasuredTrace, meanOf } from '@/analysis/imports/types';

/** The flows of a trace that one queue can have held, and those that are left out. */
export interface Draft {
  readonly flows: readonly MeasuredFlow[];
  readonly leftOut: readonly string[];
}

/** One direction, seen at one end: the other direction has a queue of its own. */
export function draftOf(trace: MeasuredTrace): Draft {
  const leftOut: string[] = [];
  const ownEnd = trace.flows.filter(({ isOtherEnd }) => isOtherEnd !== true);
  const seen = ownEnd.length === 0 ? trace.flows : ownEnd;
  if (seen.length < trace.flows.length) leftOut.push('Flows as the other end saw them.');
  const sent = seen.filter(({ direction }) => direction !== 'received');
  const received = seen.filter(({ direction }) => direction === 'received');
  if (sent.length === 0 || received.length === 0) return { flows: seen, leftOut };
  const isDownload = totalRate(received) > totalRate(sent);
  leftOut.push(
    `What was ${isDownload ? 'sent' : 'received'}: it goes the other way, through a queue of its own.`,
  );
  return { flows: isDownload ? received : sent, leftOut };
}

/** What all flows had together, as the sum of their means: peaks are bursts. */
export function totalRate(flows: readonly MeasuredFlow[]): number {
  const means = flows.map(({ columns }) => meanOf(columns.throughput_bps ?? []));
  const total = means.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  return total === 0 ? 1e7 : total;
}
