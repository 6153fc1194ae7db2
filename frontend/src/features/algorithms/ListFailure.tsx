import { Note } from '@/ui/Note';

import styles from './algorithms.module.css';

/** What stands in for both pages while the list is not to be had. */
export function ListFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <main className={styles.list}>
      <Note
        tone="bad"
        title="The list of algorithms could not be loaded"
        action={{ label: 'Try again', onClick: onRetry }}
      >
        The lab does not answer. Is it running? Start it with ./lab up, then try again.
      </Note>
    </main>
  );
}
