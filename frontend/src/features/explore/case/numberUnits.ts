/** Measured numbers of presets in the units that their labels name. */
import { aligned } from '@/analysis/numbers/shown';

/** 1 for ratios and indices, 1000 for times in ms, 100 for shares in percent. */
export function unitFactor(name: string): number {
  if (name === 'throughput_ratio' || name === 'jain_index') return 1;
  return name.endsWith('_s') ? 1e3 : 100;
}

const DIGITS: Readonly<Record<number, number>> = { 1: 3, 1e3: 1, 100: 2 };

/** A measured number as text, in the unit that its label names. */
export function inUnitsOf(name: string, value: number): string {
  const factor = unitFactor(name);
  return aligned(value * factor, DIGITS[factor] ?? 0);
}

const MOST_DIGITS = 3;

/** The same for a drawing, in three digits: 1.41, 98.1, 539. */
export function inThreeDigits(value: number): string {
  const before = Math.floor(Math.log10(Math.max(1, Math.abs(value)))) + 1;
  return aligned(value, Math.max(0, MOST_DIGITS - before));
}
