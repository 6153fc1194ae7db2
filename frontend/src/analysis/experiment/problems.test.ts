import { describe, expect, it } from 'vitest';

import { scenario } from '#tests/fixtures';
import { coreAlgorithms } from '#tests/registry';
import { scenarioSchema } from '#tests/scenarioSchema';

import type { Axis, AxisValues } from './definition';
import { experimentProblems, type Combined } from './problems';
import { experimentRepairs } from './repairs';

const known = { schema: scenarioSchema(), scenario: scenario(), algorithms: coreAlgorithms };
const never = () => false;
const list = (...values: unknown[]): AxisValues => ({ kind: 'list', values });
const range = (kind: 'linear' | 'logarithmic', from: number, to: number, count: number) =>
  ({ kind, from, to, count }) as const;
const axis = (path: string, values: AxisValues, more: Partial<Axis> = {}): Axis => ({
  label: path,
  moves: [{ path, values }],
  ...more,
});
const of = (axes: readonly Axis[], count = 20): Combined => ({
  axes,
  replications: { count, first_seed: 1 },
});
const paths = (combined: Combined) => experimentProblems(combined, never).map(({ path }) => path);

describe('what does not fit together', () => {
  it('is nothing in an experiment that can be run', () => {
    expect(paths(of([axis('a', list(1, 2)), axis('b', range('linear', 0, 1, 5))]))).toEqual([]);
  });

  it('is named where it stands', () => {
    const uneven: Axis = {
      label: '',
      moves: [
        { path: 'a', values: list(1, 2, 3) },
        { path: 'b', values: list(1, 2) },
      ],
    };
    expect(paths(of([uneven]))).toEqual(['axes.0.moves.1.values']);
    expect(paths(of([axis('a', range('logarithmic', 0, 1, 3))]))).toEqual([
      'axes.0.moves.0.values',
    ]);
    expect(paths(of([axis('a', list(1)), axis('a', list(2))]))).toEqual(['axes.1.moves.0.path']);
    const arm = { role: 'arm' } as const;
    expect(paths(of([axis('a', list(1), arm), axis('b', list(2), arm)]))).toEqual(['axes.1.role']);
  });

  it('is too much of it', () => {
    const wide = (path: string) => axis(path, range('linear', 1, 200, 200));
    expect(paths(of([wide('a'), wide('b')]))).toEqual(['axes']);
    expect(paths(of([wide('a')], 2000))).toEqual(['replications.count']);
  });
});

describe('a way out', () => {
  const repairs = (combined: Combined, index = 0) => {
    const problem = experimentProblems(combined, never)[index];
    return problem === undefined ? [] : experimentRepairs(problem, combined, known);
  };

  it('takes as many values or seeds as there is room for', () => {
    const wide = (path: string, count: number) => axis(path, range('linear', 1, 999, count));
    expect(repairs(of([wide('a', 100), wide('b', 250)]))).toEqual([
      {
        label: 'Take 100 values of b',
        fields: { 'axes.1.moves.0.values': range('linear', 1, 999, 100) },
      },
    ]);
    expect(repairs(of([wide('a', 200)], 2000))[0]).toMatchObject({
      label: 'Take 1,000 seeds',
      fields: { 'replications.count': 1000 },
    });
  });

  it('ends a list or a range at the limit that the server names', () => {
    const problem = (value: number, bound: number) => ({
      path: 'axes.0.moves.0.values',
      message: 'it is too short',
      value,
      bound,
    });
    const listed = of([axis('flows.0.rtt_s', list(0.01, 0.02, 0.03))]);
    expect(experimentRepairs(problem(0.01, 0.02), listed, known)).toEqual([
      { label: 'Only from 20 ms', fields: { 'axes.0.moves.0.values': list(0.02, 0.03) } },
    ]);
    const ranged = of([axis('flows.0.rtt_s', range('linear', 0.01, 0.05, 5))]);
    expect(experimentRepairs(problem(0.01, 0.02), ranged, known)).toEqual([
      {
        label: 'Begin at 20 ms',
        fields: { 'axes.0.moves.0.values': range('linear', 0.02, 0.05, 5) },
      },
    ]);
    // The refused value is of another field: only that one can say what would fit.
    expect(experimentRepairs(problem(0.007, 0.02), ranged, known)).toEqual([]);
  });

  it('takes each value once, names or roles away', () => {
    const doubled = of([axis('duration_s', list(1, 1, 2))]);
    const at = { path: 'axes.0.moves.0.values', message: 'has the same values at 0 and at 1' };
    expect(experimentRepairs(at, doubled, known)[0]?.fields).toEqual({
      'axes.0.moves.0.values': list(1, 2),
    });
    const names = { path: 'axes.0.names', message: 'has 1 names' };
    expect(experimentRepairs(names, doubled, known)[0]?.fields).toEqual({ 'axes.0.names': null });
  });
});
