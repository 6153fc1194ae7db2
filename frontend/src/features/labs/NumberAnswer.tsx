import { useState } from 'react';

import { toTyped, toWire } from '@/analysis/numbers/decimal';
import type { Json } from '@/api/labs';
import numberBox from '@/ui/ui.module.css';

import styles from './answer.module.css';

interface NumberAnswerProps {
  readonly label: string;
  readonly unit: string;
  readonly value: Json;
  readonly isFinal: boolean;
  readonly onChange: (value: Json) => void;
}

/** An answer as a number with its unit. What is no number is marked, and cannot be stored. */
export function NumberAnswer({ label, unit, value, isFinal, onChange }: NumberAnswerProps) {
  const [text, setText] = useState(() => (typeof value === 'number' ? toTyped(value, 1) : ''));
  const isBad = text.trim() !== '' && toWire(text, 1) === null;
  return (
    <label className={styles.number}>
      <input
        className={numberBox.numberBox}
        aria-label={unit === '' ? label : `${label}, in ${unit}`}
        aria-invalid={isBad || undefined}
        inputMode="decimal"
        autoComplete="off"
        disabled={isFinal}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          onChange(toWire(target.value, 1));
        }}
      />
      <span>{unit}</span>
      {isBad && <span className={styles.bad}>This is no number.</span>}
    </label>
  );
}
