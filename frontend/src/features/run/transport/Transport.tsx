import clsx from 'clsx';
import { useRef } from 'react';

import { instantText } from '@/analysis/numbers/instant';
import type { SeriesGrid } from '@/analysis/series/series';
import type { StageRun, TimeRange } from '@/charts/model';
import { useMomentFrame } from '@/charts/moment';
import { useCursorFact, useCursorStore } from '@/state/cursor';
import { PACES, type Pace } from '@/state/pace';
import { Kbd } from '@/ui/Kbd';

import { Overview } from './Overview';
import styles from './transport.module.css';

const HINTS = [
  ['space', 'play'],
  ['← →', 'step'],
  ['f', 'freeze'],
  ['0', 'all'],
  ['?', 'keys'],
] as const;

interface TransportProps {
  readonly run: StageRun;
  /** Throughput over the whole run. */
  readonly series: SeriesGrid | undefined;
  readonly durationSeconds: number;
  readonly range: TimeRange;
  readonly restSeconds: number;
  readonly pace: Pace;
  readonly onView: (view: TimeRange) => void;
  readonly onPlay: () => void;
  readonly onPace: (pace: Pace) => void;
  readonly isReplay: boolean;
  readonly onReplay: () => void;
}

/** The bar at the bottom: play, the time, the pace, and the whole run with what is in view. */
export function Transport(props: TransportProps) {
  const { run, series, durationSeconds, range, restSeconds, pace, onView, onPlay } = props;
  return (
    <footer className={styles.bar} aria-label="Time">
      <div className={styles.controls}>
        <PlayButton onPlay={onPlay} />
        <TimeText restSeconds={restSeconds} />
        <PaceChoice pace={pace} onPace={props.onPace} />
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
      <Hints isReplay={props.isReplay} onReplay={props.onReplay} />
    </footer>
  );
}

function PlayButton({ onPlay }: { onPlay: () => void }) {
  const isPlaying = useCursorFact((state) => state.isPlaying);
  const name = isPlaying ? 'Pause' : 'Play';
  return (
    <button type="button" className={styles.play} aria-label={name} title={name} onClick={onPlay}>
      <svg width="12" height="14" viewBox="0 0 12 14" aria-hidden="true">
        <path d={isPlaying ? 'M0 0h4v14h-4zM8 0h4v14h-4z' : 'M0 0L12 7L0 14Z'} />
      </svg>
    </button>
  );
}

function TimeText({ restSeconds }: { restSeconds: number }) {
  const text = useRef<HTMLSpanElement>(null);
  useMomentFrame(useCursorStore(), ({ timeSeconds }) => {
    if (text.current === null) return;
    const time = Math.min(timeSeconds ?? restSeconds, restSeconds);
    text.current.textContent = instantText(time);
  });
  return <span ref={text} className={styles.time} />;
}

interface PaceChoiceProps {
  readonly pace: Pace;
  readonly onPace: (pace: Pace) => void;
}

function PaceChoice({ pace, onPace }: PaceChoiceProps) {
  return (
    <select
      className={styles.paces}
      aria-label="Pace: simulated seconds per second"
      title={pace === 1 ? 'real time' : `${pace} simulated seconds per second`}
      value={pace}
      onChange={({ target }) => {
        const chosen = PACES.find((each) => each === Number(target.value));
        if (chosen !== undefined) onPace(chosen);
      }}
    >
      {PACES.map((each) => (
        <option key={each} value={each}>
          {each}×
        </option>
      ))}
    </select>
  );
}

type HintsProps = Pick<TransportProps, 'isReplay' | 'onReplay'>;

/** Replay and the keys, or the way out while a run is being drawn. */
function Hints({ isReplay, onReplay }: HintsProps) {
  const clock = useCursorStore();
  const isDrawing = useCursorFact((state) => state.revealSeconds !== null);
  const showAll = () => {
    clock.pause();
    clock.reveal(null);
  };
  if (isDrawing) {
    return (
      <p className={styles.hints}>
        <span>Following the run.</span>
        <button type="button" className={clsx(styles.skip, styles.showAll)} onClick={showAll}>
          Show all <Kbd>End</Kbd>
        </button>
      </p>
    );
  }
  return (
    <div className={styles.hints}>
      <button
        type="button"
        className={styles.skip}
        title="Every packet on its path (r)"
        aria-pressed={isReplay}
        onClick={onReplay}
      >
        Replay <Kbd>r</Kbd>
      </button>
      {HINTS.map(([key, does]) => (
        <span key={key} aria-hidden="true">
          <Kbd>{key}</Kbd> {does}
        </span>
      ))}
    </div>
  );
}
