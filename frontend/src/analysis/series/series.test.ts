import { describe, expect, it } from 'vitest';

import { bucketAt, largest, scaledColumn } from './series';

describe('bucketAt', () => {
  const ends = [0.1, 0.2, 0.3];

  it('finds the bucket that covers a time: ends belong to it, starts do not', () => {
    expect(bucketAt(ends, 0.05)).toBe(0);
    expect(bucketAt(ends, 0.1)).toBe(0);
    expect(bucketAt(ends, 0.11)).toBe(1);
  });

  it('stays on the last bucket beyond the end', () => {
    expect(bucketAt(ends, 9)).toBe(2);
  });

  it('says -1 when nothing is there yet', () => {
    expect(bucketAt([], 1)).toBe(-1);
  });
});

describe('columns', () => {
  it('takes the largest value from the maxima where a bucket has several samples', () => {
    expect(largest({ mean: [1, 2], min: [0, 1], max: [5, null] })).toBe(5);
    expect(largest({ mean: [1, null, 3] })).toBe(3);
    expect(largest(undefined)).toBeNull();
  });

  it('scales means and bands and keeps gaps', () => {
    const column = { mean: [1000, null], min: [500, null], max: [2000, null] };
    expect(scaledColumn(column, 0.001)).toEqual({
      mean: [1, null],
      min: [0.5, null],
      max: [2, null],
    });
    expect(scaledColumn(undefined, 1)).toEqual({ mean: [] });
  });
});
