import { describe, expect, it } from 'vitest';

import {
  cellItem,
  formatItems,
  itemsOfRuns,
  compareSearch,
  parseItem,
  parseItems,
} from './compareUrl';

const RUN = '0197f000-0000-7000-8000-000000000001';
const OTHER = '0197f000-0000-7000-8000-000000000002';
const EXPERIMENT = '0197f000-0000-7000-8000-0000000000ee';

describe('items of a comparison', () => {
  it('are written as they are read', () => {
    const of = `${RUN}.${RUN}_${OTHER}.${EXPERIMENT}:0123456789ab.${EXPERIMENT}:17`;
    expect(formatItems(parseItems(of))).toBe(of);
  });

  it('are runs of several seeds, cells by digest and cells by index', () => {
    expect(parseItem(`${RUN}_${OTHER}`)).toEqual({ kind: 'runs', ids: [RUN, OTHER] });
    const digest = `0123456789ab${'c'.repeat(52)}`;
    expect(cellItem(EXPERIMENT, digest)).toEqual(parseItem(`${EXPERIMENT}:0123456789ab`));
    expect(parseItem(`${EXPERIMENT}:17`)).toEqual({
      kind: 'cell',
      experimentId: EXPERIMENT,
      cell: '17',
    });
  });

  it('are dropped where they are broken, and named once', () => {
    expect(parseItem('luck')).toBeNull();
    expect(parseItem(`${RUN}_luck`)).toBeNull();
    expect(parseItem(`${EXPERIMENT}:`)).toBeNull();
    expect(parseItem(`${EXPERIMENT}:12345`)).toBeNull();
    expect(parseItem(`${EXPERIMENT}:1:2`)).toBeNull();
    expect(parseItems(`${RUN}.luck..${RUN}`)).toEqual([{ kind: 'runs', ids: [RUN] }]);
    expect(formatItems([])).toBeUndefined();
  });

  it('are no more than can be compared', () => {
    const cells = Array.from({ length: 12 }, (_, index) => `${EXPERIMENT}:${index}`);
    expect(parseItems(cells.join('.'))).toHaveLength(8);
  });
});

describe('view of a comparison', () => {
  it('keeps what it knows', () => {
    const view = {
      of: `${RUN}.${OTHER}`,
      baseline: 1,
      seeds: 10,
      draw: 'small',
      diff: true,
      plots: 'throughput.rtt',
      seed: 3,
      from: 1,
      to: 2,
      table: true,
      all: true,
    };
    expect(compareSearch.parse(view)).toEqual(view);
  });

  it('drops what it does not', () => {
    expect(
      compareSearch.parse({
        of: 7,
        baseline: 8,
        seeds: 51,
        draw: 'pie',
        from: 2,
        to: 1,
        diff: 'yes',
      }),
    ).toEqual({});
  });
});

describe('runs as items', () => {
  const run = (id: string, seed: number, scenario_digest: string) => ({
    id,
    seed,
    scenario_digest,
    behaviour_version: 1,
  });
  const ids = (...runs: Parameters<typeof itemsOfRuns>[0][number][]) =>
    itemsOfRuns(runs).map((item) => (item.kind === 'runs' ? item.ids : []));

  it('join what differs in the seed only', () => {
    expect(ids(run('a', 1, 'x'), run('b', 1, 'y'), run('c', 2, 'x'))).toEqual([['a', 'c'], ['b']]);
  });

  it('stay apart where nothing else is compared', () => {
    expect(ids(run('a', 1, 'x'), run('b', 2, 'x'))).toEqual([['a'], ['b']]);
  });

  it('count a seed once', () => {
    expect(ids(run('a', 1, 'x'), run('b', 1, 'x'), run('c', 1, 'y'))).toEqual([
      ['b'],
      ['a'],
      ['c'],
    ]);
  });
});
