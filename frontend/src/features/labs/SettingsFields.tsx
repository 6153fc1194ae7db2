import { useId } from 'react';

import { boundsText, valueText } from '@/analysis/scenario/fieldWords';
import { useAlgorithmTitle } from '@/api/catalog';
import type { Json, Settings } from '@/api/labs';
import type { ProblemItem } from '@/api/problem';
import { NumberInput } from '@/ui/NumberInput';
import boxes from '@/ui/ui.module.css';

import { fieldProblem, type Open } from '@/steps/openFields';
import { OwnAlgorithmField, type SettingFieldProps, type StepPlace } from './OwnAlgorithmField';
import styles from './run.module.css';

interface SettingsFieldsProps {
  /** Which step it is, for the editor of algorithms. */
  readonly at: StepPlace;
  readonly opens: readonly Open[];
  readonly settings: Settings;
  readonly problems: readonly ProblemItem[];
  readonly onChange: (settings: Settings) => void;
}

/** What may be changed in a step, with unit and bounds. Everything else is locked. */
export function SettingsFields(props: SettingsFieldsProps) {
  const { at, opens, settings, problems, onChange } = props;
  return (
    <div className={styles.fields}>
      {opens.map((open) => {
        const of = {
          open,
          value: open.path in settings ? (settings[open.path] ?? null) : open.given,
          problem: fieldProblem(problems, open),
          onChange: (value: Json) => onChange({ ...settings, [open.path]: value }),
        };
        return open.isOwnAlgorithm ? (
          <OwnAlgorithmField key={open.path} {...of} at={at} />
        ) : (
          <SettingField key={open.path} {...of} />
        );
      })}
    </div>
  );
}

function SettingField({ open, value, problem, onChange }: SettingFieldProps) {
  const id = useId();
  const { field, name, choices } = open;
  const algorithmTitle = useAlgorithmTitle();
  const isAlgorithm = open.path.endsWith('.algorithm.name');
  return (
    <div className={styles.field}>
      <label className="label" htmlFor={id}>
        {name}
      </label>
      <span className={styles.value}>
        {choices === null ? (
          <NumberInput
            id={id}
            className={boxes.numberBox}
            label={name}
            field={field}
            value={value}
            factor={field.factor}
            isBad={problem !== null}
            isExplained="bounds"
            describedBy={`${id}-bounds`}
            onChange={(next) => onChange(next ?? null)}
          />
        ) : (
          <select
            id={id}
            aria-describedby={`${id}-bounds`}
            value={choices.indexOf(value)}
            onChange={({ target }) => onChange(choices[Number(target.value)] ?? null)}
          >
            {choices.map((choice, index) => (
              <option key={index} value={index}>
                {isAlgorithm && typeof choice === 'string'
                  ? algorithmTitle(choice)
                  : valueText(field, choice)}
              </option>
            ))}
          </select>
        )}
        {choices === null && field.unit}
      </span>
      <span id={`${id}-bounds`} className="small quiet" aria-live="polite">
        {problem === null ? choices === null && boundsText(field) : <b>{problem}</b>}
      </span>
    </div>
  );
}
