import { describe, expect, it } from 'vitest';

import type { SeriesGrid } from '@/analysis/series/series';

import { liveFigure, type LiveArm } from './liveModel';

const grid: SeriesGrid = {
  timeSeconds: [1, 2],
  sampleIntervalSeconds: 0.1,
  bucketSamples: 10,
  flows: new Map([
    [0, { throughput_bps: { mean: [6, 5] } }],
    [1, { throughput_bps: { mean: [3, 5] } }],
  ]),
  link: {},
};
const arms: LiveArm[] = [
  { label: 'BBRv2', isBaseline: true, published: 1.44, grid },
  { label: 'FaiRTT', isBaseline: false, published: null, grid: undefined },
];

describe('a figure over time', () => {
  it('has the ratio of the two flows at each second, beside the published mean', () => {
    const model = liveFigure('ratio', arms, 120);
    expect(model.lines[0]?.points).toEqual([
      { x: 1, y: 2 },
      { x: 2, y: 1 },
    ]);
    expect(model.references.map(({ label }) => label)).toEqual(['fair', 'BBRv2, published']);
    expect(model.x.range).toEqual([0, 120]);
  });

  it('has Jain’s index of the same seconds', () => {
    const [first, second] = liveFigure('jain', arms, 120).lines[0]?.points ?? [];
    expect(first?.y).toBeCloseTo(0.9);
    expect(second?.y).toBe(1);
  });

  it('has an arm without points until its run has some', () => {
    expect(liveFigure('ratio', arms, 120).lines[1]?.points).toEqual([]);
  });
});
