/**
 * Numbers as people read them. The wire speaks SI base units (bit/s, seconds, bytes); Mbit/s and
 * milliseconds exist only here.
 */
import { aligned, percent, short } from '@/analysis/numbers/shown';

export interface Quantity {
  /** Digits only, ready to print. */
  readonly value: string;
  readonly unit: string;
}

/** What stands where there is no number. */
export const ABSENT = '–';

/** `value` with a fixed number of significant digits but never in exponent form. */
export function toDigits(value: number, significantDigits = 3): string {
  if (!Number.isFinite(value)) return ABSENT;
  if (value === 0) return '0';
  const magnitude = Math.floor(Math.log10(Math.abs(value)));
  const decimals = Math.min(6, Math.max(0, significantDigits - 1 - magnitude));
  return aligned(value, decimals);
}

/** The shortest text of a setting: 10, 0.15, 1,500; at most six decimals. */
export function toShortest(value: number): string {
  return Number.isFinite(value) ? withThousands(String(Number(value.toFixed(6)))) : ABSENT;
}

/** Three significant digits, whole from 100 on. */
export function toThreeDigits(value: number): string {
  return short(value);
}

function withThousands(digits: string): string {
  const [whole = '', fraction] = digits.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

const RATE_UNITS: readonly (readonly [number, string])[] = [
  [1e9, 'Gbit/s'],
  [1e6, 'Mbit/s'],
  [1e3, 'kbit/s'],
  [1, 'bit/s'],
];

/** The unit in which a rate of this size reads best, with its factor. */
export function rateUnit(rateBps: number): { factor: number; unit: string } {
  const found = RATE_UNITS.find(([factor]) => Math.abs(rateBps) >= factor);
  const [factor, unit] = found ?? [1e6, 'Mbit/s'];
  return { factor, unit };
}

export function formatRate(rateBps: number | null | undefined, digits = 3): Quantity {
  if (rateBps == null) return { value: ABSENT, unit: '' };
  const { factor, unit } = rateUnit(rateBps);
  return { value: toDigits(rateBps / factor, digits), unit };
}

/** A rate that was set: every digit of it, no more. */
export function formatSetRate(rateBps: number): Quantity {
  const { factor, unit } = rateUnit(rateBps);
  return { value: toShortest(rateBps / factor), unit };
}

export function formatMilliseconds(
  seconds: number | null | undefined,
  decimals?: number,
): Quantity {
  if (seconds == null) return { value: ABSENT, unit: '' };
  const milliseconds = seconds * 1e3;
  const value = decimals === undefined ? toShortest(milliseconds) : aligned(milliseconds, decimals);
  return { value, unit: 'ms' };
}

/** `decimals`: those of its column; without it as short as a share is read. */
export function formatPercent(ratio: number | null | undefined, decimals?: number): string {
  if (ratio == null) return ABSENT;
  return decimals === undefined ? percent(ratio) : `${aligned(ratio * 100, decimals)}%`;
}

export function formatCount(count: number | null | undefined): string {
  return count == null ? ABSENT : withThousands(String(Math.round(count)));
}

const LARGE: readonly (readonly [number, string])[] = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
];

/** `9.04 million`; up to a million every digit. */
export function inMillions(count: number): string {
  const found = LARGE.find(([factor]) => count >= factor);
  return found === undefined ? formatCount(count) : `${toDigits(count / found[0])} ${found[1]}`;
}

/** How many times as much: two decimals near 1, where they matter, one further away. */
export function formatTimes(ratio: number): string {
  const size = Math.abs(ratio);
  return aligned(ratio, size >= 99.95 ? 0 : size >= 2 ? 1 : 2);
}

const MOST_RANGE_DECIMALS = 3;

/** `3.97 to 4.04`: as `formatTimes`, with more decimals where both ends would read alike. */
export function formatTimesRange([low, high]: readonly [number, number]): string {
  const texts = [formatTimes(low), formatTimes(high)];
  if (low === high) return texts.join(' to ');
  for (let decimals = 1; texts[0] === texts[1] && decimals <= MOST_RANGE_DECIMALS; decimals += 1) {
    [texts[0], texts[1]] = [aligned(low, decimals), aligned(high, decimals)];
  }
  return texts.join(' to ');
}

export function joinQuantity({ value, unit }: Quantity): string {
  return unit === '' ? value : `${value} ${unit}`;
}
