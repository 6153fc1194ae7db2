import { Note } from '@/ui/Note';

import styles from './papers.module.css';

/** What stands in for a page of papers while its data are not to be had. */
export function PapersFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <main className={styles.list}>
      <Note
        tone="bad"
        title="The papers could not be loaded"
        action={{ label: 'Try again', onClick: onRetry }}
      >
        The lab does not answer. Is it running? Start it with ./lab up, then try again.
      </Note>
    </main>
  );
}
