import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { createElement, type PropsWithChildren } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { fakeApi, FakeEventSource } from '#tests/fakeApi';
import { run, series, timeline } from '#tests/fixtures';
import { runKey } from '@/api/runs/runs';
import { useRunEvents } from '@/api/runs/stream';
import type { RunEvent } from '@/api/types';

import { prefetchRunEvents } from './prefetchRun';

describe('a run whose page is about to open', () => {
  afterEach(() => void vi.useRealTimers());

  const begin = (status: 'queued' | 'done') => {
    vi.useFakeTimers();
    const queryClient = new QueryClient();
    const one = run({ status, progress: { simulated_s: 0, duration_s: 10, sample_count: 0 } });
    queryClient.setQueryData(runKey(one.id), one);
    const calls = fakeApi({
      // As it was in the middle of the run.
      [`GET /api/runs/${one.id}/series`]: { body: { ...series(one.id), complete: false } },
      [`GET /api/runs/${one.id}/timeline`]: { body: timeline(one.id) },
      [`GET /api/runs/${one.id}`]: { body: one },
    });
    const event = (now: RunEvent['status'], sampleCount: number): RunEvent => ({
      run_id: one.id,
      seq: 3,
      status: now,
      attempt: 1,
      simulated_s: 5,
      duration_s: 10,
      sample_count: sampleCount,
      error: null,
    });
    const streams = FakeEventSource.opened.length;
    void prefetchRunEvents(queryClient, [one]);
    return {
      queryClient,
      one,
      event,
      askedForCurves: () => calls.filter(({ route }) => route.endsWith('/series')).length,
      opened: () => FakeEventSource.opened.slice(streams),
    };
  };

  it('has its curves asked for as soon as there are some, and at its end', async () => {
    const { event, askedForCurves, opened } = begin('queued');
    await vi.advanceTimersByTimeAsync(0);
    expect(opened()).toHaveLength(1);
    expect(askedForCurves()).toBe(0);
    const [stream] = opened();
    stream?.say('progress', event('running', 50));
    await vi.advanceTimersByTimeAsync(0);
    expect(askedForCurves()).toBe(1);
    stream?.say('end', event('done', 100));
    await vi.advanceTimersByTimeAsync(0);
    expect(askedForCurves()).toBe(2);
    expect(stream?.isClosed).toBe(true);
  });

  it('is followed once, however many follow it, until the last of them leaves', async () => {
    const { queryClient, one, opened } = begin('queued');
    const wrapper = ({ children }: PropsWithChildren) =>
      createElement(QueryClientProvider, { client: queryClient }, children);
    const page = renderHook(() => useRunEvents([one]), { wrapper });
    await vi.advanceTimersByTimeAsync(5000);
    expect(opened()).toHaveLength(1);
    expect(opened()[0]?.isClosed).toBe(false);
    page.unmount();
    await vi.advanceTimersByTimeAsync(0);
    expect(opened()[0]?.isClosed).toBe(true);
  });

  it('is not followed for ever if no page comes', async () => {
    const { event, askedForCurves, opened } = begin('queued');
    await vi.advanceTimersByTimeAsync(5000);
    expect(opened()[0]?.isClosed).toBe(true);
    opened()[0]?.say('progress', event('running', 50));
    await vi.advanceTimersByTimeAsync(0);
    expect(askedForCurves()).toBe(0);
  });

  it('has its curves asked for at once if it was stored', async () => {
    const { askedForCurves, opened } = begin('done');
    await vi.advanceTimersByTimeAsync(0);
    expect(askedForCurves()).toBe(1);
    expect(opened()).toEqual([]);
  });
});
