import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

import styles from './work.module.css';

const DELAY_MS = 200;

interface FindFieldProps {
  readonly value: string;
  readonly placeholder: string;
  readonly onFind: (text: string) => void;
}

/** Words to look for; they are looked for a moment after the last key. */
export function FindField({ value, placeholder, onFind }: FindFieldProps) {
  const [text, setText] = useState(value);
  const [asked, setAsked] = useState(value);
  // It was changed elsewhere: by the button that shows everything again, or by the address.
  if (value !== asked) {
    setAsked(value);
    setText(value);
  }
  const find = useDebouncedCallback((next: string) => {
    setAsked(next);
    onFind(next);
  }, DELAY_MS);
  return (
    <input
      type="search"
      className={styles.find}
      aria-label={`Find: ${placeholder}`}
      placeholder={placeholder}
      maxLength={200}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        find(event.target.value);
      }}
    />
  );
}
