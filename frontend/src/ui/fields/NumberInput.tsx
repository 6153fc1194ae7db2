import { useId } from 'react';

import type { Meaning } from '@/analysis/numbers/reading';
import type { Refusal } from '@/analysis/numbers/refusal';
import { readTyped, showTyped, takesOf, type ShownUnit } from '@/analysis/numbers/typing';
import type { Field } from '@/analysis/scenario/fields/fields';
import { outsideRefusal } from '@/analysis/scenario/fields/fieldTexts';

import { Button } from '@/ui/Button';
import styles from '@/ui/ui.module.css';
import { useTypedNumber } from './useTypedNumber';

interface NumberInputProps {
  readonly id?: string;
  readonly label: string;
  readonly field: Field;
  readonly value: unknown;
  /** Base units in one unit that is typed. */
  readonly factor: number;
  /** The unit that stands beside the field, where it is not that of `field`. */
  readonly shown?: Pick<ShownUnit, 'unit' | 'others'> | undefined;
  readonly isBad: boolean;
  readonly describedBy?: string | undefined;
  readonly className?: string | undefined;
  readonly isDisabled?: boolean;
  readonly hasAutoFocus?: boolean;
  /** Shown instead of the value that holds where nothing is typed. */
  readonly placeholder?: string | undefined;
  /** What the form around it explains itself: its bounds, or everything that is wrong. */
  readonly isExplained?: 'bounds' | 'wholly';
  readonly onChange: (value: unknown) => void;
  /** Instead of `onChange` where a unit was typed behind the number. */
  readonly onUnit?: ((meaning: Meaning) => void) | undefined;
}

/** A number as people write it: with its unit or in the one beside the field. */
export function NumberInput(props: NumberInputProps) {
  const { label, field, value, factor, isBad, isExplained, onChange, onUnit } = props;
  const refusalId = useId();
  const takes = takesOf(field, { factor, ...props.shown });
  const typed = useTypedNumber({
    takes,
    value,
    shown: showTyped(value, factor),
    read: (text) => readTyped(text, field, takes),
    refuse: (number, text) =>
      isExplained === undefined ? outsideRefusal(number, text, field, takes) : null,
    onChange,
    onUnit,
  });
  const { refusal } = typed;
  const isRefusalShown = refusal !== null && isExplained !== 'wholly';
  const described = isRefusalShown ? refusalId : props.describedBy;
  const fallback = field.isNullable ? 'none' : showTyped(field.fallback, factor);
  return (
    <>
      <input
        id={props.id}
        className={props.className}
        aria-label={label}
        aria-invalid={isBad || refusal !== null || undefined}
        aria-describedby={described}
        // Where a phone's keyboard of digits has no point it has a comma: both are read.
        inputMode="decimal"
        autoComplete="off"
        placeholder={props.placeholder ?? fallback}
        disabled={props.isDisabled}
        autoFocus={props.hasAutoFocus}
        {...selectOnFirstClick}
        value={typed.text}
        onChange={(event) => typed.type(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && typed.finish()}
        onBlur={typed.finish}
      />
      {isRefusalShown && <NumberRefusal id={refusalId} refusal={refusal} onChoose={typed.choose} />}
    </>
  );
}

interface NumberRefusalProps {
  readonly id?: string | undefined;
  readonly refusal: Refusal;
  readonly onChoose: (meaning: Meaning) => void;
}

/** Why a typed text is no number of its field; where it is unclear, a button for each meaning. */
function NumberRefusal({ id, refusal, onChoose }: NumberRefusalProps) {
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

/**
 * A first click into a number selects it, as the tab key does: what is typed then replaces it and
 * does not land between its digits. A second click puts the caret where it is wanted.
 */
const selectOnFirstClick = {
  onPointerDown: ({ currentTarget }: React.PointerEvent<HTMLInputElement>) => {
    if (document.activeElement === currentTarget) return;
    currentTarget.addEventListener(
      'click',
      () => {
        // Who dragged over some digits has chosen them.
        if (currentTarget.selectionStart === currentTarget.selectionEnd) currentTarget.select();
      },
      { once: true },
    );
  },
};
