import { describe, expect, it } from 'vitest';

import { shareOn } from './scale';
import { linearAxis, logarithmicAxis, pointAxis, valueAxis } from './value';

const metric = (unit: string, fair: number | null, scale: 'linear' | 'logarithmic') => ({
  name: 'x',
  unit,
  fair,
  scale,
});

describe('an axis of values', () => {
  it('keeps fair in view of ratios and is logarithmic', () => {
    const axis = valueAxis(metric('ratio', 1, 'logarithmic'), [2, 4.5, null], 300, 30);
    expect(axis.low).toBeLessThan(1);
    expect(axis.ticks).toContain(1);
    expect(shareOn(2, axis) - shareOn(1, axis)).toBeCloseTo(shareOn(4, axis) - shareOn(2, axis));
  });

  it('begins amounts at zero, but not shares', () => {
    expect(valueAxis(metric('bps', null, 'linear'), [4e6, 5e6], 300, 30).low).toBe(0);
    expect(valueAxis(metric('ratio', null, 'linear'), [0.9, 0.95], 300, 30).low).toBeGreaterThan(
      0.8,
    );
  });

  it('has room around one value and around none', () => {
    for (const values of [[5], [0], []]) {
      const axis = linearAxis(values, 300, 30);
      expect(axis.high).toBeGreaterThan(axis.low);
      expect(axis.ticks.length).toBeGreaterThan(1);
    }
  });

  it('has ticks at 1, 2 and 5 that do not touch', () => {
    const { ticks } = logarithmicAxis([0.01, 50], 300, 25);
    expect(ticks).toContain(0.1);
    expect(ticks).toContain(10);
    expect(ticks.every((tick) => /^[125]0*$|^0\.0*[125]$/.test(String(tick)))).toBe(true);
  });
});

describe('the points of an axis', () => {
  const points = (...values: number[]) =>
    values.map((value) => ({ text: `${value} ms`, values: [value] }));
  const named = (...texts: string[]) => texts.map((text) => ({ text, values: [text] }));

  it('stand by their numbers, in a logarithm where the axis is made so', () => {
    expect(pointAxis(points(0, 5, 10), 'linear').shares).toEqual([0, 0.5, 1]);
    const log = pointAxis(points(1, 10, 100), 'logarithmic');
    expect(log.shares[1]).toBeCloseTo(0.5, 12);
    expect(log.isLogarithmic).toBe(true);
  });

  it('stand by names that are numbers, which are logarithmic if they reach far', () => {
    expect(pointAxis(named('1.0', '1.5', '2.0'), 'category').shares).toEqual([0, 0.5, 1]);
    expect(pointAxis(named('0.5', '1', '100'), 'category').isLogarithmic).toBe(true);
    expect(pointAxis(named('1.0', '1.4', '3.2'), 'category').isLogarithmic).toBe(false);
  });

  it('stand evenly where they are no numbers, or in no order', () => {
    expect(pointAxis(named('droptail', 'red', 'codel'), 'category').shares).toEqual([0, 0.5, 1]);
    expect(pointAxis(points(1, 5, 9, 9), 'linear').shares[1]).toBeCloseTo(1 / 3, 12);
    expect(pointAxis(points(3), 'linear').shares).toEqual([0.5]);
  });
});
