/** The plain sentence about a chosen cell: its numbers, over how many seeds, and no more. */
import { capital, phrase, strong, type Fragment } from '@/analysis/series/fragments';

import { seedsText } from './axisTexts';

export interface ArmNumber {
  readonly name: string;
  readonly count: number;
  /** As it is to be read, without and with its unit; null: no number. */
  readonly mean: string | null;
  readonly low: string | null;
  readonly high: string | null;
}

interface PairedNumbers {
  readonly kind: 'difference' | 'ratio';
  readonly count: number;
  readonly mean: string | null;
  readonly low: string | null;
  readonly high: string | null;
  readonly isDistinguishable: boolean | null;
  readonly nearerFairCount: number | null;
  /** With all cells tested together; null: too few seeds. */
  readonly verdict: 'better' | 'worse' | 'more' | 'less' | 'unclear' | null;
  readonly towards: 'fair' | 'more' | 'less' | null;
}

interface CellSentence {
  /** As it stands within a sentence: `the throughput ratio`. */
  readonly metric: string;
  readonly seedCount: number;
  /** Is more to come? */
  readonly isOpen: boolean;
  /** Whether the interval of a single arm includes fair; null: nothing is fair. */
  readonly includesFair: boolean | null;
}

/** One arm, or none: the value with its interval. */
export function describeCell(arm: ArmNumber, about: CellSentence): Fragment[] {
  const { mean, low, high, count } = arm;
  if (mean === null) return phrase`${missing(count, about)}`;
  const isInterval = low !== null && high !== null;
  const interval = isInterval ? ` (95% interval ${low} to ${high})` : '';
  const fair = fairness(isInterval ? about.includesFair : null);
  const over = `over ${seedsText(count)}.${fair}${soFar(count, about)}`;
  return phrase`${capital(about.metric)} is ${strong(mean)}${interval} ${over}`;
}

/** Two arms with the same seeds: what the other one makes of the baseline's number. */
export function describePair(
  baseline: ArmNumber,
  other: ArmNumber,
  paired: PairedNumbers | null,
  about: CellSentence,
): Fragment[] {
  if (baseline.mean === null && other.mean === null) return phrase`${missing(other.count, about)}`;
  if (baseline.mean === null) return describeCell(named(other), { ...about, includesFair: null });
  if (other.mean === null) return describeCell(named(baseline), { ...about, includesFair: null });
  const from = strong(baseline.mean);
  const to = strong(other.mean);
  const common = Math.min(baseline.count, other.count);
  const rest = soFar(common, about);
  // An arm brings something nearer to fair, or further away; of other numbers it is only said that
  // they differ.
  const isJudged = paired?.verdict === 'better' || paired?.verdict === 'worse';
  if (paired?.towards === 'fair' && isJudged) {
    const nearer = strong(`${paired.nearerFairCount ?? 0} of ${paired.count}`);
    const further = paired.verdict === 'worse' ? ', seed by seed further from fair' : '';
    return [
      ...phrase`${other.name} brings ${about.metric} from ${from} to ${to}${further}. `,
      ...phrase`It is nearer to fair on ${nearer} seeds.${rest}`,
    ];
  }
  const isUnclear = paired?.isDistinguishable === false;
  const count = paired?.count ?? common;
  return [
    ...phrase`${isUnclear ? 'No significant difference' : capital(about.metric)}: `,
    ...phrase`${from} with ${baseline.name} and ${to} with ${other.name} `,
    ...phrase`over ${seedsText(count)}.${pairedText(paired)}${judgedText(paired)}${rest}`,
  ];
}

/** What the paired seeds say of better and worse, where the numbers alone do not. */
function judgedText(paired: PairedNumbers | null): string {
  if (paired === null) return '';
  const { verdict, towards, isDistinguishable } = paired;
  if (verdict === 'better' || verdict === 'worse') return ` That is ${verdict}.`;
  if (verdict !== 'unclear' || isDistinguishable !== true) return '';
  return towards === 'fair'
    ? ' Neither is significantly nearer to fair.'
    : ' With all cells tested together the difference is not significant.';
}

/** The name of the arm belongs to a sentence about it alone. */
function named(arm: ArmNumber): ArmNumber {
  return arm.mean === null ? arm : { ...arm, mean: `${arm.mean} with ${arm.name}` };
}

function pairedText(paired: PairedNumbers | null): string {
  if (paired === null) return '';
  const { kind, mean, low, high } = paired;
  if (mean === null || low === null || high === null) return '';
  return ` Paired by seed: ${mean}${kind === 'ratio' ? ' times' : ''} (${low} to ${high}).`;
}

function fairness(includesFair: boolean | null): string {
  if (includesFair === null) return '';
  return includesFair ? ' The interval includes fair.' : ' The interval excludes fair.';
}

function soFar(count: number, { seedCount, isOpen }: CellSentence): string {
  return isOpen && count < seedCount ? ` So far ${count} of ${seedCount} seeds.` : '';
}

function missing(count: number, { isOpen, metric }: CellSentence): string {
  return isOpen && count === 0 ? 'Still queued.' : `No run has a number for ${metric} here.`;
}
