/** Binary search in what rises by a number of its own. Pure. */
import { bisector } from 'd3-array';

/** Index of the first item whose number is above `limit`; the length if there is none. */
export function firstAbove<T>(
  sorted: readonly T[],
  numberOf: (item: T) => number,
  limit: number,
): number {
  return bisector(numberOf).right(sorted, limit);
}

/** Index of the first item whose number is at least `limit`; the length if there is none. */
export function firstAtLeast<T>(
  sorted: readonly T[],
  numberOf: (item: T) => number,
  limit: number,
): number {
  return bisector(numberOf).left(sorted, limit);
}
