import { describe, expect, it } from 'vitest';

import { differenceText, intervalText, shownText } from './numbers';

const RATIO = { factor: 1, unit: '', digits: 2 };
const PERCENT = { factor: 100, unit: '%', digits: 2 };

describe('numbers beside published ones', () => {
  it('are written with the digits and the unit of the paper', () => {
    expect(shownText(1.4567, RATIO)).toBe('1.46');
    expect(shownText(0.97821, PERCENT)).toBe('97.82 %');
  });

  it('have a sign where they are differences, but none at zero', () => {
    expect(differenceText(0.06, RATIO)).toBe('+0.06');
    expect(differenceText(-0.06, RATIO)).toBe('−0.06');
    expect(differenceText(0.001, RATIO)).toBe('0.00');
    expect(differenceText(-0.001, RATIO)).toBe('0.00');
    expect(differenceText(-0.0157, PERCENT)).toBe('−1.57 points');
  });

  it('have an interval only with several seeds', () => {
    const estimate = {
      mean: 1.5,
      low: 1.4,
      high: 1.6,
      seed_count: 40,
      average: 'geometric',
    } as const;
    expect(intervalText(estimate, RATIO)).toBe('1.40 to 1.60');
    expect(intervalText({ ...estimate, low: null, high: null }, RATIO)).toBeNull();
  });
});
