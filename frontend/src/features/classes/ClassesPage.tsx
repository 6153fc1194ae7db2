import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { MOST_KEY_BYTES } from '@/analysis/imports/fileText';
import { dayText } from '@/analysis/numbers/times';
import { useClaimClasses, useMyClasses, useNewTeacherKeys } from '@/api/classes/classes';
import type { ClassListed } from '@/api/classes/classTypes';
import { countOf } from '@/texts/counts';
import { Note } from '@/ui/Note';
import { NotLoaded } from '@/ui/NotLoaded';
import { saveFile } from '@/ui/saveFile';

import { ConfirmButton } from './settings/ConfirmButton';
import styles from './classes.module.css';
import { OpenClass } from './settings/OpenClass';
import { allRecoveryFile, readRecoveryFile } from './settings/recoveryFile';

/** The classes of this teacher, and a new one. */
export function ClassesPage() {
  const list = useMyClasses();
  return (
    <main className={styles.page} aria-busy={list.isPending}>
      <h1>{t`Classes`}</h1>
      <p className="quiet">
        <Trans>
          A class does a lab together: students join with a code, you see what they predict, run and
          answer. No accounts, no e-mail. <Link to="/privacy">What is stored</Link>. Are you a
          student? <Link to="/join">Join a class</Link>.
        </Trans>
      </p>
      <section aria-labelledby="my-classes">
        <h2 id="my-classes">{t`My classes`}</h2>
        {list.isPending && <p className="quiet">{t`Loading the classes`}</p>}
        {list.error !== null && (
          <NotLoaded
            what={t`Your classes`}
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.data?.length === 0 && <p className="quiet">{t`None in this browser yet.`}</p>}
        <ul className={styles.list}>
          {list.data?.map((each) => (
            <Listed key={each.id} listed={each} />
          ))}
        </ul>
        <RecoverClasses listed={list.data ?? []} />
      </section>
      <OpenClass />
    </main>
  );
}

function Listed({ listed }: { listed: ClassListed }) {
  const { id, name, lab_title, code, student_count, closes_at, closed_at } = listed;
  const end =
    closed_at === null ? t`closes on ${dayText(closes_at)}` : t`ended on ${dayText(closed_at)}`;
  return (
    <li>
      <div>
        <h3>
          <Link to="/classes/$classId" params={{ classId: id }}>
            {name}
          </Link>
        </h3>
        <p className="small quiet">
          {`${lab_title}, ${countOf(student_count, 'student')}, ${end}`}
        </p>
      </div>
      {closed_at === null && <b>{code}</b>}
    </li>
  );
}

/** Classes that were opened in another browser, by the file that was saved there. */
function RecoverClasses({ listed }: { listed: readonly ClassListed[] }) {
  const navigate = useNavigate();
  const claim = useClaimClasses();
  const [problem, setProblem] = useState('');
  const open = async (file: File) => {
    const found = readRecoveryFile(await file.slice(0, MOST_KEY_BYTES).text());
    const [first] = found ?? [];
    setProblem(first === undefined ? t`${file.name} is not the recovery file of a class.` : '');
    if (found === null || first === undefined) return;
    if (found.length > 1) {
      claim.mutate(found);
      return;
    }
    const hash = `teacher=${encodeURIComponent(first.teacherKey)}`;
    await navigate({ to: '/classes/$classId', params: { classId: first.id }, hash });
  };
  return (
    <div className={styles.recover}>
      <label>
        {t`From a recovery file `}
        <input
          type="file"
          accept=".json,application/json"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) void open(file);
          }}
        />
      </label>
      <p role="status" className={styles.bad}>
        {problem}
      </p>
      {claim.data !== undefined && (
        <Note
          tone={claim.data.failed.length === 0 ? 'plain' : 'warn'}
          title={openedWords(claim.data.done.length)}
        >
          {claim.data.failed.map(({ name, reason }) => `${name}: ${reason}`).join(' ')}
        </Note>
      )}
      {listed.length > 1 && <SaveAll listed={listed} />}
    </div>
  );
}

const openedWords = (count: number) =>
  plural(count, {
    one: '# class is now in this browser',
    other: '# classes are now in this browser',
  });

/** One file for all: each class gets a new key, because the service keeps none to show again. */
function SaveAll({ listed }: { listed: readonly ClassListed[] }) {
  const make = useNewTeacherKeys();
  const save = () =>
    make.mutate(listed, {
      onSuccess: ({ done }) => {
        if (done.length > 0) saveFile('classes.json', allRecoveryFile(done), 'application/json');
      },
    });
  return (
    <div>
      <ConfirmButton
        key={make.submittedAt}
        label={t`One recovery file for all`}
        question={t`Make a new key for each of your ${listed.length} classes? Your existing recovery files and links for teachers then stop working.`}
        yes={t`Make and save`}
        isBusy={make.isPending}
        onYes={save}
      />
      {make.data !== undefined && make.data.failed.length > 0 && (
        <Note tone="bad" title={t`Not in the file, and their keys stay as they were`}>
          {make.data.failed.map(({ name, reason }) => `${name}: ${reason}`).join(' ')}
        </Note>
      )}
    </div>
  );
}
