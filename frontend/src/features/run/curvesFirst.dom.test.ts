import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { useAreCurvesSeen } from './curvesFirst';

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
