import { useMemo } from 'react';

import { chosenReading } from '@/analysis/papers/choice';
import { plotOf, readingsKey, sweepCells } from '@/analysis/papers/sweep';
import type { LinePlot } from '@/analysis/papers/types';
import { useExperimentMap } from '@/api/experiments';

import { usePaperContext } from './paperContext';

export interface FollowedPlot {
  readonly plot: LinePlot;
  /** It shows what the choice gives, or has all choices in it; else what the default does. */
  readonly isFollowed: boolean;
}

/** A figure under the visitor's choice, out of the experiment that has every reading. */
export function useFollowedPlot(plot: LinePlot): FollowedPlot {
  const { paper, combination } = usePaperContext();
  const found = useMemo(() => {
    const reading = combination.isDefault ? null : chosenReading(combination);
    return reading === null ? null : sweepCells(plot, paper.experiments, reading);
  }, [combination, paper, plot]);
  const map = useExperimentMap(found?.experimentId ?? '', plot.y.name, 0, found !== null);
  return useMemo(() => {
    if (found === null || map.data === undefined) {
      const key = readingsKey(plot.experiment_key);
      // A figure that has its readings in it follows nothing.
      const isElsewhere = key !== plot.experiment_key;
      const couldFollow = isElsewhere && paper.experiments.some((each) => each.key === key);
      return { plot, isFollowed: combination.isDefault || !couldFollow };
    }
    return { plot: plotOf(plot, found, map.data.cells), isFollowed: true };
  }, [plot, found, map.data, paper, combination.isDefault]);
}
