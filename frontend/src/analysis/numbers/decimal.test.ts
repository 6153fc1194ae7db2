import { describe, expect, it } from 'vitest';

import { placesOf, toSignificant, toTyped } from './decimal';

describe('shown numbers', () => {
  it('come back as they were typed, for every tenth of a millisecond up to 100 ms', () => {
    for (let tenths = 0; tenths <= 1000; tenths += 1) {
      const typed = String(tenths / 10);
      expect(toTyped(Number(`${tenths}e-4`), 1e-3)).toBe(typed);
    }
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

  it('that are not divide', () => {
    expect(toTyped(16, 8)).toBe('2');
  });
});

it('rounds to what people would type', () => {
  expect(toSignificant(0.0123456, 3)).toBe(0.0123);
  expect(toSignificant(1_234_567, 2)).toBe(1_200_000);
});
