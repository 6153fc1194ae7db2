import { useId } from 'react';

import type { Meaning } from '@/analysis/numbers/reading';
import { helpText, valueText } from '@/analysis/scenario/fields/fieldTexts';
import type { ShownUnit } from '@/analysis/numbers/typing';
import type { SliderScale } from '@/analysis/axes/slider';
import { Term } from '@/ui/Term';

import styles from './field.module.css';
import { FieldProblems } from './FieldProblems';
import { useField } from './formContext';
import { NumberInput } from '@/ui/fields/NumberInput';
import { tickText } from './scales';
import { Slider } from './Slider';
import { Vary } from '../vary/Vary';
import { VariedLine } from '../vary/VariedLine';

interface NumberFieldProps {
  readonly path: string;
  /** Instead of the title in the schema. */
  readonly name?: string | undefined;
  readonly scale?: SliderScale | null | undefined;
  /** Instead of the unit that the schema says. */
  readonly factor?: number | undefined;
  readonly unit?: React.ReactNode;
  /** The unit of `factor`, and kinds of unit to which the field can be changed by typing one. */
  readonly shown?: Pick<ShownUnit, 'unit' | 'others'> | undefined;
  /** A unit was typed behind the number. */
  readonly onUnit?: ((meaning: Meaning) => void) | undefined;
  readonly formatTick?: ((value: number) => string) | undefined;
}

/** A number with its unit, a slider where the range is wide, and its problem below it. */
export function NumberField(props: NumberFieldProps) {
  const { path, scale, factor, unit, formatTick, shown, onUnit } = props;
  const state = useField(path);
  const problemId = useId();
  if (state === null) return null;
  const { field, value, effective, problems, set } = state;
  const name = props.name ?? field.title;
  const factorShown = factor ?? field.factor;
  const isBad = problems.length > 0;
  return (
    <div className={styles.field} data-path={path} data-vary="">
      <div className={styles.top}>
        <span className={styles.named}>
          <Term name={name} definition={helpText(field)} />
          <Vary path={path} name={name} />
        </span>
        <span className={styles.value}>
          <NumberInput
            className={styles.number}
            label={name}
            field={field}
            value={value}
            factor={factorShown}
            isBad={isBad}
            shown={shown}
            isExplained="wholly"
            describedBy={isBad ? problemId : undefined}
            onChange={set}
            onUnit={onUnit}
          />
          {unit ?? <span className="label">{field.unit}</span>}
        </span>
      </div>
      {scale != null && (
        <Slider
          label={`${name}, slider`}
          scale={scale}
          value={typeof effective === 'number' ? effective : scale.from}
          isWhole={field.kind === 'integer'}
          format={(shown) => valueText(field, shown)}
          formatTick={formatTick ?? ((tick) => tickText(tick, factorShown))}
          onChange={set}
        />
      )}
      <VariedLine path={path} />
      <FieldProblems
        id={problemId}
        problems={problems}
        shown={{ ...shown, factor: factorShown }}
        onUnit={onUnit}
      />
    </div>
  );
}
