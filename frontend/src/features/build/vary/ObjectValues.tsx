import { useState } from 'react';

import type { AxisValues } from '@/analysis/experiment/definition';
import { firstOf, fullText, isAlgorithmPath, type MovedField } from '@/analysis/experiment/fields';
import { getAt, isObject, setInText, type JsonObject } from '@/analysis/scenario/fields/fieldPath';
import { fieldAt, fieldsBelow, ofKind } from '@/analysis/scenario/fields/fields';
import { choiceName } from '@/analysis/scenario/fields/fieldTexts';
import { AlgorithmOptions } from '@/ui/fields/AlgorithmOptions';
import { Button } from '@/ui/Button';

import { AnyField } from '../fields/AnyField';
import styles from './axis.module.css';
import fields from '../fields/field.module.css';
import { FormContext, type FormState } from '../fields/formContext';
import { ParameterFields } from '../form/ParameterFields';
import type { Varying } from './useVarying';

export const ONLY_JSON = 'Edit the values of this path as JSON.';

interface ObjectValuesProps {
  readonly moved: MovedField;
  readonly values: readonly unknown[];
  readonly varying: Varying;
  readonly onValues: (values: AxisValues) => void;
}

/** Whole parts of a scenario as values: algorithms with their parameters, kinds of loss. */
export function ObjectValues({ moved, values, varying, onValues }: ObjectValuesProps) {
  const set = (next: readonly unknown[]) => onValues({ kind: 'list', values: next });
  const options = optionsOf(moved.path, varying);
  if (options === null) return <p className="faint small">{ONLY_JSON}</p>;
  const used = values.map(options.nameOf);
  const unused = options.names.find(({ name }) => !used.includes(name)) ?? options.names[0];
  return (
    <div className={styles.objects}>
      {values.map((value, index) => (
        <OneObject
          key={index}
          moved={moved}
          value={value}
          number={index + 1}
          options={options}
          varying={varying}
          onValue={(next) => set(values.with(index, next))}
        />
      ))}
      {unused !== undefined && (
        <Button size="xs" onClick={() => set([...values, options.make(unused.name)])}>
          Add one
        </Button>
      )}
    </div>
  );
}

interface Options {
  readonly names: readonly { readonly name: string; readonly title: string }[];
  readonly nameOf: (value: unknown) => string;
  readonly make: (name: string) => JsonObject;
}

/** The choices at a path; null: it can only be edited as JSON. */
function optionsOf(path: string, { known }: Varying): Options | null {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  if (isAlgorithmPath(path)) {
    return {
      names: known.algorithms,
      nameOf: (value) => textOf(getAt(value, 'name')),
      make: (name) => ({ name }),
    };
  }
  const place = firstOf(path);
  const field = fieldAt(known.schema, `${place}.kind`, known.scenario);
  if (field === null) return null;
  return {
    names: field.choices.map((name) => ({ name, title: choiceName(field, name) })),
    nameOf: (value) => textOf(getAt(value, 'kind')),
    make: (kind) => ofKind(known.schema, place, {}, kind),
  };
}

interface OneObjectProps {
  readonly moved: MovedField;
  readonly value: unknown;
  readonly number: number;
  readonly options: Options;
  readonly varying: Varying;
  readonly onValue: (value: unknown) => void;
}

function OneObject({ moved, value, number, options, varying, onValue }: OneObjectProps) {
  const [isOpen, setOpen] = useState(false);
  const name = options.nameOf(value);
  const text = fullText(moved, value, varying.known);
  const isKnown = options.names.some((each) => each.name === name);
  const title = options.names.find((each) => each.name === name)?.title;
  return (
    <div className={styles.object}>
      <select
        className={fields.select}
        aria-label={`${moved.title}, point ${number}`}
        value={name}
        onChange={(event) => onValue(options.make(event.target.value))}
      >
        {!isKnown && <option value={name}>{name}</option>}
        <AlgorithmOptions algorithms={options.names} />
      </select>
      <button
        type="button"
        className={styles.plain}
        aria-expanded={isOpen}
        aria-label={`Parameters of ${text}`}
        onClick={() => setOpen(!isOpen)}
      >
        parameters
      </button>
      {text !== title && <span className="quiet small">{text}</span>}
      {isOpen && (
        <div className={styles.details}>
          <Details moved={moved} value={value} varying={varying} onValue={onValue} />
        </div>
      )}
    </div>
  );
}

type DetailsProps = Pick<OneObjectProps, 'moved' | 'value' | 'varying' | 'onValue'>;

/** The fields of the value, in a form of its own: the scenario as it is at this point. */
function Details({ moved, value, varying, onValue }: DetailsProps) {
  const { known } = varying;
  const path = firstOf(moved.path);
  const text = setInText(JSON.stringify(known.scenario), path, value);
  const scenario = JSON.parse(text) as JsonObject;
  const form: FormState = {
    schema: known.schema,
    scenario,
    problems: [],
    algorithms: varying.algorithms,
    derived: null,
    set: (fields) => {
      const edited = Object.entries(fields).reduce(
        (all, [at, next]) => setInText(all, at, next),
        text,
      );
      onValue(getAt(JSON.parse(edited), path));
    },
    varying: null,
  };
  const algorithm = form.algorithms.find(({ name }) => name === getAt(value, 'name'));
  const fields = fieldsBelow(known.schema, path, scenario).filter(
    (each) => each.path !== `${path}.kind`,
  );
  return (
    <FormContext value={form}>
      {isAlgorithmPath(moved.path) ? (
        isObject(value) &&
        algorithm !== undefined && (
          <ParameterFields path={`${path}.parameters`} algorithm={algorithm} />
        )
      ) : (
        <div className={styles.fields}>
          {fields.map((each) => (
            <AnyField key={each.path} path={each.path} />
          ))}
        </div>
      )}
    </FormContext>
  );
}
