import { algorithmsText } from '@/messages/algorithms';
import { Note } from '@/ui/Note';

import styles from './algorithms.module.css';

/** What stands in for both pages while the list is not to be had. */
export function ListFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <main className={styles.list}>
      <Note
        tone="bad"
        title={algorithmsText.failed}
        action={{ label: algorithmsText.retry, onClick: onRetry }}
      >
        {algorithmsText.failedWhy}
      </Note>
    </main>
  );
}
