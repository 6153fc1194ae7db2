import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { whenText } from '@/analysis/numbers/times';
import { listed } from '@/analysis/series/fragments';
import type {
  ClassAnswer,
  Classroom,
  ClassRun,
  StepBoard,
  Student,
} from '@/api/classes/classTypes';
import { useChangeStudent, useRemoveStudent, useStepBoards } from '@/api/classes/classes';
import type { StepFile } from '@/steps/labFile';
import { countOf } from '@/texts/counts';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';
import { NotLoaded } from '@/ui/NotLoaded';
import { Note } from '@/ui/Note';

import { answerText } from './answerText';
import { ConfirmButton } from '../settings/ConfirmButton';
import { FeedbackForm } from './FeedbackForm';
import { MARK_WORDS, nameOf } from './studentNames';
import styles from './student.module.css';
import type { TeacherLab } from './teacherLab';

interface StudentDialogProps {
  readonly classroom: Classroom;
  readonly lab: TeacherLab;
  readonly student: Student;
  readonly onClose: () => void;
}

/** Everything of one student: answers, evidence, feedback, and who they are. */
export function StudentDialog({ classroom, lab, student, onClose }: StudentDialogProps) {
  const { boards, error, retry } = useStepBoards(
    classroom.id,
    lab.steps.map(({ id }) => id),
  );
  const { section, points, joined_at, last_seen_at, identifier_numbers } = student;
  const now = new Date();
  return (
    <Dialog title={nameOf(student)} onClose={onClose} isWide>
      <p className="quiet">
        {t`Number ${student.number}`}
        {identifier_numbers.length > 0 &&
          t`, identifier ${listed(identifier_numbers.map(String))} of your list`}
        {section !== null && t`, section ${section}`}
        {t`, ${countOf(points, 'point')}, joined ${whenText(joined_at, now)}, last seen ${whenText(last_seen_at, now)}`}
      </p>
      <StudentForm classId={classroom.id} student={student} onGone={onClose} />
      {error !== null && <NotLoaded what={t`Some answers`} error={error} onRetry={retry} />}
      <ol className={styles.steps}>
        {lab.steps.map((step, index) => (
          <li key={step.id}>
            <h3>
              {`${index + 1} ${step.title}`}
              <span className="quiet">{` ${MARK_WORDS[student.steps[step.id]?.state ?? 'none']}`}</span>
            </h3>
            <OfStep classroom={classroom} step={step} student={student} board={boards[index]} />
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

interface StudentFormProps {
  readonly classId: string;
  readonly student: Student;
  readonly onGone: () => void;
}

/** Admits, renames or removes a student. */
function StudentForm({ classId, student, onGone }: StudentFormProps) {
  const [texts, setTexts] = useState(student.aliases);
  const change = useChangeStudent(classId, student.id);
  const remove = useRemoveStudent(classId, student.id);
  const error = change.error ?? remove.error;
  const names = texts.map((text) => text.trim());
  const isSame = names.every((name, index) => name === student.aliases[index]);
  return (
    <div className={styles.place}>
      {!student.is_approved && (
        <Button
          variant="filled"
          disabled={change.isPending}
          onClick={() => change.mutate({ is_approved: true })}
        >
          {t`Let in`}
        </Button>
      )}
      {student.alias !== null && (
        <form
          className={styles.rename}
          onSubmit={(event) => {
            event.preventDefault();
            const [alias = '', ...partners] = names;
            change.mutate({ alias, ...(partners.length === 0 ? {} : { partners }) });
          }}
        >
          {texts.map((text, index) => (
            <input
              key={index}
              aria-label={index === 0 ? t`Alias` : t`Alias of partner ${index}`}
              maxLength={40}
              value={text}
              onChange={({ target }) =>
                setTexts(texts.map((old, at) => (at === index ? target.value : old)))
              }
            />
          ))}
          <Button type="submit" disabled={names.includes('') || isSame || change.isPending}>
            {t`Rename`}
          </Button>
        </form>
      )}
      <ConfirmButton
        label={t`Remove`}
        question={t`Remove ${nameOf(student)} with all answers for good?`}
        yes={t`Remove`}
        isBusy={remove.isPending}
        onYes={() => remove.mutate(undefined, { onSuccess: onGone })}
      />
      {error !== null && (
        <Note tone="bad" title={t`Nothing was changed`}>
          {error.message}
        </Note>
      )}
    </div>
  );
}

interface OfStepProps {
  readonly classroom: Classroom;
  readonly step: StepFile;
  readonly student: Student;
  readonly board: StepBoard | undefined;
}

function OfStep({ classroom, step, student, board }: OfStepProps) {
  if (step.kind === 'text') return null;
  if (board === undefined) return <p className="quiet">{t`Loading the answers`}</p>;
  const isTheirs = ({ student_id }: { student_id: string }) => student_id === student.id;
  const answer = board.answers.find(isTheirs);
  const runs = board.runs.filter(isTheirs);
  const { attempt_count: runCount = 0, points = null } = student.steps[step.id] ?? {};
  const cells = step.kind === 'map' ? runCount : 0;
  const said = board.feedback?.find(isTheirs);
  if (answer === undefined && runCount === 0 && said === undefined) {
    return <p className="quiet">{t`Nothing yet.`}</p>;
  }
  return (
    <>
      {answer !== undefined && <Answered step={step} answer={answer} />}
      {runs.length > 0 && step.kind !== 'map' && <Evidence runs={runs} />}
      {cells > 0 && <p>{t`${countOf(cells, 'run')} in the map.`}</p>}
      <FeedbackForm
        classroom={classroom}
        studentId={student.id}
        step={step}
        said={said}
        marked={points}
      />
    </>
  );
}

function Answered({ step, answer }: { step: StepFile; answer: ClassAnswer }) {
  const { is_right } = answer;
  return (
    <p className={styles.answer}>
      {answerText(step, answer.answer)}
      {is_right !== null && <b>{is_right ? t` ✓ right` : t` ✗ not right`}</b>}
    </p>
  );
}

function Evidence({ runs }: { runs: readonly ClassRun[] }) {
  return (
    <p className="small">
      {`${countOf(runs.length, 'run')}: `}
      {runs.map(({ run_id, holds, status }, index) => (
        <span key={run_id}>
          {index > 0 && ', '}
          <Link to="/runs/$id" params={{ id: run_id }}>
            {holds === null ? status : holds ? t`goal reached` : t`goal missed`}
          </Link>
        </span>
      ))}
    </p>
  );
}
