import { useRef } from 'react';

import type { SeriesGrid } from '@/analysis/series';
import type { StageRun, TimeRange } from '@/charts/model';
import { transportText } from '@/messages/transport';
import { useCursorFact, useCursorFrame, useCursorStore } from '@/state/cursor';
import { PACES, usePace, writePace } from '@/state/pace';
import { Kbd } from '@/ui/Kbd';

import { Overview } from './Overview';
import styles from './transport.module.css';

interface TransportProps {
  readonly run: StageRun;
  /** Throughput over the whole run. */
  readonly series: SeriesGrid | undefined;
  readonly durationSeconds: number;
  readonly range: TimeRange;
  readonly restSeconds: number;
  readonly onView: (view: TimeRange) => void;
  readonly onPlay: () => void;
}

/** The bar at the bottom: play, the time, the pace, and the whole run with what is in view. */
export function Transport(props: TransportProps) {
  const { run, series, durationSeconds, range, restSeconds, onView, onPlay } = props;
  return (
    <footer className={styles.bar} aria-label={transportText.bar}>
      <div className={styles.controls}>
        <PlayButton onPlay={onPlay} />
        <TimeText restSeconds={restSeconds} range={range} />
        <PaceChoice />
      </div>
      <Overview
        flows={run.flows}
        series={series}
        capacityBps={run.facts.capacityBps}
        durationSeconds={durationSeconds}
        range={range}
        restSeconds={restSeconds}
        onView={onView}
      />
      <Hints />
    </footer>
  );
}

function PlayButton({ onPlay }: { onPlay: () => void }) {
  const isPlaying = useCursorFact((state) => state.isPlaying);
  const name = isPlaying ? transportText.pause : transportText.play;
  return (
    <button type="button" className={styles.play} aria-label={name} title={name} onClick={onPlay}>
      <svg width="12" height="14" viewBox="0 0 12 14" aria-hidden="true">
        <path d={isPlaying ? 'M0 0h4v14h-4zM8 0h4v14h-4z' : 'M0 0L12 7L0 14Z'} />
      </svg>
    </button>
  );
}

interface TimeTextProps {
  readonly restSeconds: number;
  readonly range: TimeRange;
}

function TimeText({ restSeconds, range }: TimeTextProps) {
  const text = useRef<HTMLSpanElement>(null);
  const decimals = range[1] - range[0] < 5 ? 2 : 1;
  useCursorFrame(({ timeSeconds }) => {
    if (text.current === null) return;
    const time = Math.min(timeSeconds ?? restSeconds, restSeconds);
    text.current.textContent = transportText.time(time.toFixed(decimals));
  });
  return <span ref={text} className={styles.time} />;
}

function PaceChoice() {
  const pace = usePace();
  return (
    <span className={styles.paces} role="group" aria-label={transportText.pace}>
      {PACES.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === pace}
          title={transportText.paceLabel(each)}
          onClick={() => writePace(each)}
        >
          {transportText.paceOf(each)}
        </button>
      ))}
    </span>
  );
}

/** The keys, or the way out while a run is being drawn. */
function Hints() {
  const clock = useCursorStore();
  const isDrawing = useCursorFact((state) => state.revealSeconds !== null);
  const showAll = () => {
    clock.pause();
    clock.reveal(null);
  };
  if (isDrawing) {
    return (
      <p className={styles.hints}>
        <span>{transportText.drawing}</span>
        <button type="button" className={styles.skip} onClick={showAll}>
          {transportText.showAll} <Kbd>End</Kbd>
        </button>
      </p>
    );
  }
  return (
    <p className={styles.hints} aria-hidden="true">
      {transportText.hints.map(([key, does]) => (
        <span key={key}>
          <Kbd>{key}</Kbd> {does}
        </span>
      ))}
    </p>
  );
}
