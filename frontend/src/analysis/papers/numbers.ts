/** Numbers of a paper and ours as they are read. Pure. */

import { aligned } from '@/analysis/numbers/shown';

import type { PaperEstimate, Shown } from './types';

const MINUS = '−';

/** `97.82 %`, `1.05`: as the paper writes this number. */
export function shownText(value: number, shown: Shown): string {
  return withUnit(digitsOf(value, shown), shown);
}

/** Without its unit, where that is said elsewhere. */
export function digitsOf(value: number, { factor, digits }: Shown): string {
  return signed(aligned(value * factor, digits));
}

/** `1.02 to 1.08`, or null with one seed, which says nothing of spread. */
export function intervalText(estimate: PaperEstimate | null, shown: Shown): string | null {
  if (estimate?.low == null || estimate.high === null) return null;
  return `${digitsOf(estimate.low, shown)} to ${digitsOf(estimate.high, shown)}`;
}

/** `+0.03`, with a sign unless it rounds to nothing; of percentages in points. */
export function differenceText(difference: number, shown: Shown): string {
  const digits = digitsOf(difference, shown);
  const unit = shown.unit === '%' ? 'points' : shown.unit;
  const sign = /[1-9]/.test(digits) && difference > 0 ? '+' : '';
  return withUnit(`${sign}${digits}`, { ...shown, unit });
}

function withUnit(text: string, { unit }: Shown): string {
  return unit === '' ? text : `${text} ${unit}`;
}

/** A minus that is as wide as a plus; and no minus before a zero. */
function signed(text: string): string {
  if (!text.startsWith('-')) return text;
  return /[1-9]/.test(text) ? MINUS + text.slice(1) : text.slice(1);
}
