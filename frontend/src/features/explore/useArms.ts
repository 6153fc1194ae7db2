import { useMemo } from 'react';

import type { SeriesGrid } from '@/analysis/series/series';
import type { StageRun, TimeRange } from '@/charts/model';

import { armRun, gridOf } from './arms';
import { batchNumbers, seedCount, type Batch, type BatchNumbers } from './first/batch';
import { armScenarios, averagedOf, type Comparable, type Setting } from './first/setting';

export interface Arms {
  readonly arms: readonly [StageRun, StageRun];
  /** Means over the seeds, with the lowest and the highest; undefined before the first seed. */
  readonly grids: readonly (SeriesGrid | undefined)[];
}

/** The curves over all seeds that are known, under both algorithms. */
export function useArms(
  comparable: Comparable,
  setting: Setting,
  shown: Batch | null,
  isStale: boolean,
  titleOf: (algorithm: string) => string,
): Arms {
  const drawn = shown?.setting ?? setting;
  const together = shown?.together ?? null;
  return useMemo(() => {
    const { base } = comparable;
    const scenarios = armScenarios(comparable, drawn);
    const grids = [0, 1].map((index) => gridOf(base, together?.arms[index]));
    const arm = (index: 0 | 1) =>
      armRun({
        scenario: scenarios[index],
        title: titleOf(drawn.algorithms[index]),
        known: together?.arms[index],
        series: grids[index],
        isBaseline: index === 0,
        isPale: isStale,
      });
    return { arms: [arm(0), arm(1)], grids };
  }, [comparable, drawn, titleOf, together, isStale]);
}

interface Drawn {
  /** null before the first seed. */
  readonly numbers: BatchNumbers | null;
  /** How many seeds are drawn. */
  readonly count: number;
  /** The part of the runs that the numbers are means of, s. */
  readonly averaged: TimeRange;
}

/** The arms drawn for the shown setting, or for the one under way. */
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
