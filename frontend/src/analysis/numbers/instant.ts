/**
 * Moments of simulated time. The core counts whole nanoseconds, so that a moment is stored, sent
 * and compared as such: rounded to one it is the same number in every link and on every page. Pure.
 */

const NANOSECONDS = 9;
const MILLISECONDS = 3;
/** A logarithm of a power of ten is off by its last bits. */
const ROUNDING = 1e-6;

/** The moment itself: the nanosecond that is nearest, never before the start. */
export function toInstant(seconds: number): number {
  return momentWith(seconds, NANOSECONDS);
}

/** `3.214 s`: as exact as a hand can point. */
export function instantText(seconds: number): string {
  return `${seconds.toFixed(MILLISECONDS)} s`;
}

/** `3.214159265 s`: every digit of a moment that is held, at least milliseconds. */
export function exactText(seconds: number): string {
  const digits = toInstant(seconds).toFixed(NANOSECONDS);
  return `${digits.replace(/0{1,6}$/, '')} s`;
}

/** Of a whole run milliseconds, of less so many digits that a thousandth of it can be given. */
function decimalsOf(lengthSeconds: number): number {
  if (!(lengthSeconds > 0)) return NANOSECONDS;
  const digits = Math.ceil(-Math.log10(lengthSeconds) - ROUNDING) + 3;
  return Math.min(NANOSECONDS, Math.max(MILLISECONDS, digits));
}

/** Both ends of the view, for an address: a thousandth of a view is not seen. */
export function toRange(fromSeconds: number, toSeconds: number): readonly [number, number] {
  const decimals = decimalsOf(toSeconds - fromSeconds);
  return [momentWith(fromSeconds, decimals), momentWith(toSeconds, decimals)];
}

/** A moment that was pointed at, with no more digits than the place of the pointer has. */
export function pointedInstant(seconds: number, viewSeconds: number): number {
  return momentWith(seconds, decimalsOf(viewSeconds));
}

/** A moment with at most so many decimals, never before the start. */
export function momentWith(seconds: number, decimals: number): number {
  return Math.max(0, Number(seconds.toFixed(decimals)));
}
