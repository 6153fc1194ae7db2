import { Link } from '@tanstack/react-router';

import styles from './stepList.module.css';
import type { StepState } from './stepStates';

interface StepListProps {
  readonly states: readonly StepState[];
  readonly shownId: string;
}

/** All steps with how far they are; on a phone their numbers. */
export function StepList({ states, shownId }: StepListProps) {
  return (
    <ol className={styles.steps}>
      {states.map((state, index) => (
        <li key={state.step.id}>
          <Link
            to="."
            search={{ step: state.step.id }}
            className={styles.step}
            aria-current={state.step.id === shownId ? 'page' : undefined}
            data-done={state.isDone || undefined}
            data-waits={state.waitsFor !== null || undefined}
            data-closed={!state.isOpen || undefined}
          >
            <span className={styles.mark} aria-hidden="true">
              {state.isDone ? '✓' : index + 1}
            </span>
            <span className={styles.title}>{state.step.title}</span>
            <span className={styles.state}>{stateWords(state)}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

function stateWords({ isDone, isOpen, waitsFor }: StepState): string {
  if (!isOpen) return 'not open yet';
  if (isDone) return 'done';
  return waitsFor === null ? '' : 'waits for your prediction';
}
