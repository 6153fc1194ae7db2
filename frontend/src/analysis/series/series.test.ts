import { describe, expect, it } from 'vitest';

import { bucketAt, EMPTY_SERIES, largest, scaledColumn, type SeriesGrid } from './series';
import { everyText, kindOf, meanText, ofText, spanAt } from './span';

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

function grid(timeSeconds: number[], bucketSamples: number): SeriesGrid {
  return { ...EMPTY_SERIES, timeSeconds, bucketSamples };
}

describe('the time of a number', () => {
  const thinned = grid([0.4, 0.8, 1], 4);

  it('is the bucket that covers the moment, its start excluded', () => {
    expect(spanAt(thinned, 0.5)).toEqual({ fromSeconds: 0.4, toSeconds: 0.8, samples: 4 });
    expect(spanAt(thinned, 0.4)?.toSeconds).toBe(0.4);
    expect(spanAt(thinned, 0.400_000_001)?.toSeconds).toBe(0.8);
    expect(spanAt(thinned, 1)).toEqual({ fromSeconds: 0.8, toSeconds: 1, samples: 2 });
  });

  it('is none where the curve does not reach', () => {
    expect(spanAt(grid([10.1, 10.2], 1), 9.9)).toBeNull();
    expect(spanAt(grid([10.1, 10.2], 1), 10.05)?.toSeconds).toBe(10.1);
    expect(spanAt(thinned, 1.1)).toBeNull();
    expect(spanAt(EMPTY_SERIES, 0)).toBeNull();
  });

  it('is described by how the value comes from it', () => {
    const span = { fromSeconds: 3.2, toSeconds: 3.3, samples: 1 };
    expect(meanText(span)).toBe('mean over 3.2 to 3.3 s');
    expect(ofText(kindOf('last'), span)).toBe('at 3.300 s, the end of the sample');
    expect(ofText(kindOf('per_second'), span)).toBe('mean over 3.2 to 3.3 s');
    expect(ofText(kindOf('total'), span)).toBe('total of 3.2 to 3.3 s');
    expect(ofText(kindOf('maximum'), span)).toBe('over 3.2 to 3.3 s');
    expect(ofText('state', { ...span, fromSeconds: 2.9, samples: 4 })).toBe(
      'mean of 4 samples, 2.9 to 3.3 s',
    );
  });

  it('is given for every point of a curve', () => {
    expect(everyText('mean', [grid([0.1], 1)])).toBe('mean over 0.1 s');
    expect(everyText('state', [grid([0.1], 1)])).toBe('at the end of each 0.1 s');
    expect(everyText('state', [thinned])).toBe('mean over 0.4 s of a value each 0.1 s');
  });
});
