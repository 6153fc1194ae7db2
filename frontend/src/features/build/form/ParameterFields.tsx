import { useState } from 'react';

import { getAt, isObject } from '@/analysis/scenario/fields/fieldPath';
import { helpText } from '@/analysis/scenario/fields/fieldTexts';
import { findParameters, parameterField } from '@/analysis/scenario/fields/parameterFields';
import type { ChoosableAlgorithm } from '@/api/algorithms/modules';
import { Term } from '@/ui/Term';

import { Options } from '../fields/AnyField';
import field from '../fields/field.module.css';
import styles from './flows.module.css';
import { useForm } from '../fields/formContext';
import { NumberInput } from '@/ui/fields/NumberInput';
import { Vary } from '../vary/Vary';
import { VariedLine } from '../vary/VariedLine';

type Parameter = ChoosableAlgorithm['parameters'][number];

interface ParameterFieldsProps {
  readonly path: string;
  readonly algorithm: ChoosableAlgorithm;
}

/** Every parameter of an algorithm. Nothing typed is the default, and is not written out. */
export function ParameterFields({ path, algorithm }: ParameterFieldsProps) {
  const { scenario } = useForm();
  const [wanted, setWanted] = useState('');
  const set = getAt(scenario, path);
  const setCount = isObject(set) ? Object.keys(set).length : 0;
  const found = findParameters(algorithm.parameters, wanted.trim());
  if (algorithm.parameters.length === 0) return null;
  return (
    <>
      <div className={styles.parametersHead}>
        <h3>{`Parameters of ${algorithm.title}`}</h3>
        <span className="faint small">{setCount === 0 ? 'all by default' : `${setCount} set`}</span>
        <input
          className={field.text}
          type="search"
          aria-label="Find a parameter"
          placeholder="Find a parameter"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      </div>
      {found.length === 0 && <p className="faint small">No parameter has that name.</p>}
      <div className={styles.parameters}>
        {found.map((parameter) => (
          <OneParameter
            key={parameter.name}
            path={`${path}.${parameter.name}`}
            parameter={parameter}
          />
        ))}
      </div>
    </>
  );
}

function OneParameter({ path, parameter }: { path: string; parameter: Parameter }) {
  const { scenario, problems, set } = useForm();
  const value = getAt(scenario, path);
  const known = parameterField(parameter, path);
  const isBad = problems.some((problem) => problem.path === path);
  const help = `${helpText(known)} Source of the default: ${parameter.source}.`;
  const change = (next: unknown) => set({ [path]: next });
  return (
    <div className={styles.parameter} data-set={value !== undefined || undefined} data-vary="">
      <span className={field.named}>
        <Term name={known.title} definition={help} />
        <Vary path={path} name={known.title} />
      </span>
      {parameter.kind === 'number' || parameter.kind === 'integer' ? (
        <span className={field.value}>
          <NumberInput
            className={styles.number}
            label={known.title}
            field={known}
            value={value}
            factor={known.factor}
            isExplained="wholly"
            isBad={isBad}
            onChange={change}
          />
          <span className="label">{known.unit}</span>
        </span>
      ) : (
        <select
          className={field.select}
          aria-label={known.title}
          aria-invalid={isBad || undefined}
          value={shownText(value ?? parameter.default)}
          onChange={(event) => {
            const isSwitch = parameter.kind === 'boolean';
            const next = isSwitch ? event.target.value === 'true' : event.target.value;
            change(next === parameter.default ? undefined : next);
          }}
        >
          {parameter.kind === 'choice' ? (
            <Options field={known} value={value ?? parameter.default} />
          ) : (
            <>
              <option value="true">yes</option>
              <option value="false">no</option>
            </>
          )}
        </select>
      )}
      <VariedLine path={path} />
    </div>
  );
}

/** A choice or a switch as the option that says it; what is neither has none. */
function shownText(value: unknown): string {
  return typeof value === 'boolean' || typeof value === 'string' ? String(value) : '';
}
