import { short } from '@/analysis/numbers/shown';

import styles from './operator.module.css';

const KILO = 1000;

export function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = count < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(count) / 3));
  return `${short(count / KILO ** step)} ${units[step] ?? ''}`;
}

export function when(moment: string | null): string {
  return moment === null ? '–' : new Date(moment).toISOString().slice(0, 16).replace('T', ' ');
}

interface TableProps {
  readonly label: string;
  readonly heads: readonly string[];
  readonly children: React.ReactNode;
}

export function Table({ label, heads, children }: TableProps) {
  return (
    <div className={styles.scroll} role="region" aria-label={`${label}, as a table`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
