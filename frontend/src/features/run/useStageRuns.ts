import { useMemo } from 'react';

import { useDerived } from '@/api/scenarios';
import { useSeries, useTimelines } from '@/api/series';
import type { Run } from '@/api/types';
import type { StageRun, TimeRange } from '@/charts/model';
import { METRICS } from '@/charts/panes';

import type { RunViewState } from './useRunView';
import { drawnFlows, stageRun } from './view';

/** The width is rounded to steps, so that a resize of a pixel asks for nothing. */
const POINT_STEP = 100;
const FEWEST_POINTS = 300;
const PAD_SHARE = 0.05;

export interface Staged {
  readonly stageRuns: readonly StageRun[];
  readonly error: Error | null;
}

/** Loads what is in view of the runs, at the resolution of a stage so many pixels wide. */
export function useStageRuns(
  runs: readonly Run[],
  labels: readonly string[],
  view: RunViewState,
  widthPx: number,
): Staged {
  const points = Math.max(FEWEST_POINTS, Math.round(widthPx / POINT_STEP) * POINT_STEP);
  const flowIndices = useMemo(() => {
    const indices = runs.flatMap(({ scenario }) => drawnFlows(scenario).map(({ index }) => index));
    return [...new Set(indices)];
  }, [runs]);
  const wish = { metrics: METRICS, flowIndices, range: padded(view.zoom), points };
  // Before the stage has a width there is no telling how many points it can show.
  const series = useSeries(view.ids, wish, widthPx > 0);
  const timelines = useTimelines(view.ids, true);
  const derived = useDerived(runs);
  const stageRuns = useMemo(
    () =>
      runs.map((run, index) =>
        stageRun({
          run,
          label: labels[index] ?? run.name,
          derived: derived[index] ?? null,
          series: series.data[index]?.grid,
          timeline: timelines.data[index],
          isBaseline: index > 0,
        }),
      ),
    [runs, labels, derived, series.data, timelines.data],
  );
  return { stageRuns, error: series.error ?? timelines.error };
}

/** A little more on both sides, so that lines run out of the view instead of starting inside it. */
function padded(zoom: TimeRange | null): TimeRange | null {
  if (zoom === null) return null;
  const [from, to] = zoom;
  const pad = (to - from) * PAD_SHARE;
  return [Math.max(0, from - pad), to + pad];
}
