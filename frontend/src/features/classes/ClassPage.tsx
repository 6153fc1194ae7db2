import { t } from '@lingui/core/macro';
import { Link, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';

import { useClaimClass, useClassroom } from '@/api/classes/classes';
import { ProblemError } from '@/api/http/problem';
import { teacherKeyIn } from '@/state/classUrl';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { usePageTitle } from '@/ui/usePageTitle';

import styles from './classes.module.css';
import { Dashboard } from './dashboard/Dashboard';

/** A class, for its teachers. A link for teachers makes this browser one of them first. */
export function ClassPage() {
  const { classId } = useParams({ from: '/classes/$classId' });
  const key = teacherKeyIn(useLocation({ select: ({ hash }) => hash }));
  if (key !== null) return <Claim classId={classId} teacherKey={key} />;
  return <Loaded key={classId} classId={classId} />;
}

function Loaded({ classId }: { classId: string }) {
  const { data: classroom, error, refetch } = useClassroom(classId);
  // Loaded data stays on the page if a refresh fails.
  if (classroom !== undefined) return <Dashboard classroom={classroom} />;
  if (error !== null) return <NotThere error={error} onRetry={() => void refetch()} />;
  return (
    <main className="page-state" aria-busy="true">
      <p className="quiet">{t`Loading the class`}</p>
    </main>
  );
}

export function NotThere({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isRefused = error instanceof ProblemError && error.status < 500;
  return (
    <main className="page-state">
      <h1>{t`Class`}</h1>
      <Note
        tone="bad"
        title={t`The class could not be opened`}
        action={isRefused ? undefined : { label: t`Try again`, onClick: onRetry }}
      >
        {error.message}
      </Note>
      {isRefused && (
        <p>{t`With the link for teachers, or its recovery file, this browser can open it.`}</p>
      )}
      <Button renderRoot={(props) => <Link to="/classes" {...props} />}>{t`See my classes`}</Button>
    </main>
  );
}

interface ClaimProps {
  readonly classId: string;
  readonly teacherKey: string;
}

/** Asks for the name that other teachers read; the key then leaves the address. */
function Claim({ classId, teacherKey }: ClaimProps) {
  usePageTitle(t`Teach a class`);
  const [name, setName] = useState('');
  const claim = useClaimClass(classId);
  const navigate = useNavigate();
  return (
    <main className={styles.narrow}>
      <h1>{t`Teach this class`}</h1>
      <p>
        {t`With this link your browser can act as a teacher: see and change everything in the class.`}
      </p>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          claim.mutate(
            { teacher_key: teacherKey, name: name.trim() },
            {
              onSuccess: () =>
                void navigate({ to: '/classes/$classId', params: { classId }, replace: true }),
            },
          );
        }}
      >
        <label className={styles.field}>
          {t`Your name`}
          <input
            required
            maxLength={80}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <span className="small quiet">{t`The other teachers read it; students do not.`}</span>
        </label>
        {claim.error !== null && (
          <Note tone="bad" title={t`The class could not be opened`}>
            {claim.error.message}
          </Note>
        )}
        <p>
          <Button type="submit" variant="filled" disabled={name.trim() === '' || claim.isPending}>
            {t`Teach this class`}
          </Button>
        </p>
      </form>
    </main>
  );
}
