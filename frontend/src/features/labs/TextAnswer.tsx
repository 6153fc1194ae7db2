import type { Json } from '@/api/labs';

import styles from './answer.module.css';

const MOST_LETTERS = 4000;

interface TextAnswerProps {
  readonly label: string;
  readonly value: Json;
  readonly onChange: (value: Json) => void;
}

/** An answer in words. */
export function TextAnswer({ label, value, onChange }: TextAnswerProps) {
  return (
    <textarea
      className={styles.words}
      aria-label={`Your answer: ${label}`}
      rows={5}
      maxLength={MOST_LETTERS}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    />
  );
}
