import { useMemo } from 'react';

import { bestFit, distanceOf, type SimulatedRates } from '@/analysis/imports/distance';
import { useSeries } from '@/api/series';
import type { Run } from '@/api/types';
import type { PlacedTrace } from '@/state/measured';

/** More samples than this are thinned to means, which changes no sum of bits. */
const MOST_POINTS = 10_000;
const WHOLE_RUN = {
  metrics: ['goodput_bps'],
  flowIndices: [],
  hasGroups: true,
  range: null,
  points: MOST_POINTS,
} as const;

/** How far a trace is from the run; null: the run is not done, or its curves are on their way. */
export function useDistance(run: Run, placed: PlacedTrace) {
  const rates = useRates(run);
  const { result } = run;
  return useMemo(() => {
    if (result === null || rates === null) return null;
    const { start_s, end_s } = result.window;
    return distanceOf(placed, result.flows, [start_s, end_s], rates);
  }, [result, rates, placed]);
}

/** Where it would fit best, wherever it stands now. */
export function useBestFit(run: Run, placed: PlacedTrace) {
  const rates = useRates(run);
  const { trace, groups } = placed;
  return useMemo(
    () => (rates === null ? null : bestFit({ trace, groups, offset_s: 0 }, rates)),
    [rates, trace, groups],
  );
}

function useRates({ id, status }: Run): SimulatedRates | null {
  const ids = useMemo(() => [id], [id]);
  const series = useSeries(ids, WHOLE_RUN, status === 'done');
  const grid = series.data[0]?.grid;
  return useMemo(() => {
    if (grid?.groups === undefined || grid.timeSeconds.length === 0) return null;
    const groups = [...grid.groups].map(
      ([group, columns]) => [group, columns.goodput_bps?.mean ?? []] as const,
    );
    return {
      step_s: grid.bucketSamples * grid.sampleIntervalSeconds,
      groups: new Map(groups),
    };
  }, [grid]);
}
