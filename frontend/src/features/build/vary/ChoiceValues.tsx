import type { AxisValues } from '@/analysis/experiment/definition';
import type { MovedField } from '@/analysis/experiment/fields';
import type { Field } from '@/analysis/scenario/fields';
import { valueText } from '@/analysis/scenario/fieldWords';

import styles from './axis.module.css';

interface ChoiceValuesProps {
  readonly moved: MovedField;
  readonly field: Field;
  readonly values: readonly unknown[];
  readonly onValues: (values: AxisValues) => void;
}

/** Which of the choices are tried. */
export function ChoiceValues({ moved, field, values, onValues }: ChoiceValuesProps) {
  const all: readonly unknown[] = field.kind === 'boolean' ? [false, true] : field.choices;
  const toggle = (choice: unknown) => {
    const kept = values.filter((value) => value !== choice);
    const next = kept.length < values.length ? kept : [...values, choice];
    if (next.length > 0) onValues({ kind: 'list', values: next });
  };
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{`Values of ${moved.name}`}</legend>
      {all.map((choice) => (
        <label key={String(choice)} className={styles.check}>
          <input
            type="checkbox"
            checked={values.includes(choice)}
            onChange={() => toggle(choice)}
          />
          <span>{valueText(field, choice)}</span>
        </label>
      ))}
    </fieldset>
  );
}
