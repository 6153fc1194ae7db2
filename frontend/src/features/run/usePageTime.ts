import { useMemo } from 'react';

import { useSeries } from '@/api/series';
import { isOver, type Run } from '@/api/types';
import type { StageRun, TimeRange } from '@/charts/model';

import { isWholeRun } from './transport/overviewGeometry';
import { useFirstDrawing } from './transport/useFirstDrawing';
import { usePlayback } from './transport/usePlayback';
import type { RunViewState } from './useRunView';
import { drawnFlows } from './view';

/** More points than a strip of the page's width has pixels would not be seen. */
const OVERVIEW_POINTS = 500;

/** What the page's clock runs over: how long, how far simulated, what is in view; playing it. */
export function usePageTime(
  runs: readonly Run[],
  stageRuns: readonly StageRun[],
  view: RunViewState,
  pace: number,
) {
  const { zoom, slideZoom, resetZoom } = view;
  const durationSeconds = Math.max(...runs.map(({ scenario }) => scenario.duration_s));
  const range = useMemo<TimeRange>(() => zoom ?? [0, durationSeconds], [zoom, durationSeconds]);
  const restSeconds = Math.max(0, ...stageRuns.map((run) => run.simulatedSeconds));
  const [run] = runs;
  const overviewFlows = useMemo(() => (run === undefined ? [] : drawnFlows(run.scenario)), [run]);
  const flowIndices = useMemo(() => overviewFlows.map(({ index }) => index), [overviewFlows]);
  const request = {
    metrics: ['throughput_bps'],
    flowIndices,
    range: null,
    points: OVERVIEW_POINTS,
  };
  const overview = useSeries(run === undefined ? [] : [run.id], request, true).data[0]?.grid;
  const showView = (next: TimeRange) => {
    if (isWholeRun(next, durationSeconds)) resetZoom();
    else slideZoom(next[0], next[1]);
  };
  const isLast = runs.every(({ status }) => isOver(status));
  const play = usePlayback({ endSeconds: restSeconds, isLast, range, pace, onTurn: showView });
  const series = stageRuns[0]?.series;
  useFirstDrawing({
    id: run?.id ?? '',
    status: run?.status ?? 'queued',
    hasCurves: (series?.timeSeconds.length ?? 0) > 0,
    endSeconds: restSeconds,
    pace,
  });
  const stepSeconds = series?.sampleIntervalSeconds ?? 0.1;
  const times = { durationSeconds, range, restSeconds, stepSeconds };
  return { ...times, overview, overviewFlows, showView, play };
}
