import { getAt, isObject, type JsonObject } from '@/analysis/scenario/fields/fieldPath';
import { fieldAt } from '@/analysis/scenario/fields/fields';
import { choiceName, helpText } from '@/analysis/scenario/fields/fieldTexts';
import { Button } from '@/ui/Button';
import { NumberInput } from '@/ui/fields/NumberInput';
import { Term } from '@/ui/Term';

import fields from '../fields/field.module.css';
import { FieldProblems } from '../fields/FieldProblems';
import { useForm } from '../fields/formContext';
import styles from './linkChanges.module.css';

interface StepTableProps {
  /** Of a list in the scenario. */
  readonly path: string;
  readonly columns: readonly string[];
  /** The first row that is added; later ones begin as the last, 10 s later. */
  readonly start: JsonObject;
}

const LATER_SECONDS = 10;

/** A list of steps as a table, a row each. */
export function StepTable({ path, columns, start }: StepTableProps) {
  const { schema, scenario, problems, set } = useForm();
  const list = fieldAt(schema, path, scenario);
  if (list === null) return null;
  const value = getAt(scenario, path);
  const rows = Array.isArray(value) ? value : [];
  const last: unknown = rows.at(-1);
  const add = () => {
    const at = getAt(last, 'at_s');
    const next = isObject(last)
      ? { ...last, at_s: (typeof at === 'number' ? at : 0) + LATER_SECONDS }
      : start;
    set({ [path]: [...rows, next] });
  };
  return (
    <div data-path={path} className={styles.list}>
      <Term name={list.title} definition={helpText(list)} />
      {rows.length > 0 && (
        <table className={styles.steps}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  <Head path={`${path}.0.${column}`} />
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((_, row) => (
              <tr key={row}>
                {columns.map((column) => (
                  <td key={column}>
                    <Cell path={`${path}.${row}.${column}`} row={row} />
                  </td>
                ))}
                <td>
                  <button
                    type="button"
                    className={styles.remove}
                    aria-label={`Remove row ${row + 1} of ${list.title.toLowerCase()}`}
                    onClick={() => {
                      const left = rows.filter((__, other) => other !== row);
                      set({ [path]: left.length > 0 ? left : undefined });
                    }}
                  >
                    remove
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Button size="xs" onClick={add} aria-label={`Add to ${list.title.toLowerCase()}`}>
        Add
      </Button>
      <FieldProblems problems={problems.filter((each) => each.path.startsWith(`${path}.`))} />
    </div>
  );
}

function Head({ path }: { path: string }) {
  const { schema, scenario } = useForm();
  const field = fieldAt(schema, path, scenario);
  if (field === null) return null;
  const name = field.unit === '' ? field.title : `${field.title}, ${field.unit}`;
  return <Term name={name} definition={helpText(field)} />;
}

function Cell({ path, row }: { path: string; row: number }) {
  const { schema, scenario, problems, set } = useForm();
  const field = fieldAt(schema, path, scenario);
  if (field === null) return null;
  const value = getAt(scenario, path);
  const label = `${field.title}, row ${row + 1}`;
  if (field.kind === 'choice') {
    const shown = value === undefined ? field.fallback : value;
    return (
      <select
        className={fields.select}
        aria-label={label}
        value={String(shown)}
        onChange={(event) => set({ [path]: event.target.value })}
      >
        {field.choices.map((choice) => (
          <option key={choice} value={choice}>
            {choiceName(field, choice)}
          </option>
        ))}
      </select>
    );
  }
  return (
    <NumberInput
      className={fields.number}
      label={label}
      field={field}
      value={value}
      factor={field.factor}
      isExplained="wholly"
      isBad={problems.some((each) => each.path === path)}
      onChange={(next) => set({ [path]: next })}
    />
  );
}
