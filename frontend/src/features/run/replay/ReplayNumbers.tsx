import { useMemo, useRef } from 'react';

import { phasesByFlow } from '@/analysis/series/phaseState';
import type { StageRun } from '@/charts/model';
import { replayText } from '@/messages/replay';
import type { CursorState } from '@/analysis/replay/clock';

import styles from './replay.module.css';
import { numberRows, phaseWords, type NumberRow } from './replayNumbers';
import { ReplaySaid } from './ReplaySaid';
import { ReplayTable } from './ReplayTable';
import { eventWords, flowWords } from './replayWords';
import { useNumbers } from './useNumbers';
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
    return replayText.said(time.toFixed(3), queueWordsAt(clock), said);
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
        label={replayText.numbers(stage.label)}
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
