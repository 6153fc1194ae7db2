import { describe, expect, it } from 'vitest';

import { scaleFromZero, scaleTo, ticksBetween } from './ticks';

describe('scaleFromZero', () => {
  it.each([
    [195, [0, 50, 100, 150]],
    [151, [0, 50, 100, 150]],
    [230, [0, 100, 200]],
    [110, [0, 50, 100]],
    [7.5, [0, 2, 4, 6]],
    [0.42, [0, 0.1, 0.2, 0.3, 0.4]],
  ])('puts round ticks below %d', (largest, ticks) => {
    expect(scaleFromZero(largest)).toEqual({ max: largest, ticks });
  });

  it('has an axis even where nothing was measured', () => {
    expect(scaleFromZero(0).max).toBe(1);
    expect(scaleFromZero(Number.NaN).max).toBe(1);
  });
});

describe('scaleTo', () => {
  it('ends at the given value', () => {
    expect(scaleTo(10, 4)).toEqual({ max: 10, ticks: [0, 2.5, 5, 7.5, 10] });
  });
});

describe('ticksBetween', () => {
  it.each([
    [0, 120, [0, 20, 40, 60, 80, 100, 120]],
    [27, 33, [27, 28, 29, 30, 31, 32, 33]],
    [0.35, 0.62, [0.35, 0.4, 0.45, 0.5, 0.55, 0.6]],
  ])('finds round times from %d to %d', (from, to, ticks) => {
    expect(ticksBetween(from, to)).toEqual(ticks);
  });

  it('finds none where there is no room', () => {
    expect(ticksBetween(3, 3)).toEqual([]);
  });
});
