/** The results of a case over its seeds, in numbers and in one sentence. Pure. */
import {
  formatMilliseconds,
  formatPercent,
  formatRate,
  formatSetRate,
  formatTimes,
  joinQuantity,
  type Quantity,
} from '@/analysis/numbers/units';
import {
  isDistinguishable,
  isRatio,
  pairedInterval,
  ratioInterval,
  typicalSeed,
  type RatioInterval,
  type SeedPair,
} from '@/analysis/series/replications';
import { phrase, strong, type Fragment } from '@/analysis/series/fragments';
import type { Run } from '@/api/types';

import { measured, type LiveCase, type Measure } from './cases';

/** The runs of one algorithm by their seed. */
export type Arm = ReadonlyMap<number, Run>;

export interface CaseNumbers {
  readonly count: number;
  /** Nearest to the medians of both. */
  readonly typicalSeed: number;
  readonly baseline: RatioInterval;
  readonly own: RatioInterval;
  /** null: one seed says nothing of that. */
  readonly isDistinguishable: boolean | null;
  /** What the seeds say about the algorithm's design goal; null: nothing yet. */
  readonly outcome: Outcome | null;
}

/** As intended, the other way round, or no significant difference. */
export type Outcome = 'shown' | 'opposite' | 'unclear';

/** null before the first seed that is done under both. */
export function caseNumbers(measure: Measure, baseline: Arm, own: Arm): CaseNumbers | null {
  const pairs: SeedPair[] = [];
  for (const [seed, run] of baseline) {
    const other = own.get(seed);
    if (run.result === null || other?.result == null) continue;
    const values = [measured(measure, run.result), measured(measure, other.result)] as const;
    if (isRatio(values[0]) && isRatio(values[1])) {
      pairs.push({ seed, baseline: values[0], other: values[1] });
    }
  }
  const intervals = {
    baseline: ratioInterval(pairs.map((pair) => pair.baseline)),
    own: ratioInterval(pairs.map((pair) => pair.other)),
  };
  const paired = pairedInterval(pairs);
  const typical = typicalSeed(pairs);
  if (intervals.baseline === null || intervals.own === null) return null;
  if (paired === null || typical === null) return null;
  return {
    count: pairs.length,
    typicalSeed: typical,
    baseline: intervals.baseline,
    own: intervals.own,
    isDistinguishable: isDistinguishable(paired),
    outcome: outcomeOf(measure, pairs),
  };
}

/** In which direction an algorithm is to move what its case measures. */
const INTENDED: Readonly<Record<Measure, 'more' | 'less'>> = {
  // Of how far from fair it is.
  ratio: 'less',
  rate: 'more',
  rtt: 'less',
  repeated: 'less',
};

function outcomeOf(measure: Measure, pairs: readonly SeedPair[]): Outcome | null {
  const compared = measure === 'ratio' ? pairs.map(distancesFromFair) : pairs;
  const paired = pairedInterval(compared);
  if (paired === null) return null;
  const isSignificant = isDistinguishable(paired);
  if (isSignificant === null) return null;
  if (!isSignificant) return 'unclear';
  return (paired.mean > 1 ? 'more' : 'less') === INTENDED[measure] ? 'shown' : 'opposite';
}

/** 1/2 and 2 are as far from 1: twice. */
function distancesFromFair({ seed, baseline, other }: SeedPair): SeedPair {
  const far = (ratio: number) => Math.max(ratio, 1 / ratio);
  return { seed, baseline: far(baseline), other: far(other) };
}

const FORMATS: Readonly<Record<Measure, (value: number) => Quantity>> = {
  ratio: (value) => ({ value: formatTimes(value), unit: 'times' }),
  rate: (value) => formatRate(value),
  rtt: (value) => formatMilliseconds(value, 0),
  repeated: (value) => ({ value: formatPercent(value), unit: '' }),
};

/** `With A the flow gets 3 Mbit/s (2 to 4), with B 9 Mbit/s (8 to 10).` */
export function caseSentence(
  live: LiveCase,
  numbers: CaseNumbers,
  titles: { readonly own: string; readonly baseline: string },
): Fragment[] {
  const own = valueOf(live.measure, numbers.own);
  const baseline = valueOf(live.measure, numbers.baseline);
  return [
    ...phrase`With ${titles.own} ${SAID[live.measure](own)}, `,
    ...phrase`with ${titles.baseline} ${baseline}.${yardstick(live)} `,
    ...outcomeText(live, numbers, titles),
  ];
}

/** Where the numbers do not show what the algorithm was designed for, the page says so. */
function outcomeText(
  live: LiveCase,
  { outcome, count }: CaseNumbers,
  { own, baseline }: { readonly own: string; readonly baseline: string },
): Fragment[] {
  // Before all seeds are there only the numbers are given.
  if (outcome === null || count < live.seedCount) return [];
  if (outcome === 'unclear') {
    return phrase`Over these ${String(count)} seeds ${strong('the difference is not significant')}.`;
  }
  if (outcome === 'shown') return [];
  if (!live.hasIntention) {
    return live.measure === 'ratio' ? phrase`Here ${own} ${WORSE.ratio} ${baseline}.` : [];
  }
  return phrase`${strong('The measurement shows the opposite')} of what ${own} was designed for: it ${WORSE[live.measure]} ${baseline}.`;
}

const WORSE: Readonly<Record<Measure, string>> = {
  ratio: 'shares less evenly than',
  rate: 'gets less than',
  rtt: 'has a longer RTT than',
  repeated: 'retransmits more than',
};

/** The measurement, as a sentence about the first of the two. */
const SAID: Readonly<Record<Measure, (value: Fragment[]) => Fragment[]>> = {
  ratio: (value) => phrase`the elephant gets ${value} as much as the mouse`,
  rate: (value) => phrase`the flow gets ${value}`,
  rtt: (value) => phrase`the mean RTT is ${value}`,
  repeated: (value) => phrase`${value} of all packets are retransmissions`,
};

function valueOf(measure: Measure, { mean, interval }: RatioInterval): Fragment[] {
  const format = FORMATS[measure];
  const value = strong(joinQuantity(format(mean)));
  if (interval === null) return [value];
  const [low, high] = interval.map(format);
  if (low === undefined || high === undefined) return [value];
  // A unit that all three share is said once.
  const isShared = low.unit === high.unit && low.unit === format(mean).unit;
  const ends = isShared ? [low.value, high.value] : [joinQuantity(low), joinQuantity(high)];
  return [value, { text: ` (${ends[0] ?? ''} to ${ends[1] ?? ''})` }];
}

/** The best possible value of the number. */
function yardstick({ measure, rateBps, flows }: LiveCase): string {
  const [flow] = flows;
  if (measure === 'rate') return ` The link carries ${joinQuantity(formatSetRate(rateBps))}.`;
  if (measure !== 'rtt' || flow === undefined) return '';
  return ` Without a queue it would be ${joinQuantity(formatMilliseconds(flow.rttSeconds))}.`;
}
