import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';

import type { Board, Student } from '@/api/classes/classTypes';

import styles from './grid.module.css';
import { cellMark, groupsOf, MARK_WORDS, nameOf, namesOf, type CellMark } from './studentNames';

interface StudentGridProps {
  readonly board: Board;
  readonly shownStepId: string;
  /** null: students cannot be opened, as on a wall. */
  readonly onOpen: ((studentId: string) => void) | null;
}

const SIGNS: Readonly<Partial<Record<CellMark, string>>> = {
  help: '?',
  stuck: '!',
  right: '✓',
  wrong: '✗',
};

/** Where everyone is: a column for each student, a row for each step. */
export function StudentGrid({ board, shownStepId, onOpen }: StudentGridProps) {
  const { steps } = board;
  const students = needingFirst(board.students);
  const hasNames = students.some(({ alias }) => alias !== null);
  return (
    <section className={styles.wall} aria-labelledby="where-everyone-is">
      <div className={styles.head}>
        <h2 id="where-everyone-is">{t`Where everyone is`}</h2>
        <Legend students={students} />
      </div>
      <RepeatedStudents students={students} />
      {students.length === 0 ? (
        <p className="quiet">{t`No student has joined yet. Show the class code or the QR code.`}</p>
      ) : (
        <div className={styles.scroll} role="region" aria-label={t`Students by steps`} tabIndex={0}>
          <table className={styles.grid} data-names={hasNames || undefined}>
            <thead>
              <tr>
                <td />
                {students.map((student) => (
                  <th key={student.id} scope="col">
                    <Head student={student} onOpen={onOpen} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {steps.map(({ id, title }, index) => (
                <tr key={id}>
                  <th scope="row" data-on={id === shownStepId || undefined}>
                    {onOpen === null ? (
                      `${index + 1} ${title}`
                    ) : (
                      <Link
                        to="."
                        search={(before: object) => ({ ...before, step: id })}
                        aria-current={id === shownStepId ? 'step' : undefined}
                      >
                        {`${index + 1} ${title}`}
                      </Link>
                    )}
                  </th>
                  {students.map((student) => {
                    const mark = cellMark(student, id);
                    return (
                      <td key={student.id} data-mark={mark} title={MARK_WORDS[mark]}>
                        <i aria-hidden="true">{SIGNS[mark]}</i>
                        <span className="visually-hidden">{MARK_WORDS[mark]}</span>
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** Students who need the teacher stand where no scrolling is needed. */
function needingFirst(students: readonly Student[]): readonly Student[] {
  const needs = ({ asks_help, is_stuck, is_approved }: Student) =>
    asks_help || !is_approved ? 2 : is_stuck ? 1 : 0;
  return students.toSorted((one, other) => needs(other) - needs(one));
}

/** Students who may have answered twice: left and joined again, or several in one browser. */
function RepeatedStudents({ students }: { students: readonly Student[] }) {
  const again = students.filter(({ rejoin_count }) => rejoin_count > 0);
  const shared = students.filter(({ shares_browser_with }) => shares_browser_with.length > 0);
  return (
    <>
      {again.length > 0 && <p className="small">{t`Left and joined again: ${namesOf(again)}.`}</p>}
      {shared.length > 0 && (
        <p className="small">{t`In one browser: ${groupsOf(shared).map(namesOf).join('; ')}.`}</p>
      )}
    </>
  );
}

function Head({ student, onOpen }: Pick<StudentGridProps, 'onOpen'> & { student: Student }) {
  const { id, alias, number, is_approved } = student;
  const text = alias ?? String(number);
  if (onOpen === null) return <span className={styles.name}>{text}</span>;
  return (
    <button
      type="button"
      className={styles.name}
      data-waits={!is_approved || undefined}
      aria-haspopup="dialog"
      aria-label={t`${nameOf(student)}${is_approved ? '' : t`, waits to be let in`}: show answers`}
      onClick={() => onOpen(id)}
    >
      {is_approved ? text : `${text}…`}
    </button>
  );
}

const LEGEND: readonly CellMark[] = ['done', 'right', 'wrong', 'working', 'help', 'stuck'];

/** The legend of the cells, with the numbers of students who ask for help or are stuck. */
function Legend({ students }: { students: readonly Student[] }) {
  const counts: Partial<Record<CellMark, number>> = {
    help: students.filter(({ asks_help }) => asks_help).length,
    stuck: students.filter(({ is_stuck }) => is_stuck).length,
  };
  return (
    <ul className={styles.legend}>
      {LEGEND.map((mark) => (
        <li key={mark} data-mark={mark}>
          <i aria-hidden="true">{SIGNS[mark]}</i>
          {counts[mark] === undefined ? MARK_WORDS[mark] : `${MARK_WORDS[mark]} (${counts[mark]})`}
        </li>
      ))}
    </ul>
  );
}
