import { useId } from 'react';

import type { Json } from '@/api/labs';

import styles from './answer.module.css';

interface PickAnswerProps {
  readonly label: string;
  readonly options: readonly string[];
  readonly value: Json;
  readonly onChange: (value: Json) => void;
}

/** One of several. */
export function PickAnswer({ label, options, value, onChange }: PickAnswerProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles.options}>
      {options.map((option, index) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            checked={value === index}
            onChange={() => onChange(index)}
          />
          <span>{option}</span>
        </label>
      ))}
    </div>
  );
}
