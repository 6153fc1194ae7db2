import { useState } from 'react';

import { type Role, ROLES, UNITS } from '@/analysis/imports/formats/columnRoles';
import { type ChosenColumn, wordsOf } from '@/analysis/imports/formats/tablePreview';
import { Button } from '@/ui/Button';

import styles from './files.module.css';
import type { OpenedTable } from './useFileReading';

const TITLES: Readonly<Record<Role, string>> = {
  time: 'time',
  rate: 'rate',
  bytes: 'bytes so far',
  rtt: 'RTT',
  cwnd: 'cwnd',
  inflight: 'bytes in flight',
  retransmitted: 'retransmissions',
  lost: 'lost packets',
  jitter: 'jitter',
  flow: 'flow',
};

interface ColumnChooserProps {
  readonly table: OpenedTable;
  readonly onChoose: (file: File, columns: string) => void;
}

/** What the columns of a table are, and in which units: as their names say, or as a person does. */
export function ColumnChooser({ table: { file, preview }, onChoose }: ColumnChooserProps) {
  const [chosen, setChosen] = useState<readonly (ChosenColumn | null)[]>(preview.guesses);
  const roles = chosen.flatMap((column) => (column === null ? [] : [column.role]));
  const missing = missingIn(roles);
  const change = (at: number, next: ChosenColumn | null) =>
    setChosen(chosen.map((column, index) => (index === at ? next : column)));
  return (
    <form
      className={styles.chooser}
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(file, wordsOf(chosen));
      }}
    >
      <h3>{`Columns of ${file.name}`}</h3>
      <ul className={styles.columns}>
        {preview.names.map((name, at) => (
          <li key={at}>
            <span>
              <b>{name}</b>{' '}
              <span className="small faint">
                {preview.rows.map((row) => row[at] ?? '').join(', ')}
              </span>
            </span>
            <ColumnSelects
              name={name}
              column={chosen[at] ?? null}
              onChange={(next) => change(at, next)}
            />
          </li>
        ))}
      </ul>
      <div className={styles.acts}>
        <Button type="submit" disabled={missing !== null}>
          Read with these columns
        </Button>
        <span className="small faint" role="status">
          {missing ?? ''}
        </span>
      </div>
    </form>
  );
}

/** Why the choice cannot be read yet; null: it can. */
function missingIn(roles: readonly Role[]): string | null {
  const twice = roles.find((role, at) => roles.indexOf(role) !== at);
  if (twice !== undefined) return `Two columns are ${TITLES[twice]}: choose one.`;
  if (!roles.includes('time')) return 'Choose the column of times.';
  return roles.some((role) => role !== 'time' && role !== 'flow')
    ? null
    : 'Choose a column of values, such as a rate or an RTT.';
}

interface ColumnSelectsProps {
  readonly name: string;
  readonly column: ChosenColumn | null;
  readonly onChange: (column: ChosenColumn | null) => void;
}

function ColumnSelects({ name, column, onChange }: ColumnSelectsProps) {
  const units = column === null ? [] : UNITS[column.role];
  const isListed = column === null || units.includes(column.unit);
  return (
    <span className={styles.selects}>
      <select
        aria-label={`What ${name} is`}
        value={column?.role ?? ''}
        onChange={({ target }) => {
          const role = ROLES.find((each) => each === target.value);
          onChange(role === undefined ? null : { role, unit: UNITS[role][0] ?? '' });
        }}
      >
        <option value="">not read</option>
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {TITLES[role]}
          </option>
        ))}
      </select>
      {column !== null && units.length > 0 && (
        <select
          aria-label={`Unit of ${name}`}
          value={column.unit}
          onChange={({ target }) => onChange({ role: column.role, unit: target.value })}
        >
          {!isListed && <option value={column.unit}>{column.unit}</option>}
          {units.map((unit) => (
            <option key={unit} value={unit}>
              {unit}
            </option>
          ))}
        </select>
      )}
    </span>
  );
}
