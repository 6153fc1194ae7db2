import { useMemo, useCallback, useEffect, useRef } from 'react';

import { followedPace } from '@/analysis/replay/windows';
import { useSeries } from '@/api/runs/series';
import { isOver, unsampledOf, type Run } from '@/api/types';
import type { TimeRange } from '@/charts/model';
import { drawnFlows } from '@/charts/panes/stageFlows';
import { useFirstDrawing } from '@/opening/useFirstDrawing';
import { useCursorFact, useCursorStore } from '@/state/cursor';
import { useFrames } from '@/state/frames';
import { paceBeside, PACES, usePace, writePace, type Pace } from '@/state/pace';

import type { Staged } from '../plots/useStageRuns';
import { replayPathOf } from '../replay/replayRun';
import { isWholeRun, nextView } from '../transport/overviewGeometry';
import type { ReplayChoice, TimeView } from './useRunView';

/** More points than a strip of the page's width has pixels would not be seen. */
const OVERVIEW_POINTS = 500;

/** The times of the page's clock: duration, simulated part, range in view, and speed. */
export function usePageTime(
  runs: readonly Run[],
  { stageRuns, areSeen }: Staged,
  { zoom, slideZoom, resetZoom }: TimeView,
  replay: ReplayChoice,
) {
  const durationSeconds = Math.max(...runs.map(({ scenario }) => scenario.duration_s));
  const range = useMemo<TimeRange>(() => zoom ?? [0, durationSeconds], [zoom, durationSeconds]);
  const restSeconds = Math.max(0, ...stageRuns.map((run) => run.simulatedSeconds));
  const [run] = runs;
  const paces = usePlayPace(run, stageRuns[0]?.facts.links?.index ?? 0, replay);
  const { pace } = paces;
  const overviewFlows = useMemo(() => (run === undefined ? [] : drawnFlows(run.scenario)), [run]);
  const flowIndices = useMemo(() => overviewFlows.map(({ index }) => index), [overviewFlows]);
  const request = {
    metrics: ['throughput_bps'],
    flowIndices,
    range: null,
    points: OVERVIEW_POINTS,
  };
  const shown = run === undefined ? [] : [run];
  const ids = shown.map(({ id }) => id);
  const series = useSeries(ids, request, areSeen, unsampledOf(shown)).data[0]?.grid;
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

interface PlayPace {
  readonly pace: Pace;
  readonly onPace: (pace: Pace) => void;
  readonly slower: () => void;
  readonly faster: () => void;
}

/**
 * How fast time is played. Replay has a speed of its own, which a link keeps: at first the fastest
 * at which single packets can be followed. Without replay it is the one that was chosen last.
 */
function usePlayPace(run: Run | undefined, linkIndex: number, replay: ReplayChoice): PlayPace {
  const stored = usePace();
  const followed = useMemo(() => {
    if (run === undefined) return stored;
    const pace = followedPace(PACES, replayPathOf(run.scenario, linkIndex));
    return PACES.find((each) => each === pace) ?? stored;
  }, [run, linkIndex, stored]);
  const pace = replay.isOn ? (replay.pace ?? followed) : stored;
  const onPace = replay.isOn ? replay.setPace : writePace;
  return {
    pace,
    onPace,
    slower: () => onPace(paceBeside(pace, -1)),
    faster: () => onPace(paceBeside(pace, 1)),
  };
}

interface Playable {
  /** Simulated so far. */
  readonly endSeconds: number;
  /** Nothing more will come. */
  readonly isLast: boolean;
  readonly range: TimeRange;
  /** Simulated seconds per second. */
  readonly pace: number;
  /** The playhead has left the view. */
  readonly onTurn: (view: TimeRange) => void;
}

/** Moves the clock on with the frames of the screen while it plays; gives what Play does. */
function usePlayback(playable: Playable): () => void {
  const clock = useCursorStore();
  const isPlaying = useCursorFact((state) => state.isPlaying);
  const latest = useRef(playable);
  useEffect(() => {
    latest.current = playable;
  });
  useFrames(isPlaying, (elapsedSeconds) => {
    const { endSeconds, isLast, pace } = latest.current;
    clock.advance(elapsedSeconds * pace, endSeconds, isLast);
    turnPage(clock.read().timeSeconds, latest.current);
  });

  return useCallback(() => {
    const { range, endSeconds } = latest.current;
    if (clock.read().isPlaying) clock.pause();
    else clock.play(range[0] < endSeconds ? range[0] : 0, Math.min(range[1], endSeconds));
  }, [clock]);
}

/** A playhead that has run out of the view takes the view along. */
function turnPage(timeSeconds: number | null, { range, endSeconds, onTurn }: Playable): void {
  if (timeSeconds === null || timeSeconds <= range[1] || range[1] >= endSeconds) return;
  onTurn(nextView(range, endSeconds));
}
