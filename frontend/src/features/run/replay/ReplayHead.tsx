import { Kbd } from '@/ui/Kbd';

import styles from './replay.module.css';
import { STEP_KINDS, type ReplaySteps } from './useReplaySteps';

const STEP_NAMES = {
  packet: 'packet event',
  loss: 'drop or loss',
  timeline: 'phase or event',
} as const;

interface ReplayHeadProps {
  /** Of which run, where there are several. */
  readonly name: string | null;
  /** What is drawn; null: it stands elsewhere. */
  readonly words: React.ReactNode;
  /** null: stepping and closing are done by another one. */
  readonly steps: ReplaySteps | null;
  readonly onClose: (() => void) | null;
  /** Brings the plots near to the moment. */
  readonly onZoom: () => void;
}

/** Title, what is drawn, steps and the way out. */
export function ReplayHead(props: ReplayHeadProps) {
  const { name, words, steps, onClose, onZoom } = props;
  return (
    <div className={styles.head}>
      <h2>Replay {name !== null && <span>{name}</span>}</h2>
      {words}
      {onClose !== null && (
        <div className={styles.acts}>
          {steps !== null && <Steps {...steps} />}
          <Act
            name="Zoom plots"
            hint="Zoom the plots to a few RTTs around this time (z)"
            shortcut="z"
            onAct={onZoom}
          />
          <Act name="Close" hint="Close replay (r)" shortcut="r" onAct={onClose} />
        </div>
      )}
    </div>
  );
}

interface ActProps {
  readonly name: string;
  readonly hint: string;
  readonly shortcut: string;
  readonly onAct: () => void;
}

function Act({ name, hint, shortcut, onAct }: ActProps) {
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
