/** The one sentence about two algorithms over several seeds, made from measured numbers. */
import { formatTimes } from '@/analysis/numbers/units';
import { aligned } from '@/analysis/numbers/shown';

import { isDistinguishable, type RatioInterval } from './replications';
import { phrase, strong, type Fragment } from './fragments';
import { flowName } from './names';

interface ComparedArm {
  readonly title: string;
  readonly ratio: RatioInterval;
}

export interface ComparedFlow {
  readonly label: string;
  /** Its base RTT, in words. */
  readonly rtt: string;
}

interface ComparedNumbers {
  readonly flows: readonly [first: ComparedFlow, second: ComparedFlow];
  readonly baseline: ComparedArm;
  readonly other: ComparedArm;
  /** The other's ratio over the baseline's, seed by seed. */
  readonly paired: RatioInterval;
  /** More seeds are to come: a mean would have digits that the next one changes. */
  readonly isPartial?: boolean;
  /** The part of the runs that the ratios are of: "over the last 60 s". */
  readonly window: string;
}

/** Of so few seeds that only their own numbers are given, and no interval for others. */
interface FewNumbers extends Omit<ComparedNumbers, 'paired' | 'isPartial' | 'window'> {
  /** What the numbers are of: "3 seeds". */
  readonly sample: string;
}

/** Below this a ratio is said to be too little: "only 0.84 times". */
const CLEARLY_LESS = 0.97;

export function describeComparison(numbers: ComparedNumbers): Fragment[] {
  const { flows, baseline, other, paired, window, isPartial = false } = numbers;
  const [first, second] = flows;
  const times = isPartial ? roughly : exactly;
  const unclear =
    !isPartial && isDistinguishable(paired) === false ? ' The difference is not significant.' : '';
  return [
    ...phrase`With ${baseline.title}, ${nameOf(first, 0)} at ${first.rtt} gets `,
    ...phrase`${times(baseline.ratio)} as much as ${nameOf(second, 1)} at ${second.rtt} ${window}. `,
    ...phrase`With ${other.title}, ${times(other.ratio)}.${unclear}`,
  ];
}

/** The same of few seeds, or of the start of one: what these gave, without an interval. */
export function describeFew({ flows, baseline, other, sample }: FewNumbers): Fragment[] {
  const [first, second] = flows;
  const about = ({ ratio: { mean } }: ComparedArm) => strong(`${aligned(mean, 1)} times`);
  return [
    ...phrase`In ${sample}, ${nameOf(first, 0)} at ${first.rtt} gets ${about(baseline)} as much as `,
    ...phrase`${nameOf(second, 1)} at ${second.rtt} with ${baseline.title} `,
    ...phrase`and ${about(other)} with ${other.title}.`,
  ];
}

function nameOf({ label }: ComparedFlow, group: number): Fragment {
  return { text: flowName(label, group).text, group };
}

function exactly({ mean }: RatioInterval): Fragment {
  const only = mean < CLEARLY_LESS ? 'only ' : '';
  return strong(`${only}${formatTimes(mean)} times`);
}

/** The ends of the interval so far, with one decimal. */
function roughly({ mean, interval }: RatioInterval): Fragment {
  const [low, high] = (interval ?? [mean, mean]).map((end) => aligned(end, 1));
  return strong(low === high ? `about ${low ?? ''} times` : `${low ?? ''} to ${high ?? ''} times`);
}
