import { useMemo } from 'react';

import type { CursorStore } from '@/analysis/replay/clock';
import { sampledClock } from '@/analysis/replay/sampledClock';
import { bucketSeconds } from '@/analysis/series/series';

import type { StageRun } from '../model';

/** The clock of a stage that shows samples alone, and how far apart they are. */
export function useSampled(clock: CursorStore, run: StageRun | undefined) {
  const ends = run?.series.timeSeconds;
  const own = useMemo(
    () => (ends === undefined ? clock : sampledClock(clock, ends)),
    [clock, ends],
  );
  return { clock: own, step: run === undefined ? undefined : bucketSeconds(run.series) };
}
