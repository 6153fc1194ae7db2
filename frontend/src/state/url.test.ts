import { describe, expect, it } from 'vitest';

import {
  comparedIds,
  isToggled,
  movedName,
  orderedNames,
  buildSearch,
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
