import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { plainField } from '@/analysis/scenario/fields/plainField';
import { useAskAgain, useStartTimer, useStopTimer } from '@/api/classes/classes';
import type { Classroom } from '@/api/classes/classTypes';
import { StepTimer, useSecondsLeft } from '@/steps/StepTimer';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/fields/Checkbox';
import { NumberInput } from '@/ui/fields/NumberInput';
import { Popover } from '@/ui/overlay/Popover';

import type { TeacherLab } from './teacherLab';
import styles from './timer.module.css';

const MOST_MINUTES = 120;
const USUAL_MINUTES = 5;
const MINUTE_S = 60;
const SHORTEST_S = 10;
const LONGEST_S = MOST_MINUTES * MINUTE_S;
const FIELD = plainField({ unit: 's', minimum: SHORTEST_S, maximum: LONGEST_S });

interface TimerControlProps {
  readonly classroom: Classroom;
  readonly lab: TeacherLab;
  readonly shownStepId: string;
}

/** Time for the shown step: started, prolonged and taken away by a teacher. */
export function TimerControl({ classroom, lab, shownStepId }: TimerControlProps) {
  const { id, timer } = classroom;
  const [isOpen, setOpen] = useState(false);
  const askAgain = useAskAgain(id);
  const running = timer != null ? timer : null;
  const other = lab.steps.find((step) => step.id === running?.step_id);
  return (
    <Popover
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      align="end"
      className={styles.box}
      target={
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {running === null ? (
            t`Timer`
          ) : (
            <StepTimer
              key={running.ends_at}
              timer={running}
              isInButton
              className={styles.left}
              stepTitle={running.step_id === shownStepId ? undefined : other?.title}
              onEnd={askAgain}
            />
          )}
        </Button>
      }
    >
      {running === null ? (
        <StartForm
          classId={id}
          step={lab.steps.find((step) => step.id === shownStepId)}
          onStarted={() => setOpen(false)}
        />
      ) : (
        <Running classId={id} timer={running} onStopped={() => setOpen(false)} />
      )}
    </Popover>
  );
}

interface StartFormProps {
  readonly classId: string;
  readonly step: TeacherLab['steps'][number] | undefined;
  readonly onStarted: () => void;
}

function StartForm({ classId, step, onStarted }: StartFormProps) {
  const [typed, setTyped] = useState<unknown>((step?.minutes || USUAL_MINUTES) * MINUTE_S);
  const [pauses, setPauses] = useState(false);
  const start = useStartTimer(classId);
  const seconds = typeof typed === 'number' ? Math.round(typed) : 0;
  const isFine = seconds >= SHORTEST_S && seconds <= LONGEST_S;
  if (step === undefined) return null;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isFine) return;
        const body = { step_id: step.id, seconds, pauses_at_end: pauses };
        start.mutate(body, { onSuccess: onStarted });
      }}
    >
      <label className={styles.minutes}>
        {t`Minutes for “${step.title}”`}
        <NumberInput
          className="touch-field"
          label={t`Minutes for “${step.title}”`}
          field={FIELD}
          value={typed}
          factor={MINUTE_S}
          shown={{ unit: 'min' }}
          isBad={!isFine}
          isExplained="wholly"
          onChange={setTyped}
        />
      </label>
      <Checkbox checked={pauses} onChange={setPauses} label={t`Pause the class when time is up`} />
      <p role="status" className={styles.bad}>
        {isFine ? start.error?.message : t`From 10 seconds to ${MOST_MINUTES} minutes.`}
      </p>
      <Button type="submit" variant="filled" disabled={!isFine || start.isPending}>
        {t`Start`}
      </Button>
    </form>
  );
}

interface RunningProps {
  readonly classId: string;
  readonly timer: NonNullable<Classroom['timer']>;
  readonly onStopped: () => void;
}

function Running({ classId, timer, onStopped }: RunningProps) {
  const start = useStartTimer(classId);
  const stop = useStopTimer(classId);
  const left = useSecondsLeft(timer) ?? 0;
  const { step_id, pauses_at_end } = timer;
  const longer = { step_id, seconds: left + MINUTE_S, pauses_at_end };
  const error = start.error ?? stop.error;
  return (
    <div className={styles.form}>
      <p>
        {pauses_at_end
          ? t`The class is paused when time is up.`
          : t`When time is up the class can go on working.`}
      </p>
      <p className={styles.buttons}>
        <Button
          disabled={start.isPending || longer.seconds > MOST_MINUTES * MINUTE_S}
          onClick={() => start.mutate(longer)}
        >
          {t`1 minute more`}
        </Button>
        <Button
          disabled={stop.isPending}
          onClick={() => stop.mutate(undefined, { onSuccess: onStopped })}
        >
          {t`Stop the timer`}
        </Button>
      </p>
      <p role="status" className={styles.bad}>
        {error?.message}
      </p>
    </div>
  );
}
