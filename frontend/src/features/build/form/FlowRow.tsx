import clsx from 'clsx';
import { useId, useState } from 'react';

import { getAt, isWithin } from '@/analysis/scenario/fields/fieldPath';
import { fieldsBelow } from '@/analysis/scenario/fields/fields';
import { helpText } from '@/analysis/scenario/fields/fieldTexts';
import { namesOf } from '@/analysis/scenario/groupNames';
import { useAlgorithmTitle } from '@/api/catalog';
import { hueClass } from '@/charts/palette';
import { Term } from '@/ui/Term';

import { AnyField } from '../fields/AnyField';
import fieldStyles from '../fields/field.module.css';
import { FieldProblems } from '../fields/FieldProblems';
import { useForm, useField } from '../fields/formContext';
import { FlowCells, COLUMNS } from './FlowCells';
import styles from './flows.module.css';
import { linkIds } from './LinksSection';
import { ParameterFields } from './ParameterFields';
import { VariedInRow } from '../vary/VariedLine';

interface FlowRowProps {
  readonly index: number;
  readonly isOnly: boolean;
  /** Whether there is a column for what the application sends. */
  readonly hasTraffic: boolean;
  readonly onCopy: () => void;
  readonly onRemove: () => void;
  /** So many rows further down; negative: up. */
  readonly onMove: (steps: number) => void;
}

/** One group of flows: what is changed often in the row, everything else below it. */
export function FlowRow(props: FlowRowProps) {
  const { index, isOnly, hasTraffic, onCopy, onRemove, onMove } = props;
  const { scenario, problems, set } = useForm();
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const path = `flows.${index}`;
  const label = getAt(scenario, `${path}.label`);
  const flows: readonly unknown[] = Array.isArray(scenario.flows) ? scenario.flows : [];
  const name = namesOf(flows, useAlgorithmTitle())[index] ?? '';
  return (
    <div
      className={hueClass(index)}
      role="group"
      aria-label={name}
      data-path={path}
      tabIndex={-1}
      onKeyDown={(event) => moveByKey(event, onMove)}
    >
      <div className={styles.row} data-vary="">
        <i className={styles.swatch} aria-hidden="true" />
        <input
          className={clsx(styles.name, 'hue-text')}
          aria-label={`${COLUMNS.name} of ${name}`}
          placeholder={name}
          value={typeof label === 'string' ? label : ''}
          onChange={(event) => set({ [`${path}.label`]: event.target.value })}
          onBlur={() => label === '' && set({ [`${path}.label`]: name })}
        />
        <FlowCells path={path} group={name} hasTraffic={hasTraffic} />
        <span className={styles.actions}>
          <button
            type="button"
            aria-label={`More of ${name}`}
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={() => setIsOpen(!isOpen)}
          >
            more
          </button>
          <button type="button" aria-label={`Copy ${name}`} onClick={onCopy}>
            copy
          </button>
          <button type="button" aria-label={`Remove ${name}`} disabled={isOnly} onClick={onRemove}>
            remove
          </button>
        </span>
      </div>
      <VariedInRow path={path} />
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

// Fields that stand in the row already.
const IN_ROW = /\.(label|count|rtt_s|start_s|traffic\.kind|algorithm\..*)$/;

/** Rarely changed fields of a group: its end, its receiver, its algorithm's parameters. */
function FlowDetails({ path }: { path: string }) {
  const { schema, scenario, algorithms } = useForm();
  const rest = fieldsBelow(schema, path, scenario).filter((each) => !IN_ROW.test(each.path));
  const name = getAt(scenario, `${path}.algorithm.name`);
  const algorithm = algorithms.find((each) => each.name === name);
  return (
    <div className={styles.details}>
      {linkIds(scenario).length > 1 && (
        <div className={styles.receiver}>
          <PathField path={`${path}.path`} />
          <PathField path={`${path}.return_path`} />
        </div>
      )}
      <h3>Stop and receiver</h3>
      <div className={styles.receiver}>
        {rest.map((each) => (
          <AnyField key={each.path} path={each.path} />
        ))}
      </div>
      {algorithm !== undefined && (
        <ParameterFields path={`${path}.algorithm.parameters`} algorithm={algorithm} />
      )}
    </div>
  );
}

/** The links that a flow or its ACKs pass, in order. */
function PathField({ path }: { path: string }) {
  const { scenario } = useForm();
  const state = useField(path);
  if (state === null) return null;
  const { field, effective, problems, set } = state;
  const chosen = Array.isArray(effective) ? effective.filter((id) => typeof id === 'string') : [];
  const others = linkIds(scenario).filter((id) => !chosen.includes(id));
  const change = (ids: readonly string[]) => {
    const isFallback = JSON.stringify(ids) === JSON.stringify(field.fallback);
    set(isFallback ? undefined : ids);
  };
  return (
    <div className={fieldStyles.field} data-path={path}>
      <div className={fieldStyles.stack}>
        <span className={fieldStyles.named}>
          <Term name={field.title} definition={helpText(field)} />
        </span>
        <ol className={fieldStyles.route} aria-label={field.title}>
          {chosen.length === 0 && <li className="quiet">no link</li>}
          {chosen.map((id) => (
            <li key={id}>
              <button
                type="button"
                aria-label={`Remove ${id} from ${field.title.toLowerCase()}`}
                onClick={() => change(chosen.filter((each) => each !== id))}
              >
                {id} <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ol>
        {others.length > 0 && (
          <select
            className={fieldStyles.select}
            aria-label={`Add a link to ${field.title.toLowerCase()}`}
            value=""
            onChange={(event) => change([...chosen, event.target.value])}
          >
            <option value="">add a link</option>
            {others.map((id) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </select>
        )}
      </div>
      <FieldProblems problems={problems} />
    </div>
  );
}
