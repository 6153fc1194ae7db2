import { describe, expect, it } from 'vitest';

import { shareOn } from '@/analysis/axes/scale';

import { axisAround, axisOfRatios, axisOfValues } from './geometry';

describe('an axis of a figure', () => {
  it('puts the geometric middle in the middle of a logarithmic axis', () => {
    const axis = { low: 0.5, high: 50, isLogarithmic: true };
    expect(shareOn(5, axis)).toBeCloseTo(0.5);
    expect(shareOn(5.5, { low: 1, high: 10, isLogarithmic: false })).toBeCloseTo(0.5);
  });

  it('has a tick at every value that has room, and always at both ends', () => {
    expect(axisOfValues([5, 10, 15, 30], false, 300, 30).ticks).toEqual([5, 10, 15, 30]);
    // From 0.5 to 100 in 120 px there are 52 px to a decade: 1 and 2 lie too near to 0.5.
    expect(axisOfValues([0.5, 1, 2, 5, 10, 30, 100], true, 120, 40).ticks).toEqual([0.5, 5, 100]);
  });

  it('leaves room beyond the outermost values', () => {
    const axis = axisOfValues([5, 30], false, 300, 30);
    expect(axis.low).toBeCloseTo(4);
    expect(axis.high).toBeCloseTo(31);
  });

  it('spreads a single value', () => {
    expect(axisOfValues([10], true, 300, 30).ticks).toEqual([10]);
    expect(shareOn(10, axisOfValues([10], true, 300, 30))).toBeCloseTo(0.5);
  });

  it('keeps the fair point of ratios in view', () => {
    const axis = axisOfRatios([1.4, 1.8], 240);
    expect(axis.ticks).toContain(1);
    expect(axis.low).toBeLessThan(1);
    expect(axis.high).toBeGreaterThan(1.8);
  });

  it('shows no less than a given span around values that hardly differ', () => {
    const axis = axisAround([0.98, 0.99], [], 0.1);
    expect(axis.high - axis.low).toBeGreaterThanOrEqual(0.1);
    expect(axisAround([0.98], [1], 0.01).high).toBeGreaterThanOrEqual(1);
  });
});
