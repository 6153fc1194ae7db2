import { useState } from 'react';

import { plainField } from '@/analysis/scenario/fields/plainField';

import { NumberInput } from './NumberInput';
import styles from '@/ui/ui.module.css';

interface SeedInputProps {
  readonly id: string;
  readonly value: number;
  readonly onChange: (seed: number) => void;
  /** Whether the field holds a seed now; without one nothing may be run. */
  readonly onGood: (isGood: boolean) => void;
}

/** Whole numbers from 0 that a JSON number holds exactly, 2^53 - 1 at most. */
function isSeed(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

const SEED = plainField({ kind: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** A seed. What is no seed stays in the field, is said to be none, and is not passed on. */
export function SeedInput({ id, value, onChange, onGood }: SeedInputProps) {
  const [bad, setBad] = useState<unknown>(undefined);
  return (
    <span className={styles.seedBox}>
      <NumberInput
        id={id}
        className={styles.numberBox}
        // Its label is not always in view.
        label="Seed"
        field={SEED}
        value={bad ?? value}
        factor={1}
        isBad={bad !== undefined}
        onChange={(next) => {
          const isGood = isSeed(next);
          setBad(isGood ? undefined : next);
          onGood(isGood);
          if (isGood) onChange(next);
        }}
      />
    </span>
  );
}
