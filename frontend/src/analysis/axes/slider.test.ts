import { describe, expect, it } from 'vitest';

import { positionOf, sliderTicks, valueAt } from './slider';

const log = { from: 1, to: 1000, isLog: true };
const withZero = { from: 1e-4, to: 0.1, isLog: true, hasZero: true };
const linear = { from: 0, to: 60, isLog: false };

describe('a logarithmic slider', () => {
  it('gives every power of ten the same room', () => {
    expect([1, 10, 100, 1000].map((value) => positionOf(value, log))).toEqual([
      0,
      expect.closeTo(1 / 3) as number,
      expect.closeTo(2 / 3) as number,
      1,
    ]);
  });

  it('reads its own position back', () => {
    for (const value of [1, 2.5, 33, 470, 1000])
      expect(valueAt(positionOf(value, log), log)).toBe(value);
  });

  it('keeps its left end for zero where there is one', () => {
    expect(positionOf(0, withZero)).toBe(0);
    expect(valueAt(0, withZero)).toBe(0);
    expect(valueAt(0.06, withZero)).toBe(1e-4);
    expect(positionOf(1e-4, withZero)).toBeCloseTo(0.06);
  });

  it('stops at its ends', () => {
    expect(positionOf(1e9, log)).toBe(1);
    expect(positionOf(1e-9, log)).toBe(0);
    expect(valueAt(2, log)).toBe(1000);
  });

  it('is marked at both ends and at powers of ten between, no more than fit', () => {
    expect(sliderTicks(log, 5)).toEqual([1, 10, 100, 1000]);
    expect(sliderTicks({ from: 1e3, to: 4e11, isLog: true }, 4)).toEqual([1e3, 1e6, 1e9, 4e11]);
    expect(sliderTicks(withZero, 4)).toEqual([0, 1e-3, 1e-2, 1e-1]);
  });
});

describe('a linear slider', () => {
  it('has equal steps and its ends as marks', () => {
    expect(positionOf(15, linear)).toBe(0.25);
    expect(valueAt(0.25, linear)).toBe(15);
    expect(sliderTicks(linear, 4)).toEqual([0, 60]);
  });
});
