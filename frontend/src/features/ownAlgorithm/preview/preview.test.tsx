import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Scenario } from '@/api/types';
import type { CoreModuleMessage, CoreQuestion } from '@/core/messages';
import { SPEED } from '#tests/askedCore';
import { InThisThread } from '#tests/coreThread';
import { fakeApi } from '#tests/fakeApi';
import { coreAlgorithms } from '#tests/registry';
import { scenarioSchema } from '#tests/scenarioSchema';

import { compile } from '../compiler/compile';
import { STARTING_POINTS } from '../startingPoints';
import { usePreview } from './usePreview';

vi.mock('@/core/load', () => import('#tests/coreThread'));

const MODULES = '../sim-core/modules/assemblyscript';
const bytesOf = (name: string) => Uint8Array.from(readFileSync(`${MODULES}/${name}.wasm`));
const draft = (name: string) =>
  ({
    name: 'Two',
    duration_s: 5,
    bottleneck: { rate_bps: 10_000_000, buffer: { amount: 2, unit: 'bdp' } },
    flows: [
      { label: 'mine', rtt_s: 0.04, algorithm: { name } },
      { label: 'other', rtt_s: 0.04, algorithm: { name: 'cubic' } },
    ],
  }) as unknown as Scenario;
const WITH_MODULE = draft('wasm:preview');

/** The preview of a text that compiles, without a page. */
async function compiled(change: (text: string) => string) {
  const answer = await compile(change(STARTING_POINTS[0]?.text ?? ''));
  if (!('bytes' in answer)) throw new Error(JSON.stringify(answer.problems));
  return answer.bytes;
}

function preview(bytes: Uint8Array<ArrayBuffer> | null, scenario: Scenario) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return renderHook((given: typeof bytes) => usePreview(given, scenario), {
    initialProps: bytes,
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
}

describe('the preview of an own algorithm', () => {
  beforeEach(() => {
    vi.stubGlobal('Worker', InThisThread);
    fakeApi({
      ...SPEED,
      'GET /api/schema/scenario': { body: scenarioSchema() },
      'GET /api/algorithms': { body: coreAlgorithms },
    });
  });

  it('has the curves of the algorithm that the module is', async () => {
    const own = preview(bytesOf('cubic'), WITH_MODULE);
    await waitFor(() => expect(own.result.current?.isWhole).toBe(true));
    const native = preview(bytesOf('newreno'), draft('cubic'));
    await waitFor(() => expect(native.result.current?.isWhole).toBe(true));
    const series = own.result.current?.series;
    expect(series).toEqual(native.result.current?.series);
    expect(series?.timeSeconds.slice(0, 2)).toEqual([0.1, 0.2]);
    expect(series?.flows.get(0)?.cwnd_bytes?.mean).toHaveLength(50);
    expect(own.result.current?.problem).toBe('');
  });

  it('is computed again for another module, and stays while there is none', async () => {
    const { result, rerender } = preview(bytesOf('newreno'), WITH_MODULE);
    await waitFor(() => expect(result.current?.isWhole).toBe(true));
    const first = result.current;
    rerender(null);
    expect(result.current).toBe(first);
    rerender(bytesOf('bbr'));
    await waitFor(() => expect(result.current).not.toBe(first));
    expect(result.current?.series).not.toEqual(first?.series);
  });

  it('says when and why a module failed', async () => {
    const bytes = await compiled((text) =>
      text.replace('min_rtt_ns = ack.min_rtt_ns;', 'cwnd = cwnd / (ack.state - ack.state);'),
    );
    const { result } = preview(bytes, WITH_MODULE);
    await waitFor(() =>
      expect(result.current?.problem).toMatch(
        /^It failed at 0\.[0-9]+ s in flow 0: ccsim_on_ack: it divided by zero\.$/,
      ),
    );
    expect(result.current?.isWhole).toBe(false);
  });

  it('says that an answer was out of bounds', async () => {
    const bytes = await compiled((text) => text.replace('  return cwnd;\n}', '  return -1;\n}'));
    const { result } = preview(bytes, WITH_MODULE);
    await waitFor(() => expect(result.current?.problem).toContain('it answered -1'));
  });

  it('ends a run that does not end', async () => {
    class Hung extends InThisThread {
      override postMessage(message: CoreModuleMessage | CoreQuestion) {
        if ('module' in message) super.postMessage(message);
      }
    }
    vi.stubGlobal('Worker', Hung);
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    const { result } = preview(bytesOf('newreno'), WITH_MODULE);
    await vi.advanceTimersByTimeAsync(20_000);
    await waitFor(() => expect(result.current?.problem).toContain('within 5 s'));
    vi.useRealTimers();
  });
});
