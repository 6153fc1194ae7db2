/** A curve that rises and falls again and again: how often it falls, and how high it gets. Pure. */

/** A fall takes at least this part of the height before it; less is a ripple. */
const FALL_RATIO = 0.2;
/** Falls from which on the moments at which curves fall say more of chance than of the curve. */
const MANY_FALLS = 2;

type Values = readonly (number | null)[];

interface Sawtooth {
  readonly falls: number;
  /** After the first fall, which ends how the curve began; of a curve without any all of it. */
  readonly height: number;
}

export function sawtoothOf(values: Values): Sawtooth {
  let [falls, high, low, height] = [0, 0, 0, 0];
  let isFalling = false;
  for (const value of values) {
    if (value === null) continue;
    if (isFalling) {
      low = Math.min(low, value);
      if (value * (1 - FALL_RATIO) > low) [isFalling, high] = [false, value];
    } else if (value <= high * (1 - FALL_RATIO)) {
      if (falls > 0) height = Math.max(height, high);
      [isFalling, low, falls] = [true, value, falls + 1];
    } else {
      high = Math.max(high, value);
    }
  }
  return { falls, height: falls > 1 ? height : highest(values) };
}

function highest(values: Values): number {
  return Math.max(0, ...values.map((value) => value ?? 0));
}

/** Whether curves have no common moments to be compared at: a median of them would be none. */
export function isSawtooth(drawn: readonly Values[], truth: Values | null): boolean {
  if (truth !== null) return sawtoothOf(truth).falls >= MANY_FALLS;
  const many = drawn.filter((row) => sawtoothOf(row).falls >= MANY_FALLS);
  return many.length * 2 > drawn.length;
}
