import { expect, it } from 'vitest';

import { decidingDefinition } from './decide';
import type { PaperExperiment, PaperRow } from './types';

const definition = {
  version: 1,
  name: 'A sweep',
  base: {},
  axes: [
    { role: 'arm', names: ['A', 'B'], moves: [{ values: { kind: 'list', values: ['a', 'b'] } }] },
    { moves: [{ values: { kind: 'list', values: [1, 2, 3] } }] },
    {
      moves: [
        { values: { kind: 'list', values: [10, 20] } },
        { values: { kind: 'list', values: [11, 21] } },
      ],
    },
  ],
  baseline_index: 1,
  replications: { count: 3, first_seed: 1 },
};
const experiments = [{ key: 'sweep', id: '1', definition } as unknown as PaperExperiment];
const row = (cells: readonly number[], seedCount: number | null, key = 'sweep') =>
  ({
    what: 'Jain',
    arm: 'B',
    seeds_needed: seedCount,
    cells: [{ experiment_key: key, cell_indices: cells }],
  }) as unknown as PaperRow;

it('keeps the points of the row’s cells and takes as many seeds as would decide it', () => {
  // Cells 6 and 11 are B with 1 and 10, and B with 3 and 20.
  expect(decidingDefinition(row([6, 11], 40), experiments)).toEqual({
    ...definition,
    name: 'Jain (B), 40 seeds',
    axes: [
      { role: 'arm', names: ['B'], moves: [{ values: { kind: 'list', values: ['b'] } }] },
      { moves: [{ values: { kind: 'list', values: [1, 3] } }] },
      definition.axes[2],
    ],
    baseline_index: 0,
    replications: { count: 40, first_seed: 1 },
  });
});

it('offers nothing where no number of seeds is known, or the experiment is not', () => {
  expect(decidingDefinition(row([6], null), experiments)).toBeNull();
  expect(decidingDefinition(row([6], 40, 'another'), experiments)).toBeNull();
  expect(decidingDefinition(row([], 40), [])).toBeNull();
});

it('offers nothing where the numbers are read off series, which no experiment keeps', () => {
  const series = [{ key: 'sweep', id: null, definition } as unknown as PaperExperiment];
  expect(decidingDefinition(row([6, 11], 40), series)).toBeNull();
});
