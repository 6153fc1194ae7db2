import { useEffect, useMemo, useRef } from 'react';

import { toShortest } from '@/analysis/numbers/units';
import { rangeAround } from '@/analysis/replay/windows';
import { pathAt } from '@/analysis/scenario/describe';
import type { Run } from '@/api/types';
import type { StageRun } from '@/charts/model';
import { ReplayDrawing } from '@/charts/replay/ReplayDrawing';
import { useCursorStore } from '@/state/cursor';
import { usePageKeys } from '@/state/keys';
import { Kbd } from '@/ui/Kbd';
import { Note } from '@/ui/Note';

import styles from './replay.module.css';
import type { ReplayMode } from './replayMode';
import { ReplayNumbers } from './ReplayNumbers';
import { useReplayModel } from './useReplayModel';
import { type ReplaySteps, STEP_KINDS, useReplaySteps } from './useReplaySteps';
import type { ReplayTraffic } from './useReplayTraffic';

interface ReplayProps {
  readonly run: Run;
  readonly stage: StageRun;
  /** Which of several links is shown. */
  readonly linkIndex: number;
  readonly pace: number;
  /** Which run it is, where there are several. */
  readonly name: string | null;
  readonly restSeconds: number;
  /** Steps and the way out belong to the first one. */
  readonly onClose: (() => void) | null;
  /** Shows a part of the run in the plots. */
  readonly onZoom: (fromSeconds: number, toSeconds: number) => void;
}

/** The packets of a run on its path, at the clock of the page. */
export function Replay(props: ReplayProps) {
  const { run, stage, linkIndex, name, restSeconds, onClose, onZoom } = props;
  const clock = useCursorStore();
  const model = useReplayModel(props);
  const { part, mode, series } = model;
  const steps = useReplaySteps({ run: stage, part, series, restSeconds });
  const isFirst = onClose !== null;
  const isLow = name !== null;
  const words = <ReplayWords mode={mode} part={part} />;
  const zoom = () => {
    const [from, to] = rangeAround(model.timeOf(clock.read()), model.path, run.scenario.duration_s);
    onZoom(from, to);
  };
  const path = useMemo(() => pathAt(run.scenario, linkIndex), [run.scenario, linkIndex]);
  return (
    <section
      ref={useFocusFromButton(isFirst)}
      tabIndex={-1}
      className={styles.panel}
      aria-label={name === null ? 'Replay' : `Replay of ${name}`}
      data-mode={mode}
      data-low={isLow || undefined}
    >
      {isFirst && <Keys steps={steps} onZoom={zoom} />}
      <ReplayHead
        name={name}
        words={isLow ? null : words}
        steps={isFirst ? steps : null}
        onClose={onClose}
        onZoom={zoom}
      />
      <ReplayDrawing
        path={path}
        bufferPackets={model.bufferPackets}
        clock={clock}
        frameAt={model.frameAt}
        label={`${stage.label}: the path with its packets at the time shown`}
        isLow={isLow}
      />
      <ReplayNumbers
        stage={stage}
        model={model}
        words={isLow ? words : null}
        scenario={run.scenario}
        linkIndex={linkIndex}
      />
    </section>
  );
}

/**
 * Takes the focus from the button that opened it: there, Space would press the button again and
 * close the replay instead of playing it.
 */
function useFocusFromButton(isFirst: boolean) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isFirst || !(document.activeElement instanceof HTMLButtonElement)) return;
    panel.current?.focus({ preventScroll: true });
  }, [isFirst]);
  return panel;
}

/** Of several replays only one listens to the keys. */
function Keys({ steps, onZoom }: { steps: ReplaySteps; onZoom: () => void }) {
  usePageKeys({
    ',': () => steps.step(-1),
    '.': () => steps.step(1),
    z: onZoom,
  });
  return null;
}

const MODE_TEXTS = {
  packets: 'Every packet at its position.',
  queue:
    'At this speed packets cross the path too fast to see: bands show each flow’s share of the link, squares the queued packets.',
  shares:
    'Too fast for single packets: bands show each flow’s share of the link, grey the mean queue, a line its peak.',
  notDone: 'Single packets are available for completed runs only. Here bands show link shares.',
  full: 'Too many packet events here to load at once: bands show link shares until the next part.',
} as const;

interface ReplayWordsProps {
  readonly mode: ReplayMode;
  readonly part: ReplayTraffic;
}

/** A description of the drawing and of what it leaves out. */
function ReplayWords({ mode, part }: ReplayWordsProps) {
  if (mode === 'failed') {
    return (
      <div className={styles.failed}>
        <Note
          tone="bad"
          title="The packets of this time could not be loaded."
          action={{ label: 'Try again', onClick: part.retry }}
        >
          {part.error}
        </Note>
      </div>
    );
  }
  return <p className={styles.mode}>{wordsOf(mode, part)}</p>;
}

function wordsOf(mode: Exclude<ReplayMode, 'failed'>, { loading }: ReplayTraffic): string {
  if (mode !== 'computing') return MODE_TEXTS[mode];
  if (loading === null)
    return 'Packets load as soon as playback stops. Until then bands show link shares.';
  return `The packets of ${toShortest(loading[0])} to ${toShortest(loading[1])} s are being computed. Until then bands show link shares.`;
}

const STEP_NAMES = {
  packet: 'packet event',
  loss: 'drop or loss',
  timeline: 'phase or event',
} as const;

interface ReplayHeadProps {
  /** The name of the run, where there are several. */
  readonly name: string | null;
  /** A description of the drawing; null: it stands elsewhere. */
  readonly words: React.ReactNode;
  /** null: stepping and closing are done by another one. */
  readonly steps: ReplaySteps | null;
  readonly onClose: (() => void) | null;
  /** Brings the plots near to the moment. */
  readonly onZoom: () => void;
}

/** Title, what is drawn, steps and the way out. */
function ReplayHead(props: ReplayHeadProps) {
  const { name, words, steps, onClose, onZoom } = props;
  return (
    <div className={styles.head}>
      <h2>Replay {name !== null && <span>{name}</span>}</h2>
      {words}
      {onClose !== null && (
        <div className={styles.acts}>
          {steps !== null && <Steps {...steps} />}
          <ActionButton
            name="Zoom plots"
            hint="Zoom the plots to a few RTTs around this time (z)"
            shortcut="z"
            onAct={onZoom}
          />
          <ActionButton name="Close" hint="Close replay (r)" shortcut="r" onAct={onClose} />
        </div>
      )}
    </div>
  );
}

interface ActionButtonProps {
  readonly name: string;
  readonly hint: string;
  readonly shortcut: string;
  readonly onAct: () => void;
}

function ActionButton({ name, hint, shortcut, onAct }: ActionButtonProps) {
  return (
    <button type="button" className={styles.act} title={hint} onClick={onAct}>
      {name} <Kbd>{shortcut}</Kbd>
    </button>
  );
}

function Steps({ kind, setKind, step }: ReplaySteps) {
  return (
    <span className={styles.steps} role="group" aria-label="Step to the next">
      <button type="button" aria-label="Step back" onClick={() => step(-1)}>
        ◀ <Kbd>,</Kbd>
      </button>
      <select
        aria-label="Step to the next"
        value={kind}
        onChange={({ target }) => {
          const chosen = STEP_KINDS.find((each) => each === target.value);
          if (chosen !== undefined) setKind(chosen);
        }}
      >
        {STEP_KINDS.map((each) => (
          <option key={each} value={each}>
            {STEP_NAMES[each]}
          </option>
        ))}
      </select>
      <button type="button" aria-label="Step forward" onClick={() => step(1)}>
        <Kbd>.</Kbd> ▶
      </button>
    </span>
  );
}
