import { describe, expect, it } from 'vitest';

import {
  ABSENT,
  formatCount,
  formatMilliseconds,
  formatPercent,
  formatRate,
  formatSetRate,
  formatTimes,
  formatTimesRange,
  joinQuantity,
  toDigits,
  toShortest,
} from './units';

describe('formatRate', () => {
  it('chooses the unit by size and keeps three digits', () => {
    expect(formatRate(7_024_000)).toEqual({ value: '7.02', unit: 'Mbit/s' });
    expect(formatRate(999)).toEqual({ value: '999', unit: 'bit/s' });
    expect(formatRate(2.5e9)).toEqual({ value: '2.50', unit: 'Gbit/s' });
    expect(formatRate(12_345)).toEqual({ value: '12.3', unit: 'kbit/s' });
  });

  it('shows a dash and no unit where there is no value', () => {
    expect(joinQuantity(formatRate(null))).toBe(ABSENT);
  });

  it('keeps all digits of a rate that was set', () => {
    expect(joinQuantity(formatSetRate(1e7))).toBe('10 Mbit/s');
    expect(joinQuantity(formatSetRate(1_544_000))).toBe('1.544 Mbit/s');
  });
});

describe('numbers in texts', () => {
  it('shows times in milliseconds without rounding noise', () => {
    expect(joinQuantity(formatMilliseconds(0.035))).toBe('35 ms');
    expect(joinQuantity(formatMilliseconds(0.1408, 1))).toBe('140.8 ms');
    expect(joinQuantity(formatMilliseconds(0.00001))).toBe('0.01 ms');
  });

  it('separates thousands and never uses exponents', () => {
    expect(formatCount(149_000)).toBe('149,000');
    expect(toShortest(312_500)).toBe('312,500');
    expect(toDigits(1_234_567)).toBe('1,234,567');
    expect(toDigits(0.000123)).toBe('0.000123');
    expect(toDigits(Number.NaN)).toBe(ABSENT);
  });

  it('shows ratios with two decimals near one and one decimal beyond two', () => {
    expect(formatTimes(1.054)).toBe('1.05');
    expect(formatTimes(2.48)).toBe('2.5');
    expect(formatPercent(0.9721, 2)).toBe('97.21%');
  });

  it('never writes a range whose ends read alike, unless they are', () => {
    expect(formatTimesRange([1.36, 1.51])).toBe('1.36 to 1.51');
    expect(formatTimesRange([3.97, 4.04])).toBe('3.97 to 4.04');
    expect(formatTimesRange([1.0004, 1.0021])).toBe('1.000 to 1.002');
    expect(formatTimesRange([2.5, 2.5])).toBe('2.5 to 2.5');
  });
});
