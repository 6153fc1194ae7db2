import { describe, expect, it } from 'vitest';

import { placesOf, toSignificant, toTyped, toWire } from './decimal';

describe('typed numbers', () => {
  it('arrive to the last bit', () => {
    expect(toWire('12.5', 1e-3)).toBe(0.0125);
    expect(toWire('35', 1e-3)).toBe(0.035);
    expect(toWire('0.15', 1e-2)).toBe(0.0015);
    expect(toWire('10', 1e6)).toBe(10_000_000);
    expect(toWire('1.1', 1e6)).toBe(1_100_000);
  });

  it('come back as they were typed, for every tenth of a millisecond up to 100 ms', () => {
    for (let tenths = 0; tenths <= 1000; tenths += 1) {
      const typed = String(tenths / 10);
      expect(toTyped(toWire(typed, 1e-3) ?? NaN, 1e-3)).toBe(typed);
    }
  });

  it('may have an exponent, thousands, a bare point or a real minus', () => {
    expect(toWire('1e-2', 1e-3)).toBe(1e-5);
    expect(toWire('10,000', 1)).toBe(10_000);
    expect(toWire('.5', 1)).toBe(0.5);
    expect(toWire('12.', 1e-3)).toBe(0.012);
    expect(toWire('\u22125', 1)).toBe(-5);
  });

  it('are none where the text says none', () => {
    for (const text of ['', '-', '1.2.3', '12 ms', 'NaN', '0x10', '1e999'])
      expect(toWire(text, 1)).toBeNull();
  });

  it('are shown without an exponent', () => {
    expect(toTyped(1e-9, 1e-3)).toBe('0.000001');
    expect(toTyped(1.5e-7, 1)).toBe('0.00000015');
    expect(toTyped(4e11, 1e6)).toBe('400000');
  });
});

describe('factors', () => {
  it('are powers of ten or not', () => {
    expect([1e-9, 1e-3, 0.01, 1, 1e6].map(placesOf)).toEqual([-9, -3, -2, 0, 6]);
    expect(placesOf(8)).toBeNull();
  });

  it('that are not multiply', () => {
    expect(toWire('2', 8)).toBe(16);
    expect(toTyped(16, 8)).toBe('2');
  });
});

it('rounds to what people would type', () => {
  expect(toSignificant(0.0123456, 3)).toBe(0.0123);
  expect(toSignificant(1_234_567, 2)).toBe(1_200_000);
});
