import { useMemo } from 'react';

import { useSeries } from '@/api/series';
import { isOver, type Run } from '@/api/types';
import type { StageRun, TimeRange } from '@/charts/model';

import { isWholeRun } from './transport/overviewGeometry';
import { useFirstDrawing } from './transport/useFirstDrawing';
import { usePlayback } from './transport/usePlayback';
import { usePlayPace } from './usePlayPace';
import type { ReplayChoice, TimeView } from './useRunView';
import { drawnFlows } from './view';

/** More points than a strip of the page's width has pixels would not be seen. */
const OVERVIEW_POINTS = 500;

/** What the page's clock runs over: how long, how far simulated, what is in view, how fast. */
export function usePageTime(
  runs: readonly Run[],
  stageRuns: readonly StageRun[],
  { zoom, slideZoom, resetZoom }: TimeView,
  replay: ReplayChoice,
) {
  const durationSeconds = Math.max(...runs.map(({ scenario }) => scenario.duration_s));
  const range = useMemo<TimeRange>(() => zoom ?? [0, durationSeconds], [zoom, durationSeconds]);
  const restSeconds = Math.max(0, ...stageRuns.map((run) => run.simulatedSeconds));
  const [run] = runs;
  const paces = usePlayPace(run, replay);
  const { pace } = paces;
  const overviewFlows = useMemo(() => (run === undefined ? [] : drawnFlows(run.scenario)), [run]);
  const flowIndices = useMemo(() => overviewFlows.map(({ index }) => index), [overviewFlows]);
  const request = {
    metrics: ['throughput_bps'],
    flowIndices,
    range: null,
    points: OVERVIEW_POINTS,
  };
  const series = useSeries(run === undefined ? [] : [run.id], request, true).data[0]?.grid;
  const onView = (next: TimeRange) => {
    if (isWholeRun(next, durationSeconds)) resetZoom();
    else slideZoom(next[0], next[1]);
  };
  const isLast = runs.every(({ status }) => isOver(status));
  const onPlay = usePlayback({ endSeconds: restSeconds, isLast, range, pace, onTurn: onView });
  const drawn = stageRuns[0]?.series;
  useFirstDrawing({
    id: run?.id ?? '',
    status: run?.status ?? 'queued',
    hasCurves: (drawn?.timeSeconds.length ?? 0) > 0,
    endSeconds: restSeconds,
    pace,
  });
  const stepSeconds = drawn?.sampleIntervalSeconds ?? 0.1;
  const times = { durationSeconds, range, restSeconds, stepSeconds };
  return { ...times, ...paces, series, overviewFlows, onView, onPlay };
}
