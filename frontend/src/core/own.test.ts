import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { beforeAll, describe, expect, it } from 'vitest';

import { coreAlgorithms } from '#tests/registry';
import { scenarioSchema } from '#tests/scenarioSchema';
import { loadCore } from '#tests/coreThread';

import type { ScenarioRules } from './complete';
import { CoreInstance } from './module';
import { planOf } from './plan';

const rules: ScenarioRules = {
  schema: scenarioSchema() as ScenarioRules['schema'],
  algorithms: coreAlgorithms,
};
const MODULES = new URL('../../../sim-core/modules/', import.meta.url);
const bytesOf = (path: string) => Uint8Array.from(readFileSync(new URL(path, MODULES)));

let core: CoreInstance;

beforeAll(async () => {
  core = new CoreInstance(await loadCore());
});

/** Loss, a mark, a late start, two flows: most kinds of events of a module happen in it. */
const scenarioOf = (algorithm: string, queue: object = { kind: 'droptail' }) => ({
  duration_s: 20,
  bottleneck: {
    rate_bps: 10_000_000,
    delay_s: 0.005,
    buffer: { amount: 2 },
    queue,
    loss: { kind: 'bernoulli', probability: 0.001 },
  },
  flows: [
    { rtt_s: 0.04, algorithm: { name: algorithm } },
    { rtt_s: 0.02, start_s: 2, algorithm: { name: algorithm } },
  ],
});

function digest(algorithm: string, own: Uint8Array<ArrayBuffer> | null, queue?: object) {
  core.useOwn(own);
  return core.run(planOf(rules, scenarioOf(algorithm, queue)), 3).seriesDigest;
}

describe('an own algorithm in the page', () => {
  it.each([
    ['newreno', 'newreno.wasm'],
    ['cubic', 'cubic.wasm'],
    ['bbr2', 'bbr2.wasm'],
    ['newreno', 'assemblyscript/newreno.wasm'],
    ['cubic', 'assemblyscript/cubic.wasm'],
  ])('gives the series of %s as %s', (algorithm, path) => {
    const bytes = bytesOf(path);
    const name = `wasm:${createHash('sha256').update(bytes).digest('hex')}`;
    expect(digest(name, bytes)).toBe(digest(algorithm, null));
  });

  it('refuses a plan with a module that was not given', () => {
    expect(() => digest('wasm:none', null)).toThrow('cannot read the plan');
  });
});
