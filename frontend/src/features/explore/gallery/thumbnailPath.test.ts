import { describe, expect, it } from 'vitest';

import { levelOf, linePath } from './thumbnailPath';

describe('the curves of a thumbnail', () => {
  it('go from the bottom to the capacity and not beyond', () => {
    expect([0, 5e6, 1e7, 1.2e7].map((value) => levelOf(value, 1e7, 80))).toEqual([80, 40, 0, 0]);
  });

  it('are broken where there is no value', () => {
    expect(linePath([null, 5, 10, null, 0], 10, 100, 80)).toBe('M25 40L50 0M100 80');
  });

  it('of one value are a point', () => {
    expect(linePath([5], 10, 100, 80)).toBe('M0 40');
  });
});
