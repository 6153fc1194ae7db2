import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { useStepBoards } from '@/api/classes/classes';
import type {
  Board,
  ClassAnswer,
  ClassChange,
  Classroom,
  StepBoard,
} from '@/api/classes/classTypes';
import type { StepFile } from '@/steps/labFile';
import { StepText } from '@/steps/StepText';
import { countOf } from '@/texts/counts';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/fields/Checkbox';
import { Dialog } from '@/ui/overlay/Dialog';
import { NotLoaded } from '@/ui/NotLoaded';

import { answerText } from './answerText';
import { ChosenAnswers } from './ChosenAnswers';
import styles from './dashboard.module.css';
import { FeedbackForm } from './FeedbackForm';
import { isDone, nameOf } from './studentNames';
import { StepResult } from '../results/StepResult';
import gradeDialogStyles from './student.module.css';
import {
  askedAt,
  isRevealed,
  isRevealedByHand,
  isRunReached,
  keysOf,
  rightAnswer,
  type TeacherLab,
} from './teacherLab';

interface StepPaneProps {
  readonly classroom: Classroom;
  readonly lab: TeacherLab;
  readonly step: StepFile;
  readonly board: Board | undefined;
  readonly onChange: (change: ClassChange) => void;
}

/** The step that the class works on, and what it makes of it. */
export function StepPane({ classroom, lab, step, board, onChange }: StepPaneProps) {
  const asked = askedAt(lab, step);
  const { boards, error, retry } = useStepBoards(
    classroom.id,
    asked.map(({ id }) => id),
  );
  // A prediction is not given away on a screen that the class may see, before its run is reached.
  const mayBeSeen = asked.every((each) => isRunReached(lab, each, step.id));
  const [isTruthShown, showTruth] = useTruth(classroom, step, mayBeSeen, onChange);
  const hasTruth = asked.some(
    (each) =>
      each.kind === 'prediction' ||
      each.kind === 'game' ||
      each.kind === 'goal' ||
      (each.kind === 'question' && each.question.kind !== 'text'),
  );
  return (
    <section className={styles.step} aria-labelledby="shown-step">
      <div className={styles.stepHead}>
        <div>
          <h2 id="shown-step">{step.title}</h2>
          {board !== undefined && <p className="quiet">{doneWords(board, step)}</p>}
        </div>
        {hasTruth && (
          <Checkbox
            checked={isTruthShown}
            onChange={showTruth}
            label={TRUTH_LABELS[step.kind] ?? t`Show what happened`}
          />
        )}
      </div>
      <details
        className={`ui-fold ${styles.text}`}
        open={step.kind === 'text' || step.kind === 'map'}
      >
        <summary>{t`What students read`}</summary>
        <StepText text={step.text} hasTerms />
      </details>
      {error !== null && <NotLoaded what={t`The answers`} error={error} onRetry={retry} />}
      {asked.map((each, index) => {
        const of = boards[index];
        return (
          <div key={each.id}>
            {asked.length > 1 && <h3>{each.title}</h3>}
            {of === undefined ? (
              error === null && <p className="quiet">{t`Loading the answers`}</p>
            ) : (
              <>
                <StepResult lab={lab} step={each} board={of} isTruthShown={isTruthShown} />
                <Grading classroom={classroom} step={each} board={of} />
                <ChosenAnswers classroom={classroom} step={each} board={of} />
              </>
            )}
          </div>
        );
      })}
    </section>
  );
}

interface GradingProps {
  readonly classroom: Classroom;
  readonly step: StepFile;
  readonly board: StepBoard;
}

/** One question after another, instead of one student after another. */
function Grading({ classroom, step, board }: GradingProps) {
  const [isOpen, setOpen] = useState(false);
  if (board.answers.length === 0 || step.kind !== 'question') return null;
  return (
    <div className={styles.grading}>
      <Button onClick={() => setOpen(true)}>{t`Grade the answers`}</Button>
      {isOpen && <GradeDialog {...{ classroom, step, board }} onClose={() => setOpen(false)} />}
    </div>
  );
}

const TRUTH_LABELS: Readonly<Partial<Record<StepFile['kind'], string>>> = {
  question: t`Show what is right, on the wall too`,
  game: t`Show what happened, on the wall too`,
  goal: t`Show what was tried on the wall`,
};

/** The class decides when the answer of a question or game is shown; of a prediction this page. */
function useTruth(
  classroom: Classroom,
  step: StepFile,
  mayBeSeen: boolean,
  onChange: StepPaneProps['onChange'],
) {
  const [isShown, setShown] = useState(mayBeSeen);
  if (!isRevealedByHand(step)) return [isShown, setShown] as const;
  const reveal = (next: boolean) => {
    const others = classroom.revealed_step_ids.filter((id) => id !== step.id);
    onChange({ revealed_step_ids: next ? [...others, step.id] : others });
  };
  return [isRevealed(classroom, step.id), reveal] as const;
}

/** `12 of 24 students are done.` */
function doneWords({ students }: Board, { id, kind }: StepFile): string {
  if (students.length === 0) return t`No student has joined yet.`;
  if (kind === 'text') return countOf(students.length, 'student');
  const done = students.filter((student) => isDone(student, id)).length;
  return t`${done} of ${countOf(students.length, 'student')} done.`;
}

interface GradeDialogProps {
  readonly classroom: Classroom;
  readonly step: StepFile;
  readonly board: StepBoard;
  readonly onClose: () => void;
}

/** All answers to one question below each other, with points and a word beside each. */
function GradeDialog({ classroom, step, board, onClose }: GradeDialogProps) {
  const [isOpenOnly, showOpenOnly] = useState(false);
  const saidTo = ({ student_id }: ClassAnswer) =>
    board.feedback?.find((each) => each.student_id === student_id);
  const isOpen = (answer: ClassAnswer) => answer.points === null && saidTo(answer) === undefined;
  // The answer being read stays in the list when it gets its points.
  const [open] = useState(() => new Set(board.answers.filter(isOpen).map(keyOf)));
  const shown = board.answers.filter((each) => !isOpenOnly || open.has(keyOf(each)));
  const openCount = board.answers.filter(isOpen).length;
  const expected = rightAnswer(step);
  const { notes } = keysOf(step);
  return (
    <Dialog title={t`Answers to ${step.title}`} onClose={onClose} isWide>
      <p className="quiet" role="status">
        {t`${countOf(board.answers.length, 'answer')}, ${openCount} without points or feedback. `}
        {classroom.holds_back_points
          ? t`Students see points, and feedback with points, once you release them.`
          : t`Students see both immediately.`}
      </p>
      {expected !== null && (
        <p className={gradeDialogStyles.answer}>
          <b>{t`Expected: `}</b>
          {expected}
        </p>
      )}
      {expected === null && notes !== undefined && (
        <p className={gradeDialogStyles.answer}>{notes}</p>
      )}
      <Checkbox
        checked={isOpenOnly}
        onChange={showOpenOnly}
        label={t`Only those that had no points and no feedback`}
      />
      <ul className={gradeDialogStyles.steps}>
        {shown.map((answer) => (
          <li key={answer.student_id}>
            <h3>
              {nameOf(answer)}
              {answer.is_right !== null && (
                <span className="quiet">{answer.is_right ? t` ✓ right` : t` ✗ not right`}</span>
              )}
            </h3>
            <p className={gradeDialogStyles.answer}>{answerText(step, answer.answer)}</p>
            <FeedbackForm
              classroom={classroom}
              studentId={answer.student_id}
              step={step}
              said={saidTo(answer)}
              marked={answer.points}
              of={nameOf(answer)}
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p>{t`Every answer has points or feedback.`}</p>}
    </Dialog>
  );
}

const keyOf = ({ student_id }: ClassAnswer) => student_id;
