import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';

import { FakeEventSource } from '#tests/fakeApi';
import { run } from '#tests/fixtures';

import { runKey } from './runs';
import { seriesKey, timelineKey } from './series';
import { useRunEvents } from './stream';
import type { Run } from '@/api/types';

const running = run({ status: 'running', result: null });

/** The stream of one run, and what is asked for within the same client. */
function following<Answer>(queryClient: QueryClient, ask: () => Answer) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const useFollowed = ({ runs }: { runs: readonly Run[] }) => {
    useRunEvents(runs);
    return ask();
  };
  return renderHook(useFollowed, { wrapper, initialProps: { runs: [running] } });
}

it('asks again for curves when a run turns out to be over without a word of the stream', async () => {
  const queryClient = new QueryClient();
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  const { rerender } = following(queryClient, () => null);
  expect(invalidate).not.toHaveBeenCalled();
  rerender({ runs: [{ ...running, status: 'done' }] });
  const asked = () => invalidate.mock.calls.map(([filters]) => filters?.queryKey);
  await waitFor(() => expect(asked()).toEqual([seriesKey(running.id), timelineKey(running.id)]));
});

describe('a run that ends before the first answer with its curves has come', () => {
  interface Curves {
    readonly name: string;
    readonly isComplete: boolean;
  }

  /** Asks for curves, and hears that the run is over. */
  async function ended() {
    const answers: ((curves: Curves) => void)[] = [];
    const queryFn = () => new Promise<Curves>((answer) => answers.push(answer));
    const queryKey = [...seriesKey(running.id), 'wide'];
    const queryClient = new QueryClient();
    const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
    const { result } = following(queryClient, () =>
      useQuery({ queryKey, queryFn, staleTime: Infinity }),
    );
    await waitFor(() => expect(answers).toHaveLength(1));
    act(() =>
      FakeEventSource.opened.at(-1)?.say('end', {
        ...{ run_id: running.id, seq: 9, status: 'done', attempt: 1, error: null },
        ...{ simulated_s: 10, duration_s: 10, sample_count: 100 },
      }),
    );
    /** The numbers of the run are asked for after its curves. */
    const isDone = () => expect(invalidate).toHaveBeenCalledWith({ queryKey: runKey(running.id) });
    return { answers, isDone, shown: () => result.current.data?.name };
  }

  it('shows the part that was stored when it was asked for, and then the whole', async () => {
    const { answers, shown } = await ended();
    answers[0]?.({ name: 'the part', isComplete: false });
    await waitFor(() => expect(shown()).toBe('the part'));
    await waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.({ name: 'the whole', isComplete: true });
    await waitFor(() => expect(shown()).toBe('the whole'));
  });

  it('asks for nothing that it has', async () => {
    const { answers, isDone, shown } = await ended();
    answers[0]?.({ name: 'the whole', isComplete: true });
    await waitFor(isDone);
    expect(shown()).toBe('the whole');
    expect(answers).toHaveLength(1);
  });

  it('asks for the whole if no part comes', async () => {
    const { answers, shown } = await ended();
    await waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.({ name: 'the whole', isComplete: true });
    await waitFor(() => expect(shown()).toBe('the whole'));
    answers[0]?.({ name: 'the part', isComplete: false });
    await new Promise((done) => setTimeout(done));
    expect(shown()).toBe('the whole');
  });
});
