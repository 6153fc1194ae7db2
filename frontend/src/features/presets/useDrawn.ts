import { useMemo } from 'react';

import type { TimeRange } from '@/charts/model';

import {
  batchNumbers,
  drawnOf,
  isPreview,
  seedCount,
  type Batch,
  type BatchNumbers,
} from './batch';
import { averagedOf, PREVIEW_SECONDS, type Comparable, type Setting } from './setting';

export interface Drawn {
  /** null before the first seed, or the start of one. */
  readonly numbers: BatchNumbers | null;
  /** How many seeds are drawn. */
  readonly count: number;
  /** Only the start of one seed is drawn yet. */
  readonly isStart: boolean;
  /** The part of the runs that the numbers are means of, s. */
  readonly averaged: TimeRange;
}

/** What is drawn of the setting that is shown, or would be of the one that is computed. */
export function useDrawn(comparable: Comparable, shown: Batch | null, settled: Setting): Drawn {
  const numbers = useMemo(
    () => (shown === null ? null : batchNumbers({ together: drawnOf(shown) })),
    [shown],
  );
  const isStart = shown !== null && isPreview(shown);
  return {
    numbers,
    count: isStart ? 1 : shown === null ? 0 : seedCount(shown),
    isStart,
    averaged: isStart ? [0, PREVIEW_SECONDS] : averagedOf(comparable, shown?.setting ?? settled),
  };
}
