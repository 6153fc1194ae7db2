/** The plain sentence about a chosen cell: what is seen, over how many seeds, and no more. */
import type { Fragment } from '@/analysis/series/sentence';
import { cellText } from '@/messages/experiment';

export interface ArmNumber {
  readonly name: string;
  readonly count: number;
  /** As it is to be read, without and with its unit; null: no number. */
  readonly mean: string | null;
  readonly low: string | null;
  readonly high: string | null;
}

export interface PairedNumbers {
  readonly kind: 'difference' | 'ratio';
  readonly count: number;
  readonly mean: string | null;
  readonly low: string | null;
  readonly high: string | null;
  readonly isDistinguishable: boolean | null;
  readonly nearerFairCount: number | null;
}

export interface CellSentence {
  /** As it stands within a sentence: `the throughput ratio`. */
  readonly metric: string;
  readonly seedCount: number;
  /** Is more to come? */
  readonly isOpen: boolean;
  /** Whether the interval of a single arm includes fair; null: nothing is fair. */
  readonly includesFair: boolean | null;
}

const strong = (text: string): Fragment => ({ text, isStrong: true });
const plain = (text: string): Fragment => ({ text });

/** One arm, or none: the value with its interval. */
export function describeCell(arm: ArmNumber, about: CellSentence): Fragment[] {
  const { mean, low, high, count } = arm;
  if (mean === null) return [plain(missing(count, about))];
  const interval =
    low === null || high === null ? [] : [plain(` (${cellText.interval(low, high)})`)];
  return [
    plain(`${capital(about.metric)}${cellText.is}`),
    strong(mean),
    ...interval,
    plain(cellText.over(seedsText(count))),
    ...fairness(interval.length > 0 ? about.includesFair : null),
    ...soFar(count, about),
  ];
}

/** Two arms that met the same luck: what the other one makes of the baseline's number. */
export function describePair(
  baseline: ArmNumber,
  other: ArmNumber,
  paired: PairedNumbers | null,
  about: CellSentence,
): Fragment[] {
  if (baseline.mean === null && other.mean === null) return [plain(missing(other.count, about))];
  if (baseline.mean === null) return describeCell(named(other), { ...about, includesFair: null });
  if (other.mean === null) return describeCell(named(baseline), { ...about, includesFair: null });
  const count = paired?.count ?? Math.min(baseline.count, other.count);
  const rest = [...pairedText(paired), ...soFar(Math.min(baseline.count, other.count), about)];
  // An arm brings something nearer to fair, or further away; of other numbers it is told that they
  // differ.
  if (paired?.isDistinguishable !== true || paired.nearerFairCount === null) {
    return [
      plain(paired?.isDistinguishable === false ? cellText.not : `${capital(about.metric)}: `),
      strong(baseline.mean),
      plain(`${cellText.underWith(baseline.name)}${cellText.and}`),
      strong(other.mean),
      plain(`${cellText.underWith(other.name)}${cellText.over(seedsText(count))}`),
      ...rest,
    ];
  }
  return [
    plain(`${cellText.brings(other.name)}${about.metric}${cellText.from}`),
    strong(baseline.mean),
    plain(cellText.to),
    strong(other.mean),
    plain(cellText.end),
    ...nearer(paired),
    ...soFar(Math.min(baseline.count, other.count), about),
  ];
}

/** The name of the arm belongs to a sentence about it alone. */
function named(arm: ArmNumber): ArmNumber {
  return arm.mean === null ? arm : { ...arm, mean: `${arm.mean}${cellText.underWith(arm.name)}` };
}

function nearer({ nearerFairCount, count }: PairedNumbers): Fragment[] {
  if (nearerFairCount === null) return [];
  return [
    plain(cellText.nearer),
    strong(cellText.of(String(nearerFairCount), String(count))),
    plain(cellText.ofSeeds),
  ];
}

function pairedText(paired: PairedNumbers | null): Fragment[] {
  if (paired === null) return [];
  const { kind, mean, low, high } = paired;
  if (mean === null || low === null || high === null) return [];
  const text = kind === 'ratio' ? cellText.pairedTimes : cellText.pairedBy;
  return [plain(text(mean, low, high))];
}

function fairness(includesFair: boolean | null): Fragment[] {
  if (includesFair === null) return [];
  return [plain(includesFair ? cellText.includesFair : cellText.leavesFair)];
}

function soFar(count: number, { seedCount, isOpen }: CellSentence): Fragment[] {
  return isOpen && count < seedCount
    ? [plain(cellText.soFar(String(count), String(seedCount)))]
    : [];
}

function missing(count: number, { isOpen, metric }: CellSentence): string {
  return isOpen && count === 0 ? cellText.queued : cellText.noNumber(metric);
}

function seedsText(count: number): string {
  return count === 1 ? '1 seed' : `${count} seeds`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
