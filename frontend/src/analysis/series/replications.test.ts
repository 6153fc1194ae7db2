import { describe, expect, it } from 'vitest';

import {
  isDistinguishable,
  isRatio,
  pairedInterval,
  ratioInterval,
  typicalSeed,
} from './replications';

describe('the interval of a mean ratio', () => {
  it('is made of logarithms with Student t', () => {
    // log2 of 1, 2, 4 is 0, 1, 2: mean 1, deviation 1, half width 4.3027 / sqrt(3) = 2.4842.
    const found = ratioInterval([1, 2, 4]);
    expect(found?.count).toBe(3);
    expect(found?.mean).toBeCloseTo(2, 12);
    expect(found?.interval?.[0]).toBeCloseTo(2 ** (1 - 2.48416), 4);
    expect(found?.interval?.[1]).toBeCloseTo(2 ** (1 + 2.48416), 4);
  });

  it('uses 19 degrees of freedom for twenty seeds', () => {
    // Ten times 1 and ten times e: mean 0.5, squares 20 * 0.25 = 5, deviation sqrt(5 / 19).
    const ratios = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 1 : Math.E));
    const half = (2.093 * Math.sqrt(5 / 19)) / Math.sqrt(20);
    expect(Math.log(ratioInterval(ratios)?.interval?.[1] ?? 0)).toBeCloseTo(0.5 + half, 4);
  });

  it('is missing for one seed and for none', () => {
    expect(ratioInterval([1.5])).toEqual({ count: 1, mean: 1.5, interval: null });
    expect(ratioInterval([])).toBeNull();
  });

  it('treats a ratio and its inverse alike', () => {
    const up = ratioInterval([1.2, 1.5, 2]);
    const down = ratioInterval([1 / 1.2, 1 / 1.5, 1 / 2]);
    expect((up?.mean ?? 0) * (down?.mean ?? 0)).toBeCloseTo(1, 12);
    expect((up?.interval?.[0] ?? 0) * (down?.interval?.[1] ?? 0)).toBeCloseTo(1, 12);
  });
});

describe('two algorithms on the same seeds', () => {
  const pair = (seed: number, baseline: number, other: number) => ({ seed, baseline, other });

  it('are compared by the differences of each seed, not by the spread between seeds', () => {
    // Always half, though the seeds differ by a factor of a hundred.
    const found = pairedInterval([pair(1, 1, 0.5), pair(2, 10, 5), pair(3, 100, 50.1)]);
    expect(found?.mean).toBeCloseTo(0.5, 3);
    expect(found && isDistinguishable(found)).toBe(true);
  });

  it('do not differ significantly when the interval includes 1', () => {
    const found = pairedInterval([pair(1, 1, 2), pair(2, 2, 1)]);
    expect(found && isDistinguishable(found)).toBe(false);
    const equal = pairedInterval([pair(1, 1.5, 1.5), pair(2, 2, 2)]);
    expect(equal && isDistinguishable(equal)).toBe(false);
  });

  it('leave it open with one seed', () => {
    const found = pairedInterval([pair(1, 1, 2)]);
    expect(found && isDistinguishable(found)).toBeNull();
  });

  it('are drawn with the seed nearest to both medians', () => {
    const pairs = [pair(1, 1, 1), pair(2, 1.5, 1.2), pair(3, 1.5, 9), pair(4, 4, 1.2)];
    expect(typicalSeed(pairs)).toBe(2);
    expect(typicalSeed([])).toBeNull();
  });
});

describe('a ratio without a logarithm', () => {
  it('is none', () => {
    expect([null, 0, -1, Infinity, NaN].map(isRatio)).toEqual(Array(5).fill(false));
    expect(isRatio(0.5)).toBe(true);
  });
});
