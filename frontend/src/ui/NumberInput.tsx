import { useState } from 'react';

import { readTyped, showTyped } from '@/analysis/numbers/typing';
import type { Field } from '@/analysis/scenario/fields';

import { selectOnFirstClick } from './selectOnClick';

interface NumberInputProps {
  readonly id?: string;
  readonly label: string;
  readonly field: Field;
  readonly value: unknown;
  /** Base units in one unit that is typed. */
  readonly factor: number;
  readonly isBad: boolean;
  readonly describedBy?: string | undefined;
  readonly className?: string | undefined;
  readonly onChange: (value: unknown) => void;
}

/** A number in the unit that people type. The text stays as typed as long as it means the value. */
export function NumberInput(props: NumberInputProps) {
  const { label, field, value, factor, isBad } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const isTyped = typed !== null && readTyped(typed, field, factor) === value;
  const fallback = field.isNullable ? 'none' : showTyped(field.fallback, factor);
  return (
    <input
      id={props.id}
      className={props.className}
      aria-label={label}
      aria-invalid={isBad || undefined}
      aria-describedby={props.describedBy}
      inputMode="decimal"
      autoComplete="off"
      placeholder={fallback}
      {...selectOnFirstClick}
      value={isTyped ? typed : showTyped(value, factor)}
      onChange={(event) => {
        setTyped(event.target.value);
        props.onChange(readTyped(event.target.value, field, factor));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
