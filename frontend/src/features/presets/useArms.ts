import { useMemo } from 'react';

import type { SeriesGrid } from '@/analysis/series/series';
import type { StageRun } from '@/charts/model';

import { armRun, gridOf } from './arms';
import type { Batch } from './batch';
import { armScenarios, type Comparable, type Setting } from './setting';

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
