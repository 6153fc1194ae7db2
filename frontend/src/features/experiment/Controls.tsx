import { pointsOf } from '@/analysis/experiment/cells';
import { armAxisOf, sizesOf, withPoint } from '@/analysis/experiment/layout';
import { ratioParts } from '@/analysis/experiment/ratioMetric';
import type { Metric } from '@/api/experiments/experiments';
import { SegmentedControl } from '@/ui/fields/SegmentedControl';
import { Term } from '@/ui/Term';

import { groupLabels } from './arms';
import styles from './experiment.module.css';
import type { Shown } from './useExperimentView';

const VIEWS = {
  map: 'Map',
  difference: 'Difference',
  line: 'Lines',
  scatter: 'Scatter',
  seeds: 'Seeds',
} as const;

interface ControlsProps {
  readonly shown: Shown;
  /** On a phone they are a sheet. */
  readonly isOpen: boolean;
}

/** Chooses metric, view and axes; all of it is in the address. */
export function Controls({ shown, isOpen }: ControlsProps) {
  const { kind, kinds, metric, against, address, change } = shown;
  const hasAxes = kind !== 'scatter' && kind !== 'seeds';
  return (
    <div className={styles.controls} data-open={isOpen || undefined}>
      <SegmentedControl
        aria-label="View"
        value={kind}
        onChange={(view) => change({ view })}
        data={kinds.map((value) => ({ value, label: VIEWS[value] }))}
      />
      <MetricChoice
        label="Metric"
        shown={shown}
        value={metric}
        onChange={(name) => change({ metric: name })}
      />
      {kind === 'scatter' && (
        <MetricChoice
          label="against"
          shown={shown}
          value={against}
          onChange={(name) => change({ against: name })}
        />
      )}
      {hasAxes && <AxisChoices shown={shown} />}
      <HeldAxes shown={shown} />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={address.table === true}
          onChange={({ target }) => change({ table: target.checked ? true : undefined })}
        />
        Data table
      </label>
    </div>
  );
}

interface MetricChoiceProps {
  readonly label: string;
  readonly shown: Shown;
  readonly value: Metric;
  readonly onChange: (name: string) => void;
}

/** One number, or one over another. */
function MetricChoice({ label, shown, value, onChange }: MetricChoiceProps) {
  const parts = ratioParts(value.name);
  const [above, below] = parts ?? [value.name, ''];
  return (
    <span className={styles.choice}>
      <label className="inline">
        {label}
        <NumberSelect
          shown={shown}
          value={above}
          onChange={(name) => onChange(over(name, below))}
        />
      </label>
      <label className="inline">
        over
        <NumberSelect
          shown={shown}
          value={below}
          none="nothing"
          onChange={(name) => onChange(over(above, name))}
        />
      </label>
      <Term name="definition" definition={value.definition} note={value.name} />
    </span>
  );
}

const over = (above: string, below: string) => (below === '' ? above : `${above}/${below}`);

interface NumberSelectProps {
  readonly shown: Shown;
  readonly value: string;
  /** The label of no choice; undefined: one must be chosen. */
  readonly none?: string;
  readonly onChange: (name: string) => void;
}

function NumberSelect({ shown, value, none, onChange }: NumberSelectProps) {
  const { metrics } = shown.experiment;
  const groups = groupLabels(shown.experiment);
  const ofAll = metrics.filter(({ name }) => !name.startsWith('group_'));
  const option = ({ name, label: text }: Metric, group: string) => (
    <option key={name} value={name}>
      {group !== '' && text.startsWith(`${group}: `) ? text.slice(group.length + 2) : text}
    </option>
  );
  return (
    <select value={value} onChange={({ target }) => onChange(target.value)}>
      {none !== undefined && <option value="">{none}</option>}
      {ofAll.map((metric) => option(metric, ''))}
      {groups.map((group, index) => {
        const own = metrics.filter(({ name }) => name.startsWith(`group_${index}_`));
        const title = group || `Group ${index + 1}`;
        return own.length === 0 ? null : (
          <optgroup key={index} label={title}>
            {own.map((metric) => option(metric, group))}
          </optgroup>
        );
      })}
    </select>
  );
}

/** Which axis goes to the side, which one up, and of which there are small multiples. */
function AxisChoices({ shown }: { shown: Shown }) {
  const { axes, layout, kind, change } = shown;
  const arm = armAxisOf(axes);
  const free = axes.flatMap((axis, index) => (index === arm ? [] : [{ index, label: axis.label }]));
  if (free.length < 2) return null;
  const { x, y, by } = layout;
  const pair = free.filter(({ index }) => index !== x && index !== y);
  return (
    <>
      <AxisSelect
        label="Across"
        value={x}
        options={free}
        // The axis that was there takes the other one's place.
        onChange={(next) => change({ x: next, y: next === y ? x : y, by: undefined })}
      />
      {kind !== 'line' && (
        <AxisSelect
          label="Up"
          value={y}
          options={free}
          onChange={(next) => change({ y: next, x: next === x ? y : x, by: undefined })}
        />
      )}
      {pair.length > 0 && (
        <label className={styles.choice}>
          Multiples
          <select
            value={by.length === 0 ? 'none' : by.join('.')}
            onChange={({ target }) => change({ by: target.value })}
          >
            <option value="none">none</option>
            {pair.map(({ index, label }) => (
              <option key={index} value={index}>
                {label}
              </option>
            ))}
            {pair.length === 2 && (
              <option value={pair.map(({ index }) => index).join('.')}>
                {pair.map(({ label }) => label).join(' × ')}
              </option>
            )}
          </select>
        </label>
      )}
    </>
  );
}

interface AxisSelectProps {
  readonly label: string;
  readonly value: number | null;
  readonly options: readonly { readonly index: number; readonly label: string }[];
  readonly onChange: (axis: number) => void;
}

function AxisSelect({ label, value, options, onChange }: AxisSelectProps) {
  return (
    <label className={styles.choice}>
      {label}
      <select value={value ?? ''} onChange={({ target }) => onChange(Number(target.value))}>
        {options.map((option) => (
          <option key={option.index} value={option.index}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Axes without a place of their own: the chosen cell's point on them. */
function HeldAxes({ shown }: { shown: Shown }) {
  const { axes, layout, cell, kind, choose } = shown;
  const arm = armAxisOf(axes);
  const all = axes.flatMap((_, index) => (index === arm ? [] : [index]));
  const held = kind === 'scatter' || kind === 'seeds' ? all : layout.held;
  const points = pointsOf(cell, sizesOf(axes));
  return held.map((axis) => (
    <label key={axis} className={styles.choice}>
      {axes[axis]?.label}
      <select
        value={points[axis]}
        onChange={({ target }) => choose(withPoint(axes, cell, axis, Number(target.value)))}
      >
        {axes[axis]?.points.map(({ text }, point) => (
          <option key={point} value={point}>
            {text}
          </option>
        ))}
      </select>
    </label>
  ));
}
