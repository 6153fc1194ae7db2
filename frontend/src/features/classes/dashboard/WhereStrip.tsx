import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';

import type { Board, Student } from '@/api/classes/classTypes';
import { countOf } from '@/texts/counts';

import { isDone, nameOf } from './studentNames';
import styles from './where.module.css';

interface WhereStripProps {
  readonly board: Board;
  readonly shownStepId: string;
  readonly onOpen: (studentId: string) => void;
}

/** How many are at each step, and who needs the teacher: on one line, however many there are. */
export function WhereStrip({ board, shownStepId, onOpen }: WhereStripProps) {
  const { steps, students } = board;
  if (students.length === 0) return null;
  const asking = students.filter(({ asks_help }) => asks_help);
  const stuck = students.filter((each) => each.is_stuck && !each.asks_help);
  const waiting = students.filter(({ is_approved }) => !is_approved);
  return (
    <nav className={styles.where} aria-label={t`How many are at each step`}>
      <ol className={styles.steps}>
        {steps.map(({ id, title }, index) => {
          const here = students.filter(({ at_step_id }) => at_step_id === id).length;
          const done = students.filter((student) => isDone(student, id)).length;
          const words = t`Step ${index + 1}, ${title}: ${countOf(here, 'student')} here, ${done} done`;
          return (
            <li key={id}>
              <Link
                to="."
                search={(before: object) => ({ ...before, step: id })}
                aria-current={id === shownStepId ? 'step' : undefined}
                title={words}
              >
                <span className="visually-hidden">{words}</span>
                <span aria-hidden="true">{index + 1}</span>
                <b aria-hidden="true">{here}</b>
                <i aria-hidden="true" style={{ width: `${(done / students.length) * 100}%` }} />
              </Link>
            </li>
          );
        })}
      </ol>
      <Named label={t`Ask for help`} students={asking} onOpen={onOpen} />
      <Named label={t`Stuck`} students={stuck} onOpen={onOpen} />
      <Named label={t`Wait to be let in`} students={waiting} onOpen={onOpen} />
    </nav>
  );
}

interface NamedProps {
  readonly label: string;
  readonly students: readonly Student[];
  readonly onOpen: (studentId: string) => void;
}

/** More names would push the step below the fold; the others stand first in the table. */
const MOST_NAMES = 12;

function Named({ label, students, onOpen }: NamedProps) {
  if (students.length === 0) return null;
  const more = students.length - MOST_NAMES;
  return (
    <p className={styles.named}>
      <b>{`${label}: `}</b>
      {students.slice(0, MOST_NAMES).map((student) => (
        <button key={student.id} type="button" onClick={() => onOpen(student.id)}>
          {nameOf(student)}
        </button>
      ))}
      {more > 0 && <span>{t`... ${more} more not shown`}</span>}
    </p>
  );
}
