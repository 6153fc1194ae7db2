import { differenceText, digitsOf } from '@/analysis/papers/numbers';
import type { KernelComparison, KernelQuantity } from '@/analysis/papers/kernel';

import { HOST_TITLES } from './hostTitles';
import styles from './kernel.module.css';
import type { TableRow } from './KernelTable';

interface KernelSummaryTableProps {
  readonly comparison: KernelComparison;
  readonly rows: readonly TableRow[];
}

/** By host and quantity: how many rows agree, and how far apart they are beside the scatter. */
export function KernelSummaryTable({ comparison, rows }: KernelSummaryTableProps) {
  const { hosts, quantities, summaries } = comparison;
  const known = new Map(rows.map((each) => [each.row.id, each]));
  const titled = new Map(quantities.map((each) => [each.name, each]));
  return (
    <div className={styles.scroll} role="region" aria-label="Result by quantity" tabIndex={0}>
      <table className={styles.table}>
        <caption className="small quiet">
          Distances are between the lab’s mean and Linux’s; the scatter is the range of Linux’s
          repetitions.
        </caption>
        <thead>
          <tr>
            <th scope="col">Cases</th>
            <th scope="col">Quantity</th>
            <th scope="col">Within bounds</th>
            <th scope="col">Within Linux’s range</th>
            <th scope="col">Median distance</th>
            <th scope="col">Median scatter</th>
            <th scope="col">Largest difference</th>
          </tr>
        </thead>
        <tbody>
          {hosts.flatMap(({ name }) =>
            summaries
              .filter(({ host }) => host === name)
              .map((each, index, all) => {
                const quantity = titled.get(each.quantity);
                if (quantity === undefined) return null;
                const largest = known.get(each.largest_row_id);
                return (
                  <tr key={`${name} ${each.quantity}`}>
                    {index === 0 && (
                      <th scope="rowgroup" rowSpan={all.length}>
                        {HOST_TITLES[name]}
                      </th>
                    )}
                    <th scope="row">{quantity.label}</th>
                    <td>
                      {each.pass_count === null
                        ? 'not judged'
                        : `${each.pass_count} of ${each.row_count}`}
                    </td>
                    <td>{`${each.in_range_count} of ${each.row_count}`}</td>
                    <td>{apart(each.median_difference, quantity)}</td>
                    <td>{apart(each.median_scatter, quantity)}</td>
                    <td>
                      {differenceText(each.largest_difference, quantity.shown)}
                      <small>{largest?.title}</small>
                    </td>
                  </tr>
                );
              }),
          )}
        </tbody>
      </table>
    </div>
  );
}

function apart(value: number, { shown }: KernelQuantity): string {
  return `${digitsOf(value, shown)} ${shown.unit === '%' ? 'points' : shown.unit}`;
}
