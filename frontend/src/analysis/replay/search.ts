/** Binary search in what rises by a number of its own. Pure. */

/** Index of the first item whose number is above `limit`; the length if there is none. */
export function firstAbove<T>(
  sorted: readonly T[],
  numberOf: (item: T) => number,
  limit: number,
): number {
  return firstWith(sorted, (item) => numberOf(item) > limit);
}

/** Index of the first item whose number is at least `limit`; the length if there is none. */
export function firstAtLeast<T>(
  sorted: readonly T[],
  numberOf: (item: T) => number,
  limit: number,
): number {
  return firstWith(sorted, (item) => numberOf(item) >= limit);
}

function firstWith<T>(sorted: readonly T[], isFound: (item: T) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isFound(sorted[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}
