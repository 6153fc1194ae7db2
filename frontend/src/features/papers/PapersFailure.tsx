import { papersText } from '@/messages/papers';
import { Note } from '@/ui/Note';

import styles from './papers.module.css';

/** What stands in for a page of papers while its data are not to be had. */
export function PapersFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <main className={styles.list}>
      <Note
        tone="bad"
        title={papersText.failed}
        action={{ label: papersText.retry, onClick: onRetry }}
      >
        {papersText.failedWhy}
      </Note>
    </main>
  );
}
