import { describe, expect, it } from 'vitest';

import { getAt } from '@/analysis/scenario/fields/fieldPath';
import { fieldAt } from '@/analysis/scenario/fields/fields';

import { scenario } from '#tests/fixtures';
import { scenarioSchema } from '#tests/scenarioSchema';

import { startingValues } from './startingValues';

function starting(path: string, changes: Record<string, unknown> = {}) {
  const base = { ...scenario(), ...changes };
  const field = fieldAt(scenarioSchema(), path, base);
  if (field === null) throw new Error(`There is no ${path}.`);
  return startingValues(field, getAt(base, path), base);
}

describe('values to begin with', () => {
  it('lie around what the field is now', () => {
    expect(starting('bottleneck.rate_bps')).toEqual({
      kind: 'logarithmic',
      from: 2.5e6,
      to: 4e7,
      count: 5,
    });
    expect(starting('packet_bytes')).toMatchObject({ kind: 'logarithmic', from: 250, to: 4000 });
    expect(starting('flows.0.count')).toEqual({ kind: 'list', values: [1, 2, 4] });
    expect(starting('flows.0.count', { flows: [{ count: 8 }] })).toEqual({
      kind: 'list',
      values: [2, 4, 8, 16, 32],
    });
  });

  it('keep clear of values for which other fields leave no room', () => {
    expect(starting('flows.0.rtt_s')).toMatchObject({ from: 0.02, to: 0.14 });
    expect(starting('bottleneck.delay_s')).toMatchObject({ from: 0.0025, to: 0.0125 });
    expect(starting('warmup_s')).toEqual({ kind: 'linear', from: 0, to: 5, count: 5 });
  });

  it('begin at nothing where the field is nothing', () => {
    expect(starting('flows.0.start_s')).toMatchObject({ kind: 'linear', from: 0, to: 5 });
    const bottleneck = {
      ...scenario().bottleneck,
      loss: { kind: 'bernoulli', probability: 0 },
    };
    expect(starting('bottleneck.loss.probability', { bottleneck })).toEqual({
      kind: 'list',
      values: [0, 1e-4, 1e-3, 1e-2],
    });
  });

  it('are all that is simulated of a choice, and both of a switch', () => {
    expect(starting('transport.window_pacing')).toEqual({ kind: 'list', values: [false, true] });
    const values = starting('bottleneck.buffer.unit');
    expect(values).toEqual({ kind: 'list', values: ['bdp', 'packets', 'bytes', 'seconds'] });
  });
});
