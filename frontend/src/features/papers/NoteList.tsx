import type { PaperNote } from '@/analysis/papers/types';

import styles from './paper.module.css';
import { Sentence } from './Sentence';

interface NoteListProps {
  readonly title: string;
  readonly notes: readonly PaperNote[];
}

/** Remarks, each with what it is about in bold. */
export function NoteList({ title, notes }: NoteListProps) {
  return (
    <>
      <h2>{title}</h2>
      <Notes notes={notes} />
    </>
  );
}

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
