import clsx from 'clsx';
import { useRef } from 'react';

import type { Quantity } from '@/analysis/numbers/units';
import { hueClass } from '@/charts/palette';
import { useMomentFrame } from '@/charts/moment';
import { useCursorStore } from '@/state/cursor';

import styles from '../run.module.css';

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

/** Rows that are of the same time. */
export interface LiveBlock {
  readonly key: string;
  /** Which time that is, where the clock stands. */
  readonly heading: (timeSeconds: number) => string;
  readonly rows: readonly LiveRow[];
}

interface LiveTableProps {
  readonly columns: readonly LiveColumn[];
  readonly blocks: readonly LiveBlock[];
  /** The moment to show for where the clock stands. */
  readonly timeOf: (shownSeconds: number | null) => number;
  readonly label: string;
}

/** With more columns than this a rail has no room for a unit in every cell. */
const MOST_WITH_UNITS = 2;

/** Values at the clock: they are written into their cells, so that time moves without rendering. */
export function LiveTable({ columns, blocks, timeOf, label }: LiveTableProps) {
  const table = useRef<HTMLTableElement>(null);
  useMomentFrame(useCursorStore(), ({ timeSeconds }) => {
    const time = timeOf(timeSeconds);
    blocks.forEach(({ heading, rows }, place) => {
      const lines = table.current?.tBodies[place]?.rows;
      writeText(lines?.[0]?.cells[0], heading(time));
      rows.forEach((row, rowIndex) => {
        const cells = lines?.[rowIndex + 1]?.cells;
        columns.forEach(({ key }, index) => write(cells?.[index + 1], row.read(key, time)));
      });
    });
  });
  return (
    <table
      ref={table}
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
      {blocks.map(({ key: block, rows }) => (
        <tbody key={block}>
          <tr className={styles.when}>
            <th scope="rowgroup" colSpan={columns.length + 1} />
          </tr>
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
      ))}
    </table>
  );
}

function write(cell: Element | undefined, { value, unit }: Quantity): void {
  const [digits, small] = cell?.children ?? [];
  writeText(digits, value);
  writeText(small, unit);
}

function writeText(element: Element | undefined, text: string): void {
  if (element !== undefined && element.textContent !== text) element.textContent = text;
}
