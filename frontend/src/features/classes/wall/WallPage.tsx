import { t } from '@lingui/core/macro';
import { Link, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';

import { isShut, useAskAgain, useClassChanges, useWall } from '@/api/classes/classes';
import type { Wall as WallOfClass, WallTalk } from '@/api/classes/classTypes';
import { joinLink, wallKeyIn } from '@/state/classUrl';
import { forgetWallKey, noteWallKey, wallKeyOf } from '@/state/wallKey';
import { predictionsAbout, type LabFile, type StepFile, type RunStepFile } from '@/steps/labFile';
import { StepText } from '@/steps/StepText';
import { StepTimer } from '@/steps/StepTimer';
import { countOf } from '@/texts/counts';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { QrCode } from '@/ui/QrCode';
import { usePageTitle } from '@/ui/usePageTitle';

import { answerText } from '../dashboard/answerText';
import { letterOf } from '../dashboard/ChosenAnswers';
import { CurveBoard } from '../results/CurveBoard';
import discussionStyles from '../dashboard/discussion.module.css';
import styles from './wall.module.css';
import { WallCurves } from './WallCurves';
import { WallResult } from './WallResult';

/** A class on a wall, to be read from ten metres: without names, whatever the class says. */
export function WallPage() {
  const { classId } = useParams({ from: '/classes/$classId/wall' });
  const came = wallKeyIn(useLocation({ select: ({ hash }) => hash }));
  const navigate = useNavigate();
  // The class can see the address, too: the key leaves it.
  useEffect(() => {
    if (came === null) return;
    noteWallKey(classId, came);
    void navigate({ to: '/classes/$classId/wall', params: { classId }, replace: true });
  }, [came, classId, navigate]);
  if (came !== null) return <Loading />;
  return <OfClass key={classId} classId={classId} wallKey={wallKeyOf(classId)} />;
}

function OfClass({ classId, wallKey }: { classId: string; wallKey: string | null }) {
  const { data: wall, error, refetch } = useWall(classId, wallKey);
  const isOver = isShut(error);
  useClassChanges(classId, !isOver);
  useEffect(() => {
    if (isOver) forgetWallKey(classId);
  }, [isOver, classId]);
  usePageTitle(wall === undefined ? t`Wall` : t`${wall.name}, wall`);
  // Loaded data stays on the page if a refresh fails, but not if it is refused.
  if (error !== null && (wall === undefined || isOver)) {
    return <NotThere error={error} onRetry={() => void refetch()} />;
  }
  return wall === undefined ? <Loading /> : <Wall classId={classId} wall={wall} />;
}

function Loading() {
  return (
    <main className={styles.wall} aria-busy="true">
      <p>{t`Loading the class`}</p>
    </main>
  );
}

function NotThere({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <main className="page-state">
      <h1>{t`Wall`}</h1>
      <Note
        tone="bad"
        title={t`The wall could not be opened`}
        action={isShut(error) ? undefined : { label: t`Try again`, onClick: onRetry }}
      >
        {error.message}
      </Note>
      <Button renderRoot={(props) => <Link to="/classes" {...props} />}>{t`See my classes`}</Button>
    </main>
  );
}

function Wall({ classId, wall }: { classId: string; wall: WallOfClass }) {
  const askAgain = useAskAgain(classId);
  const lab = wall.lab as unknown as LabFile;
  const step = lab.steps.find(({ id }) => id === wall.step_id);
  if (step === undefined) return null;
  const isEmpty = wall.student_count === 0 && wall.code !== null;
  return (
    <main className={styles.wall}>
      <header className={styles.head}>
        <p>
          <b>{wall.name}</b>
        </p>
        {wall.timer != null && !wall.is_closed && (
          <StepTimer
            key={wall.timer.ends_at}
            timer={wall.timer}
            className={styles.timer}
            stepTitle={
              wall.timer.step_id === step.id
                ? undefined
                : lab.steps.find(({ id }) => id === wall.timer?.step_id)?.title
            }
            onEnd={askAgain}
          />
        )}
        <p>{wall.is_closed ? t`The class has ended.` : countOf(wall.student_count, 'student')}</p>
        {!isEmpty && wall.code !== null && (
          <p className={styles.code}>
            {t`${window.location.host}/join `}
            <b>{wall.code}</b>
          </p>
        )}
      </header>
      {isEmpty && wall.code !== null ? (
        <Arriving code={wall.code} isLocked={wall.is_locked} labTitle={lab.title} />
      ) : (
        <Shown wall={wall} lab={lab} step={step} />
      )}
      {wall.is_paused && (
        <p className={styles.paused} role="status">
          {t`Paused. Look up!`}
        </p>
      )}
    </main>
  );
}

interface ArrivingProps {
  readonly code: string;
  readonly isLocked: boolean;
  readonly labTitle: string;
}

/** Before the first student joins: how to join, as large as possible. */
function Arriving({ code, isLocked, labTitle }: ArrivingProps) {
  const link = joinLink(window.location.origin, code);
  return (
    <div className={styles.arriving}>
      <div>
        <h1>{labTitle}</h1>
        <p>{t`Go to ${window.location.host}/join and type`}</p>
        <p className={styles.bigCode}>{code}</p>
        <p>{isLocked ? t`The class is locked at the moment.` : t`No account, no e-mail.`}</p>
      </div>
      <QrCode className={styles.qr} text={link} label={t`QR code of ${link}`} />
    </div>
  );
}

interface ShownProps {
  readonly wall: WallOfClass;
  readonly lab: LabFile;
  readonly step: StepFile;
}

/** The step, and what the class makes of it. While it predicts or answers, only how many have. */
function Shown({ wall, lab, step }: ShownProps) {
  const isAsked = step.kind === 'prediction' || step.kind === 'question';
  const place = lab.steps.indexOf(step) + 1;
  const { curves, discussion: talk } = wall;
  const talkOf = lab.steps.find(({ id }) => id === talk?.step_id);
  // Drawn curves have the run among them already.
  const isDrawn = predictionsAbout(lab, step.id).some((each) => each.prediction.kind === 'curve');
  const hasCurves = step.kind === 'run' && curves != null && !isDrawn;
  return (
    <>
      <div className={styles.title}>
        <h1>{`${place}. ${step.title}`}</h1>
        {step.kind !== 'text' && (
          <p>
            {isAsked
              ? t`${wall.done_count} of ${wall.student_count} have answered`
              : t`${wall.done_count} of ${wall.student_count} done`}
          </p>
        )}
      </div>
      {step.kind !== 'run' && step.kind !== 'map' && <StepText text={step.text} hasTerms />}
      <div className={hasCurves ? styles.beside : styles.results}>
        <div className={styles.results}>
          {talkOf !== undefined && talk != null && (
            <section aria-label={t`For discussion`}>
              {talkOf.id !== step.id && <h2>{talkOf.title}</h2>}
              <WallDiscussion lab={lab} step={talkOf} talk={talk} />
            </section>
          )}
          {wall.steps.map((shown) => {
            const of = lab.steps.find(({ id }) => id === shown.step_id);
            if (of === undefined || of.id === talk?.step_id) return null;
            return (
              <section key={of.id} aria-label={of.title}>
                {of.id !== step.id && <h2>{of.title}</h2>}
                <WallResult lab={lab} step={of} shown={shown} />
              </section>
            );
          })}
        </div>
        {hasCurves && <WallCurves key={step.id} step={step} curves={curves} />}
      </div>
    </>
  );
}

interface WallDiscussionProps {
  readonly lab: LabFile;
  readonly step: StepFile;
  readonly talk: WallTalk;
}

/** The answers that the teacher shows, in the teacher's order, without names. */
function WallDiscussion({ lab, step, talk }: WallDiscussionProps) {
  if (step.kind === 'prediction' && step.prediction.kind === 'curve') {
    return <Drawn {...{ lab, talk }} step={step as DrawnStep} />;
  }
  return (
    <ol className={discussionStyles.wall} aria-label={t`Answers to ${step.title}`}>
      {talk.answers.map(({ answer }, place) => (
        <li key={place}>
          <b>{letterOf(place)}</b>
          <p className={discussionStyles.said}>{answerText(step, answer)}</p>
        </li>
      ))}
    </ol>
  );
}

type DrawnStep = React.ComponentProps<typeof CurveBoard>['step'];

interface DrawnProps extends WallDiscussionProps {
  readonly step: DrawnStep;
}

/** Drawn curves, over each other. */
function Drawn({ lab, step, talk }: DrawnProps) {
  const about = lab.steps.find(({ id }) => id === step.about) as RunStepFile;
  const board = { answers: talk.answers, truth: NO_TRUTH, tally: [] };
  return <CurveBoard step={step} about={about} board={board} isTruthShown={false} />;
}

const NO_TRUTH = { number: null, positions: null, curve: null };
