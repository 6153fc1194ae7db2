import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link, type ErrorComponentProps } from '@tanstack/react-router';

import { appText, pageTitle } from '@/messages/app';
import { Note } from '@/ui/Note';

import styles from './fallbacks.module.css';

/** An address that leads nowhere. */
export function NotFound() {
  useDocumentTitle(pageTitle(appText.notFoundTitle));
  return (
    <main className={styles.page}>
      <h1>{appText.notFoundTitle}</h1>
      <p className="quiet">{appText.notFoundWhy}</p>
      <Button renderRoot={(props) => <Link to="/" {...props} />}>{appText.goHome}</Button>
    </main>
  );
}

/** What stands in for a page that threw. */
export function BrokenPage({ error }: ErrorComponentProps) {
  return (
    <main className={styles.page}>
      <Note
        tone="bad"
        title={appText.brokenTitle}
        action={{ label: appText.reload, onClick: () => window.location.reload() }}
      >
        {appText.brokenWhy} <code>{error instanceof Error ? error.message : String(error)}</code>
      </Note>
    </main>
  );
}
