/** The one sentence about two algorithms over several seeds, made from measured numbers. */
import { firstText } from '@/messages/first';

import { isDistinguishable, type RatioInterval } from './replications';
import type { Fragment } from './sentence';
import { formatTimes } from './units';

export interface ComparedArm {
  readonly title: string;
  readonly ratio: RatioInterval;
}

export interface ComparedNumbers {
  readonly labels: readonly [first: string, second: string];
  readonly baseline: ComparedArm;
  readonly other: ComparedArm;
  /** The other's ratio over the baseline's, seed by seed. */
  readonly paired: RatioInterval;
  readonly seedCount: number;
}

export function describeComparison(numbers: ComparedNumbers): Fragment[] {
  const { labels, baseline, other, paired, seedCount } = numbers;
  const { count } = paired;
  const seeds = count < seedCount ? firstText.seedsOf(count, seedCount) : firstText.seeds(count);
  return [
    { text: firstText.over },
    { text: seeds, isStrong: true },
    { text: firstText.the },
    { text: labels[0], group: 0 },
    { text: firstText.gets },
    times(baseline.ratio),
    { text: firstText.theOther },
    { text: labels[1], group: 1 },
    { text: firstText.under(baseline.title) },
    ...intervalOf(baseline.ratio, firstText.interval),
    { text: firstText.and },
    times(other.ratio),
    { text: firstText.under(other.title) },
    ...intervalOf(other.ratio, firstText.intervalShort),
    {
      text: isDistinguishable(paired) === false ? firstText.notDistinguishable : firstText.end,
    },
  ];
}

function times({ mean }: RatioInterval): Fragment {
  return { text: `${formatTimes(mean)} times`, isStrong: true };
}

function intervalOf(
  { interval }: RatioInterval,
  text: (low: string, high: string) => string,
): Fragment[] {
  return interval === null
    ? []
    : [{ text: text(formatTimes(interval[0]), formatTimes(interval[1])) }];
}
