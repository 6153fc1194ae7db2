import type { FactRow } from '@/analysis/papers/types';
import { Term } from '@/ui/Term';

import { Estimate } from './Estimate';
import styles from './rows.module.css';

interface FactsTableProps {
  readonly columns: readonly string[];
  readonly rows: readonly FactRow[];
  readonly caption?: string;
}

/** Measured numbers, one column for each arm or category. */
export function FactsTable({ columns, rows, caption }: FactsTableProps) {
  return (
    <table className={styles.facts}>
      {caption !== undefined && <caption className="visually-hidden">{caption}</caption>}
      <thead>
        <tr>
          <th scope="col">Number</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ what, metric, shown, estimates }) => (
          <tr key={what}>
            <th scope="row">
              <Term name={what} definition={metric} />
            </th>
            {columns.map((column, index) => (
              <td key={column} data-label={column}>
                <Estimate estimate={estimates[index] ?? null} shown={shown} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
