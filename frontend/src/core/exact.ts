/** Decimal arithmetic on what a person typed, as backend/lab_model/scenarios/exact.py has it. */

/** A fraction that is not negative. */
export interface Exact {
  readonly over: bigint;
  readonly under: bigint;
}

/** The shortest decimal that reads back as `value`, as a fraction: 0.3 is three tenths. */
export function exact(value: number): Exact {
  const [digits = '', exponent = '0'] = String(value).split('e');
  const [whole = '', part = ''] = digits.split('.');
  const power = Number(exponent) - part.length;
  const over = BigInt(whole + part);
  return power >= 0
    ? { over: over * 10n ** BigInt(power), under: 1n }
    : { over, under: 10n ** BigInt(-power) };
}

export function product(...factors: readonly Exact[]): Exact {
  return factors.reduce((a, b) => ({ over: a.over * b.over, under: a.under * b.under }));
}

/** How often `divisor` fits. */
export function wholeTimes({ over, under }: Exact, divisor: number): number {
  return Number(over / (under * BigInt(divisor)));
}

const NANOSECOND_DIGITS = 9;
const PER_SECOND = 1e9;

/** To whole nanoseconds, ties to the even one, as Python's round(value, 9) does. */
export function wholeNanoseconds(seconds: number): number {
  // A double lies in the middle between two nanoseconds only if it is an odd number of 1024ths.
  const parts = seconds * 1024;
  if (Number.isInteger(parts) && parts % 2 !== 0) {
    const lower = Math.floor(seconds * PER_SECOND);
    return Number(`${lower % 2 === 0 ? lower : lower + 1}e-9`);
  }
  return Number(seconds.toFixed(NANOSECOND_DIGITS));
}
