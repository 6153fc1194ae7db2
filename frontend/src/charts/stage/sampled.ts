import { useMemo } from 'react';

import type { CursorState, CursorStore } from '@/analysis/replay/clock';
import { bucketAt, bucketSeconds } from '@/analysis/series/series';
import type { StageRun } from '@/charts/model';

/** The clock of a stage that shows samples alone, and how far apart they are. */
export function useSampled(clock: CursorStore, run: StageRun | undefined) {
  const ends = run?.series.timeSeconds;
  const own = useMemo(
    () => (ends === undefined ? clock : sampledClock(clock, ends)),
    [clock, ends],
  );
  return { clock: own, step: run === undefined ? undefined : bucketSeconds(run.series) };
}

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
