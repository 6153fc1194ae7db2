/** The page's clock as a drawing of samples reads it. Pure. */
import { bucketAt } from '@/analysis/series/series';

import type { CursorState, CursorStore } from './clock';

/**
 * The same clock, whose moments are the ends of the samples that cover them: cursor, curve, bars
 * and texts of one drawing then say one time, that of the data.
 */
export function sampledClock(clock: CursorStore, endsSeconds: readonly number[]): CursorStore {
  const endOf = (seconds: number | null): number | null =>
    seconds === null ? null : (endsSeconds[bucketAt(endsSeconds, seconds)] ?? seconds);
  let read: CursorState | null = null;
  let sampled: CursorState | null = null;
  return {
    ...clock,
    // The same object for the same state, as a store of React has to have it.
    read: () => {
      const now = clock.read();
      if (sampled === null || now !== read) {
        read = now;
        sampled = {
          ...now,
          timeSeconds: endOf(now.timeSeconds),
          revealSeconds: endOf(now.revealSeconds),
        };
      }
      return sampled;
    },
  };
}
