import { describe, expect, it } from 'vitest';

import { plainField as field } from '@/analysis/scenario/fields/plainField';
import { repairsOf } from './repairs';

describe('a repair', () => {
  it('of an RTT below the path’s own changes the RTT or the delay', () => {
    const scenario = { bottleneck: { delay_s: 0.01 }, flows: [{ rtt_s: 0.015 }] };
    const refused = { path: 'flows.0.rtt_s', bound: 0.02 };
    expect(repairsOf(refused, field({ minimum: 1e-5 }), scenario)).toEqual([
      { path: 'flows.0.rtt_s', value: 0.02 },
      { path: 'bottleneck.delay_s', value: 0.0075 },
    ]);
  });

  it('sets a number to the bound that it breaks', () => {
    const refused = { path: 'duration_s', bound: 3600 };
    expect(repairsOf(refused, field({ maximum: 3600 }), { duration_s: 9999 })).toEqual([
      { path: 'duration_s', value: 3600 },
    ]);
  });

  it('writes a bare name as the object that it means', () => {
    const refused = { path: 'flows.0.algorithm', bound: { name: 'cubic' } };
    expect(repairsOf(refused, field({}), { flows: [{ algorithm: 'cubic' }] })).toEqual([
      { path: 'flows.0.algorithm', value: { name: 'cubic' } },
    ]);
  });

  it('goes back to the default where the bound is another field', () => {
    const refused = { path: 'warmup_s', bound: 10 };
    expect(repairsOf(refused, field({ fallback: 0, maximum: 3600 }), { warmup_s: 20 })).toEqual([
      { path: 'warmup_s', value: 0 },
    ]);
  });

  it('does not guess a size that is too much for the memory', () => {
    const refused = { path: 'bottleneck.buffer.amount', bound: 10_000_000 };
    expect(repairsOf(refused, field({ fallback: 1 }), {})).toEqual([]);
  });

  it('takes what is simulated, and nothing where nothing fits', () => {
    const kind = { path: 'queue.kind', bound: ['droptail'] };
    expect(repairsOf(kind, field({ kind: 'choice' }), {})).toEqual([
      { path: 'queue.kind', value: 'droptail' },
    ]);
    const steps = { path: 'steps', bound: [] };
    expect(repairsOf(steps, field({ kind: 'list' }), {})).toEqual([{ path: 'steps', value: [] }]);
    const needed = { path: 'duration_s', bound: null };
    expect(repairsOf(needed, field({}), { duration_s: 'x' })).toEqual([]);
  });

  it('takes away what is no field, but never a whole flow group', () => {
    expect(repairsOf({ path: 'durations', bound: null }, null, {})).toEqual([
      { path: 'durations', value: undefined },
    ]);
    expect(repairsOf({ path: 'flows.0', bound: null }, null, {})).toEqual([]);
  });
});
