import { t } from '@lingui/core/macro';
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
} from '@/api/classes/classes';
import type { Classroom } from '@/api/classes/classTypes';
import { CopyField } from '@/share/CopyField';
import { teacherLink } from '@/state/classUrl';
import { forgetTeacherKey, teacherKeyOf } from '@/state/newTeacherKey';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { saveFile } from '@/ui/saveFile';

import { Admission } from './Admission';
import { ConfirmButton } from './ConfirmButton';
import { ContestLink, WallLink } from './ClassLinks';
import { ClassRules } from './ClassRules';
import { ComputedTogether } from './ComputedTogether';
import styles from '../dashboard/dashboard.module.css';
import { recoveryFile } from './recoveryFile';
import { SettingsFile } from './SettingsFile';

/** Rarely needed settings: files, co-teachers, rules, and the end of the class. */
export function ClassPanel({ classroom }: { classroom: Classroom }) {
  return (
    <div className={styles.parts}>
      <Files classroom={classroom} />
      <SettingsFile classroom={classroom} />
      <Teachers classroom={classroom} />
      <WallLink classroom={classroom} />
      <ContestLink classroom={classroom} />
      <ComputedTogether classroom={classroom} />
      <ClassRules classroom={classroom} />
      <Admission classroom={classroom} />
      <End classroom={classroom} />
    </div>
  );
}

function Files({ classroom: { id, name, holds_back_points } }: { classroom: Classroom }) {
  const grades = useGrades(id);
  const evidence = useEvidence(id);
  const stem = name.replaceAll(/[^\w-]+/g, '-').replaceAll(/^-|-$/g, '') || 'class';
  const error = grades.error ?? evidence.error;
  return (
    <section className={styles.part}>
      <h2>{t`Grades and evidence`}</h2>
      <p className={styles.pair}>
        <Button
          disabled={grades.isPending}
          onClick={() =>
            grades.mutate(undefined, {
              onSuccess: (blob) => saveFile(`${stem}-grades.csv`, blob, 'text/csv'),
            })
          }
        >
          {grades.isPending ? t`Preparing` : t`Grades, CSV`}
        </Button>
        <Button
          disabled={evidence.isPending}
          onClick={() =>
            evidence.mutate(undefined, {
              onSuccess: (blob) => saveFile(`${stem}-evidence.zip`, blob, 'application/zip'),
            })
          }
        >
          {evidence.isPending ? t`Preparing` : t`All evidence, ZIP`}
        </Button>
      </p>
      {holds_back_points && <Release classId={id} />}
      {error !== null && (
        <Note tone="bad" title={t`The file could not be made`}>
          {error.message}
        </Note>
      )}
    </section>
  );
}

/** All points at once, when the last one is given. */
function Release({ classId }: { classId: string }) {
  const change = useChangeClass(classId);
  return (
    <>
      <p className="quiet">
        {t`Students do not see their points yet, nor the feedback that has points.`}
      </p>
      <p>
        <ConfirmButton
          label={t`Release the points`}
          question={t`Show all students their points and the feedback with them?`}
          yes={t`Release`}
          isBusy={change.isPending}
          onYes={() => change.mutate({ holds_back_points: false })}
        />
      </p>
      {change.error !== null && (
        <Note tone="bad" title={t`Nothing was released`}>
          {change.error.message}
        </Note>
      )}
    </>
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
      <h2>{t`Teachers`}</h2>
      <ul className={styles.rows}>
        {teachers.map((teacher) => (
          <li key={teacher.id}>
            {teacher.is_me ? t`${teacher.name} (this browser)` : teacher.name}
            {!teacher.is_me && (
              <ConfirmButton
                label={t`Remove`}
                question={t`Remove ${teacher.name}?`}
                yes={t`Remove`}
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
            {t`A link for teachers lets another browser act as a teacher. A new link replaces the previous one.`}
          </p>
          <p>
            <Button disabled={make.isPending} onClick={() => make.mutate()}>
              {t`New link for teachers`}
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
        <Note tone="bad" title={t`Nothing was changed`}>
          {error.message}
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
      <h2>{t`The end`}</h2>
      <p>
        {closed_at === null
          ? t`The class closes automatically on ${dayText(closes_at)}. `
          : t`The class ended on ${dayText(closed_at)}. `}
        {t`Everything about its students is deleted on ${dayText(deletes_at)}. `}
        <Link to="/privacy">{t`What is stored`}</Link>
      </p>
      <p className={styles.pair}>
        {closed_at === null && (
          <ConfirmButton
            label={t`End the class`}
            question={t`End the class now? Students can then read everything but change nothing.`}
            yes={t`End it`}
            isBusy={close.isPending}
            onYes={() => close.mutate()}
          />
        )}
        <ConfirmButton
          label={t`Delete the class`}
          question={t`Delete the class with all answers, points and students for good?`}
          yes={t`Delete`}
          isBusy={remove.isPending}
          onYes={() =>
            remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/classes' }) })
          }
        />
      </p>
      {error !== null && (
        <Note tone="bad" title={t`Nothing was changed`}>
          {error.message}
        </Note>
      )}
    </section>
  );
}

interface KeyFieldsProps {
  readonly classroom: Classroom;
  readonly teacherKey: string;
  readonly onDone: () => void;
}

/** The link for teachers, shown while this window knows it, and the file to keep it in. */
function KeyFields({ classroom, teacherKey, onDone }: KeyFieldsProps) {
  const link = teacherLink(window.location.origin, classroom.id, teacherKey);
  return (
    <>
      <details className="ui-fold">
        <summary>{t`Show the link for teachers: not while others see your screen`}</summary>
        <CopyField label={t`Link for teachers`} text={link} />
      </details>
      <p className="small quiet">
        {t`Anyone with this link can see and change everything in this class. It is shown only once: keep the file to come back from any browser.`}
      </p>
      <p className={styles.pair}>
        <Button
          variant="filled"
          onClick={() =>
            saveFile(`class-${classroom.code}.json`, recoveryFile(classroom, link, teacherKey))
          }
        >
          {t`Save the recovery file`}
        </Button>
        <Button onClick={onDone}>{t`I have it`}</Button>
      </p>
    </>
  );
}
