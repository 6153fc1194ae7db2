import { Link } from '@tanstack/react-router';

import { scenarioFragment } from '@/analysis/links/scenarioLink';
import { countOf } from '@/analysis/numbers/shown';
import { differenceText, digitsOf } from '@/analysis/papers/numbers';
import type { KernelCase, KernelQuantity, KernelRow } from '@/analysis/papers/kernel';

import styles from './kernel.module.css';

export interface TableRow {
  readonly title: string;
  readonly flow: string;
  readonly row: KernelRow;
  readonly each: KernelCase;
}

interface KernelTableProps {
  readonly quantity: KernelQuantity;
  readonly rows: readonly TableRow[];
}

const VERDICTS = {
  pass: 'within',
  fail: 'outside',
  'known difference': 'outside, explained',
  information: 'not judged',
} as const satisfies Record<KernelRow['verdict'], string>;

/** Every number of one quantity by both, and within which bounds it had to lie. */
export function KernelTable({ quantity: { label, shown }, rows }: KernelTableProps) {
  return (
    <div className={styles.scroll} role="region" aria-label={`${label}, case by case`} tabIndex={0}>
      <table className={styles.table}>
        <caption className="small quiet">
          {`${label}${shown.unit === '' ? '' : ` in ${shown.unit}`}. A case opens in the builder.`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Case</th>
            <th scope="col">Linux</th>
            <th scope="col">its range</th>
            <th scope="col">Lab</th>
            <th scope="col">Difference</th>
            <th scope="col">Had to lie within</th>
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ title, flow, row, each }) => (
            <tr key={row.id} id={row.id}>
              <th scope="row">
                <CaseLink title={title} each={each} />
                {flow !== '' && `, ${flow}`}
              </th>
              <td>
                {digitsOf(row.kernel.mean, shown)}
                <small>{countOf(each.repetition_count, 'run')}</small>
              </td>
              <td>
                {digitsOf(row.kernel.minimum, shown)} to {digitsOf(row.kernel.maximum, shown)}
              </td>
              <td>
                {digitsOf(row.core_mean, shown)}
                {row.core_half_width !== null && ` ± ${digitsOf(row.core_half_width, shown)}`}
                <small>{countOf(row.seed_count, 'seed')}</small>
              </td>
              <td>{differenceText(row.difference, shown)}</td>
              <td>{bounds(row, shown)}</td>
              <td>
                <span className={styles.verdict} data-verdict={row.verdict}>
                  {VERDICTS[row.verdict]}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function bounds(row: KernelRow, shown: KernelQuantity['shown']): string {
  if (row.passes_minimum === null || row.passes_maximum === null) return '–';
  return `${digitsOf(row.passes_minimum, shown)} to ${digitsOf(row.passes_maximum, shown)}`;
}

interface CaseLinkProps {
  readonly title: string;
  readonly each: KernelCase;
}

/** The case as a scenario, to be run here. */
export function CaseLink({ title, each: { scenario } }: CaseLinkProps) {
  const content = { ...scenario, name: title };
  return (
    <Link to="/build" hash={scenarioFragment({ content, seed: 1 }).slice(1)} preload={false}>
      {title}
    </Link>
  );
}
