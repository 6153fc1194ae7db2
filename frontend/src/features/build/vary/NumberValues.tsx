import type { AxisValues, RangeValues } from '@/analysis/experiment/definition';
import { inKind } from '@/analysis/experiment/edits';
import type { MovedField } from '@/analysis/experiment/fields';
import { takesOf } from '@/analysis/numbers/typing';
import type { Field } from '@/analysis/scenario/fields/fields';
import { SegmentedControl } from '@/ui/fields/SegmentedControl';

import ui from '@/ui/ui.module.css';

import styles from './axis.module.css';
import { NumberInput } from '@/ui/fields/NumberInput';
import { NumberListInput } from '@/ui/fields/NumberListInput';

const ENDS = { from: 'From', to: 'To' } as const;

const KIND_NAMES = {
  list: 'one by one',
  linear: 'equal steps',
  logarithmic: 'equal factors',
} as const;

interface NumberValuesProps {
  readonly moved: MovedField;
  readonly field: Field;
  readonly values: AxisValues;
  readonly onValues: (values: AxisValues) => void;
}

const KINDS = ['list', 'linear', 'logarithmic'] as const;

/** Numbers one by one, in equal steps, or in equal factors. */
export function NumberValues({ moved, field, values, onValues }: NumberValuesProps) {
  const isWhole = field.kind === 'integer';
  return (
    <div className={styles.values}>
      <SegmentedControl
        aria-label="How the values are given"
        value={values.kind}
        onChange={(next) => {
          const kind = KINDS.find((each) => each === next);
          if (kind !== undefined) onValues(inKind(values, kind, isWhole));
        }}
        data={KINDS.map((kind) => ({ value: kind, label: KIND_NAMES[kind] }))}
      />
      {values.kind === 'list' ? (
        <ListInput
          moved={moved}
          field={field}
          values={values.values}
          onValues={(list) => onValues({ kind: 'list', values: list })}
        />
      ) : (
        <RangeInputs moved={moved} field={field} values={values} onValues={onValues} />
      )}
    </div>
  );
}

interface ListInputProps {
  readonly moved: MovedField;
  readonly field: Field;
  readonly values: readonly unknown[];
  readonly onValues: (values: readonly unknown[]) => void;
}

function ListInput({ moved, field, values, onValues }: ListInputProps) {
  const { factor, unit, name } = moved;
  return (
    <div className={styles.listBox}>
      <NumberListInput
        className={styles.list}
        label={`Values of ${name}`}
        rows={2}
        values={values}
        takes={takesOf(field, { factor, unit })}
        isNullable={field.isNullable}
        onChange={onValues}
      />
      <p className="faint small">
        {unit === ''
          ? 'Separated by commas or spaces.'
          : `In ${unit}, separated by commas or spaces.`}
      </p>
    </div>
  );
}

interface RangeInputsProps {
  readonly moved: MovedField;
  readonly field: Field;
  readonly values: RangeValues;
  readonly onValues: (values: AxisValues) => void;
}

/** A count of values as a field: whole, and never left out. */
const COUNT: Pick<Field, 'kind' | 'minimum' | 'unit' | 'factor'> = {
  kind: 'integer',
  minimum: 1,
  unit: '',
  factor: 1,
};

function RangeInputs({ moved, field, values, onValues }: RangeInputsProps) {
  const { factor, unit } = moved;
  // An end of a range must say something, whatever the field means without a value.
  const end: Field = { ...field, fallback: undefined, isNullable: false };
  const set = (changes: Readonly<Record<string, unknown>>) =>
    // A text that is no number is stored as typed: the check reports it.
    onValues({ ...values, ...changes });
  const input = (name: 'from' | 'to') => (
    <label className={styles.labelled}>
      <span className="quiet">{ENDS[name]}</span>
      <span className={styles.quantity}>
        <NumberInput
          className={ui.numberBox}
          label={ENDS[name]}
          field={end}
          value={Number.isNaN(values[name]) ? '' : values[name]}
          factor={factor}
          shown={{ unit }}
          isBad={Number.isNaN(values[name])}
          onChange={(value) => set({ [name]: value })}
        />
        <span className="quiet">{unit}</span>
      </span>
    </label>
  );
  return (
    <div className={styles.range}>
      {input('from')}
      {input('to')}
      <label className={styles.labelled}>
        <span className="quiet">Values</span>
        <NumberInput
          className={ui.numberBox}
          label="Values"
          field={{ ...end, ...COUNT }}
          value={values.count}
          factor={1}
          isBad={!(values.count >= 1)}
          onChange={(value) => set({ count: value })}
        />
      </label>
    </div>
  );
}
