import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { plainField } from '@/analysis/scenario/fields/plainField';
import type { Json } from '@/api/classes/labs';
import { NumberInput } from '@/ui/fields/NumberInput';
import numberBox from '@/ui/ui.module.css';

import styles from './answer.module.css';

interface NumberAnswerProps {
  readonly label: string;
  readonly unit: string;
  readonly value: Json;
  readonly isFinal: boolean;
  readonly onChange: (value: Json) => void;
}

/** Empty is no answer. */
const ANSWER = plainField({ isNullable: true });

/** An answer as a number with its unit. What is no number is refused, and cannot be stored. */
export function NumberAnswer({ label, unit, value, isFinal, onChange }: NumberAnswerProps) {
  // A typed text that is no number is no answer.
  const [own, setOwn] = useState<unknown>(value);
  return (
    <label className={styles.number}>
      <NumberInput
        className={numberBox.numberBox}
        label={unit === '' ? label : t`${label}, in ${unit}`}
        field={ANSWER}
        value={own}
        factor={1}
        shown={{ unit }}
        isBad={false}
        isDisabled={isFinal}
        placeholder=""
        onChange={(next) => {
          setOwn(next);
          onChange(typeof next === 'number' ? next : null);
        }}
      />
      <span>{unit}</span>
    </label>
  );
}
