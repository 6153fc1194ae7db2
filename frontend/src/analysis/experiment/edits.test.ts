import { describe, expect, it } from 'vitest';

import type { Axis, AxisValues } from './definition';
import {
  fittedBaseline,
  fittedNames,
  inKind,
  joined,
  separated,
  withArms,
  withGroups,
  withoutMove,
  withoutPoint,
} from './edits';

const never = () => false;
const list = (...values: unknown[]): AxisValues => ({ kind: 'list', values });
const one = (path: string, values: AxisValues): Axis => ({
  label: path,
  moves: [{ path, values }],
});
const axes = [one('a', list(1, 2, 3)), one('b', { kind: 'linear', from: 0, to: 1, count: 5 })];

describe('axes', () => {
  it('take a path along in as many values as they have', () => {
    const move = { path: 'c', values: { kind: 'linear', from: 0, to: 4, count: 9 } as const };
    expect(joined(axes, move, 0, never)[0]?.moves[1]?.values).toMatchObject({ count: 3 });
    const listed = joined(axes, { path: 'c', values: list(7, 8) }, 0, never);
    expect(listed[0]?.moves[1]?.values).toEqual(list(7, 8, 8));
  });

  it('let a path go its own way, and vanish with their last one', () => {
    const two = joined(axes, { path: 'c', values: list(7, 8, 9) }, 0, never);
    const apart = separated(two, { axisIndex: 0, moveIndex: 1 }, 'C');
    expect(apart.map(({ label, moves }) => [label, moves.length])).toEqual([
      ['a', 1],
      ['b', 1],
      ['C', 1],
    ]);
    expect(withoutMove(axes, { axisIndex: 0, moveIndex: 0 })).toEqual([axes[1]]);
  });

  it('have arms in one place only, and a baseline among them', () => {
    const first = withArms(axes, 0, true);
    expect(fittedBaseline(first, 7, never)).toBe(2);
    const second = withArms(first, 1, true);
    expect(second.map(({ role }) => role)).toEqual([null, 'arm']);
    expect(fittedBaseline(withArms(second, 1, false), 3, never)).toBe(0);
  });

  it('follow the flow groups, and go with one that is removed', () => {
    const of = (path: string) => one(path, list(1, 2));
    const all = [of('flows.0.rtt_s'), of('flows.2.rtt_s'), of('flows.*.count'), of('duration_s')];
    const without = withGroups(all, (index) => (index === 0 ? null : index - 1));
    expect(without.flatMap(({ moves }) => moves.map(({ path }) => path))).toEqual([
      'flows.1.rtt_s',
      'flows.*.count',
      'duration_s',
    ]);
  });
});

describe('values', () => {
  it('say the same in another kind, as near as they can', () => {
    expect(inKind(list(1, 5, 100), 'logarithmic', false)).toEqual({
      kind: 'logarithmic',
      from: 1,
      to: 100,
      count: 3,
    });
    expect(inKind({ kind: 'linear', from: 1, to: 3, count: 3 }, 'list', false)).toEqual(
      list(1, 2, 3),
    );
    expect(inKind(list(0, 2, 4), 'logarithmic', false)).toMatchObject({ from: 2, to: 4 });
  });

  it('lose a point in every path, with its name', () => {
    const axis = { ...one('a', list(1, 2, 3)), names: ['x', 'y', 'z'] };
    expect(withoutPoint(axis, 1, never)).toMatchObject({
      moves: [{ values: list(1, 3) }],
      names: ['x', 'z'],
    });
  });

  it('have names of their own unless a user has named them', () => {
    expect(fittedNames(null, ['1', '2'])).toBeNull();
    expect(fittedNames(['one', ' '], ['1', '2', '3'])).toEqual(['one', '2', '3']);
    expect(fittedNames(['1', ''], ['1', '2'])).toBeNull();
  });
});
