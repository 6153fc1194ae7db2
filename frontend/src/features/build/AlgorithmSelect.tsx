import { getAt, isObject } from '@/analysis/scenario/fieldPath';

import styles from './field.module.css';
import { COLUMNS } from './FlowCells';
import { useField, useForm } from './formContext';

/** The congestion control of a group; parameters that the next one has too are kept. */
export function AlgorithmSelect({ path, group }: { path: string; group: string }) {
  const { algorithms, scenario, set } = useForm();
  const state = useField(`${path}.name`);
  if (state === null) return null;
  const value = typeof state.value === 'string' ? state.value : '';
  const isKnown = algorithms.some(({ name }) => name === value);
  const change = (name: string) => {
    const parameters = getAt(scenario, `${path}.parameters`);
    const next = algorithms.find((algorithm) => algorithm.name === name);
    const names = new Set(next?.parameters.map((parameter) => parameter.name));
    const entries = Object.entries(isObject(parameters) ? parameters : {});
    const kept = Object.fromEntries(entries.filter(([each]) => names.has(each)));
    set({ [path]: { name, parameters: kept } });
  };
  return (
    <select
      className={styles.select}
      aria-label={`${COLUMNS.algorithm} of ${group}`}
      aria-invalid={state.problems.length > 0 || undefined}
      value={value}
      onChange={(event) => change(event.target.value)}
    >
      {!isKnown && <option value={value}>{value}</option>}
      {algorithms.map(({ name, title }) => (
        <option key={name} value={name}>
          {title}
        </option>
      ))}
    </select>
  );
}
