import { describe, expect, it } from 'vitest';

import {
  cellItem,
  compareSearch,
  formatItems,
  itemsOfRuns,
  parseItem,
  parseItems,
} from './compareUrl';
import { experimentSearch } from './experimentUrl';
import {
  buildSearch,
  comparedIds,
  isToggled,
  movedName,
  orderedNames,
  runSearch,
  toggleName,
} from './url';

describe('runSearch', () => {
  it('keeps what it knows', () => {
    const view = {
      with: 'abc-1',
      from: 1,
      to: 2.5,
      layout: 'side',
      toggled: 'queue',
      table: true,
      packets: true,
    };
    expect(runSearch.parse(view)).toEqual(view);
  });

  it('knows replay by its bare name too, and speeds that there are', () => {
    expect(runSearch.parse({ replay: true, speed: 0.03 })).toEqual({ replay: true, speed: 0.03 });
    expect(runSearch.parse({ replay: '' })).toEqual({ replay: true });
    expect(runSearch.parse({ replay: 'no', speed: 0.5 })).toEqual({});
  });

  it('drops what is broken, so that an old link still opens', () => {
    expect(
      runSearch.parse({ with: '<script>', from: 5, to: 2, layout: 'x', table: 'yes', other: 1 }),
    ).toEqual({});
    expect(runSearch.parse({ from: 'a', to: 3 })).toEqual({});
    expect(runSearch.parse({ from: -1, to: Infinity })).toEqual({});
  });
});

describe('buildSearch', () => {
  it('takes a preset with its variant, or a run', () => {
    expect(buildSearch.parse({ preset: 'one', variant: 1 })).toEqual({ preset: 'one', variant: 1 });
    expect(buildSearch.parse({ run: 'abc', variant: 0.5 })).toEqual({ run: 'abc' });
  });
});

describe('lists of names', () => {
  it('switch a name on and off and vanish when empty', () => {
    expect(toggleName(undefined, 'queue')).toBe('queue');
    expect(toggleName('queue', 'rtt')).toBe('queue.rtt');
    expect(toggleName('queue', 'queue')).toBeUndefined();
    expect(isToggled('queue.rtt', 'rtt')).toBe(true);
    expect(isToggled(undefined, 'rtt')).toBe(false);
  });
});

describe('compared runs', () => {
  it('are a dotted list without doubles, the baseline first', () => {
    expect(comparedIds('a.b.a.me.c', 'b', 'me', 5)).toEqual(['b', 'a', 'c']);
    expect(comparedIds('one', undefined, 'me', 5)).toEqual(['one']);
    expect(comparedIds(undefined, 'x', 'me', 5)).toEqual([]);
    expect(comparedIds('a.b.c', undefined, 'me', 2)).toEqual(['a', 'b']);
  });
});

describe('an order of names', () => {
  const usual = ['rate', 'rtt', 'queue'] as const;

  it('keeps what an old link does not know of', () => {
    expect(orderedNames('queue.gone', usual)).toEqual(['queue', 'rate', 'rtt']);
    expect(orderedNames(undefined, usual)).toEqual(['rate', 'rtt', 'queue']);
  });

  it('moves one up or down and vanishes when it is the usual one', () => {
    expect(movedName(usual, 'queue', -1, usual, usual)).toBe('rate.queue.rtt');
    expect(movedName(['rate', 'queue', 'rtt'], 'queue', 1, usual, usual)).toBeUndefined();
    expect(movedName(usual, 'rate', -1, usual, usual)).toBeUndefined();
  });

  it('moves one past what is hidden', () => {
    expect(movedName(usual, 'queue', -1, ['rate', 'queue'], usual)).toBe('queue.rtt.rate');
  });
});

describe('the address of an experiment page', () => {
  it('keeps what it knows', () => {
    const view = {
      view: 'line',
      metric: 'jain_index',
      x: 1,
      y: 2,
      by: '3',
      cell: 17,
      table: true,
    };
    expect(experimentSearch.parse(view)).toEqual(view);
  });

  it('drops what is broken or unknown', () => {
    const broken = { view: 'pie', metric: 'a b', x: -1, cell: 1.5, by: 'x', table: 1, other: 2 };
    expect(experimentSearch.parse(broken)).toEqual({});
  });

  it('takes axes that the router has read as numbers', () => {
    expect(experimentSearch.parse({ by: 2 })).toEqual({ by: '2' });
    expect(experimentSearch.parse({ by: 2.3 })).toEqual({ by: '2.3' });
    expect(experimentSearch.parse({ by: 'none' })).toEqual({ by: 'none' });
  });
});

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
