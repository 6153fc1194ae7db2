import { Link, type ErrorComponentProps } from '@tanstack/react-router';

import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { usePageTitle } from '@/ui/usePageTitle';

import styles from './fallbacks.module.css';

/** An address that leads nowhere. */
export function NotFound() {
  usePageTitle('There is no such page');
  return (
    <main className={styles.page}>
      <h1>There is no such page</h1>
      <p className="quiet">The address may be mistyped, or what it named has been deleted.</p>
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
        title="This page broke"
        action={{ label: 'Load again', onClick: () => window.location.reload() }}
      >
        Nothing is lost: runs live on the server. What the page said:{' '}
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </Note>
    </main>
  );
}
