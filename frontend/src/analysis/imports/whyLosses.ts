/** How long the queue was when packets were lost, as RTTs show it. Pure. */
import { quantileOf } from './estimateBins';
import type { MeasuredFlow } from './types';

/** Counts of lost or repeated packets by where the RTT stood between its least and its longest. */
export interface LossPlaces {
  readonly all: number;
  /** In the upper 30% of the queue that one value in twenty reaches. */
  readonly longQueue: number;
  /** In its lower 30%. */
  readonly shortQueue: number;
  /** RTTs hardly vary: no queue to speak of came and went. */
  readonly isFlat: boolean;
}

const LONG = 0.7;
const SHORT = 0.3;
/** Less than so much of the base RTT is noise. */
const LEAST_QUEUE_RATIO = 0.1;

/** Null: the file does not say what was lost, or has no RTTs. */
export function lossPlaces({ columns, min_rtt_s }: MeasuredFlow): LossPlaces | null {
  const lost = columns.lost_packets ?? columns.retransmitted_packets;
  const known = (columns.rtt_s ?? []).filter((rtt) => rtt !== null);
  if (lost === undefined || known.length === 0 || min_rtt_s === null) return null;
  const longest_s = quantileOf(known, 0.95) - min_rtt_s;
  const places = { all: 0, longQueue: 0, shortQueue: 0 };
  let before_s: number | null = null;
  columns.time_s.forEach((_, index) => {
    const own_s = columns.rtt_s?.[index] ?? null;
    const count = lost[index] ?? 0;
    // A loss shows an RTT after it happened: the queue was then that of the value before.
    const rtt_s = Math.max(before_s ?? 0, own_s ?? 0);
    places.all += count;
    if (count > 0 && rtt_s > 0) {
      const level = (rtt_s - min_rtt_s) / longest_s;
      if (level >= LONG) places.longQueue += count;
      else if (level <= SHORT) places.shortQueue += count;
    }
    before_s = own_s ?? before_s;
  });
  return { ...places, isFlat: !(longest_s > LEAST_QUEUE_RATIO * min_rtt_s) };
}
