import clsx from 'clsx';
import { useRef } from 'react';

import type { Quantity } from '@/analysis/numbers/units';
import { hueClass } from '@/charts/palette';
import { useMomentFrame } from '@/charts/moment';
import { useCursorStore } from '@/state/cursor';

import styles from './run.module.css';

export interface LiveColumn {
  readonly key: number;
  readonly label: string;
  /** null: of no flow, in ink. */
  readonly groupIndex: number | null;
}

export interface LiveRow {
  readonly key: string;
  readonly head: React.ReactNode;
  /** Words instead of digits: they may need a second line. */
  readonly isText?: boolean;
  /** The cell of a column at a moment. */
  readonly read: (column: number, timeSeconds: number) => Quantity;
}

interface LiveTableProps {
  readonly columns: readonly LiveColumn[];
  readonly rows: readonly LiveRow[];
  /** The moment to show for where the clock stands. */
  readonly timeOf: (shownSeconds: number | null) => number;
  readonly label: string;
}

/** With more columns than this a rail has no room for a unit in every cell. */
const MOST_WITH_UNITS = 2;

/** Values at the clock: they are written into their cells, so that time moves without rendering. */
export function LiveTable({ columns, rows, timeOf, label }: LiveTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  useMomentFrame(useCursorStore(), ({ timeSeconds }) => {
    const time = timeOf(timeSeconds);
    rows.forEach((row, rowIndex) => {
      const cells = body.current?.rows[rowIndex]?.cells;
      columns.forEach(({ key }, index) => write(cells?.[index + 1], row.read(key, time)));
    });
  });
  return (
    <table
      className={styles.numbers}
      aria-label={label}
      data-tight={columns.length > MOST_WITH_UNITS || undefined}
    >
      <thead>
        <tr>
          <td />
          {columns.map(({ key, label: name, groupIndex }) => (
            <th
              key={key}
              scope="col"
              className={clsx('number', groupIndex !== null && ['hue-text', hueClass(groupIndex)])}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map(({ key, head, isText }) => (
          <tr key={key} className={isText === true ? styles.words : undefined}>
            <th scope="row">{head}</th>
            {columns.map(({ key: column }) => (
              <td key={column} className="number">
                <span /> <small />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function write(cell: Element | undefined, { value, unit }: Quantity): void {
  const [digits, small] = cell?.children ?? [];
  if (digits !== undefined && digits.textContent !== value) digits.textContent = value;
  if (small !== undefined && small.textContent !== unit) small.textContent = unit;
}
