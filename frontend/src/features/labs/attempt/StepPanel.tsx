import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';

import type { Attempt } from '@/api/classes/labs';
import { Note } from '@/ui/Note';

import { GameStep } from '../steps/GameStep';
import { MapStep } from '../steps/MapStep';
import { PredictionStep } from '../steps/PredictionStep';
import { QuestionStep } from '../steps/QuestionStep';
import { RunStep } from '../steps/RunStep';
import styles from '../steps/step.module.css';
import { StepText } from '@/steps/StepText';
import type { StepState } from './stepStates';

interface StepPanelProps {
  readonly attempt: Attempt;
  readonly state: StepState;
}

/** The text of a step and its task. */
export function StepPanel({ attempt, state }: StepPanelProps) {
  const panel = useKeptFocus(attempt);
  if (!state.isOpen) {
    return (
      <Note title={t`This step is not open yet.`}>
        {t`Your class goes through the lab together. The step opens when your teacher moves on.`}
      </Note>
    );
  }
  return (
    <div ref={panel} className={styles.panel} tabIndex={-1}>
      <StepText text={state.step.text} hasTerms />
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
      return <MapStep attempt={attempt} step={step} waitsFor={waitsFor} />;
    case 'game':
      return <GameStep attempt={attempt} step={step} />;
    case 'prediction':
      return <PredictionStep attempt={attempt} step={step} />;
    case 'question':
      return <QuestionStep attempt={attempt} step={step} />;
    case 'run':
    case 'goal':
      return <RunStep attempt={attempt} step={step} waitsFor={waitsFor} />;
  }
}
