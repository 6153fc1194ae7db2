import clsx from 'clsx';

import { ofKind } from '@/analysis/scenario/fields/fields';
import { valueText } from '@/analysis/scenario/fields/fieldTexts';
import { getAt, isObject } from '@/analysis/scenario/fields/fieldPath';
import { UNCONTROLLED_TRAFFIC, USUAL_ALGORITHM } from '@/generated/kindTitles';

import { Options } from '../fields/AnyField';
import field from '../fields/field.module.css';
import styles from './flows.module.css';
import { useField, useForm, type FieldState } from '../fields/formContext';
import { AlgorithmOptions } from '@/ui/fields/AlgorithmOptions';
import { NumberInput } from '@/ui/fields/NumberInput';
import { RTT_SCALE } from '../fields/scales';
import { Slider } from '../fields/Slider';
import { Vary } from '../vary/Vary';

const NO_ALGORITHM = 'none';

export const COLUMNS = {
  name: 'Name',
  count: 'Count',
  algorithm: 'Algorithm',
  rtt: 'Base RTT, ms',
  start: 'Starts, s',
  traffic: 'Traffic',
} as const;

/** Often changed fields of a group, each with its control for varying it. */
export function FlowCells({ path, group, hasTraffic }: FlowCellsProps) {
  const ofGroup = (column: string) => `${column} of ${group}`;
  return (
    <>
      <span className={styles.cell} data-label={COLUMNS.count}>
        <Amount path={`${path}.count`} group={group} />
        <Vary path={`${path}.count`} name={ofGroup(COLUMNS.count)} />
      </span>
      <span className={styles.cell} data-label={COLUMNS.algorithm}>
        <AlgorithmSelect path={`${path}.algorithm`} group={group} />
        <Vary path={`${path}.algorithm`} name={ofGroup(COLUMNS.algorithm)} />
      </span>
      <span className={clsx(styles.cell, styles.rttCell)} data-label={COLUMNS.rtt}>
        <Rtt path={`${path}.rtt_s`} group={group} />
        <Vary path={`${path}.rtt_s`} name={ofGroup('RTT')} />
      </span>
      <span className={clsx(styles.cell, styles.start)} data-label={COLUMNS.start}>
        <Amount path={`${path}.start_s`} group={group} />
        <Vary path={`${path}.start_s`} name={ofGroup('Start')} />
      </span>
      {hasTraffic && (
        <span className={clsx(styles.cell, styles.traffic)} data-label={COLUMNS.traffic}>
          <Traffic path={`${path}.traffic`} group={group} />
          <Vary path={`${path}.traffic`} name={ofGroup(COLUMNS.traffic)} />
        </span>
      )}
    </>
  );
}

interface CellProps {
  readonly path: string;
  readonly group: string;
}

interface FlowCellsProps extends CellProps {
  readonly hasTraffic: boolean;
}

function Amount({ path, group }: CellProps) {
  const state = useField(path);
  if (state === null) return null;
  return <Input state={state} group={group} />;
}

function Input({ state, group }: { state: FieldState; group: string }) {
  return (
    <NumberInput
      className={styles.number}
      label={`${state.field.title} of ${group}`}
      field={state.field}
      value={state.value}
      factor={state.field.factor}
      isExplained="wholly"
      isBad={state.problems.length > 0}
      onChange={state.set}
    />
  );
}

function Rtt({ path, group }: CellProps) {
  const state = useField(path);
  if (state === null) return null;
  const { effective } = state;
  return (
    <span className={styles.rtt}>
      <span>
        <Slider
          label={`${state.field.title} of ${group}, slider`}
          scale={RTT_SCALE}
          value={typeof effective === 'number' ? effective : RTT_SCALE.from}
          isWhole={false}
          format={(shown) => valueText(state.field, shown)}
          onChange={state.set}
        />
      </span>
      <Input state={state} group={group} />
    </span>
  );
}

function Traffic({ path, group }: CellProps) {
  const { schema, scenario, set } = useForm();
  const state = useField(`${path}.kind`);
  if (state === null) return null;
  const { field: kind, effective, problems } = state;
  const change = (next: string) => {
    const traffic = ofKind(schema, path, scenario, next);
    set({
      [path]: traffic,
      ...algorithmFor(next, path.replace(/traffic$/, 'algorithm'), scenario),
    });
  };
  return (
    <select
      className={field.select}
      aria-label={`${COLUMNS.traffic} of ${group}`}
      aria-invalid={problems.length > 0 || undefined}
      value={typeof effective === 'string' ? effective : ''}
      onChange={({ target }) => change(target.value)}
    >
      <Options field={kind} value={effective} />
    </select>
  );
}

/** Traffic that nothing controls has no algorithm, all other has one. */
function algorithmFor(kind: string, path: string, scenario: unknown) {
  const isControlled = getAt(scenario, `${path}.name`) !== NO_ALGORITHM;
  if (UNCONTROLLED_TRAFFIC.includes(kind) !== isControlled) return {};
  return { [path]: { name: isControlled ? NO_ALGORITHM : USUAL_ALGORITHM } };
}

/** The congestion control of a group; parameters that the next one has too are kept. */
function AlgorithmSelect({ path, group }: { path: string; group: string }) {
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
      className={field.select}
      aria-label={`${COLUMNS.algorithm} of ${group}`}
      aria-invalid={state.problems.length > 0 || undefined}
      value={value}
      onChange={(event) => change(event.target.value)}
    >
      {!isKnown && <option value={value}>{value}</option>}
      <AlgorithmOptions algorithms={value === NO_ALGORITHM ? [] : algorithms} />
    </select>
  );
}
