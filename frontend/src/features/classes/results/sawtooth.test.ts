import { describe, expect, it } from 'vitest';

import { isSawtooth, sawtoothOf } from './sawtooth';

/** Rises to `high` and falls to half of it every `period` values; slow start goes higher. */
const saw = (period: number, high: number, shift = 0) =>
  Array.from({ length: 61 }, (_, at) =>
    at < 2 ? high * 1.2 : high * (0.5 + (0.5 * ((at + shift) % period)) / (period - 1)),
  );

describe('a sawtooth', () => {
  it('is counted by its falls, and measured after the first of them', () => {
    const { falls, height } = sawtoothOf(saw(10, 50));
    expect(falls).toBe(7);
    expect(height).toBe(50);
  });

  it('may have gaps and ripples', () => {
    expect(sawtoothOf([null, 10, 9, 10, 9, null])).toEqual({ falls: 0, height: 10 });
    expect(sawtoothOf([])).toEqual({ falls: 0, height: 0 });
  });

  it('is one wherever its teeth begin; a level is none', () => {
    const level = Array.from({ length: 61 }, () => 30);
    expect(isSawtooth([saw(10, 50, 3), saw(12, 40), level], null)).toBe(true);
    expect(isSawtooth([saw(10, 50), level, level], null)).toBe(false);
    expect(isSawtooth([level], saw(10, 50))).toBe(true);
    expect(isSawtooth([saw(10, 50)], level)).toBe(false);
  });
});
