/** How long the queue was when packets were lost, as RTTs show it. Pure. */
import { quantileOf } from '@/analysis/imports/estimate/estimateBins';
import type { MeasuredFlow } from '@/analysis/imports/types';

/** Counts of lost or repeated packets by where the RTT stood between its least and its longest. */
export interface LossPlaces {
  readonly all: number;
  /** In the upper 30% of the queue that one value in twenty reaches. */
  readonly longQueue: number;
  /** In its lower 30%. */
  readonly shortQueue: number;
  /** Of the values, how many lie there: what losses by chance would have, too. */
  readonly longQueue_ratio: number;
  readonly shortQueue_ratio: number;
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
  const levels = { known: 0, long: 0, short: 0 };
  let before_s: number | null = null;
  columns.time_s.forEach((_, index) => {
    const own_s = columns.rtt_s?.[index] ?? null;
    const count = lost[index] ?? 0;
    // A loss shows an RTT after it happened: the queue was then that of the value before.
    const rtt_s = Math.max(before_s ?? 0, own_s ?? 0);
    places.all += count;
    if (rtt_s > 0) {
      const level = (rtt_s - min_rtt_s) / longest_s;
      const [isLong, isShort] = [level >= LONG, level <= SHORT];
      levels.known += 1;
      if (isLong) levels.long += 1;
      if (isShort) levels.short += 1;
      if (isLong) places.longQueue += count;
      else if (isShort) places.shortQueue += count;
    }
    before_s = own_s ?? before_s;
  });
  return {
    ...places,
    longQueue_ratio: levels.long / levels.known,
    shortQueue_ratio: levels.short / levels.known,
    isFlat: !(longest_s > LEAST_QUEUE_RATIO * min_rtt_s),
  };
}

/** Chance of at least `count` of `all` losses in a part of the values, by the bound of Chernoff. */
export function chanceOf(count: number, all: number, ratio: number): number {
  const share = count / all;
  if (share <= ratio) return 1;
  const part = (own: number, other: number) => (own === 0 ? 0 : own * Math.log(own / other));
  return Math.exp(-all * (part(share, ratio) + part(1 - share, 1 - ratio)));
}
