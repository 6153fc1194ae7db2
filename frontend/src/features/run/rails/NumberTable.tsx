import clsx from 'clsx';

import type { Quantity } from '@/analysis/numbers/units';
import { hueClass } from '@/charts/palette';

import styles from '../run.module.css';

interface NumberColumn {
  readonly key: number;
  readonly label: string;
  readonly groupIndex: number;
}

export interface NumberRow {
  readonly key: string;
  readonly head: React.ReactNode;
  /** One for each column. */
  readonly cells: readonly Quantity[];
}

/** With more columns than this a rail has no room for a unit in every cell. */
const MOST_WITH_UNITS = 2;

/** Numbers of flows, one column each in the flow's hue. */
export function NumberTable({
  columns,
  rows,
}: {
  columns: readonly NumberColumn[];
  rows: readonly NumberRow[];
}) {
  const isTight = columns.length > MOST_WITH_UNITS;
  return (
    <table className={styles.numbers} data-tight={isTight || undefined}>
      <thead>
        <tr>
          <td />
          {columns.map(({ key, label, groupIndex }) => (
            <th key={key} scope="col" className={clsx('number', 'hue-text', hueClass(groupIndex))}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, head, cells }) => (
          <tr key={key}>
            <th scope="row">{head}</th>
            {cells.map(({ value, unit }, index) => (
              <td key={columns[index]?.key ?? index} className="number">
                {value} {unit !== '' && <small>{unit}</small>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
