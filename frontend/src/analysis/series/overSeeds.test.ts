import { describe, expect, it } from 'vitest';

import { gridDifference, overSeeds } from './overSeeds';
import type { SeriesGrid } from './series';

function grid(values: (number | null)[], queue: number[] = values.map(() => 0)): SeriesGrid {
  return {
    timeSeconds: values.map((_, index) => index + 1),
    sampleIntervalSeconds: 1,
    bucketSamples: 1,
    flows: new Map([[0, { throughput_bps: { mean: values } }]]),
    groups: new Map([[0, { throughput_bps: { mean: values, min: values, max: values } }]]),
    link: { queue_bytes: { mean: queue }, dropped_packets: { mean: queue } },
  };
}

const column = (series: SeriesGrid) => series.groups?.get(0)?.throughput_bps;

describe('overSeeds', () => {
  it('gives means with the 95% interval of Student at every moment', () => {
    const found = column(overSeeds([grid([1, 5]), grid([2, 5]), grid([3, 5])]));
    expect(found?.mean).toEqual([2, 5]);
    // t(0.975, 2) s / sqrt(3) with s = 1; equal values have an interval of no width.
    expect(found?.max?.[0]).toBeCloseTo(2 + 4.3027 / Math.sqrt(3), 4);
    expect(found?.min?.[1]).toBe(5);
  });

  it('goes no lower than zero', () => {
    expect(column(overSeeds([grid([0]), grid([4])]))?.min).toEqual([0]);
    const signed = overSeeds([grid([0]), grid([4])], { isSigned: true });
    expect(column(signed)?.min?.[0]).toBeLessThan(0);
  });

  it('has no interval of one seed, and ends with the shortest', () => {
    expect(column(overSeeds([grid([1, 2])]))).toEqual({ mean: [1, 2] });
    expect(overSeeds([grid([1, 2]), grid([1])]).timeSeconds).toEqual([1]);
    expect(overSeeds([]).timeSeconds).toEqual([]);
  });

  it('leaves seeds out that have no value, and losses, which are events of one run', () => {
    expect(column(overSeeds([grid([null]), grid([4])]))).toEqual({
      mean: [4],
      min: [null],
      max: [null],
    });
    const { link } = overSeeds([grid([1], [2]), grid([1], [4])]);
    expect(link.queue_bytes?.mean).toEqual([3]);
    expect(link.dropped_packets).toBeUndefined();
  });
});

describe('gridDifference', () => {
  it('is taken at the same moments', () => {
    const found = gridDifference(grid([3, 4, null], [9, 9, 9]), grid([1, 5, 2], [4, 4, 4]));
    expect(column(found)).toEqual({ mean: [2, -1, null] });
    expect(found.link.queue_bytes?.mean).toEqual([5, 5, 5]);
  });

  it('finds the moment of a baseline with another sampling, and ends with it', () => {
    const coarse = { ...grid([10, 20]), timeSeconds: [2, 4] };
    expect(column(gridDifference(grid([1, 2, 3, 4, 5]), coarse))?.mean).toEqual([
      -9,
      -8,
      -17,
      -16,
      null,
    ]);
  });

  it('leaves out groups that the baseline does not have', () => {
    const none = { ...grid([1]), groups: new Map() };
    expect(gridDifference(grid([1]), none).groups?.size).toBe(0);
  });
});
