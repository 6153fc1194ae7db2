import type { PaperNote } from '@/analysis/papers/types';

import styles from './paper.module.css';
import { Sentence } from './Sentence';

/** Remarks, each with what it is about in bold. */
export function Notes({ notes }: { notes: readonly PaperNote[] }) {
  return (
    <dl className={styles.notes}>
      {notes.map((note) => (
        <div key={note.title}>
          <dt>{note.title}</dt>
          <dd>
            <Sentence parts={note.text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
