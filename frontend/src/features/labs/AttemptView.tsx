import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import { classOf, useClassNews, usePlace } from '@/api/attemptClass';
import type { Attempt } from '@/api/labs';
import { usePageKeys } from '@/state/keys';
import { Button } from '@/ui/Button';
import { Kbd } from '@/ui/Kbd';
import { usePageTitle } from '@/ui/usePageTitle';

import styles from './attempt.module.css';
import { ClassBar } from './ClassBar';
import { FeedbackNote } from './FeedbackNote';
import { Held, heldWords } from './held';
import { RecoveryNote } from './RecoveryNote';
import { labOf, type StepFile } from '@/steps/labFile';
import { StepList } from './StepList';
import { StepPanel } from './StepPanel';
import { nextStep, stepStates } from './stepStates';

/** The steps of a lab, and the one that is done now. */
export function AttemptView({ attempt }: { attempt: Attempt }) {
  const lab = labOf(attempt);
  usePageTitle(lab.title);
  const { step: asked } = useSearch({ from: '/labs/attempts/$attemptId' });
  // Where somebody comes in; a step that is done later does not take them to the next one.
  const [first] = useState(() => nextStep(stepStates(attempt, undefined)));
  const shown = lab.steps.find(({ id }) => id === asked) ?? first;
  const navigate = useNavigate({ from: '/labs/attempts/$attemptId' });
  const states = stepStates(attempt, shown?.id);
  const at = states.findIndex(({ step }) => step.id === shown?.id);
  const heading = useFocusAfterMove(shown?.id);
  const classroom = classOf(attempt);
  useClassNews(attempt.id, classroom?.class_id);
  usePlace(attempt.id, shown?.id, classroom !== null && !classroom.is_closed);
  const go = (by: number) =>
    void navigate({
      // From where the address is: a second key may come before the first one has been drawn.
      search: ({ step }) => {
        const now = lab.steps.findIndex(({ id }) => id === (step ?? shown?.id));
        return { step: lab.steps[now + by]?.id ?? step };
      },
    });
  usePageKeys({
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
  });
  const state = states[at];
  if (state === undefined) return null;
  const { step } = state;
  return (
    <div className={styles.attempt}>
      {classroom !== null && (
        <ClassBar attemptId={attempt.id} classroom={classroom} states={states} shownId={step.id} />
      )}
      <RecoveryNote attemptId={attempt.id} />
      <aside className={styles.rail} aria-label="Steps">
        <p className="small">
          <Link to="/labs" activeOptions={{ exact: true }}>
            All labs
          </Link>
        </p>
        <h1>{lab.title}</h1>
        <StepList states={states} shownId={step.id} />
      </aside>
      <main className={styles.step}>
        <p className="small quiet">
          {`Step ${at + 1} of ${states.length}`}
          {step.minutes > 0 && `, about ${step.minutes} min`}
          {step.points > 0 && `, ${step.points === 1 ? '1 point' : `${step.points} points`}`}
          {step.points > 0 && isForAnswering(step) && ' for an answer, whatever the run shows'}
          {step.points > 0 &&
            classroom?.holds_back_points === true &&
            ', which you see once your teacher releases them'}
        </p>
        <h2 ref={heading} tabIndex={-1}>
          {step.title}
        </h2>
        <Held value={heldWords(classroom)}>
          <StepPanel key={step.id} attempt={attempt} state={state} />
        </Held>
        <FeedbackNote classroom={classroom} step={step} />
        <Moves
          at={at}
          count={states.length}
          isNextLikely={state.isDone || step.kind === 'text'}
          onGo={go}
        />
      </main>
    </div>
  );
}

const isForAnswering = (step: StepFile) =>
  step.kind === 'prediction' && step.points_for === 'answer';

interface MovesProps {
  readonly at: number;
  readonly count: number;
  /** What is to be done here is done. */
  readonly isNextLikely: boolean;
  readonly onGo: (by: number) => void;
}

function Moves({ at, count, isNextLikely, onGo }: MovesProps) {
  return (
    <nav className={styles.moves} aria-label="Previous and next step">
      <Button disabled={at === 0} onClick={() => onGo(-1)} rightSection={<Kbd>←</Kbd>}>
        Previous
      </Button>
      {at < count - 1 ? (
        <Button
          variant={isNextLikely ? 'filled' : 'default'}
          onClick={() => onGo(1)}
          rightSection={<Kbd>→</Kbd>}
        >
          Next
        </Button>
      ) : (
        <Button renderRoot={(props) => <Link to="/labs" {...props} />}>To all labs</Button>
      )}
    </nav>
  );
}

/** Whoever goes to another step starts at its title, by keyboard and by ear. */
function useFocusAfterMove(id: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(id);
  useEffect(() => {
    if (before.current === id) return;
    before.current = id;
    heading.current?.focus();
  }, [id]);
  return heading;
}
