import { describe, expect, it } from 'vitest';

import { axisPoints, moveOfField, movesPath, moveValues, sizeOf } from './axes';
import type { Axis, AxisValues } from './definition';

const never = () => false;
const list = (...values: unknown[]): AxisValues => ({ kind: 'list', values });
const axis = (...moves: readonly (readonly [string, AxisValues])[]): Axis => ({
  label: '',
  moves: moves.map(([path, values]) => ({ path, values })),
});

describe('values of a move', () => {
  it('include both ends of a range, without digits that were not typed', () => {
    const linear: AxisValues = { kind: 'linear', from: 0.1, to: 0.3, count: 3 };
    expect(moveValues(linear, false)).toEqual([0.1, 0.2, 0.3]);
    const log: AxisValues = { kind: 'logarithmic', from: 0.01, to: 100, count: 5 };
    expect(moveValues(log, false)).toEqual([0.01, 0.1, 1, 10, 100]);
  });

  it('may fall, and may be one', () => {
    expect(moveValues({ kind: 'linear', from: 9, to: 1, count: 3 }, true)).toEqual([9, 5, 1]);
    expect(moveValues({ kind: 'linear', from: 9, to: 1, count: 1 }, true)).toEqual([9]);
  });

  it('are none while a count is being typed, and not endless if it is too long', () => {
    expect(moveValues({ kind: 'linear', from: 1, to: 2, count: NaN }, false)).toEqual([]);
    const long = moveValues({ kind: 'linear', from: 1, to: 2, count: 1e12 }, false);
    expect(long.length).toBeLessThan(20_000);
  });
});

describe('points of an axis', () => {
  it('are whole numbers where the field has them, each once', () => {
    const counts = axis(['flows.0.count', { kind: 'logarithmic', from: 1, to: 4, count: 5 }]);
    expect(axisPoints(counts, () => true)).toEqual([[1], [2], [3], [4]]);
  });

  it('take the values of several paths together', () => {
    const split = axis(
      ['flows.0.count', list(1, 5, 9)],
      ['flows.1.count', { kind: 'linear', from: 9, to: 1, count: 3 }],
    );
    expect(axisPoints(split, () => true)).toEqual([
      [1, 9],
      [5, 5],
      [9, 1],
    ]);
  });

  it('multiply to cells, and with the seeds to runs', () => {
    const axes = [axis(['a', list(1, 2)]), axis(['b', list(1, 2, 3)])];
    const replications = { count: 20, first_seed: 1 };
    expect(sizeOf({ axes, replications }, never)).toEqual({
      axisSizes: [2, 3],
      cellCount: 6,
      unitCount: 120,
    });
    expect(sizeOf({ axes: [], replications }, never).cellCount).toBe(1);
  });
});

describe('the move of a field', () => {
  const axes = [
    axis(['flows.*.rtt_s', list(1, 2)]),
    axis(['bottleneck.loss', list({})], ['flows.1.rtt_s', list(3)]),
  ];

  it('is the one that names its group before that of every group', () => {
    expect(moveOfField(axes, 'flows.1.rtt_s')).toMatchObject({ axisIndex: 1, moveIndex: 1 });
    expect(moveOfField(axes, 'flows.0.rtt_s')).toMatchObject({ axisIndex: 0, moveIndex: 0 });
  });

  it('is none for a field that only lies below one that is moved', () => {
    expect(moveOfField(axes, 'bottleneck.loss.probability')).toBeNull();
    expect(movesPath('bottleneck.loss', 'bottleneck.loss.probability')).toBe(true);
  });
});
