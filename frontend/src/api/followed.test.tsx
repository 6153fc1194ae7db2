import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';

import { FakeEventSource } from '#tests/fakeApi';
import { run } from '#tests/fixtures';

import { seriesKey, timelineKey } from './series';
import { useRunEvents } from './stream';
import type { Run } from './types';

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
  await waitFor(() => expect(invalidate).toHaveBeenCalledWith({ queryKey: seriesKey(running.id) }));
  await waitFor(() =>
    expect(invalidate).toHaveBeenCalledWith({ queryKey: timelineKey(running.id) }),
  );
});

it('asks again for curves when a run ends before their first answer has come', async () => {
  const answers: ((curve: string) => void)[] = [];
  const queryFn = () => new Promise<string>((answer) => answers.push(answer));
  const { result } = following(new QueryClient(), () =>
    useQuery({ queryKey: [...seriesKey(running.id), 'wide'], queryFn, staleTime: Infinity }),
  );
  await waitFor(() => expect(answers).toHaveLength(1));
  act(() =>
    FakeEventSource.opened[0]?.say('end', {
      ...{ run_id: running.id, seq: 9, status: 'done', attempt: 1, error: null },
      ...{ simulated_s: 10, duration_s: 10, sample_count: 100 },
    }),
  );
  answers[0]?.('the part that was stored when it was asked for');
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.('the whole');
  await waitFor(() => expect(result.current.data).toBe('the whole'));
});
