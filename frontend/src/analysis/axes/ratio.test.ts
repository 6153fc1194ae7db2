import { describe, expect, it } from 'vitest';

import { ratioAxis } from './ratio';
import { shareOn } from './scale';

describe('the axis of ratios', () => {
  it('shows every ratio and the fair point', () => {
    const axis = ratioAxis([1.5, 6], 400, 40);
    expect(axis.low).toBeLessThan(1);
    expect(axis.high).toBeGreaterThan(6);
    expect(axis.ticks).toContain(1);
  });

  it('is logarithmic: the middle is the geometric mean of the ends', () => {
    expect(shareOn(1, { low: 0.5, high: 2, isLogarithmic: true })).toBeCloseTo(0.5, 12);
    expect(shareOn(2, { low: 0.5, high: 2, isLogarithmic: true })).toBe(1);
  });

  it('keeps its ticks apart', () => {
    const axis = ratioAxis([0.3, 8], 300, 40);
    const places = axis.ticks.map((tick) => shareOn(tick, axis) * 300);
    const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(40);
    expect(axis.ticks.length).toBeGreaterThanOrEqual(3);
  });
});
