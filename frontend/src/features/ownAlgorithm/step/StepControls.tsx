import { useState } from 'react';

import { plainField } from '@/analysis/scenario/fields/plainField';
import { Button } from '@/ui/Button';
import { NumberInput } from '@/ui/fields/NumberInput';
import { SegmentedControl } from '@/ui/fields/SegmentedControl';

import styles from './step.module.css';
import type { Stepping } from './useStepping';
import { CHOICES, momentOf, titleOf } from './stepTexts';

interface StepControlsProps {
  readonly stepping: Stepping;
  readonly durationSeconds: number;
  readonly onClose: () => void;
}

/** Back, forward, which events, and where to begin. */
export function StepControls({ stepping, durationSeconds, onClose }: StepControlsProps) {
  const { steps, place, step, choice, choose, goTo, isBusy, stop, again } = stepping;
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
        {again !== null && (
          <Button size="xs" onClick={again}>
            Compute again
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
  const [value, setValue] = useState<unknown>(null);
  const field = plainField({ isNullable: true, minimum: 0, maximum: durationSeconds, unit: 's' });
  const isGood = typeof value === 'number' && value >= 0 && value <= durationSeconds;
  return (
    <form
      className={styles.from}
      onSubmit={(event) => {
        event.preventDefault();
        if (isGood) onBegin(value);
      }}
    >
      From
      <NumberInput
        className="touch-field"
        label="From, s"
        field={field}
        value={value}
        factor={1}
        isBad={value !== null && !isGood}
        placeholder="0"
        onChange={setValue}
      />
      s
      <Button type="submit" size="xs" disabled={!isGood}>
        Begin there
      </Button>
    </form>
  );
}
