import { useEffect, useRef } from 'react';

import type { Attempt } from '@/api/labs';
import { Note } from '@/ui/Note';

import { PredictionStep } from './PredictionStep';
import { QuestionStep } from './QuestionStep';
import { RunStep } from './RunStep';
import styles from './step.module.css';
import { StepText } from '@/steps/StepText';
import type { StepState } from './stepStates';

interface StepPanelProps {
  readonly attempt: Attempt;
  readonly state: StepState;
}

/** What a step says, and what is to be done there. */
export function StepPanel({ attempt, state }: StepPanelProps) {
  const panel = useKeptFocus(attempt);
  return (
    <div ref={panel} className={styles.panel} tabIndex={-1}>
      <StepText text={state.step.text} />
      <Task attempt={attempt} state={state} />
    </div>
  );
}

/** A button that has done its work may go: the keyboard then stays at the step. */
function useKeptFocus(attempt: Attempt) {
  const panel = useRef<HTMLDivElement>(null);
  const before = useRef(attempt);
  useEffect(() => {
    if (before.current === attempt) return;
    before.current = attempt;
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, [attempt]);
  return panel;
}

function Task({ attempt, state: { step, waitsFor } }: StepPanelProps) {
  switch (step.kind) {
    case 'text':
      return null;
    case 'map':
      return (
        <Note title="This step needs a class.">
          Every student computes a part of the map. Classes are not available yet: go on with the
          next step.
        </Note>
      );
    case 'prediction':
      return <PredictionStep attempt={attempt} step={step} />;
    case 'question':
      return <QuestionStep attempt={attempt} step={step} />;
    case 'run':
    case 'goal':
      return <RunStep attempt={attempt} step={step} waitsFor={waitsFor} />;
  }
}
