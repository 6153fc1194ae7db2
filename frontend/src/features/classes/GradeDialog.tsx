import { t } from '@lingui/core/macro';
import { useState } from 'react';

import type { ClassAnswer, Classroom, StepBoard } from '@/api/classTypes';
import type { StepFile } from '@/steps/labFile';
import { countOf } from '@/texts/counts';
import { Checkbox } from '@/ui/Checkbox';
import { Dialog } from '@/ui/Dialog';

import { answerWords } from './answerWords';
import { FeedbackForm } from './FeedbackForm';
import { nameOf } from './people';
import styles from './student.module.css';
import { keysOf, rightAnswer } from './teacherLab';

interface GradeDialogProps {
  readonly classroom: Classroom;
  readonly step: StepFile;
  readonly board: StepBoard;
  readonly onClose: () => void;
}

/** All answers to one question below each other, with points and a word beside each. */
export function GradeDialog({ classroom, step, board, onClose }: GradeDialogProps) {
  const [isOpenOnly, showOpenOnly] = useState(false);
  const saidTo = ({ student_id }: ClassAnswer) =>
    board.feedback?.find((each) => each.student_id === student_id);
  const isOpen = (answer: ClassAnswer) => answer.points === null && saidTo(answer) === undefined;
  // What is being read stays in the list when it gets its points.
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
          : t`Students see both at once.`}
      </p>
      {expected !== null && (
        <p className={styles.answer}>
          <b>{t`Expected: `}</b>
          {expected}
        </p>
      )}
      {expected === null && notes !== undefined && <p className={styles.answer}>{notes}</p>}
      <Checkbox
        checked={isOpenOnly}
        onChange={showOpenOnly}
        label={t`Only those that had no points and no feedback`}
      />
      <ul className={styles.steps}>
        {shown.map((answer) => (
          <li key={answer.student_id}>
            <h3>
              {nameOf(answer)}
              {answer.is_right !== null && (
                <span className="quiet">{answer.is_right ? t` ✓ right` : t` ✗ not right`}</span>
              )}
            </h3>
            <p className={styles.answer}>{answerWords(step, answer.answer)}</p>
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
