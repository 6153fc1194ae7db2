import { describe, expect, it } from 'vitest';

import { EMPTY_SERIES } from '@/analysis/series/series';

import { together } from '#tests/firstPage';

import { ratioOfCurves, sharesOfCurves, sharesOverTime } from './sharesOverTime';

const rates = (...mean: (number | null)[]) => ({ throughput_bps: { mean } });

describe('shares as time passes', () => {
  it('are of all bytes so far, and of those of the moment', () => {
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

describe('the later part of mean curves', () => {
  const [arm] = together([3, 1]).arms;
  const curves = arm?.curves;
  if (arm === undefined || curves == null) throw new Error('no curves');
  const rates = (...mean: (number | null)[]) => ({ mean, low: mean, high: mean });
  const moving = {
    ...arm,
    curves: { ...curves, throughputs_bps: [rates(9, 1, 1, 1), rates(1, null, 3, 3)] },
  };

  it('leaves out what was before', () => {
    expect(sharesOfCurves(moving, 0)).toEqual([12 / 19, 7 / 19]);
    expect(sharesOfCurves(moving, 2)).toEqual([0.25, 0.75]);
    expect(ratioOfCurves(moving, 2)).toBeCloseTo(1 / 3, 12);
  });

  it('has no ratio where nothing is known or the second got nothing', () => {
    expect(ratioOfCurves({ ...arm, curves: null }, 2)).toBeNull();
    const alone = { ...curves, throughputs_bps: [rates(1, 1)] };
    expect(ratioOfCurves({ ...arm, curves: alone }, 0)).toBeNull();
  });
});
