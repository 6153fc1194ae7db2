/**
 * How two flows share the link, moment by moment: their throughput ratio and Jain's index over the
 * buckets of a series. A bucket in which either of them sent nothing has no ratio.
 */
import type { Values } from './series';

export function ratios(first: Values, second: Values): (number | null)[] {
  return first.map((rate, index) => {
    const other = second[index] ?? null;
    return rate === null || other === null || rate <= 0 || other <= 0 ? null : rate / other;
  });
}

/** Jain, Chiu, Hawe: (sum of rates)^2 / (n * sum of their squares). */
export function jainIndices(rates: readonly Values[]): (number | null)[] {
  const [first = []] = rates;
  return first.map((_, index) => {
    const present = rates.map((values) => values[index] ?? null);
    if (present.some((rate) => rate === null)) return null;
    const now = present.map((rate) => rate ?? 0);
    const sum = now.reduce((all, rate) => all + rate, 0);
    const squares = now.reduce((all, rate) => all + rate * rate, 0);
    return squares === 0 ? null : (sum * sum) / (now.length * squares);
  });
}
