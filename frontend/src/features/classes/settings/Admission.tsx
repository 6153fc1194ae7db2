import { t } from '@lingui/core/macro';
import { useState } from 'react';

import {
  useBoard,
  useChangeClass,
  useFreeIdentifier,
  useRemoveStudents,
} from '@/api/classes/classes';
import type { Classroom, Student } from '@/api/classes/classTypes';
import { plainField } from '@/analysis/scenario/fields/plainField';
import { countOf } from '@/texts/counts';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/fields/Checkbox';
import { Note } from '@/ui/Note';
import { NumberInput } from '@/ui/fields/NumberInput';

import { ConfirmButton } from './ConfirmButton';
import styles from '../dashboard/dashboard.module.css';
import { namesOf } from '../dashboard/studentNames';

/** Which students may join, and who is removed. */
export function Admission({ classroom }: { classroom: Classroom }) {
  const { id, has_identifiers, left_identifiers } = classroom;
  const free = useFreeIdentifier(id);
  return (
    <section className={styles.part}>
      <h2>{t`Who is in`}</h2>
      <MostStudents key={classroom.most_students} classroom={classroom} />
      <p className="small quiet">
        {has_identifiers
          ? t`Students type an identifier of your list. The lab stores hashes of it only.`
          : t`Students type no identifier.`}
      </p>
      {left_identifiers.length > 0 && (
        <ul className={styles.rows}>
          {left_identifiers.map((position) => (
            <li key={position}>
              {t`The student with identifier ${position} of your list has left the class.`}
              <Button disabled={free.isPending} onClick={() => free.mutate(position)}>
                {t`Let ${position} join again`}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Refused error={free.error} />
      <RemoveSeveral classId={id} />
    </section>
  );
}

/** How many may join; a script that joins again and again then meets an end. */
function MostStudents({ classroom: { id, most_students } }: { classroom: Classroom }) {
  const [most, setMost] = useState<unknown>(most_students);
  const change = useChangeClass(id);
  const number = typeof most === 'number' ? most : null;
  const isBad = most !== number || (number !== null && !(number >= 1 && number <= MOST));
  return (
    <form
      className={styles.pair}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBad) change.mutate({ most_students: number });
      }}
    >
      <label>
        {t`At most `}
        <NumberInput
          label={t`Most students of the class`}
          field={FIELD}
          value={most}
          factor={1}
          isBad={isBad}
          placeholder={String(MOST)}
          onChange={setMost}
        />
        {t` students`}
      </label>
      <Button type="submit" disabled={isBad || number === most_students || change.isPending}>
        {t`Store`}
      </Button>
      {isBad && <span role="alert">{t`It must be a whole number from 1 to ${MOST}.`}</span>}
      <Refused error={change.error} />
    </form>
  );
}

const MOST = 500;
const FIELD = plainField({ kind: 'integer', isNullable: true, minimum: 1, maximum: MOST });

/** Many at once: a hundred invented students need not be removed one by one. */
function RemoveSeveral({ classId }: { classId: string }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const students = useBoard(classId).data?.students ?? [];
  const remove = useRemoveStudents(classId);
  const wanted = students.filter(({ id }) => chosen.has(id));
  const toggle = (id: string) => setChosen((before) => toggled(before, id));
  if (students.length === 0) return null;
  return (
    <details className="ui-fold">
      <summary>{t`Remove several students`}</summary>
      <p className={styles.pair}>
        <Button onClick={() => setChosen(new Set(students.filter(isIdle).map(({ id }) => id)))}>
          {t`Choose all who have done nothing`}
        </Button>
        <Button disabled={wanted.length === 0} onClick={() => setChosen(new Set())}>
          {t`Choose none`}
        </Button>
      </p>
      <ul className={styles.rows}>
        {students.map((student) => (
          <li key={student.id}>
            <Checkbox
              label={namesOf([student])}
              checked={chosen.has(student.id)}
              onChange={() => toggle(student.id)}
            />
          </li>
        ))}
      </ul>
      {wanted.length > 0 && (
        <ConfirmButton
          label={t`Remove ${countOf(wanted.length, 'student')}`}
          question={t`Remove ${countOf(wanted.length, 'student')} with all answers for good?`}
          yes={t`Remove`}
          isBusy={remove.isPending}
          onYes={() =>
            remove.mutate(
              wanted.map(({ id }) => id),
              { onSuccess: () => setChosen(new Set()) },
            )
          }
        />
      )}
      <Refused error={remove.error} />
    </details>
  );
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Neither answered nor run anything. */
function isIdle({ steps }: Student): boolean {
  return Object.values(steps).every(({ state }) => state === 'none');
}

function Refused({ error }: { error: Error | null }) {
  if (error === null) return null;
  return (
    <Note tone="bad" title={t`Nothing was changed`}>
      {error.message}
    </Note>
  );
}
