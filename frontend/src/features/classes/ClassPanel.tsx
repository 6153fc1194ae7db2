import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { dayText } from '@/analysis/numbers/times';
import {
  useChangeClass,
  useCloseClass,
  useDeleteClass,
  useEvidence,
  useGrades,
  useNewTeacherKey,
  useRemoveTeacher,
} from '@/api/classes';
import type { Classroom } from '@/api/classTypes';
import { forgetTeacherKey, teacherKeyOf } from '@/state/newTeacherKey';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { Note } from '@/ui/Note';
import { saveFile } from '@/ui/saveFile';

import { AskFirst } from './AskFirst';
import styles from './dashboard.module.css';
import { KeyFields } from './KeyFields';
import { linesOf } from './lines';
import { WallLink } from './WallLink';

/** What is seldom needed: files, co-teachers, rules, and the end of the class. */
export function ClassPanel({ classroom }: { classroom: Classroom }) {
  return (
    <div className={styles.parts}>
      <Files classroom={classroom} />
      <Teachers classroom={classroom} />
      <WallLink classroom={classroom} />
      <Rules classroom={classroom} />
      <End classroom={classroom} />
    </div>
  );
}

function Files({ classroom: { id, name } }: { classroom: Classroom }) {
  const grades = useGrades(id);
  const evidence = useEvidence(id);
  const stem = name.replaceAll(/[^\w-]+/g, '-').replaceAll(/^-|-$/g, '') || 'class';
  const error = grades.error ?? evidence.error;
  return (
    <section className={styles.part}>
      <h2>Grades and evidence</h2>
      <p className={styles.pair}>
        <Button
          disabled={grades.isPending}
          onClick={() =>
            grades.mutate(undefined, {
              onSuccess: (blob) => saveFile(`${stem}-grades.csv`, blob, 'text/csv'),
            })
          }
        >
          {grades.isPending ? 'Preparing' : 'Grades, CSV'}
        </Button>
        <Button
          disabled={evidence.isPending}
          onClick={() =>
            evidence.mutate(undefined, {
              onSuccess: (blob) => saveFile(`${stem}-evidence.zip`, blob, 'application/zip'),
            })
          }
        >
          {evidence.isPending ? 'Preparing' : 'All evidence, ZIP'}
        </Button>
      </p>
      {error !== null && (
        <Note tone="bad" title="The file could not be made">
          {error.message}
        </Note>
      )}
    </section>
  );
}

function Teachers({ classroom }: { classroom: Classroom }) {
  const { id, teachers } = classroom;
  const [opened, setOpened] = useState(() => teacherKeyOf(id));
  const make = useNewTeacherKey(id);
  const remove = useRemoveTeacher(id);
  const key = make.data?.teacher_key ?? opened;
  const error = make.error ?? remove.error;
  return (
    <section className={styles.part}>
      <h2>Teachers</h2>
      <ul className={styles.rows}>
        {teachers.map((teacher) => (
          <li key={teacher.id}>
            {`${teacher.name}${teacher.is_me ? ' (this browser)' : ''}`}
            {!teacher.is_me && (
              <AskFirst
                label="Remove"
                question={`Remove ${teacher.name}?`}
                yes="Remove"
                isBusy={remove.isPending}
                onYes={() => remove.mutate(teacher.id)}
              />
            )}
          </li>
        ))}
      </ul>
      {key === undefined ? (
        <>
          <p className="quiet">
            A link for teachers lets another browser act as a teacher. A new link replaces the
            previous one.
          </p>
          <p>
            <Button disabled={make.isPending} onClick={() => make.mutate()}>
              New link for teachers
            </Button>
          </p>
        </>
      ) : (
        <KeyFields
          classroom={classroom}
          teacherKey={key}
          onDone={() => {
            forgetTeacherKey(id);
            setOpened(undefined);
            make.reset();
          }}
        />
      )}
      {error !== null && (
        <Note tone="bad" title="Nothing was changed">
          {error.message}
        </Note>
      )}
    </section>
  );
}

function Rules({ classroom }: { classroom: Classroom }) {
  const { id, name, sections, needs_approval, has_identifiers, shows_solutions } = classroom;
  const change = useChangeClass(id);
  const [text, setText] = useState(name);
  const [list, setList] = useState(sections.join('\n'));
  const wanted = linesOf(list);
  const isSame = text.trim() === name && wanted.join('\n') === sections.join('\n');
  return (
    <section className={styles.part}>
      <h2>Name and rules</h2>
      <form
        className={styles.part}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ name: text.trim(), sections: wanted });
        }}
      >
        <label className={styles.field}>
          Name
          <input maxLength={80} value={text} onChange={({ target }) => setText(target.value)} />
        </label>
        <label className={styles.field}>
          Sections, one per line
          <textarea rows={3} value={list} onChange={({ target }) => setList(target.value)} />
        </label>
        <p>
          <Button type="submit" disabled={text.trim() === '' || isSame || change.isPending}>
            Store
          </Button>
        </p>
      </form>
      <Checkbox
        checked={needs_approval}
        onChange={(is) => change.mutate({ needs_approval: is })}
        label="I admit each student myself"
      />
      <Checkbox
        checked={shows_solutions}
        onChange={(shows) => change.mutate({ shows_solutions: shows })}
        label="Students get the solutions when the class has ended"
      />
      <p className="small quiet">
        {has_identifiers
          ? 'Students type an identifier of your list. The lab stores hashes of it only.'
          : 'Students type no identifier.'}
      </p>
      {change.error !== null && (
        <Note tone="bad" title="Nothing was changed">
          {change.error.message}
        </Note>
      )}
    </section>
  );
}

function End({ classroom: { id, closes_at, closed_at, deletes_at } }: { classroom: Classroom }) {
  const close = useCloseClass(id);
  const remove = useDeleteClass(id);
  const navigate = useNavigate();
  const error = close.error ?? remove.error;
  return (
    <section className={styles.part}>
      <h2>The end</h2>
      <p>
        {closed_at === null
          ? `The class closes by itself on ${dayText(closes_at)}. `
          : `The class ended on ${dayText(closed_at)}. `}
        {`Everything about its students is deleted on ${dayText(deletes_at)}. `}
        <Link to="/privacy">What is stored</Link>
      </p>
      <p className={styles.pair}>
        {closed_at === null && (
          <AskFirst
            label="End the class"
            question="End the class now? Students can read and change nothing."
            yes="End it"
            isBusy={close.isPending}
            onYes={() => close.mutate()}
          />
        )}
        <AskFirst
          label="Delete the class"
          question="Delete the class with all answers, points and students for good?"
          yes="Delete"
          isBusy={remove.isPending}
          onYes={() =>
            remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/classes' }) })
          }
        />
      </p>
      {error !== null && (
        <Note tone="bad" title="Nothing was changed">
          {error.message}
        </Note>
      )}
    </section>
  );
}
