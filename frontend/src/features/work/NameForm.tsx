import clsx from 'clsx';
import { useState } from 'react';

import { Button } from '@/ui/Button';

import styles from './row.module.css';

const MAX_LENGTH = 200;

interface NameFormProps {
  readonly value: string;
  readonly onSave: (name: string) => void;
  readonly onKeep: () => void;
}

/** Another name: Enter saves, Escape keeps the old one. */
export function NameForm({ value, onSave, onKeep }: NameFormProps) {
  const [name, setName] = useState(value);
  return (
    <form
      className="stack gap-1h"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(name.trim());
      }}
      onKeyDown={(event) => event.key === 'Escape' && onKeep()}
    >
      <input
        className={clsx('touch-field', styles.nameInput)}
        aria-label="New name"
        maxLength={MAX_LENGTH}
        value={name}
        autoFocus
        onFocus={(event) => event.target.select()}
        onChange={(event) => setName(event.target.value)}
      />
      <span className="row">
        <Button size="xs" type="submit" variant="filled">
          Save
        </Button>
        <Button size="xs" onClick={onKeep}>
          Keep
        </Button>
      </span>
    </form>
  );
}
