import { useState } from 'react';

import styles from './ui.module.css';

interface SeedInputProps {
  readonly id: string;
  readonly value: number;
  readonly onChange: (seed: number) => void;
}

/** Whole numbers from 0 that a JSON number holds exactly, 2^53 - 1 at most. */
export function isSeed(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** A seed. What is no seed stays in the field, marked, and is not passed on. */
export function SeedInput({ id, value, onChange }: SeedInputProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const isBad = draft !== null && (draft.trim() === '' || !isSeed(Number(draft)));
  return (
    <input
      id={id}
      className={styles.numberBox}
      // Its label is not always in view.
      aria-label="Seed"
      inputMode="numeric"
      aria-invalid={isBad || undefined}
      value={draft ?? String(value)}
      onChange={(event) => {
        const text = event.target.value;
        setDraft(text);
        if (text.trim() !== '' && isSeed(Number(text))) onChange(Number(text));
      }}
      onBlur={() => setDraft(null)}
    />
  );
}
