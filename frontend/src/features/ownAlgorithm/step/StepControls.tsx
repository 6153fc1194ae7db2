import { useId, useState } from 'react';

import { Button } from '@/ui/Button';
import { SegmentedControl } from '@/ui/SegmentedControl';

import styles from './step.module.css';
import type { Stepping } from './useStepping';
import { CHOICES, momentOf, titleOf } from './words';

interface StepControlsProps {
  readonly stepping: Stepping;
  readonly durationSeconds: number;
  readonly onClose: () => void;
}

/** Back, forward, which events, and where to begin. */
export function StepControls({ stepping, durationSeconds, onClose }: StepControlsProps) {
  const { steps, place, step, choice, choose, goTo, isBusy, stop } = stepping;
  return (
    <>
      <div className={styles.controls}>
        <Button size="xs" disabled={!stepping.hasBefore || isBusy} onClick={() => goTo(place - 1)}>
          Step back
        </Button>
        <Button size="xs" disabled={!stepping.hasAfter || isBusy} onClick={() => goTo(place + 1)}>
          Step forward
        </Button>
        <SegmentedControl
          aria-label="Events"
          value={choice}
          data={CHOICES}
          onChange={(chosen) => choose(chosen)}
        />
      </div>
      <input
        type="range"
        aria-label="Event"
        aria-valuetext={step === null ? 'none' : `${titleOf(step)}, ${momentOf(step)}`}
        className={styles.slider}
        min={0}
        max={Math.max(0, steps.length - 1)}
        value={Math.max(0, place)}
        disabled={steps.length < 2}
        onChange={({ target }) => goTo(Number(target.value))}
      />
      <div className={styles.controls}>
        <BeginAt durationSeconds={durationSeconds} onBegin={stepping.begin} />
        {isBusy && (
          <Button size="xs" onClick={stop}>
            Stop computing
          </Button>
        )}
        <Button size="xs" onClick={onClose}>
          Close
        </Button>
      </div>
    </>
  );
}

interface BeginAtProps {
  readonly durationSeconds: number;
  readonly onBegin: (seconds: number) => void;
}

function BeginAt({ durationSeconds, onBegin }: BeginAtProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = () => {
    const seconds = Number(typed.trim().replace(',', '.'));
    const isGood = typed.trim() !== '' && seconds >= 0 && seconds <= durationSeconds;
    setWrong(!isGood);
    if (isGood) onBegin(seconds);
  };
  return (
    <form
      className={styles.from}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label htmlFor={`${id}-from`}>From, s</label>
      <input
        id={`${id}-from`}
        className="touch-field"
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" size="xs">
        Begin there
      </Button>
      {isWrong && (
        <span id={`${id}-wrong`} role="alert" className={styles.wrong}>
          {`A time from 0 to ${durationSeconds} s.`}
        </span>
      )}
    </form>
  );
}
