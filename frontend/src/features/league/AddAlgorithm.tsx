import { useId, useState } from 'react';

import { parameterField } from '@/analysis/scenario/fields/parameterFields';
import { useAlgorithms } from '@/api/catalog';
import { useEvaluate, type AlgorithmChoice } from '@/api/algorithms/evaluations';
import type { Algorithm } from '@/api/types';
import { AlgorithmOptions } from '@/ui/fields/AlgorithmOptions';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { NumberInput } from '@/ui/fields/NumberInput';

import styles from './league.module.css';

type Value = AlgorithmChoice['parameters'][string];
/** A parameter whose number is being typed has none for a moment. */
type Settings = Readonly<Record<string, Value | undefined>>;
type Parameter = Algorithm['parameters'][number];

/** An algorithm with parameters of one's own, evaluated in all situations with one click. */
export function AddAlgorithm({ onAdded }: { onAdded: (experimentId: string) => void }) {
  const algorithms = useAlgorithms().data ?? [];
  const evaluate = useEvaluate();
  const [name, setName] = useState('');
  const [parameters, setParameters] = useState<Settings>({});
  const nameId = useId();
  const algorithm = algorithms.find((each) => each.name === name) ?? algorithms[0];
  if (algorithm === undefined) return null;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        evaluate.mutate(
          { name: algorithm.name, parameters: known(parameters) },
          { onSuccess: ({ experiment_id }) => onAdded(experiment_id) },
        );
      }}
    >
      <label htmlFor={nameId}>Algorithm</label>
      <select
        id={nameId}
        className={styles.field}
        value={algorithm.name}
        onChange={(event) => {
          setName(event.target.value);
          setParameters({});
        }}
      >
        <AlgorithmOptions algorithms={algorithms} />
      </select>
      <ParameterSettings algorithm={algorithm} set={parameters} onChange={setParameters} />
      <Button type="submit" variant="filled" disabled={evaluate.isPending}>
        {evaluate.isPending ? 'Starting' : `Evaluate ${algorithm.title} in all situations`}
      </Button>
      {evaluate.error !== null && (
        <Note tone="bad" title="The algorithm was not added">
          {evaluate.error.message}
        </Note>
      )}
    </form>
  );
}

function known(set: Settings): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(set).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

interface ParameterSettingsProps {
  readonly algorithm: Algorithm;
  readonly set: Settings;
  readonly onChange: (set: Settings) => void;
}

/** The parameters that differ from their defaults, and a choice of further ones. */
function ParameterSettings({ algorithm, set, onChange }: ParameterSettingsProps) {
  const id = useId();
  const isSet = ({ name }: Parameter) => name in set;
  const free = algorithm.parameters.filter((each) => !isSet(each));
  return (
    <>
      {algorithm.parameters.filter(isSet).map((parameter) => (
        <Setting
          key={parameter.name}
          parameter={parameter}
          value={set[parameter.name]}
          onChange={(value) => onChange({ ...set, [parameter.name]: value })}
          onRemove={() => {
            const rest = Object.entries(set).filter(([name]) => name !== parameter.name);
            onChange(Object.fromEntries(rest));
          }}
        />
      ))}
      {free.length > 0 && (
        <>
          <label htmlFor={id}>Parameter</label>
          <select
            id={id}
            className={styles.field}
            value=""
            onChange={(event) => {
              const found = free.find((each) => each.name === event.target.value);
              if (found !== undefined) onChange({ ...set, [found.name]: found.default });
            }}
          >
            <option value="">Change a parameter</option>
            {free.map((each) => (
              <option key={each.name}>{each.name}</option>
            ))}
          </select>
        </>
      )}
    </>
  );
}

interface SettingProps {
  readonly parameter: Parameter;
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
  readonly onRemove: () => void;
}

function Setting({ parameter, value, onChange, onRemove }: SettingProps) {
  const { name, kind, choices } = parameter;
  const id = useId();
  const options = kind === 'boolean' ? ['false', 'true'] : choices;
  const field = parameterField(parameter, name);
  return (
    <>
      <label htmlFor={id}>
        <code>{name}</code>
      </label>
      <span className="row middle">
        {kind === 'number' || kind === 'integer' ? (
          <NumberInput
            id={id}
            className={styles.field}
            label={name}
            field={field}
            value={value}
            factor={field.factor}
            isBad={false}
            onChange={(next) => onChange(next as Value | undefined)}
          />
        ) : (
          <select
            id={id}
            className={styles.field}
            value={String(value)}
            onChange={({ target }) =>
              onChange(kind === 'boolean' ? target.value === 'true' : target.value)
            }
          >
            {options.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        )}
        <Button size="compact" onClick={onRemove} aria-label={`Leave ${name} at its default`}>
          Default
        </Button>
      </span>
    </>
  );
}
