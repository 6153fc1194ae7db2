import { t } from '@lingui/core/macro';
import { Link, useParams } from '@tanstack/react-router';

import { useAttempt } from '@/api/classes/labs';
import { ProblemError } from '@/api/http/problem';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import styles from './attempt.module.css';
import { AttemptView } from './AttemptView';

/** A lab that this browser has begun. */
export function AttemptPage() {
  const { attemptId } = useParams({ from: '/labs/attempts/$attemptId' });
  const { data: attempt, error, refetch } = useAttempt(attemptId);
  // Loaded data stays on the page if a refresh fails.
  if (attempt !== undefined) return <AttemptView key={attempt.id} attempt={attempt} />;
  if (error !== null) return <NotThere error={error} onRetry={() => void refetch()} />;
  return (
    <main className={styles.alone} aria-busy="true">
      <p className="quiet">{t`Loading the lab`}</p>
    </main>
  );
}

function NotThere({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isRefused = error instanceof ProblemError && error.status < 500;
  const action = isRefused ? undefined : { label: t`Try again`, onClick: onRetry };
  return (
    <main className={styles.alone}>
      <Note tone="bad" title={t`The lab could not be opened`} action={action}>
        {error.message}
      </Note>
      <Button renderRoot={(props) => <Link to="/labs" {...props} />}>{t`See all labs`}</Button>
    </main>
  );
}
