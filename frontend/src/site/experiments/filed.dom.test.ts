import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { FiledExperiment } from '@/analysis/links/runsFile';

import { addExperiment, experimentsForFile } from './filed';
import { keptExperiments, keptUnits, namedAsNow, type KeptExperiment } from './kept';
import { allExperiments, removeExperiment } from './live';

/** What the page's Python and cores say; their own tests are of them. */
const said = vi.hoisted(() => ({ plan: {} as object, refusal: null as string | null }));

vi.mock('../python/askPython', () => ({
  askPython: (_: string, { request }: { request: { name: string } }) =>
    Promise.resolve(
      said.refusal === null
        ? { status: 200, body: { ...said.plan, name: request.name, forked_from: null } }
        : { status: 422, body: { detail: said.refusal } },
    ),
}));
vi.mock('../units', () => ({
  numbersOf: ({ scenario_digest, seed }: { scenario_digest: string; seed: number }) =>
    scenario_digest === 'stuck'
      ? Promise.reject(new Error('It stood still.'))
      : Promise.resolve({
          numbers: { jain_index: seed },
          summaryDigest: digestOf(scenario_digest, seed),
          coreVersion: '1',
        }),
}));

function digestOf(cell: string, seed: number): string {
  return `${cell} has ${seed}`;
}

const CELLS = ['small', 'large', 'stuck'];
const FILED: FiledExperiment = {
  name: 'Buffers',
  forked_from: null,
  definition: { name: 'Buffers' },
  digests: CELLS.map((cell) =>
    [4, 5].map((seed) => (cell === 'stuck' ? null : digestOf(cell, seed))),
  ),
};

beforeEach(async () => {
  said.refusal = null;
  said.plan = {
    definition: JSON.stringify(FILED.definition),
    seeds: [4, 5],
    stored_count: 0,
    compared: [],
    cells: CELLS.map((scenario_digest) => ({ scenario: {}, scenario_digest })),
  };
  for (const each of await allExperiments()) await removeExperiment(each);
});

async function nothingIsKept() {
  expect(await allExperiments()).toEqual([]);
  expect(await keptExperiments.all()).toEqual([]);
  expect(await keptUnits.all()).toEqual([]);
}

describe('experiments in a file of runs', () => {
  it('are computed again, and leave as they came', async () => {
    let count = 0;
    expect(await addExperiment(FILED, () => (count += 1))).toBe(true);
    expect(count).toBe(6);
    const [found] = await allExperiments();
    expect(found?.kept).toMatchObject({ name: 'Buffers', status: 'done' });
    expect(found?.units[1]?.[0]).toMatchObject({ numbers: { jain_index: 4 } });
    expect(found?.units[2]).toEqual(['It stood still.', 'It stood still.']);
    expect(await keptUnits.all()).toHaveLength(4);
    expect(await experimentsForFile()).toEqual([FILED]);
  });

  it('are there once', async () => {
    await addExperiment(FILED, () => undefined);
    expect(await addExperiment(FILED, () => undefined)).toBe(false);
    expect(await allExperiments()).toHaveLength(1);
  });

  it.each([
    ['a number that the core does not give', digestOf('large', 9), /^cell 1, seed 5: computed/],
    ['a run that failed there only', null, /^cell 1, seed 5: computed/],
  ])('leave nothing here with %s', async (_, digest, words) => {
    const digests = FILED.digests.map((row, cell) => (cell === 1 ? row.with(1, digest) : row));
    await expect(addExperiment({ ...FILED, digests }, () => undefined)).rejects.toThrow(words);
    await nothingIsKept();
  });

  it('leave nothing here where a run fails here only', async () => {
    const digests = FILED.digests.with(2, [null, digestOf('stuck', 5)]);
    const adding = addExperiment({ ...FILED, digests }, () => undefined);
    await expect(adding).rejects.toThrow('cell 2, seed 5: It stood still.');
    await nothingIsKept();
  });

  it('are refused before anything is computed', async () => {
    const digests = FILED.digests.slice(1);
    const onRun = vi.fn();
    await expect(addExperiment({ ...FILED, digests }, onRun)).rejects.toThrow(/3 cells of 2 seeds/);
    said.refusal = 'The experiment has 1,010 runs.';
    await expect(addExperiment(FILED, onRun)).rejects.toThrow(said.refusal);
    expect(onRun).not.toHaveBeenCalled();
    await nothingIsKept();
  });
});

describe('an experiment of an older behaviour', () => {
  const cellOf = (handshake: string) => ({
    scenario: { transport: { handshake } },
    scenario_digest: handshake,
  });
  const kept = (behaviour_version: number) =>
    ({
      behaviour_version,
      plan: {
        definition: '{"base": {"name": "\\"handshake\\": \\"tcp\\"", "handshake":"tcp"}}',
        cells: [cellOf('tcp'), cellOf('tcp_tls13')],
      },
    }) as unknown as KeptExperiment;

  it('continues with the handshake that it had, which has another name now', () => {
    const { plan } = namedAsNow(kept(8));
    expect(plan.cells.map(({ scenario }) => scenario.transport.handshake)).toEqual([
      'none',
      'tcp_tls13',
    ]);
    expect(plan.cells.map(({ scenario_digest }) => scenario_digest)).toEqual(['tcp', 'tcp_tls13']);
    expect(JSON.parse(plan.definition)).toEqual({
      base: { name: '"handshake": "tcp"', handshake: 'none' },
    });
    expect(namedAsNow(kept(9))).toEqual(kept(9));
  });
});
