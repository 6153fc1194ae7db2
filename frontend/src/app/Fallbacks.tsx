import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { useState } from 'react';

import { probe } from '@/api/http/connection';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { usePageTitle } from '@/ui/usePageTitle';

import { isPageAway } from './routes/lazyPage';
import styles from './fallbacks.module.css';

/** An address that leads nowhere. */
export function NotFound() {
  usePageTitle('Page not found');
  return (
    <main className={styles.page}>
      <h1>Page not found</h1>
      <p className="quiet">The address may be mistyped, or its content was deleted.</p>
      <Button renderRoot={(props) => <Link to="/" {...props} />}>Go to the start</Button>
    </main>
  );
}

/** Loads the page anew once the lab answers; without it that would leave an empty window. */
function PageAway() {
  const [isAsking, setAsking] = useState(false);
  const retry = async () => {
    setAsking(true);
    if (await probe()) window.location.reload();
    else setAsking(false);
  };
  return (
    <main className={styles.page}>
      <Note
        tone="bad"
        title="No connection to the lab"
        action={{ label: isAsking ? 'Trying …' : 'Try again', onClick: () => void retry() }}
      >
        This page was not loaded yet, so it cannot be shown. Pages that you had open before still
        work; nothing is lost.
      </Note>
    </main>
  );
}

/** Shown instead of a page that threw an error. */
export function BrokenPage({ error }: ErrorComponentProps) {
  if (isPageAway(error)) return <PageAway />;
  return (
    <main className={styles.page}>
      <Note
        tone="bad"
        title="This page failed"
        action={{ label: 'Load again', onClick: () => window.location.reload() }}
      >
        Nothing is lost: runs are stored on the server. The error was:{' '}
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </Note>
    </main>
  );
}
