import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, type PropsWithChildren } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { queuedRun, run } from '#tests/fixtures';
import { seriesKey } from '@/api/runs/series';
import type { Run } from '@/api/types';

import { useIsRunPrefetching, useAreCurvesSeen } from './curvesFirst';
import { forgetStarted, noteStarted } from './justStarted';

const seen = (isAwaited: boolean) =>
  renderHook((awaited) => useAreCurvesSeen(awaited), { initialProps: isAwaited });

afterEach(() => vi.useRealTimers());

it('lets what stands beside the curves come after the frame that shows them', async () => {
  const { result, rerender } = seen(true);
  rerender(false);
  expect(result.current).toBe(false);
  await waitFor(() => expect(result.current).toBe(true));
  rerender(true);
  expect(result.current).toBe(true);
});

it('does not wait for long', async () => {
  vi.useFakeTimers();
  const { result } = seen(true);
  await vi.advanceTimersByTimeAsync(399);
  expect(result.current).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await waitFor(() => expect(result.current).toBe(true));
});

describe('a page that is about to have curves', () => {
  afterEach(() => forgetStarted('one'));

  const page = (first: readonly Run[]) => {
    vi.useFakeTimers();
    const queryClient = new QueryClient();
    const wrapper = ({ children }: PropsWithChildren) =>
      createElement(QueryClientProvider, { client: queryClient }, children);
    const shown = () =>
      renderHook((runs: readonly Run[]) => useIsRunPrefetching(['one'], runs), {
        initialProps: first,
        wrapper,
      });
    return { queryClient, shown };
  };
  const running = (sampleCount: number): Run => ({
    ...queuedRun('one'),
    status: 'running',
    progress: { simulated_s: 1, duration_s: 10, sample_count: sampleCount },
  });

  it('waits for the first samples of a run that was just started, once', () => {
    noteStarted('one');
    const { shown } = page([queuedRun('one')]);
    const { result, rerender } = shown();
    expect(result.current).toBe(true);
    rerender([running(40)]);
    expect(result.current).toBe(false);
    rerender([queuedRun('one')]);
    expect(result.current).toBe(false);
  });

  it('does not wait for those of a run that waits since long', () => {
    const { shown } = page([queuedRun('one')]);
    expect(shown().result.current).toBe(false);
  });

  it('waits for curves that are on their way', async () => {
    const { queryClient, shown } = page([]);
    let answer: (grid: object) => void = () => undefined;
    void queryClient.query({
      queryKey: [...seriesKey('one'), 'usual'],
      queryFn: () => new Promise<object>((resolve) => (answer = resolve)),
    });
    const { result, rerender } = shown();
    rerender([run({ id: 'one' })]);
    expect(result.current).toBe(true);
    answer({});
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(result.current).toBe(false);
  });

  it('does not wait for long', async () => {
    noteStarted('one');
    const { shown } = page([queuedRun('one')]);
    const { result } = shown();
    await act(() => vi.advanceTimersByTimeAsync(249));
    expect(result.current).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(result.current).toBe(false);
  });
});
