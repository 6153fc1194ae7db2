import type { Field } from '@/analysis/scenario/fields/fields';
import type { SliderScale } from '@/analysis/axes/slider';
import { Term } from '@/ui/Term';

import { Slider } from './Slider';
import styles from './field.module.css';
import { NumberInput } from '@/ui/fields/NumberInput';
import { useForm } from './formContext';

const SCALE: SliderScale = { from: 1, to: 1000, isLog: true };

/** How often the scenario runs: more than once makes it an experiment. */
export function SeedsField() {
  const { varying } = useForm();
  if (varying === null) return null;
  const { seedCount, setSeedCount } = varying;
  return (
    <div className={styles.field} data-path="replications.count">
      <div className={styles.top}>
        <span className={styles.named}>
          <Term
            name="Seeds"
            definition="Runs of each cell, each with its own seed. An interval needs two; 20 is a good number. 1 to 10,000. Default: 1."
          />
        </span>
        <span className={styles.value}>
          <SeedCount
            className={styles.number}
            label="Seeds"
            count={seedCount}
            onCount={setSeedCount}
          />
        </span>
      </div>
      <Slider
        label="Seeds, slider"
        scale={SCALE}
        value={seedCount}
        isWhole
        format={String}
        formatTick={String}
        onChange={setSeedCount}
      />
    </div>
  );
}

interface SeedCountProps {
  readonly className: string | undefined;
  readonly label: string;
  readonly count: number;
  readonly onCount: (count: number) => void;
}

export function SeedCount({ className, label, count, onCount }: SeedCountProps) {
  return (
    <NumberInput
      className={className}
      label={label}
      field={COUNT}
      value={count}
      factor={1}
      isBad={!(count >= 1)}
      onChange={(value) => {
        // A field that is empty for a moment is no request for none.
        if (typeof value === 'number' && value >= 1) onCount(Math.trunc(value));
      }}
    />
  );
}

const COUNT: Field = {
  path: 'replications.count',
  kind: 'integer',
  title: 'Seeds',
  help: 'Runs of each cell, each with its own seed. An interval needs two; 20 is a good number. 1 to 10,000. Default: 1.',
  isNullable: false,
  fallback: undefined,
  choices: [],
  titles: {},
  start: undefined,
  minimum: 1,
  isAboveMinimum: false,
  maximum: 10_000,
  maxLength: null,
  unit: '',
  factor: 1,
  isLog: true,
};
