import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Scenario } from '@/api/types';
import type { CoreModuleMessage, CoreQuestion } from '@/core/messages';
import { SPEED } from '#tests/askedCore';
import { InThisThread } from '#tests/coreThread';
import { fakeApi, type Answer } from '#tests/fakeApi';
import { coreAlgorithms } from '#tests/registry';
import { scenarioSchema } from '#tests/scenarioSchema';

import { SeedCurves } from './SeedCurves';
import { SeedPreview } from './SeedPreview';

vi.mock('@/core/load', () => import('#tests/coreThread'));

const BYTES = Uint8Array.from(readFileSync('../sim-core/modules/newreno.wasm'));
const SHA256 = createHash('sha256').update(BYTES).digest('hex');
const NAME = `wasm:${SHA256}`;
const FILE = `GET /api/algorithms/modules/${SHA256}/file`;
const asked: CoreQuestion[] = [];

class Counting extends InThisThread {
  override postMessage(message: CoreModuleMessage | CoreQuestion) {
    if ('plan' in message) asked.push(message);
    super.postMessage(message);
  }
}

const scenarioOf = (algorithms: readonly string[], parameters: object, duration_s = 5) =>
  ({
    name: 'Two',
    duration_s,
    bottleneck: { rate_bps: 10_000_000, buffer: { amount: 2, unit: 'bdp' } },
    flows: algorithms.map((name) => ({ rtt_s: 0.04, algorithm: { name, parameters } })),
  }) as unknown as Scenario;

function serve(file: Answer) {
  return fakeApi({
    ...SPEED,
    'GET /api/schema/scenario': { body: scenarioSchema() },
    'GET /api/algorithms': { body: coreAlgorithms },
    [FILE]: file,
  });
}

function show(part: React.ReactNode) {
  const client = new QueryClient();
  const within = (child: React.ReactNode) => (
    <QueryClientProvider client={client}>{child}</QueryClientProvider>
  );
  const { rerender } = render(within(part));
  return (child: React.ReactNode) => rerender(within(child));
}

const curves = (scenario: Scenario) => <SeedCurves scenario={scenario} shares={undefined} />;
const words = /^Seed 1, computed in this browser while you edit\./;

describe('the first look at a scenario with a module', () => {
  beforeEach(() => {
    asked.length = 0;
    vi.stubGlobal('Worker', Counting);
    vi.stubGlobal('matchMedia', () => ({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
  });

  it('is computed with the module’s bytes, which are fetched once', async () => {
    const calls = serve({ bytes: BYTES });
    const update = show(curves(scenarioOf([NAME, 'cubic'], {})));
    expect(await screen.findByText(words)).toBeVisible();
    expect(asked[0]?.own).toEqual(BYTES);
    update(curves(scenarioOf([NAME, 'cubic'], {}, 6)));
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]?.own).toEqual(BYTES);
    expect(calls.filter(({ route }) => route === FILE)).toHaveLength(1);
  });

  it('takes the module’s parameters', async () => {
    serve({ bytes: BYTES });
    show(curves(scenarioOf([NAME], { beta_256ths: 179 })));
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByText('No preview')).toBeNull();
  });

  it('says that the module cannot be had, or is none', async () => {
    serve({ status: 404, body: { title: 'Not found', detail: 'There is no module here.' } });
    const update = show(curves(scenarioOf([NAME], {})));
    expect(
      await screen.findByText(/The module could not be loaded: .*no module here/),
    ).toBeVisible();
    update(curves(scenarioOf(['cubic'], {})));
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('says when and why the module failed', async () => {
    serve({ bytes: BYTES });
    show(curves(scenarioOf([NAME], { nobody_declares: 1 })));
    expect(await screen.findByText(/A run on the server decides\.$/)).toBeVisible();
  });

  it('computes one module at a time', () => {
    serve({ bytes: BYTES });
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe = () => undefined;
        disconnect = () => undefined;
      },
    );
    const scenario = scenarioOf([NAME, `wasm:${'ab'.repeat(32)}`], {});
    show(<SeedPreview scenario={scenario} shares={undefined} />);
    expect(
      screen.getByText(/one WebAssembly module at a time, and the scenario has 2/),
    ).toBeVisible();
  });
});
