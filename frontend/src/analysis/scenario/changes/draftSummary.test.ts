import { describe, expect, it } from 'vitest';

import { draftSummary, isFound } from './draftSummary';

describe('a draft in words', () => {
  it('names algorithms, flows and rate', () => {
    const flows = [
      { algorithm: { name: 'bbr2' }, count: 3 },
      { algorithm: { name: 'cubic' } },
      { algorithm: { name: 'bbr2' } },
    ];
    const text = JSON.stringify({ bottleneck: { rate_bps: 2.5e6 }, flows });
    expect(draftSummary(text)).toEqual({
      algorithms: ['bbr2', 'cubic'],
      flowCount: 5,
      rate: '2.5 Mbit/s',
    });
  });

  it('describes an experiment by its base', () => {
    const base = { bottleneck: { rate_bps: 1e6 }, flows: [{ algorithm: { name: 'bbr2' } }] };
    const words = { algorithms: ['bbr2'], flowCount: 1, rate: '1 Mbit/s' };
    expect(draftSummary(JSON.stringify({ base, axes: [] }))).toEqual(words);
  });

  it('says what it can of half a scenario', () => {
    const text = '{"flows": [{}, {"algorithm": 7, "count": "x"}], "bottleneck": []}';
    expect(draftSummary(text)).toEqual({ algorithms: [], flowCount: 1, rate: null });
    expect(draftSummary('{"flows": {}}')).toEqual({ algorithms: [], flowCount: 0, rate: null });
  });

  it('is null where there is no object', () => {
    expect([draftSummary('{"a":'), draftSummary('[]'), draftSummary('')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('finding a draft', () => {
  it('wants every word, in any of the texts', () => {
    expect(isFound('Deep cubic', 'deep buffer', '{"name": "cubic"}')).toBe(true);
    expect(isFound('deep bbr', 'deep buffer', '{"name": "cubic"}')).toBe(false);
    expect(isFound('  ', 'anything')).toBe(true);
  });
});
