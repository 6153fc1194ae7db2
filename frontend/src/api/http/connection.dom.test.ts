import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { noteSilence, onConnection } from './connection';

describe('a lab that does not answer', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('is asked again only as long as someone listens', async () => {
    const asked = vi.fn(() => Promise.reject(new Error('no network')));
    vi.stubGlobal('fetch', asked);
    noteSilence();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).not.toHaveBeenCalled();
    const stop = onConnection(() => undefined);
    await vi.advanceTimersByTimeAsync(5000);
    expect(asked).toHaveBeenCalledTimes(2);
    stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveBeenCalledTimes(2);
  });
});
