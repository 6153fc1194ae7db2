import { useMemo } from 'react';

import type { TimeRange } from '@/charts/model';

import { batchNumbers, seedCount, type Batch, type BatchNumbers } from './batch';
import { averagedOf, type Comparable, type Setting } from './setting';

export interface Drawn {
  /** null before the first seed. */
  readonly numbers: BatchNumbers | null;
  /** How many seeds are drawn. */
  readonly count: number;
  /** The part of the runs that the numbers are means of, s. */
  readonly averaged: TimeRange;
}

/** What is drawn of the setting that is shown, or would be of the one that is computed. */
export function useDrawn(comparable: Comparable, shown: Batch | null, settled: Setting): Drawn {
  const drawn = shown?.setting ?? settled;
  return useMemo(
    () => ({
      numbers: shown === null ? null : batchNumbers(shown),
      count: shown === null ? 0 : shown.growingSeconds === null ? seedCount(shown) : 1,
      averaged: averagedOf(comparable, drawn),
    }),
    [comparable, shown, drawn],
  );
}
