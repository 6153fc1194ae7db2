import { useMemo, useRef } from 'react';

import { pathOf } from '@/analysis/describe';
import { packetSeconds } from '@/analysis/replay';
import { detailAt, frameSeconds } from '@/analysis/replayWindows';
import { useSeries } from '@/api/series';
import type { Run } from '@/api/types';
import type { StageRun } from '@/charts/model';
import { ReplayDrawing } from '@/charts/ReplayDrawing';
import type { ReplayFrame } from '@/charts/replayPaint';
import { replayText } from '@/messages/replay';
import { useCursorFact, useCursorFrame, type CursorState } from '@/state/cursor';
import { usePageKeys } from '@/state/keys';

import { ReplayHead } from './replay/ReplayHead';
import { isKnown, replayMode } from './replay/replayMode';
import styles from './replay/replay.module.css';
import { replayPathOf, sharesAt } from './replay/replayRun';
import { ReplayWords } from './replay/ReplayWords';
import { queueWords, waitingAt } from './replay/replayWords';
import { useReplaySteps } from './replay/useReplaySteps';
import { useReplayTraffic } from './replay/useReplayTraffic';
import { ReplayNumbers } from './ReplayNumbers';

interface ReplayProps {
  readonly run: Run;
  readonly stage: StageRun;
  readonly pace: number;
  /** Which run it is, where there are several. */
  readonly name: string | null;
  /** Where the clock stands if it shows no moment. */
  readonly restSeconds: number;
  /** Steps and the way out belong to the first one. */
  readonly onClose: (() => void) | null;
}

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

/** The packets of a run on its path, at the clock of the page. */
export function Replay(props: ReplayProps) {
  const { run, stage, pace, name, restSeconds, onClose } = props;
  const model = useReplayModel(props);
  const { part, mode, series, frameAt, path, bufferPackets } = model;
  const steps = useReplaySteps({ run: stage, part, series, restSeconds });
  const isFirst = onClose !== null;
  usePageKeys(isFirst ? { ',': () => steps.step(-1), '.': () => steps.step(1) } : {});
  const drawn = useMemo(() => pathOf(run.scenario), [run.scenario]);
  return (
    <section className={styles.panel} aria-label={name ?? replayText.title} data-mode={mode}>
      <ReplayHead name={name} steps={isFirst ? steps : null} onClose={onClose} />
      <ReplayWords mode={mode} part={part} />
      <ReplayDrawing
        path={drawn}
        bufferPackets={bufferPackets}
        frameAt={frameAt}
        label={replayText.label(stage.label)}
      />
      <ReplayNumbers
        stage={stage}
        part={part}
        series={series}
        pace={pace}
        path={path}
        timeOf={model.timeOf}
        queueText={<QueueNow model={model} />}
        queueWordsAt={model.queueWordsAt}
      />
    </section>
  );
}

type Model = ReturnType<typeof useReplayModel>;

function useReplayModel({ run, stage, pace, restSeconds }: ReplayProps) {
  const { scenario } = run;
  const durationSeconds = scenario.duration_s;
  const path = useMemo(() => replayPathOf(scenario), [scenario]);
  const bufferBytes = stage.facts.bufferBytes ?? scenario.packet_bytes;
  const bufferPackets = Math.max(1, Math.floor(bufferBytes / scenario.packet_bytes));
  const wish = { metrics: SHARE_METRICS, flowIndices: [], hasGroups: true, range: null };
  const ids = useMemo(() => [run.id], [run.id]);
  const series = useSeries(ids, { ...wish, points: SHARE_POINTS }, true).data[0]?.grid;
  const timeOf = ({ timeSeconds }: CursorState) => {
    return Math.min(timeSeconds ?? restSeconds, restSeconds, durationSeconds);
  };
  const isDone = run.status === 'done';
  const part = useReplayTraffic({
    runId: run.id,
    isDone,
    path,
    durationSeconds,
    drainSeconds: bufferPackets * packetSeconds(path),
    pace,
    isSeen: ({ isPlaying }) => detailAt(pace, isPlaying, path).isWaiting,
    timeOf,
  });
  const modeAt = (clock: CursorState) => {
    const timeSeconds = timeOf(clock);
    const { isPlaying } = clock;
    return replayMode(part, path, { timeSeconds, durationSeconds, pace, isPlaying, isDone });
  };
  const mode = useCursorFact(modeAt);
  const fallSeconds = Math.min(FALL_SECONDS * pace, Math.max(...path.rttSeconds));
  const frameAt = (clock: CursorState): ReplayFrame => {
    const timeSeconds = timeOf(clock);
    return {
      timeSeconds,
      detail: detailAt(pace, clock.isPlaying, path),
      traffic: isKnown(part, timeSeconds, durationSeconds) ? part.traffic : null,
      shares: sharesAt(series, scenario, bufferBytes, timeSeconds),
      traceSeconds: clock.isPlaying ? TRACED_FRAMES * frameSeconds(pace) : 0,
      fallSeconds,
    };
  };
  const queueWordsAt = (clock: CursorState): string => {
    const { traffic, timeSeconds, shares, detail } = frameAt(clock);
    const isExact = traffic !== null && detail.isWaiting;
    const packets = isExact
      ? waitingAt(traffic, timeSeconds)
      : ((shares?.queue ?? 0) * bufferBytes) / scenario.packet_bytes;
    return queueWords(packets, bufferPackets, packetSeconds(path));
  };
  return { path, bufferPackets, series, part, mode, frameAt, timeOf, queueWordsAt };
}

/** What waits, in packets and in the time that it takes to leave. */
function QueueNow({ model }: { model: Model }) {
  const text = useRef<HTMLElement>(null);
  useCursorFrame((clock) => {
    const words = model.queueWordsAt(clock);
    if (text.current !== null && text.current.textContent !== words) {
      text.current.textContent = words;
    }
  });
  return <b ref={text} />;
}
