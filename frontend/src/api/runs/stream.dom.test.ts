import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { createElement, type PropsWithChildren } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { FakeEventSource } from '#tests/fakeApi';
import { run } from '#tests/fixtures';

import { seriesKey } from './series';
import { applyEvent, useRunEvents } from './stream';
import type { RunEvent } from '@/api/types';

const running = run({
  status: 'running',
  result: null,
  progress: { simulated_s: 4, duration_s: 10, sample_count: 40 },
});
const event = (changes: Partial<RunEvent>): RunEvent => ({
  run_id: running.id,
  seq: 3,
  status: 'running',
  attempt: 1,
  simulated_s: 5,
  duration_s: 10,
  sample_count: 50,
  error: null,
  ...changes,
});

describe('applyEvent', () => {
  it('moves a run forward', () => {
    expect(applyEvent(running, event({})).progress.simulated_s).toBe(5);
  });

  it('ignores what comes late or twice', () => {
    expect(applyEvent(running, event({ simulated_s: 2, sample_count: 20 }))).toBe(running);
    expect(applyEvent(run(), event({}))).toEqual(run());
  });

  it('starts again with a new attempt, and not with an older one', () => {
    const again = applyEvent(running, event({ attempt: 2, simulated_s: 0, sample_count: 0 }));
    expect(again).toMatchObject({ attempt: 2, progress: { sample_count: 0 } });
    expect(applyEvent(again, event({ attempt: 1, sample_count: 90 }))).toBe(again);
  });
});

describe('a run that ends', () => {
  afterEach(() => void vi.useRealTimers());

  it('has its whole curves asked for once, even if parts were put off', async () => {
    vi.useFakeTimers();
    const queryClient = new QueryClient();
    const asked = vi.spyOn(queryClient, 'invalidateQueries');
    const ofSeries = () =>
      asked.mock.calls.filter(([filters]) => filters?.queryKey?.[0] === seriesKey('')[0]).length;
    const wrapper = ({ children }: PropsWithChildren) =>
      createElement(QueryClientProvider, { client: queryClient }, children);
    renderHook(() => useRunEvents([running]), { wrapper });
    await vi.advanceTimersByTimeAsync(0);
    const stream = FakeEventSource.opened.at(-1);
    stream?.say('progress', event({ sample_count: 50 }));
    stream?.say('progress', event({ sample_count: 60 }));
    expect(ofSeries()).toBe(1);
    stream?.say('end', event({ status: 'done', sample_count: 100 }));
    await vi.advanceTimersByTimeAsync(5000);
    expect(ofSeries()).toBe(2);
  });
});
