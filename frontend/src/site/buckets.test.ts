import { describe, expect, it } from 'vitest';

import { bucketize, chooseGrid, endTimes, groupBuckets } from './buckets';

const asked = { sampleCount: 10, sampleSeconds: 0.1, fromSeconds: 0, toSeconds: 1, points: 3 };

describe('buckets', () => {
  it('lie on a grid that does not depend on the range', () => {
    expect(chooseGrid(asked)).toEqual({ first: 0, end: 10, width: 4 });
    expect(chooseGrid({ ...asked, fromSeconds: 0.3, toSeconds: 0.6 })).toEqual({
      first: 3,
      end: 6,
      width: 1,
    });
    expect(chooseGrid({ ...asked, fromSeconds: 0.5, toSeconds: 0.9, points: 1 })).toEqual({
      first: 4,
      end: 10,
      width: 4,
    });
    expect(chooseGrid({ ...asked, fromSeconds: 7, toSeconds: 9 }).end).toBe(10);
    expect(endTimes({ first: 0, end: 10, width: 4 }, 0.1)).toEqual([0.4, 0.8, 1]);
  });

  it('pass over values that are absent', () => {
    const grid = { first: 0, end: 5, width: 2 };
    const { mean, min, max } = bucketize(Float64Array.of(1, 3, NaN, NaN, 5), grid);
    expect([...mean]).toEqual([2, NaN, 5]);
    expect([...min]).toEqual([1, NaN, 5]);
    expect([...max]).toEqual([3, NaN, 5]);
  });

  it('count every flow of a group once', () => {
    const found = groupBuckets([Float64Array.of(1, NaN), Float64Array.of(3, NaN)]);
    expect([...found.mean]).toEqual([2, NaN]);
    expect([...found.max]).toEqual([3, NaN]);
    expect(found.p10[0]).toBeCloseTo(1.2);
    expect(found.p90[0]).toBeCloseTo(2.8);
    expect(found.p10[1]).toBeNaN();
  });
});
