import type { Json } from '@/api/labs';

import styles from './answer.module.css';

interface ChoiceAnswerProps {
  readonly label: string;
  readonly options: readonly string[];
  readonly value: Json;
  readonly isFinal: boolean;
  readonly onChange: (value: Json) => void;
}

/** One or several of a list. How many are right is a part of the question. */
export function ChoiceAnswer({ label, options, value, isFinal, onChange }: ChoiceAnswerProps) {
  const chosen = Array.isArray(value) ? value.map(Number) : [];
  const toggle = (index: number) => {
    const next = chosen.includes(index)
      ? chosen.filter((each) => each !== index)
      : [...chosen, index].sort((a, b) => a - b);
    onChange(next.length === 0 ? null : next);
  };
  return (
    <fieldset className={styles.options} disabled={isFinal} aria-label={label}>
      {!isFinal && <p className="small quiet">Tick all that are right.</p>}
      {options.map((option, index) => (
        <label key={option}>
          <input type="checkbox" checked={chosen.includes(index)} onChange={() => toggle(index)} />
          <span>{option}</span>
        </label>
      ))}
    </fieldset>
  );
}
