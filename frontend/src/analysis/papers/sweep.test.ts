import { describe, expect, it } from 'vitest';

import { linePlot, paper } from '#tests/papers';

import { plotOf, readingsKey, sweepCells } from './sweep';

const [main] = paper().experiments;
if (main === undefined) throw new Error('the fixture has an experiment');
const values = (list: readonly unknown[]) => [{ values: { values: list } }];
const readings = {
  ...main,
  key: 'fairtt-readings-buffer',
  id: 'id-of-it',
  definition: {
    axes: [
      { names: ['BBRv2', 'Pacing', 'Letter'], moves: [] },
      { names: ['0 %', '0.15 %'], moves: [] },
      { names: null, moves: values([0.5, 1, 10]) },
    ],
  },
};
const plot = { ...linePlot, experiment_key: 'fairtt-buffer' };

describe('a sweep under another reading', () => {
  it('finds its cells: reading, error rate, then what was varied', () => {
    const found = sweepCells(plot, [readings], { name: 'Letter', errorRate: 0.0015 });
    expect(found?.experimentId).toBe('id-of-it');
    // The plot has 1 and 10 BDP: points 1 and 2 of three.
    expect(found?.cells).toEqual([
      [4, 5],
      [16, 17],
    ]);
    expect(found?.names).toEqual(['BBRv2', 'Letter']);
  });

  it('is not there where it was not computed or its results are missing', () => {
    const chosen = { name: 'Letter', errorRate: 0.0015 };
    expect(sweepCells(plot, [readings], { ...chosen, errorRate: 0.01 })).toBeNull();
    expect(sweepCells(plot, [readings], { ...chosen, name: 'Other' })).toBeNull();
    expect(sweepCells(plot, [{ ...readings, id: null }], chosen)).toBeNull();
    expect(sweepCells(plot, [main], chosen)).toBeNull();
  });

  it('draws what those cells have, and keeps what was published', () => {
    const found = sweepCells(plot, [readings], { name: 'Letter', errorRate: 0 });
    if (found === null) throw new Error('it was computed');
    const mean = Array.from({ length: 18 }, (_, cell) => cell);
    const drawn = plotOf(plot, found, { mean, low: [], high: [] });
    expect(drawn.series.map((line) => [line.name, line.mean])).toEqual([
      ['BBRv2', [1, 2]],
      ['Letter', [13, 14]],
    ]);
    expect(drawn.published.map(({ series_name }) => series_name)).toEqual(['BBRv2', 'Letter']);
  });

  it('knows the experiment with all readings by its key', () => {
    expect(readingsKey('fairtt-rtt')).toBe('fairtt-readings-rtt');
  });
});
