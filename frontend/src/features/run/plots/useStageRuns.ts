import { useMemo } from 'react';

import { useModuleEffects } from '@/api/algorithms/moduleTitles';
import { useDerived } from '@/api/runs/scenarios';
import { isPartOfRun, missingOf, useSeries, useTimelines } from '@/api/runs/series';
import { unsampledOf, type Derived, type Run } from '@/api/types';
import type { StageRun } from '@/charts/model';
import { curveFlows, usualCurves } from '@/charts/panes/stageFlows';
import { seriesRequest } from '@/opening/seriesRequest';
import { useFlowFocus } from '@/state/flowFocus';

import { useAreCurvesSeen } from '@/opening/curvesFirst';
import type { PlotChoice, RunsBeside, TimeView } from '../view/useRunView';
import { flowExtremes, stageRun } from '../view/view';

interface StageView {
  readonly time: TimeView;
  readonly plots: PlotChoice;
  readonly beside: RunsBeside;
}

export interface Staged {
  readonly stageRuns: readonly StageRun[];
  /** Values derived from the scenario of each; null while they are not known. */
  readonly derived: readonly (Derived | null)[];
  readonly missing: ReturnType<typeof missingOf>;
  /** The curves were on the screen, or take long: what stands beside them may come. */
  readonly areSeen: boolean;
}

/** Loads what is in view of the runs, at the resolution of a stage so many pixels wide. */
export function useStageRuns(
  runs: readonly Run[],
  labels: readonly string[],
  { time, plots, beside }: StageView,
  widthPx: number,
): Staged {
  const { pinned } = useFlowFocus();
  const { linkIndex } = plots;
  const mode = plots.curves ?? usualCurves(runs);
  const extremes = useMemo(
    () => runs.map((run) => (mode === 'flows' ? flowExtremes(run) : [])),
    [runs, mode],
  );
  const flows = useMemo(
    () => runs.map(({ scenario }, index) => curveFlows(scenario, mode, pinned, extremes[index])),
    [runs, mode, pinned, extremes],
  );
  const scenarios = runs.map(({ scenario }) => scenario);
  const request = seriesRequest({ scenarios, flows, mode, zoom: time.zoom, widthPx }, plots);
  // Until the stage has a width, the number of points it can show is unknown.
  const hasCurves = mode !== 'small';
  const unsampled = unsampledOf(runs);
  const series = useSeries(beside.ids, request, widthPx > 0 && hasCurves, unsampled);
  const hasPoints = series.data.some((each) => (each?.grid.timeSeconds.length ?? 0) > 0);
  const mayCome = series.data.some((each) => each?.isComplete !== true);
  // On their way, and nothing of them is there.
  const areAwaited = hasCurves && !hasPoints && mayCome && series.error === null;
  const areSeen = useAreCurvesSeen(areAwaited);
  const timelines = useTimelines(beside.ids, areSeen, unsampled);
  const derived = useDerived(runs, areSeen);
  const moduleEffects = useModuleEffects();
  const stageRuns = useMemo(
    () =>
      runs.map((run, index) =>
        stageRun({
          run,
          label: labels[index] ?? run.name,
          derived: derived[index] ?? null,
          series: series.data[index]?.grid,
          isPart: isPartOfRun(run, series.data[index]),
          timeline: timelines.data[index],
          moduleEffects,
          flows: flows[index] ?? [],
          extremes: extremes[index] ?? [],
          place: index,
          linkIndex,
        }),
      ),
    [runs, labels, derived, series.data, timelines.data, flows, extremes, linkIndex, moduleEffects],
  );
  return { stageRuns, derived, missing: missingOf(series, timelines), areSeen };
}
