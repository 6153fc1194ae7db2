import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { fakeApi, type Answer } from '#tests/fakeApi';

import { useExperimentMap, useExperimentPoints } from './experiments';
import { ownerKey } from '@/api/http/owner';

/** One cache for one test. */
function inApp() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return function App({ children }: { children: React.ReactNode }) {
    return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
  };
}

const map = (metric: string, revision: number) => ({
  body: { metric, revision, cells: { count: [revision], mean: [], median: [], low: [], high: [] } },
});

describe('the map of an experiment', () => {
  it('keeps the old numbers until those of the new revision are there', async () => {
    let release: (answer: Answer) => void = () => undefined;
    const later = new Promise<Answer>((resolve) => (release = resolve));
    let asked = 0;
    const calls = fakeApi({
      'GET /api/experiments/e/map': () => {
        asked += 1;
        return asked === 1 ? map('jain_index', 1) : later;
      },
    });
    const { result, rerender } = renderHook(
      ({ revision }) => useExperimentMap('e', 'jain_index', revision),
      { wrapper: inApp(), initialProps: { revision: 1 } },
    );
    await waitFor(() => expect(result.current.data?.cells.count).toEqual([1]));
    expect(calls[0]?.url.searchParams.get('metric')).toBe('jain_index');
    expect(calls[0]?.headers.get('X-Lab-Owner')).toBe(ownerKey());
    rerender({ revision: 2 });
    expect(result.current.data?.revision).toBe(1);
    release(map('jain_index', 2));
    await waitFor(() => expect(result.current.data?.revision).toBe(2));
  });

  it('shows no numbers of one metric under the name of another', async () => {
    const never = new Promise<Answer>(() => undefined);
    fakeApi({
      'GET /api/experiments/e/map': (url) =>
        url.searchParams.get('metric') === 'jain_index' ? map('jain_index', 1) : never,
    });
    const { result, rerender } = renderHook(({ metric }) => useExperimentMap('e', metric, 1), {
      wrapper: inApp(),
      initialProps: { metric: 'jain_index' },
    });
    await waitFor(() => expect(result.current.isSuccess).toBe(true));
    rerender({ metric: 'utilisation_ratio' });
    expect(result.current.data).toBeUndefined();
  });
});

describe('single units', () => {
  it('are asked for by cell', async () => {
    const calls = fakeApi({
      'GET /api/experiments/e/points': {
        body: { x: 'a', y: 'b', revision: 1, points: {}, ellipses: [] },
      },
    });
    const wanted = { x: 'p95_rtt_s', y: 'throughput_bps', cells: [3, 4] };
    const { result } = renderHook(() => useExperimentPoints('e', wanted, 1), { wrapper: inApp() });
    await waitFor(() => expect(result.current.isSuccess).toBe(true));
    expect(calls[0]?.url.searchParams.getAll('cells')).toEqual(['3', '4']);
  });
});
