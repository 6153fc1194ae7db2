/** What the plots ask the server for: metrics, flows, and about as many points as pixels. Pure. */
import { flowCount } from '@/analysis/scenario/describe';
import { ruleMetricsOf } from '@/analysis/scenario/queue/queueRule';
import type { SeriesRequest } from '@/api/runs/series';
import type { Scenario } from '@/api/types';
import { MOST_LANES } from '@/charts/stage/laneRows';
import type { LaneId, PaneId, TimeRange } from '@/charts/model';
import { METRICS, metricsOf } from '@/charts/panes/panes';
import type { CurveMode } from '@/state/url';

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

interface Drawn {
  readonly scenarios: readonly Scenario[];
  /** Of each run those with a curve. */
  readonly flows: readonly (readonly { readonly index: number }[])[];
  readonly mode: CurveMode;
  readonly zoom: TimeRange | null;
  readonly widthPx: number;
}

interface DrawnPlots {
  readonly panes: readonly PaneId[];
  readonly lanes: readonly LaneId[];
  readonly isGoodput: boolean;
  readonly hasSsthresh: boolean;
  /** Variables with a plot of their own; of a flow, or null: of every flow with a curve. */
  readonly variables: readonly { readonly metric: string; readonly flowIndex: number | null }[];
  readonly linkIndex: number;
}

export function seriesRequest(drawn: Drawn, plots: DrawnPlots): SeriesRequest {
  const { scenarios, flows, mode, zoom, widthPx } = drawn;
  const { panes, lanes, isGoodput, hasSsthresh, variables, linkIndex } = plots;
  const indices = [...new Set(flows.flatMap((each) => each.map(({ index }) => index)))];
  const across = Math.max(FEWEST_POINTS, Math.round(widthPx / POINT_STEP) * POINT_STEP);
  const perLine = Math.floor(MOST_LINE_POINTS / Math.max(1, indices.length));
  const metrics = [
    ...metricsOf(panes, lanes, { curves: 'flows', isGoodput, hasSsthresh }),
    ...variables.map(({ metric }) => metric),
    ...new Set(scenarios.flatMap(ruleMetricsOf)),
  ];
  const chosen = variables.flatMap(({ flowIndex }) => flowIndex ?? []);
  const isFew = indices.length <= FEW_FLOWS;
  // A lane of limits that stands for a group needs its mean.
  const isGrouped = scenarios.reduce((sum, each) => sum + flowCount(each), 0) > MOST_LANES;
  return {
    // The table of states reads more than the panes draw, of flows that need not have a curve.
    metrics: [...new Set(isFew ? [...METRICS, ...metrics] : metrics)],
    flowIndices: [...new Set([...indices, ...TABLE_FLOWS, ...chosen])],
    hasGroups: mode === 'groups' || (isGrouped && lanes.includes('limits')),
    linkIndex,
    range: padded(zoom),
    points: Math.max(FEWEST_POINTS, Math.min(across, perLine)),
  };
}

/** A little more on both sides, so that lines run out of the view instead of starting inside it. */
function padded(zoom: TimeRange | null): TimeRange | null {
  if (zoom === null) return null;
  const [from, to] = zoom;
  const pad = (to - from) * PAD_SHARE;
  return [Math.max(0, from - pad), to + pad];
}
