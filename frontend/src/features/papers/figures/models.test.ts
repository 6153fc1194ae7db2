import { describe, expect, it } from 'vitest';

import { mapPlot } from '#tests/papers';
import type { SeriesGrid } from '@/analysis/series/series';

import { jainIndices, type LiveArm, liveFigure, ratios } from './liveModel';
import { groupScale, heatAxis, heatModel, mapGroups, placeText, valueAt } from './mapModel';

const bbr = {
  ...mapPlot,
  id: 'use-bbr',
  group: 'BBRv1',
  values: [
    [0.5, 0.6],
    [0.7, 1],
  ],
};
const stdr = { ...mapPlot, id: 'stdr', z: { ...mapPlot.z, name: 'throughput_stdr', fair: 0 } };

describe('maps of a paper', () => {
  it('stand beside one another where they show the same number', () => {
    const groups = mapGroups([mapPlot, stdr, bbr]);
    expect(groups.map(({ maps }) => maps.map(({ id }) => id))).toEqual([
      ['use-cubic', 'use-bbr'],
      ['stdr'],
    ]);
  });

  it('share one scale, or their colours could not be compared', () => {
    const scale = groupScale([mapPlot, bbr]);
    if (scale === null) throw new Error('there are maps');
    expect([scale.low, scale.high]).toEqual([0.5, 1]);
    const { cells, columns, rows } = heatModel(mapPlot, scale);
    expect([columns, rows]).toEqual([2, 2]);
    expect(cells[0]).toMatchObject({ cell: 0, state: 'done', text: '80.0' });
    expect(cells[0]?.place).toBeCloseTo(0.6);
    expect(cells[3]).toMatchObject({ cell: 3, state: 'none', place: null, text: '' });
  });

  it('mark a cell whose interval includes fair', () => {
    const map = { ...stdr, values: [[0.1]], low: [[-0.1]], high: [[0.3]], cell_indices: [[0]] };
    const one = { ...map, x: { ...map.x, values: [2] }, y: { ...map.y, values: [1] } };
    const scale = groupScale([one]);
    if (scale === null) throw new Error('there are maps');
    expect(scale.kind).toBe('diverging');
    expect(heatModel(one, scale).cells[0]?.isOpen).toBe(true);
  });

  it('say a cell with its place, its number and its interval', () => {
    expect(placeText(mapPlot, { column: 1, row: 0 })).toBe('RTT 20 ms, Buffer 0.1 BDP');
    expect(valueAt(mapPlot, { column: 1, row: 0 })).toBe('90.0 % (89.0 to 91.0)');
    expect(valueAt(mapPlot, { column: 1, row: 1 })).toBe('not computed');
  });

  it('do not say a unit at every tick', () => {
    const axis = { ...mapPlot.x, texts: ['2 ms', '20 ms'] };
    expect(heatAxis(axis).texts).toEqual(['2', '20']);
  });
});

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

describe('two flows moment by moment', () => {
  it('divides the first by the second, and has no ratio without both', () => {
    expect(ratios([4, 3, null, 5], [2, 0, 1, 10])).toEqual([2, null, null, 0.5]);
  });

  it('has an index of 1 when all get the same and 1/n when one gets all', () => {
    const [fair, alone, missing, silent] = jainIndices([
      [5, 10, null, 0],
      [5, 0, 1, 0],
    ]);
    expect(fair).toBe(1);
    expect(alone).toBe(0.5);
    expect(missing).toBeNull();
    expect(silent).toBeNull();
  });
});
