import { useId } from 'react';

import type { Field } from '@/analysis/scenario/fields/fields';
import { choiceName, helpText } from '@/analysis/scenario/fields/fieldTexts';
import { Term } from '@/ui/Term';

import styles from './field.module.css';
import { FieldProblems } from './FieldProblems';
import { isChoice, useField, type FieldState } from './formContext';
import { NumberField } from './NumberField';
import { scaleOf } from './scales';
import { Vary } from '../vary/Vary';
import { VariedLine } from '../vary/VariedLine';

/** A field as its schema says: a number, a choice, a switch or a text. */
export function AnyField({ path }: { path: string }) {
  const state = useField(path);
  if (state === null) return null;
  const { field } = state;
  if (field.kind === 'number' || field.kind === 'integer') {
    return <NumberField path={path} scale={scaleOf(field)} />;
  }
  return <OtherField state={state} />;
}

function OtherField({ state }: { state: FieldState }) {
  const { field, problems } = state;
  const problemId = useId();
  const describedBy = problems.length > 0 ? problemId : undefined;
  const control = controlOf(state, describedBy);
  if (control === null) return null;
  return (
    <div className={styles.field} data-path={field.path} data-vary="">
      <div className={field.kind === 'boolean' ? styles.top : styles.stack}>
        <span className={styles.named}>
          <Term name={field.title} definition={helpText(field)} />
          <Vary path={field.path} name={field.title} />
        </span>
        {control}
      </div>
      <VariedLine path={field.path} />
      <FieldProblems id={problemId} problems={problems} />
    </div>
  );
}

function controlOf(state: FieldState, describedBy: string | undefined): React.ReactNode {
  const { field, value, effective, problems, set } = state;
  const common = {
    'aria-label': field.title,
    'aria-invalid': problems.length > 0 || undefined,
    'aria-describedby': describedBy,
  };
  if (field.kind === 'choice') {
    return isChoice(state) ? <Choice state={state} common={common} /> : null;
  }
  if (field.kind === 'boolean') {
    return (
      <input
        {...common}
        type="checkbox"
        className={styles.check}
        checked={effective === true}
        onChange={(event) => set(event.target.checked)}
      />
    );
  }
  if (field.kind === 'text') {
    const text = typeof value === 'string' ? value : '';
    return (
      <input
        {...common}
        className={styles.text}
        value={text}
        onChange={(event) => set(event.target.value)}
      />
    );
  }
  return null;
}

interface ChoiceProps {
  readonly state: FieldState;
  readonly common: Readonly<Record<string, unknown>>;
}

function Choice({ state, common }: ChoiceProps) {
  const { field, effective, set } = state;
  return (
    <select
      {...common}
      className={styles.select}
      value={typeof effective === 'string' ? effective : ''}
      onChange={({ target }) => set(target.value === '' && field.isNullable ? null : target.value)}
    >
      <Options field={field} value={effective} />
    </select>
  );
}

/** The label of an empty choice: the algorithm decides. */
const NOT_CHOSEN = 'set by the algorithm';

/** The choices of a field, and the value if it is none of them. */
export function Options({ field, value }: { field: Field; value: unknown }) {
  const isKnown = typeof value === 'string' && field.choices.includes(value);
  return (
    <>
      {field.isNullable && <option value="">{NOT_CHOSEN}</option>}
      {!isKnown && typeof value === 'string' && <option value={value}>{value}</option>}
      {field.choices.map((choice) => (
        <option key={choice} value={choice}>
          {choiceName(field, choice)}
        </option>
      ))}
    </>
  );
}
