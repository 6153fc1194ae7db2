import { useMemo } from 'react';

import { exactText } from '@/analysis/numbers/instant';
import { hasSteadyRate } from '@/charts/panes/shares';
import { packetSeconds } from '@/analysis/replay/replay';
import { detailAt, frameSeconds } from '@/analysis/replay/windows';
import { ruleMetricsOf } from '@/analysis/scenario/queue/queueRule';
import { atText, meanText, spanAt } from '@/analysis/series/span';
import { useSeries } from '@/api/runs/series';
import type { Run } from '@/api/types';
import type { StageRun } from '@/charts/model';
import type { ReplayFrame } from '@/charts/replay/replayPaint';
import type { CursorState } from '@/analysis/replay/clock';
import { useCursorFact } from '@/state/cursor';

import { isKnown, replayMode } from './replayMode';
import { meanQueueAt, replayPathOf, sharesAt } from './replayRun';
import { queueWords, waitingAt } from './replayTexts';
import { useReplayTraffic } from './useReplayTraffic';

/** More points than a screen has columns: a bucket is as short as bands can show. */
const SHARE_POINTS = 1000;
const SHARE_METRICS = [
  'throughput_bps',
  'cwnd_bytes',
  'inflight_bytes',
  'queue_bytes',
  'queue_max_bytes',
  'dropped_packets',
  'randomly_lost_packets',
];
/** So many seconds of the screen a dropped packet is seen, but no longer than the longest RTT. */
const FALL_SECONDS = 0.8;
const TRACED_FRAMES = 1.5;

interface ModelFacts {
  readonly run: Run;
  readonly stage: StageRun;
  /** Which of several links is shown. */
  readonly linkIndex: number;
  readonly pace: number;
  /** Where the clock stands if it shows no moment. */
  readonly restSeconds: number;
}

/** The replayed packets of a run around the clock, and the state at each moment. */
export function useReplayModel({ run, stage, linkIndex, pace, restSeconds }: ModelFacts) {
  const { scenario } = run;
  const durationSeconds = scenario.duration_s;
  const path = useMemo(() => replayPathOf(scenario, linkIndex), [scenario, linkIndex]);
  const bufferBytes = stage.facts.bufferBytes ?? scenario.packet_bytes;
  const bufferPackets = Math.max(1, Math.floor(bufferBytes / scenario.packet_bytes));
  const ruled = useMemo(() => ruleMetricsOf(scenario), [scenario]);
  const request = {
    metrics: [...SHARE_METRICS, ...ruled],
    flowIndices: [],
    hasGroups: true,
    range: null,
    linkIndex,
  };
  const ids = useMemo(() => [run.id], [run.id]);
  const series = useSeries(ids, { ...request, points: SHARE_POINTS }, true).data[0]?.grid;
  const timeOf = ({ timeSeconds }: CursorState) => {
    return Math.min(timeSeconds ?? restSeconds, restSeconds, durationSeconds);
  };
  const detailOf = ({ isPlaying }: CursorState) => detailAt(pace, isPlaying, path);
  const isDone = run.status === 'done';
  const drainSeconds = bufferPackets * packetSeconds(path);
  const isSeen = (clock: CursorState) => detailOf(clock).isWaiting;
  const facts = { runId: run.id, isDone, path, durationSeconds, drainSeconds, pace };
  const part = useReplayTraffic({ ...facts, isSeen, timeOf });
  const mode = useCursorFact((clock) => {
    const timeSeconds = timeOf(clock);
    const { isPlaying } = clock;
    return replayMode(part, path, { timeSeconds, durationSeconds, pace, isPlaying, isDone });
  });
  const fallSeconds = Math.min(FALL_SECONDS * pace, Math.max(...path.rttSeconds));
  const frameAt = (clock: CursorState): ReplayFrame => {
    const timeSeconds = timeOf(clock);
    return {
      timeSeconds,
      detail: detailOf(clock),
      traffic: isKnown(part, timeSeconds, durationSeconds) ? part.traffic : null,
      shares: sharesAt(series, scenario, path, bufferBytes, timeSeconds),
      traceSeconds: clock.isPlaying ? TRACED_FRAMES * frameSeconds(pace) : 0,
      fallSeconds,
    };
  };
  // The curves of the page where they reach: what is a mean is the mean that they show.
  const meansAt = (timeSeconds: number) =>
    spanAt(stage.series, timeSeconds) === null ? series : stage.series;
  /** The moment of the numbers, or the interval that they are means over. */
  const whenAt = (clock: CursorState, gridAt = meansAt): string => {
    const { traffic, timeSeconds, detail } = frameAt(clock);
    if (traffic !== null && detail.isWaiting) return atClock(clock, timeSeconds);
    const grid = gridAt(timeSeconds);
    const span = grid === undefined ? null : spanAt(grid, timeSeconds);
    return span === null ? '' : meanText(span);
  };
  const queueWordsAt = (clock: CursorState): string => {
    const { traffic, timeSeconds, detail } = frameAt(clock);
    const isExact = traffic !== null && detail.isWaiting;
    const packets = isExact
      ? waitingAt(traffic, timeSeconds)
      : meanQueueAt(meansAt(timeSeconds), timeSeconds) / scenario.packet_bytes;
    const when = whenAt(clock);
    if (when === '') return '';
    const waiting = { packets, when, isMean: !isExact };
    const link = scenario.links[linkIndex - 1] ?? scenario.bottleneck;
    const isSteady = hasSteadyRate({ bottleneck: link });
    return queueWords(waiting, bufferPackets, isSteady ? packetSeconds(path) : null);
  };
  const drawn = { path, bufferPackets, series, part, mode };
  return { ...drawn, frameAt, timeOf, detailOf, meansAt, whenAt, queueWordsAt };
}

/** Every digit of a moment that is held; milliseconds while it moves. */
function atClock({ isFrozen }: CursorState, timeSeconds: number): string {
  return isFrozen ? `at ${exactText(timeSeconds)}` : atText(timeSeconds);
}

export type ReplayModel = ReturnType<typeof useReplayModel>;
