import { useState } from 'react';

import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import { NameForm } from './NameForm';
import styles from './row.module.css';

export interface Asked {
  readonly askName: () => void;
  readonly askDelete: () => void;
}

interface AskInPlaceProps {
  /** As it is stored: it may be empty. */
  readonly name: string;
  readonly words: {
    readonly confirmDelete: string;
    readonly confirmWhy: string;
    readonly notRenamed: string;
  };
  readonly rename: {
    readonly error: Error | null;
    readonly save: (name: string, onSaved: () => void) => void;
  };
  readonly isBusy: boolean;
  readonly onDelete: () => void;
  /** What stands there while nothing is asked. */
  readonly children: (asked: Asked) => React.ReactNode;
}

/** Rename and delete ask where they stand, and Escape keeps everything as it was. */
export function AskInPlace(props: AskInPlaceProps) {
  const { name, words, rename, isBusy, onDelete, children } = props;
  const [asks, setAsks] = useState<'name' | 'delete' | null>(null);
  const keep = () => setAsks(null);
  if (asks === 'name') {
    return (
      <div className={styles.ask}>
        <NameForm value={name} onKeep={keep} onSave={(next) => rename.save(next, keep)} />
        {rename.error !== null && (
          <Note tone="bad" title={words.notRenamed}>
            {rename.error.message}
          </Note>
        )}
      </div>
    );
  }
  if (asks === 'delete') {
    return (
      <div className={styles.ask} onKeyDown={(event) => event.key === 'Escape' && keep()}>
        <b>{words.confirmDelete}</b>
        <span className="quiet small">{words.confirmWhy}</span>
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
  return children({ askName: () => setAsks('name'), askDelete: () => setAsks('delete') });
}
