import { describe, expect, it } from 'vitest';

import { exactText, instantText, pointedInstant, toInstant, toRange } from './instant';

describe('a moment', () => {
  it('is a whole number of nanoseconds, and stays the same when converted again', () => {
    for (const nanoseconds of [0, 1, 3_214_159_265, 7_000_000_001, 119_999_999_999]) {
      const seconds = nanoseconds / 1e9;
      expect(toInstant(seconds)).toBe(seconds);
      expect(toInstant(JSON.parse(JSON.stringify(seconds)) as number)).toBe(seconds);
    }
    expect(toInstant(0.1 + 0.2)).toBe(0.3);
    expect(toInstant(-0.5)).toBe(0);
  });

  it('is read in milliseconds, and with every digit where it is held', () => {
    expect(instantText(3.214159265)).toBe('3.214 s');
    expect(exactText(3.214159265)).toBe('3.214159265 s');
    expect(exactText(3.21415)).toBe('3.21415 s');
    expect(exactText(3.2)).toBe('3.200 s');
    expect(exactText(20)).toBe('20.000 s');
  });

  it('has as many digits as the place that was pointed at', () => {
    expect(pointedInstant(3.214159265, 20)).toBe(3.214);
    expect(pointedInstant(3.214159265, 0.004)).toBe(3.214159);
  });
});

describe('a range', () => {
  it('has milliseconds, or a thousandth of itself', () => {
    expect(toRange(1.23456, 7.65432)).toEqual([1.235, 7.654]);
    expect(toRange(3.2141592653, 3.2142592653)).toEqual([3.2141593, 3.2142593]);
  });
});
