import { useMemo, useRef } from 'react';

import type { CursorState } from '@/analysis/replay/clock';
import { phasesByFlow } from '@/analysis/series/phaseState';
import { bucketAt, valueAt } from '@/analysis/series/series';
import type { StageRun } from '@/charts/model';
import { useCursorStore } from '@/state/cursor';

import styles from './replay.module.css';
import { isKnown } from './replayMode';
import {
  numberRows,
  numbersReader,
  phaseWords,
  type ColumnNumbers,
  type NumberRow,
} from './replayNumbers';
import { ReplaySaid } from './ReplaySaid';
import { ReplayTable } from './ReplayTable';
import { eventWords, flowWords } from './replayWords';
import { useReadableFrame } from './useReadableFrame';
import type { ReplayModel } from './useReplayModel';

interface ReplayNumbersProps {
  readonly stage: StageRun;
  readonly model: ReplayModel;
  /** What is drawn, if the head has no room for it. */
  readonly words: React.ReactNode;
}

/** The state of the queue and of the flows at the clock, written and read out. */
export function ReplayNumbers({ stage, model, words }: ReplayNumbersProps) {
  const { timeOf, part, queueWordsAt } = model;
  const rows = useMemo(() => numberRows(stage), [stage]);
  const phases = useMemo(() => phasesByFlow(stage.phases), [stage.phases]);
  const numbersAt = useNumbers(stage, model, rows);
  const phaseAt = (row: NumberRow, time: number) => phaseWords(phases, row, time);
  const nameOf = (flow: number) => rows.find((row) => row.flows.has(flow))?.label ?? '';
  const eventAt = (clock: CursorState) => {
    if (clock.isPlaying || part.traffic === null) return '';
    return eventWords(part.traffic, nameOf, timeOf(clock)) ?? '';
  };
  const wordsAt = (clock: CursorState) => {
    const time = timeOf(clock);
    const flows = flowWords(
      rows,
      (row) => phaseAt(row, time),
      (row) => numbersAt(row, time),
    );
    const event = eventAt(clock);
    const said = event === '' ? flows : `${event}. ${flows}`;
    return `${time.toFixed(3)} s. ${queueWordsAt(clock)}. ${said}`;
  };
  return (
    <div className={styles.below}>
      <div>
        <p className={styles.now}>
          <Written textAt={queueWordsAt} />
        </p>
        <p className={styles.event}>
          <Written textAt={eventAt} />
        </p>
        {words}
      </div>
      <ReplayTable
        rows={rows}
        label={`${stage.label}: numbers at the time shown`}
        timeOf={timeOf}
        phaseAt={phaseAt}
        numbersAt={numbersAt}
      />
      <ReplaySaid wordsAt={wordsAt} />
    </div>
  );
}

/** Words that follow the clock without being rendered. */
function Written({ textAt }: { textAt: (clock: CursorState) => string }) {
  const element = useRef<HTMLSpanElement>(null);
  useReadableFrame((clock) => {
    const text = textAt(clock);
    if (element.current !== null && element.current.textContent !== text) {
      element.current.textContent = text;
    }
  });
  return <span ref={element} />;
}

/** Exact numbers where packets are known, means of the sample where they are not. */
function useNumbers(stage: StageRun, model: ReplayModel, rows: readonly NumberRow[]) {
  const { part, series, detailOf } = model;
  const clock = useCursorStore();
  const exact = useMemo(
    () => (part.traffic === null ? null : numbersReader(part.traffic, rows)),
    [part.traffic, rows],
  );
  const { durationSeconds, packetBytes } = stage.facts;
  return (key: number, time: number): ColumnNumbers | undefined => {
    const isSeen = detailOf(clock.read()).isWaiting;
    if (exact !== null && isSeen && isKnown(part, time, durationSeconds)) return exact(key, time);
    const row = rows.find((each) => each.key === key);
    const values = series?.groups?.get(row?.groupIndex ?? -1);
    const bucket = bucketAt(series?.timeSeconds ?? [], time);
    const packetsOf = (metric: string) => {
      const bytes = valueAt(values?.[metric]?.mean, bucket);
      return bytes === null ? null : bytes / packetBytes;
    };
    return {
      cwndPackets: packetsOf('cwnd_bytes'),
      inflightPackets: packetsOf('inflight_bytes'),
      waiting: null,
      moving: null,
    };
  };
}
