import { useMemo } from 'react';

import { flowCount } from '@/analysis/scenario/describe';
import { useDerived } from '@/api/scenarios';
import { isPartOfRun, missingOf, useSeries, useTimelines } from '@/api/series';
import type { Run } from '@/api/types';
import { MOST_LANES } from '@/charts/laneRows';
import type { StageRun, TimeRange } from '@/charts/model';
import { METRICS, metricsOf } from '@/charts/panes';
import { useFlowFocus } from '@/state/flowFocus';

import { ruleMetricsOf } from './replay/QueueRuleNow';
import type { PlotChoice, RunsBeside, TimeView } from './useRunView';
import { curveFlows, flowExtremes, stageRun, usualCurves } from './view';

/** The width is rounded to steps, so that a resize of a pixel asks for nothing. */
const POINT_STEP = 100;
const FEWEST_POINTS = 300;
/** Points of all lines together: more would not be drawn in the time of a few frames. */
const MOST_LINE_POINTS = 6_000;
/** Of so few flows everything is loaded. */
const FEW_FLOWS = 12;
/** The table beside the plots has the first ones. */
const TABLE_FLOWS = [0, 1, 2];
const PAD_SHARE = 0.05;

interface StageView {
  readonly time: TimeView;
  readonly plots: PlotChoice;
  readonly beside: RunsBeside;
}

export interface Staged {
  readonly stageRuns: readonly StageRun[];
  readonly missing: ReturnType<typeof missingOf>;
  /** The curves are on their way, and nothing of them is there. */
  readonly isAwaited: boolean;
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
  // A lane of limits that stands for a group needs its mean.
  const isGrouped = runs.reduce((sum, { scenario }) => sum + flowCount(scenario), 0) > MOST_LANES;
  const hasGroups = mode === 'groups' || (isGrouped && plots.lanes.includes('limits'));
  const ruled = useMemo(() => [...new Set(runs.flatMap((r) => ruleMetricsOf(r.scenario)))], [runs]);
  const request = useSeriesRequest(flows, plots, time.zoom, widthPx, { hasGroups, ruled });
  // Before the stage has a width there is no telling how many points it can show.
  const hasCurves = mode !== 'small';
  const series = useSeries(beside.ids, request, widthPx > 0 && hasCurves);
  const timelines = useTimelines(beside.ids, true);
  const derived = useDerived(runs);
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
          flows: flows[index] ?? [],
          extremes: extremes[index] ?? [],
          place: index,
          linkIndex,
        }),
      ),
    [runs, labels, derived, series.data, timelines.data, flows, extremes, linkIndex],
  );
  const missing = missingOf(series, timelines);
  const isAwaited = hasCurves && !missing.hasPart && missing.error === null;
  return { stageRuns, missing, isAwaited };
}

type Flows = readonly (readonly { readonly index: number }[])[];

/** What the panes draw of flows or groups, with no more points than there is room for. */
function useSeriesRequest(
  flows: Flows,
  { panes, lanes, isGoodput, hasSsthresh, variables, linkIndex }: PlotChoice,
  zoom: TimeRange | null,
  widthPx: number,
  { hasGroups, ruled }: { readonly hasGroups: boolean; readonly ruled: readonly string[] },
) {
  return useMemo(() => {
    const indices = [...new Set(flows.flatMap((each) => each.map(({ index }) => index)))];
    const across = Math.max(FEWEST_POINTS, Math.round(widthPx / POINT_STEP) * POINT_STEP);
    const perLine = Math.floor(MOST_LINE_POINTS / Math.max(1, indices.length));
    const drawn = [
      ...metricsOf(panes, lanes, { curves: 'flows', isGoodput, hasSsthresh }),
      ...variables.map(({ metric }) => metric),
      ...ruled,
    ];
    const chosen = variables.flatMap(({ flowIndex }) => flowIndex ?? []);
    const isFew = indices.length <= FEW_FLOWS;
    return {
      // The table of states reads more than the panes draw, of flows that need not have a curve.
      metrics: [...new Set(isFew ? [...METRICS, ...drawn] : drawn)],
      flowIndices: [...new Set([...indices, ...TABLE_FLOWS, ...chosen])],
      hasGroups,
      linkIndex,
      range: padded(zoom),
      points: Math.max(FEWEST_POINTS, Math.min(across, perLine)),
    };
  }, [
    flows,
    panes,
    lanes,
    zoom,
    isGoodput,
    hasSsthresh,
    variables,
    ruled,
    widthPx,
    hasGroups,
    linkIndex,
  ]);
}

/** A little more on both sides, so that lines run out of the view instead of starting inside it. */
function padded(zoom: TimeRange | null): TimeRange | null {
  if (zoom === null) return null;
  const [from, to] = zoom;
  const pad = (to - from) * PAD_SHARE;
  return [Math.max(0, from - pad), to + pad];
}
