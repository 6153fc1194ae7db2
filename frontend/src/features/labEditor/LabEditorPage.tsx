import { t } from '@lingui/core/macro';
import { Link, useParams } from '@tanstack/react-router';

import { useLabDocument } from '@/api/classes/labDocuments';
import { ProblemError } from '@/api/http/problem';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import { Editor } from './Editor';
import styles from './editor.module.css';

/** A lab that this browser writes. */
export function LabEditorPage() {
  const { documentId } = useParams({ from: '/labs/edit/$documentId' });
  const { data, error, refetch, isFetchedAfterMount } = useLabDocument(documentId);
  // An older draft than the server's must not be edited further.
  if (data !== undefined && isFetchedAfterMount) return <Editor key={data.id} document={data} />;
  if (error !== null) return <NotThere error={error} onRetry={() => void refetch()} />;
  return (
    <main className={styles.alone} aria-busy="true">
      <p className="quiet">{t`Loading the lab`}</p>
    </main>
  );
}

function NotThere({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isRefused = error instanceof ProblemError && error.status < 500;
  return (
    <main className={styles.alone}>
      <Note
        tone="bad"
        title={t`The lab could not be opened`}
        action={isRefused ? undefined : { label: t`Try again`, onClick: onRetry }}
      >
        {error.message}
      </Note>
      <Button renderRoot={(props) => <Link to="/labs" {...props} />}>{t`See all labs`}</Button>
    </main>
  );
}
