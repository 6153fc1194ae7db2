import { describe, expect, it } from 'vitest';

import { scaleFromZero, scaleTo } from './ticks';

describe('scaleFromZero', () => {
  it.each([
    [195, [0, 50, 100, 150]],
    [151, [0, 50, 100, 150]],
    [230, [0, 100, 200]],
    [110, [0, 50, 100]],
    [7.5, [0, 2, 4, 6]],
    [0.42, [0, 0.2, 0.4]],
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
