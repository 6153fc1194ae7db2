import { Link, type ErrorComponentProps } from '@tanstack/react-router';

import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { usePageTitle } from '@/ui/usePageTitle';

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

/** What stands in for a page that threw. */
export function BrokenPage({ error }: ErrorComponentProps) {
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
