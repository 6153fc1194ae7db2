import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

import { beforeEach, describe, expect, it, vi } from 'vitest';

import { InThisThread } from '#tests/coreThread';
import { coreAlgorithms } from '#tests/registry';
import { scenarioSchema } from '#tests/scenarioSchema';
import type { Run, Scenario } from '@/api/types';
import { BEHAVIOUR_HEADER } from '@/api/http/transport';
import { CoreInstance } from '@/core/module';

import { answer } from './answer';
import { coreOf, hasCoreOf } from './cores';

/** What the repository keeps of an older behaviour, on a site whose own is newer. */
const { KEPT, NEWER } = vi.hoisted(() => ({ KEPT: 7, NEWER: 8 }));
vi.mock('@/core/ccsim.json', () => ({ behaviour_version: NEWER }));

const scenario = {
  name: '',
  duration_s: 2,
  sample_interval_s: 0.1,
  bottleneck: { rate_bps: 1e7, delay_s: 0.005, buffer: { amount: 2 } },
  flows: [{ label: 'one', rtt_s: 0.04, count: 1, algorithm: { name: 'cubic' } }],
} as unknown as Scenario;

vi.mock('./python/askPython', () => ({
  askPython: (question: string) =>
    Promise.resolve({
      status: 200,
      body: question === 'create' && { name: 'one', seed: 1, scenario, scenario_digest: 'ab' },
    }),
  askPythonForText: (_: string, { core }: { core: object }) =>
    Promise.resolve(JSON.stringify({ status: 200, body: { ...core, flows: [] } })),
}));

const FILES: Readonly<Record<string, () => Response>> = {
  'lab-site.json': () =>
    Response.json({
      behaviour_version: NEWER,
      cores: { [KEPT]: 'cores/kept.wasm', [NEWER]: 'assets/ccsim.wasm' },
      answers: ['schema/scenario', 'algorithms'],
    }),
  'answers/schema/scenario.json': () => Response.json(scenarioSchema()),
  'answers/algorithms.json': () => Response.json(coreAlgorithms),
  'cores/kept.wasm': () =>
    new Response(new Uint8Array(brotliDecompressSync(readFileSync('src/core/older/7.wasm.br')))),
};

beforeEach(() => {
  vi.stubGlobal('Worker', InThisThread);
  vi.stubGlobal('fetch', (url: URL | string) => {
    const file = FILES[new URL(url).pathname.replace(/^\//, '')];
    return Promise.resolve(file?.() ?? new Response('', { status: 404 }));
  });
  return () => vi.unstubAllGlobals();
});

function start(behaviour: number) {
  const headers = { [BEHAVIOUR_HEADER]: String(behaviour), 'Content-Type': 'application/json' };
  const body = JSON.stringify({ scenario, seed: 1 });
  const url = new URL('/api/runs', window.location.origin);
  return answer(new Request(url, { method: 'POST', headers, body }));
}

describe('an older behaviour on a site', () => {
  it('has a module where the site keeps one', async () => {
    expect(await Promise.all([KEPT, NEWER, 6].map(hasCoreOf))).toEqual([true, true, false]);
    expect(new CoreInstance(await coreOf(KEPT)).behaviourVersion).toBe(KEPT);
    await expect(coreOf(6)).rejects.toThrow('keeps no module of behaviour 6');
  });

  it('computes a run of a link, and says by which behaviour', async () => {
    const started = (await (await start(KEPT)).json()) as Run;
    expect(started.behaviour_version).toBe(KEPT);
    const url = new URL(`/api/runs/${started.id}`, window.location.origin);
    await vi.waitFor(async () => {
      const run = (await (await answer(new Request(url))).json()) as Run;
      expect(run.status).toBe('done');
      expect(run.result?.behaviour_version).toBe(KEPT);
      expect(run.result?.series_digest).toMatch(/^[0-9a-f]{64}$/);
    });
  });

  it('is refused where the site has none', async () => {
    const refused = await start(6);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      detail: 'This site keeps no module of behaviour version 6.',
    });
  });
});
