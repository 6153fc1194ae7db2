import { useId, useState } from 'react';

import { selectOnFirstClick } from './selectOnClick';
import styles from './ui.module.css';

interface SeedInputProps {
  readonly id: string;
  readonly value: number;
  readonly onChange: (seed: number) => void;
  /** Whether the field holds a seed now; without one nothing may be run. */
  readonly onGood: (isGood: boolean) => void;
}

/** Whole numbers from 0 that a JSON number holds exactly, 2^53 - 1 at most. */
export function isSeed(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

const isSeedText = (text: string): boolean => /^\s*\d+\s*$/.test(text) && isSeed(Number(text));

/** A seed. What is no seed stays in the field, is said to be none, and is not passed on. */
export function SeedInput({ id, value, onChange, onGood }: SeedInputProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const problemId = useId();
  const isBad = draft !== null && !isSeedText(draft);
  return (
    <span className={styles.seedBox}>
      <input
        id={id}
        className={styles.numberBox}
        // Its label is not always in view.
        aria-label="Seed"
        inputMode="numeric"
        autoComplete="off"
        aria-invalid={isBad || undefined}
        aria-describedby={isBad ? problemId : undefined}
        value={draft ?? String(value)}
        {...selectOnFirstClick}
        onChange={(event) => {
          const text = event.target.value;
          const isGood = isSeedText(text);
          setDraft(text);
          onGood(isGood);
          if (isGood) onChange(Number(text));
        }}
        onBlur={() => {
          // Going back to the seed of before, in silence, would run what nobody asked for.
          if (!isBad) setDraft(null);
        }}
      />
      {isBad && (
        <span id={problemId} role="alert" className={styles.seedProblem}>
          {draft.trim() === '' ? 'A run needs a seed' : `“${draft}” is no seed`}: a whole number
          from 0 to 9,007,199,254,740,991.
        </span>
      )}
    </span>
  );
}
