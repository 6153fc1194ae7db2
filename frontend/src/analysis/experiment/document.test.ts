import { describe, expect, it } from 'vitest';

import { partsOf, readExperiment, unwrapped, wrapped } from './document';

const SCENARIO = '{\n  "name": "Two",   "duration_s": 3,\n  "flows": [\n    {}\n  ]\n}';
const axes = [{ label: 'D', moves: [{ path: 'duration_s', values: range() }] }];
const replications = { count: 5, first_seed: 7 };

function range() {
  return { kind: 'linear' as const, from: 1, to: 3, count: 3 };
}

describe('a scenario that becomes an experiment', () => {
  const text = wrapped(SCENARIO, 'Two', { axes, replications });

  it('is its base, as it was typed', () => {
    const value = JSON.parse(text) as Record<string, unknown>;
    expect(value).toMatchObject({ version: 1, name: 'Two', axes, replications });
    expect(value.base).toEqual(JSON.parse(SCENARIO));
    expect(text).toContain('"name": "Two",   "duration_s": 3,');
  });

  it('comes back letter by letter', () => {
    expect(unwrapped(text, 'Two')).toBe(SCENARIO);
    expect(JSON.parse(unwrapped(text, 'Three'))).toMatchObject({ name: 'Three' });
  });
});

describe('the parts of a text', () => {
  it('are a scenario alone, or an experiment with its base', () => {
    const scenario = { duration_s: 3 };
    expect(partsOf(scenario)).toEqual({ scenario, prefix: '', experiment: null });
    const experiment = { base: scenario, axes: [] };
    expect(partsOf(experiment)).toEqual({ scenario, prefix: 'base', experiment });
    expect(partsOf({ axes: [] }).scenario).toBeNull();
  });

  it('are read as far as they can be shown', () => {
    const read = readExperiment({ axes: [...axes, { moves: 'none' }], replications });
    expect(read.axes[0]).toMatchObject(axes[0] ?? {});
    expect(read.isPartial).toBe(true);
    expect(read.replications).toEqual(replications);
    expect(readExperiment({ axes }).isPartial).toBe(false);
  });

  it('keep a range of which one end is no number yet', () => {
    const values = { kind: 'linear', from: '1 s', to: 3, count: 3 };
    const read = readExperiment({ axes: [{ label: '', moves: [{ path: 'a', values }] }] });
    expect(read.axes[0]?.moves[0]?.values).toMatchObject({ kind: 'linear', to: 3, count: 0 });
  });
});
