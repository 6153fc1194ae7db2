import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';

import { fakeApi } from '#tests/fakeApi';
import { coreAlgorithms } from '#tests/registry';

import { useAlgorithmTitle } from '@/api/catalog';

const SHA256 = 'cd'.repeat(32);
const GONE = 'ef'.repeat(32);
const ONE = 'GET /api/algorithms/modules/*';

function wrapper({ children }: { readonly children: ReactNode }) {
  return createElement(QueryClientProvider, { client: new QueryClient() }, children);
}

describe('the title of a module', () => {
  it('is asked for once, when a text first needs it', async () => {
    const calls = fakeApi({
      'GET /api/algorithms': { body: coreAlgorithms },
      [ONE]: { body: { name: `wasm:${SHA256}`, description: { title: 'Slow Reno' } } },
    });
    const { result } = renderHook(useAlgorithmTitle, { wrapper });
    expect(result.current(`wasm:${SHA256}`)).toBe('wasm:cdcdcdcd');
    expect(result.current(`wasm:${SHA256}`)).toBe('wasm:cdcdcdcd');
    await waitFor(() => expect(result.current(`wasm:${SHA256}`)).toBe('Slow Reno'));
    expect(result.current('bbr2')).toBe('BBRv2');
    expect(calls.filter(({ route }) => route.includes(SHA256))).toHaveLength(1);
  });

  it('stays its digest where the lab does not have it', async () => {
    const calls = fakeApi({
      'GET /api/algorithms': { body: coreAlgorithms },
      [ONE]: { status: 404, body: { title: 'Not found' } },
    });
    const { result } = renderHook(useAlgorithmTitle, { wrapper });
    result.current(`wasm:${GONE}`);
    await waitFor(() => expect(calls.some(({ route }) => route.includes(GONE))).toBe(true));
    expect(result.current(`wasm:${GONE}`)).toBe('wasm:efefefef');
  });
});
