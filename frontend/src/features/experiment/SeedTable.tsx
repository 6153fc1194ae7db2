import { formatNumber, type MetricFormat } from '@/analysis/numbers/metricFormat';

import type { StripCell } from './SeedsView';
import styles from './table.module.css';
import type { SeedValues } from './useSeedValues';

interface SeedTableProps {
  readonly rows: readonly StripCell[];
  readonly values: SeedValues | null;
  readonly seeds: readonly number[];
  readonly format: MetricFormat;
  readonly caption: string;
}

const MOST_SEEDS = 500;

/** A row for each seed, a column for each cell of the strip. */
export function SeedTable({ rows, values, seeds, format, caption }: SeedTableProps) {
  return (
    <div className={styles.scroll} role="region" aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">seed</th>
            {rows.map(({ cell, title }) => (
              <th key={cell} scope="col" className="number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {seeds.slice(0, MOST_SEEDS).map((seed) => (
            <tr key={seed}>
              <th scope="row">{seed}</th>
              {rows.map(({ cell }) => (
                <td key={cell} className="number">
                  {formatNumber(values?.get(cell)?.get(seed), format)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
