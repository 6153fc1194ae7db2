import { useState } from 'react';

import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import { NameForm } from './NameForm';
import styles from './row.module.css';

interface RenameDeleteProps {
  /** As it is stored: it may be empty. */
  readonly name: string;
  /** The name of the row in the labels of the buttons. */
  readonly label: string;
  readonly texts: {
    readonly confirmDelete: string;
    readonly confirmWhy: string;
    readonly notRenamed: string;
  };
  readonly rename: {
    readonly error: Error | null;
    readonly mutate: (
      renamed: { readonly id: string; readonly name: string },
      then: { readonly onSuccess: () => void },
    ) => void;
  };
  readonly id: string;
  readonly isBusy: boolean;
  readonly onDelete: () => void;
  /** Further actions, before the two. */
  readonly children?: React.ReactNode;
}

/** Rename and delete ask where they stand, and Escape keeps everything as it was. */
export function RenameDelete(props: RenameDeleteProps) {
  const { name, label, texts, rename, id, isBusy, onDelete, children } = props;
  const [asks, setAsks] = useState<'name' | 'delete' | null>(null);
  const keep = () => setAsks(null);
  const save = (next: string) => rename.mutate({ id, name: next }, { onSuccess: keep });
  if (asks === 'name') {
    return (
      <div className={styles.ask}>
        <NameForm value={name} onKeep={keep} onSave={save} />
        {rename.error !== null && (
          <Note tone="bad" title={texts.notRenamed}>
            {rename.error.message}
          </Note>
        )}
      </div>
    );
  }
  if (asks === 'delete') {
    return (
      <div className={styles.ask} onKeyDown={(event) => event.key === 'Escape' && keep()}>
        <b>{texts.confirmDelete}</b>
        <span className="quiet small">{texts.confirmWhy}</span>
        <span className="row">
          <Button size="xs" variant="filled" disabled={isBusy} onClick={onDelete} autoFocus>
            Delete
          </Button>
          <Button size="xs" onClick={keep}>
            Keep
          </Button>
        </span>
      </div>
    );
  }
  return (
    <span className={styles.actions}>
      {children}
      <button type="button" aria-label={`Rename ${label}`} onClick={() => setAsks('name')}>
        Rename
      </button>
      <button type="button" aria-label={`Delete ${label}`} onClick={() => setAsks('delete')}>
        Delete
      </button>
    </span>
  );
}
