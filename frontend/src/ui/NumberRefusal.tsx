import type { Meaning } from '@/analysis/numbers/reading';
import type { Refusal } from '@/analysis/numbers/refusal';

import { Button } from './Button';
import styles from './ui.module.css';

interface NumberRefusalProps {
  readonly id?: string | undefined;
  readonly refusal: Refusal;
  readonly onChoose: (meaning: Meaning) => void;
}

/** Why a typed text is no number of its field; where it is unclear, a button for each meaning. */
export function NumberRefusal({ id, refusal, onChoose }: NumberRefusalProps) {
  return (
    <span id={id} role="alert" className={styles.refusal}>
      <span>{`${refusal.what} ${refusal.rest}`}</span>
      {refusal.meanings.map((meaning) => (
        <Button key={meaning.text} size="xs" onClick={() => onChoose(meaning)}>
          {`Set to ${meaning.text}`}
        </Button>
      ))}
    </span>
  );
}
