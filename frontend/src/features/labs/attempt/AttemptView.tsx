import { t } from '@lingui/core/macro';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import clsx from 'clsx';
import { useEffect, useRef, useState } from 'react';

import { classOf, useClassNews, usePlace } from '@/api/classes/attemptClass';
import type { AttemptClass } from '@/api/classes/classTypes';
import type { Attempt } from '@/api/classes/labs';
import { hasServer } from '@/api/http/transport';
import { CopyField } from '@/share/CopyField';
import { forgetRecoveryCode, recoveryCodeOf } from '@/state/justJoined';
import { usePageKeys } from '@/state/keys';
import { labOf, type StepFile } from '@/steps/labFile';
import { countOf } from '@/texts/counts';
import { Button } from '@/ui/Button';
import { Kbd } from '@/ui/Kbd';
import { Note } from '@/ui/Note';
import { usePageTitle } from '@/ui/usePageTitle';

import styles from './attempt.module.css';
import { ClassBar } from './ClassBar';
import classBarStyles from './classBar.module.css';
import { WorkBlocked, workBlockedText } from './workBlocked';
import stepListStyles from './stepList.module.css';
import { StepPanel } from './StepPanel';
import { nextStep, type StepState, stepStates } from './stepStates';

/** The steps of a lab, and the one that is done now. */
export function AttemptView({ attempt }: { attempt: Attempt }) {
  const lab = labOf(attempt);
  usePageTitle(lab.title);
  const { step: asked } = useSearch({ from: '/labs/attempts/$attemptId' });
  // Where a student starts; finishing a step does not move them to the next one.
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
      <aside className={styles.rail} aria-label={t`Steps`}>
        <p className="small">
          <Link to="/labs" activeOptions={{ exact: true }}>
            {t`All labs`}
          </Link>
        </p>
        <h1>{lab.title}</h1>
        {!hasServer() && <Ungraded />}
        <StepList states={states} shownId={step.id} />
      </aside>
      <main className={styles.step}>
        <p className="small quiet">
          {t`Step ${at + 1} of ${states.length}`}
          {step.minutes > 0 && t`, about ${step.minutes} min`}
          {step.points > 0 && t`, ${countOf(step.points, 'point')}`}
          {step.points > 0 && isForAnswering(step) && t` for an answer, whatever the run shows`}
          {step.points > 0 &&
            classroom?.holds_back_points === true &&
            t`, which you see once your teacher releases them`}
        </p>
        <h2 ref={heading} tabIndex={-1}>
          {step.title}
        </h2>
        <WorkBlocked value={workBlockedText(classroom)}>
          <StepPanel key={step.id} attempt={attempt} state={state} />
        </WorkBlocked>
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
  /** The task of the step is done. */
  readonly isNextLikely: boolean;
  readonly onGo: (by: number) => void;
}

function Moves({ at, count, isNextLikely, onGo }: MovesProps) {
  return (
    <nav className={styles.moves} aria-label={t`Previous and next step`}>
      <Button disabled={at === 0} onClick={() => onGo(-1)} rightSection={<Kbd>←</Kbd>}>
        {t`Previous`}
      </Button>
      {at < count - 1 ? (
        <Button
          variant={isNextLikely ? 'filled' : 'default'}
          onClick={() => onGo(1)}
          rightSection={<Kbd>→</Kbd>}
        >
          {t`Next`}
        </Button>
      ) : (
        <Button renderRoot={(props) => <Link to="/labs" {...props} />}>{t`To all labs`}</Button>
      )}
    </nav>
  );
}

/** Going to another step moves the focus to its title, for keyboards and screen readers. */
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

interface FeedbackNoteProps {
  readonly classroom: AttemptClass | null;
  readonly step: StepFile;
}

/** The teacher's feedback on the answer to a step, and the points given by hand. */
function FeedbackNote({ classroom, step }: FeedbackNoteProps) {
  const given = classroom?.feedback.find(({ step_id }) => step_id === step.id);
  if (given === undefined) return null;
  const { text, points } = given;
  const title =
    points === null
      ? t`From your teacher`
      : t`From your teacher: ${points} of ${countOf(step.points, 'point')}`;
  return (
    <div role="status">
      {text === '' ? <Note title={title} /> : <Note title={title}>{text}</Note>}
    </div>
  );
}

/** The recovery code, shown once, to a student who has just joined. */
function RecoveryNote({ attemptId }: { attemptId: string }) {
  const [code, setCode] = useState(() => recoveryCodeOf(attemptId));
  if (code === undefined) return null;
  const done = () => {
    forgetRecoveryCode(attemptId);
    setCode(undefined);
  };
  return (
    <section
      className={clsx('touch-fields', classBarStyles.recovery)}
      aria-labelledby="recovery-code"
    >
      <div>
        <h2 id="recovery-code">{t`Your recovery code`}</h2>
        <p className="quiet">
          {t`Write it down: with it you can continue on another device, or after this browser has lost its data. It is shown only once; you can make a new one in the menu under your alias.`}
        </p>
      </div>
      <CopyField label={t`Recovery code`} text={code} />
      <Button onClick={done}>{t`I have it`}</Button>
    </section>
  );
}

interface StepListProps {
  readonly states: readonly StepState[];
  readonly shownId: string;
}

/** All steps with how far they are; on a phone their numbers. */
function StepList({ states, shownId }: StepListProps) {
  return (
    <ol className={stepListStyles.steps}>
      {states.map((state, index) => (
        <li key={state.step.id}>
          <Link
            to="."
            search={{ step: state.step.id }}
            className={stepListStyles.step}
            aria-current={state.step.id === shownId ? 'page' : undefined}
            data-done={state.isDone || undefined}
            data-waits={state.waitsFor !== null || undefined}
            data-closed={!state.isOpen || undefined}
          >
            <span className={stepListStyles.mark} aria-hidden="true">
              {state.isDone ? '✓' : index + 1}
            </span>
            <span className={stepListStyles.title}>{state.step.title}</span>
            <span className={stepListStyles.state}>{stateWords(state)}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

function stateWords({ isDone, isOpen, waitsFor }: StepState): string {
  if (!isOpen) return t`not open yet`;
  if (isDone) return 'done';
  return waitsFor === null ? '' : t`waits for your prediction`;
}

/** On a site without a server: what its marks are worth. */
function Ungraded() {
  return (
    <p className="small quiet">
      {t`Not graded: this page computes your runs and marks your answers, for you alone. Nothing is sent.`}
    </p>
  );
}
