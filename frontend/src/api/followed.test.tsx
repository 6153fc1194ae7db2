import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';

import { run } from '#tests/fixtures';

import { seriesKey, timelineKey } from './series';
import { useRunEvents } from './stream';

it('asks again for curves when a run turns out to be over without a word of the stream', () => {
  const queryClient = new QueryClient();
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const running = run({ status: 'running', result: null });
  const { rerender } = renderHook(({ runs }) => useRunEvents(runs), {
    wrapper,
    initialProps: { runs: [running] },
  });
  expect(invalidate).not.toHaveBeenCalled();
  rerender({ runs: [{ ...running, status: 'done' }] });
  expect(invalidate).toHaveBeenCalledWith({ queryKey: seriesKey(running.id) });
  expect(invalidate).toHaveBeenCalledWith({ queryKey: timelineKey(running.id) });
});
