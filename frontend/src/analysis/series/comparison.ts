/** The one sentence about two algorithms over several seeds, made from measured numbers. */
import { formatTimes } from '@/analysis/numbers/units';
import { firstText } from '@/messages/first';

import { isDistinguishable, type RatioInterval } from './replications';
import type { Fragment } from './sentence';

export interface ComparedArm {
  readonly title: string;
  readonly ratio: RatioInterval;
}

export interface ComparedFlow {
  readonly label: string;
  /** Its base RTT, in words. */
  readonly rtt: string;
}

export interface ComparedNumbers {
  readonly flows: readonly [first: ComparedFlow, second: ComparedFlow];
  readonly baseline: ComparedArm;
  readonly other: ComparedArm;
  /** The other's ratio over the baseline's, seed by seed. */
  readonly paired: RatioInterval;
}

/** Below this a ratio is told as too little: "only 0.84 times". */
const CLEARLY_LESS = 0.97;

export function describeComparison(numbers: ComparedNumbers): Fragment[] {
  const { flows, baseline, other, paired } = numbers;
  const [first, second] = flows;
  return [
    { text: firstText.with(baseline.title) },
    { text: first.label, group: 0 },
    { text: firstText.gets(first.rtt) },
    times(baseline.ratio),
    { text: firstText.whatThe },
    { text: second.label, group: 1 },
    { text: firstText.getsWith(second.rtt, other.title) },
    times(other.ratio),
    { text: firstText.end },
    ...(isDistinguishable(paired) === false ? [{ text: firstText.notDistinguishable }] : []),
  ];
}

function times({ mean }: RatioInterval): Fragment {
  const only = mean < CLEARLY_LESS ? firstText.only : '';
  return { text: `${only}${formatTimes(mean)} times`, isStrong: true };
}
