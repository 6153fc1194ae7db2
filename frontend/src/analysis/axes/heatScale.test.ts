import { describe, expect, it } from 'vitest';

import {
  beyondEnds,
  colorAt,
  differenceScale,
  heatScale,
  legendTicks,
  placeOf,
  verdictScale,
  wantsDarkText,
} from './heatScale';

const metric = (name: string, fair: number | null, scale: 'linear' | 'logarithmic') => ({
  name,
  unit: 'ratio',
  fair,
  scale,
});

describe('the scale of a ratio', () => {
  const scale = heatScale(metric('throughput_ratio', 1, 'logarithmic'), [0.5, 9]);

  it('is centred on fair and as far to both sides', () => {
    expect(placeOf(1, scale)).toBeCloseTo(0.5, 12);
    expect(placeOf(2, scale) + placeOf(0.5, scale)).toBeCloseTo(1, 12);
  });

  it('ends at a third and at three', () => {
    expect(placeOf(3, scale)).toBeCloseTo(1, 12);
    expect(placeOf(9, scale)).toBe(1);
    expect(placeOf(0, scale)).toBe(0);
    expect(legendTicks(scale).map((tick) => tick.toFixed(2))).toEqual([
      '0.33',
      '0.50',
      '1.00',
      '2.00',
      '3.00',
    ]);
  });

  it('turns around for what the second group has', () => {
    const second = heatScale(metric('group_1_relative_share_ratio', 1, 'logarithmic'), []);
    expect(placeOf(3, second)).toBeCloseTo(0, 12);
    expect(placeOf(1, second)).toBeCloseTo(0.5, 12);
  });
});

describe('other scales', () => {
  it('centre a balance on zero and end where a ratio of three would be', () => {
    const scale = heatScale(metric('throughput_stdr', 0, 'linear'), [-0.2, 0.9]);
    expect(placeOf(0, scale)).toBe(0.5);
    expect(placeOf((3 - 1) / (3 + 1), scale)).toBe(1);
  });

  it('centre a relative share on one, of the second group the other way round', () => {
    const scale = heatScale(metric('group_1_relative_share_ratio', 1, 'linear'), [0.7]);
    expect([placeOf(1, scale), placeOf(1.5, scale), placeOf(0.5, scale)]).toEqual([0.5, 0, 1]);
  });

  it('go from the lowest to the highest where nothing is fair', () => {
    const scale = heatScale(metric('utilisation_ratio', null, 'linear'), [0.8, null, 1]);
    expect(scale.kind).toBe('sequential');
    expect([placeOf(0.8, scale), placeOf(0.9, scale), placeOf(1, scale)].map(Math.fround)).toEqual(
      [0, 0.5, 1].map(Math.fround),
    );
  });

  it('leave the neutral end to an index that is best at its upper end', () => {
    const scale = heatScale(metric('jain_index', 1, 'linear'), [0.5, 0.9]);
    expect(placeOf(1, scale)).toBe(0);
    expect(placeOf(0.5, scale)).toBe(1);
  });

  it('stay usable with one number only, and with none', () => {
    for (const values of [[0.4], [0], []]) {
      const scale = heatScale(metric('mean_queue_s', null, 'linear'), values);
      expect(scale.high).toBeGreaterThan(scale.low);
    }
  });

  it('reach as far as the largest difference', () => {
    const scale = differenceScale('difference', [-2, 1], 'mean_queue_s');
    expect([placeOf(-2, scale), placeOf(0, scale), placeOf(1, scale)]).toEqual([0, 0.5, 0.75]);
  });
});

describe('colours', () => {
  it('are mixed between the two stops around a place', () => {
    const stops = [
      [0, 0, 0],
      [100, 50, 10],
      [200, 200, 200],
    ] as const;
    expect(colorAt(0.25, stops)).toEqual([50, 25, 5]);
    expect(colorAt(1, stops)).toEqual([200, 200, 200]);
    expect(colorAt(2, stops)).toEqual([200, 200, 200]);
  });

  it('say whether dark or light text is legible on them', () => {
    expect(wantsDarkText([245, 215, 194])).toBe(true);
    expect(wantsDarkText([0, 90, 142])).toBe(false);
  });
});

describe('the scale from worse to better', () => {
  it('has better at its last stop, whichever way better is', () => {
    const nearer = verdictScale('ratio', [0.5, 1.5, null], 'fair');
    expect([placeOf(0.5, nearer), placeOf(1, nearer), placeOf(2, nearer)]).toEqual([1, 0.5, 0]);
    const less = verdictScale('difference', [-3, 1], 'less');
    expect([placeOf(-3, less), placeOf(3, less)]).toEqual([1, 0]);
    const more = verdictScale('difference', [-3, 1], 'more');
    expect([placeOf(-3, more), placeOf(3, more)]).toEqual([0, 1]);
  });

  it('ends at the largest change, of ratios at ten times', () => {
    expect(verdictScale('ratio', [0.8, 1.1], 'fair').high).toBeCloseTo(1.25, 12);
    expect(verdictScale('ratio', [0.001], 'fair').low).toBeCloseTo(0.1, 12);
    expect(verdictScale('ratio', [], 'fair').high).toBeGreaterThan(1);
  });
});

describe('what lies beyond the ends of a scale', () => {
  const scale = heatScale(metric('throughput_ratio', 1, 'logarithmic'), []);

  it('is counted on both sides, with the farthest', () => {
    expect(beyondEnds([0.1, 0.2, 1, null, 3, 3.5, 9], scale)).toEqual({
      below: { count: 2, farthest: 0.1 },
      above: { count: 2, farthest: 9 },
    });
  });

  it('is nothing at the ends themselves', () => {
    const { low, high } = verdictScale('ratio', [0.7, 1.3], 'fair');
    const found = beyondEnds([0.7, 1.3, low, high], { low, high, isLogarithmic: true });
    expect([found.below.count, found.above.count]).toEqual([0, 0]);
  });
});
