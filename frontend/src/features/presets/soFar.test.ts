import { describe, expect, it } from 'vitest';

import { EMPTY_SERIES } from '@/analysis/series/series';

import { sharesOverTime } from './soFar';

const rates = (...mean: (number | null)[]) => ({ throughput_bps: { mean } });

describe('shares as time passes', () => {
  it('are of all that came so far, and of what comes just then', () => {
    const grid = {
      ...EMPTY_SERIES,
      timeSeconds: [1, 2, 3],
      flows: new Map([
        [0, rates(null, 6, 2)],
        [1, rates(null, 2, 6)],
      ]),
    };
    expect(sharesOverTime(grid, [0, 1])).toEqual({
      soFar: [
        [0.5, 0.5],
        [0.75, 0.25],
        [0.5, 0.5],
      ],
      within: [
        [0.5, 0.5],
        [0.75, 0.25],
        [0.25, 0.75],
      ],
    });
  });
});
