import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { run } from '#tests/fixtures';

import type { Comparison } from './useComparison';
import { STALLED_SECONDS, useIsQueueStalled } from './Notices';

it('waits before it says that nothing is being computed', () => {
  vi.useFakeTimers();
  const waiting: Comparison = {
    shown: null,
    isStale: false,
    firstSeed: null,
    underWay: [{ ...run(), status: 'queued' }],
    error: null,
    retry: () => undefined,
  };
  const { result } = renderHook(() => useIsQueueStalled(waiting));
  const pass = (milliseconds: number) =>
    act(() => {
      vi.advanceTimersByTime(milliseconds);
    });
  pass(STALLED_SECONDS * 1000 - 1);
  expect(result.current).toBe(false);
  pass(1);
  expect(result.current).toBe(true);
  vi.useRealTimers();
});
