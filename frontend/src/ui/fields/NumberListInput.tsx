import { useId, useState } from 'react';

import { isListBegun, readNumbers } from '@/analysis/numbers/lists';
import type { Takes } from '@/analysis/numbers/reading';
import { listRefusalOf } from '@/analysis/numbers/refusal';
import { showTyped } from '@/analysis/numbers/typing';

import { Button } from '@/ui/Button';
import styles from '@/ui/ui.module.css';

const NONE = 'none';

interface NumberListInputProps {
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly label: string;
  readonly values: readonly unknown[];
  readonly takes: Takes;
  /** Whether `none` is one of the values. */
  readonly isNullable?: boolean;
  readonly isBad?: boolean | undefined;
  /** So many lines; absent: one line. */
  readonly rows?: number;
  readonly onChange: (values: readonly unknown[]) => void;
}

interface Typed {
  readonly text: string;
  readonly next: readonly unknown[];
  /** The field was left: a problem of the text is shown. */
  readonly isDone: boolean;
}

/**
 * Several numbers, as `8, 20, 100`. The text stays as typed as long as it means the values; what is
 * no number is a value itself, so that the check says it.
 */
export function NumberListInput(props: NumberListInputProps) {
  const { id, className, label, values, takes, isNullable = false, isBad, rows, onChange } = props;
  const refusalId = useId();
  const [typed, setTyped] = useState<Typed | null>(null);
  const words = isNullable ? { [NONE]: null } : {};
  const shown = values
    .map((value) => (value === null ? NONE : showTyped(value, takes.factor)))
    .join(', ');
  const isTyped = typed !== null && isSame(typed.next, values);
  const text = isTyped ? typed.text : shown;
  const isOpen = isTyped && !typed.isDone && isListBegun(text, takes);
  const refusal = isOpen ? null : listRefusalOf(text, takes);
  const type = (next: string) => {
    const isBegun = isListBegun(next, takes);
    const read = isBegun ? values : readNumbers(next, takes, words).values;
    setTyped({ text: next, next: read, isDone: false });
    if (!isBegun) onChange(read);
  };
  const finish = () => {
    if (typed === null) return;
    const read = readNumbers(typed.text, takes, words);
    const isGood = read.values.every((value) => typeof value !== 'string');
    setTyped(isGood ? null : { text: typed.text, next: read.values, isDone: true });
    if (isTyped && !isSame(read.values, values)) onChange(read.values);
  };
  const own = {
    id,
    className,
    'aria-label': label,
    'aria-invalid': isBad === true || refusal !== null || undefined,
    'aria-describedby': refusal === null ? undefined : refusalId,
    autoComplete: 'off',
    spellCheck: false,
    value: text,
    onChange: ({ target }: { target: { value: string } }) => type(target.value),
    onBlur: finish,
  };
  return (
    <>
      {rows === undefined ? <input {...own} /> : <textarea rows={rows} {...own} />}
      {refusal !== null && (
        <span id={refusalId} role="alert" className={styles.refusal}>
          <span>{`${refusal.what} ${refusal.rest}`}</span>
          {refusal.meanings.map((meaning) => (
            <Button
              key={meaning.text}
              size="xs"
              onClick={() => {
                setTyped(null);
                onChange(meaning.values);
              }}
            >
              {`Set to ${meaning.text}`}
            </Button>
          ))}
        </span>
      )}
    </>
  );
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
