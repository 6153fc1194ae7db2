import { useId, useState } from 'react';
import clsx from 'clsx';

import { groupLabel } from '@/analysis/describe';
import { getAt, isWithin } from '@/analysis/fieldPath';
import { valueText } from '@/analysis/fieldWords';
import { hueClass } from '@/charts/palette';
import { formText } from '@/messages/form';

import { AlgorithmSelect } from './AlgorithmSelect';
import { Options } from './AnyField';
import field from './field.module.css';
import { FieldProblems } from './FieldProblems';
import { FlowDetails } from './FlowDetails';
import styles from './flows.module.css';
import { useField, useForm, type FieldState } from './formContext';
import { NumberInput } from './NumberInput';
import { RTT_SCALE } from './scales';
import { Slider } from './Slider';

interface FlowRowProps {
  readonly index: number;
  readonly isOnly: boolean;
  readonly onCopy: () => void;
  /** So many rows further down; negative: up. */
  readonly onMove: (steps: number) => void;
}

/** One group of flows: what is changed often in the row, everything else below it. */
export function FlowRow({ index, isOnly, onCopy, onMove }: FlowRowProps) {
  const { scenario, problems, set } = useForm();
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const path = `flows.${index}`;
  const label = getAt(scenario, `${path}.label`);
  const name = groupLabel(typeof label === 'string' ? label : '', index);
  return (
    <div
      className={hueClass(index)}
      role="group"
      aria-label={name}
      data-path={path}
      onKeyDown={(event) => moveByKey(event, onMove)}
    >
      <div className={styles.row}>
        <i className={styles.swatch} aria-hidden="true" />
        <input
          className={clsx(styles.name, 'hue-text')}
          aria-label={formText.ofGroup(formText.columns.name, name)}
          placeholder={groupLabel('', index)}
          value={typeof label === 'string' ? label : ''}
          onChange={(event) => set({ [`${path}.label`]: event.target.value })}
        />
        <span className={styles.cell} data-label={formText.columns.count}>
          <Amount path={`${path}.count`} group={name} />
        </span>
        <span className={styles.cell} data-label={formText.columns.algorithm}>
          <AlgorithmSelect path={`${path}.algorithm`} group={name} />
        </span>
        <span className={clsx(styles.cell, styles.rttCell)} data-label={formText.columns.rtt}>
          <Rtt path={`${path}.rtt_s`} group={name} />
        </span>
        <span className={clsx(styles.cell, styles.start)} data-label={formText.columns.start}>
          <Amount path={`${path}.start_s`} group={name} />
        </span>
        <span className={clsx(styles.cell, styles.traffic)} data-label={formText.columns.traffic}>
          <Traffic path={`${path}.traffic.kind`} group={name} />
        </span>
        <span className={styles.actions}>
          <button
            type="button"
            aria-label={formText.detailsOf(name)}
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={() => setIsOpen(!isOpen)}
          >
            {formText.details}
          </button>
          <button type="button" aria-label={formText.copyOf(name)} onClick={onCopy}>
            {formText.copy}
          </button>
          <button
            type="button"
            aria-label={formText.removeOf(name)}
            disabled={isOnly}
            onClick={() => set({ [path]: undefined })}
          >
            {formText.remove}
          </button>
        </span>
      </div>
      <div className={styles.problems}>
        <FieldProblems problems={problems.filter((problem) => isWithin(problem.path, path))} />
      </div>
      <div id={detailsId}>{isOpen && <FlowDetails path={path} />}</div>
    </div>
  );
}

/** Alt and an arrow take the row along; what had the focus has it in the new place as well. */
function moveByKey(event: React.KeyboardEvent<HTMLElement>, onMove: (steps: number) => void) {
  const steps = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!event.altKey || steps === undefined) return;
  event.preventDefault();
  const row = event.currentTarget;
  const other = steps < 0 ? row.previousElementSibling : row.nextElementSibling;
  const place = focusable(row).indexOf(event.target as HTMLElement);
  onMove(steps);
  if (other instanceof HTMLElement && other.role === 'group') focusable(other)[place]?.focus();
}

function focusable(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('input, select, button')];
}

interface CellProps {
  readonly path: string;
  readonly group: string;
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
      label={formText.ofGroup(state.field.title, group)}
      field={state.field}
      value={state.value}
      factor={state.field.factor}
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
          label={formText.slider(formText.ofGroup(state.field.title, group))}
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
  const state = useField(path);
  if (state === null) return null;
  const { field: kind, effective, problems, set } = state;
  return (
    <select
      className={field.select}
      aria-label={formText.ofGroup(formText.columns.traffic, group)}
      aria-invalid={problems.length > 0 || undefined}
      value={typeof effective === 'string' ? effective : ''}
      onChange={(event) => set(event.target.value)}
    >
      <Options field={kind} value={effective} />
    </select>
  );
}
