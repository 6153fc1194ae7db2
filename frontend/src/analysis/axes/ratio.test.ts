import { describe, expect, it } from 'vitest';

import { ratioAxis, shareOf } from './ratio';

describe('the axis of ratios', () => {
  it('shows every ratio and the fair point', () => {
    const axis = ratioAxis([1.5, 6], 400, 40);
    expect(axis.low).toBeLessThan(1);
    expect(axis.high).toBeGreaterThan(6);
    expect(axis.ticks).toContain(1);
  });

  it('is logarithmic: the middle is the geometric mean of the ends', () => {
    expect(shareOf(1, { low: 0.5, high: 2 })).toBeCloseTo(0.5, 12);
    expect(shareOf(2, { low: 0.5, high: 2 })).toBe(1);
  });

  it('keeps its ticks apart', () => {
    const axis = ratioAxis([0.3, 8], 300, 40);
    const places = axis.ticks.map((tick) => shareOf(tick, axis) * 300);
    const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(40);
    expect(axis.ticks.length).toBeGreaterThanOrEqual(3);
  });
});
