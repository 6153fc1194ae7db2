import { aligned } from '@/analysis/numbers/shown';

import type { Pane, PaneLine } from '../model';
import styles from './table.module.css';

/** A screen reader and a browser can take so many rows; zoom in for the ones between. */
const MOST_ROWS = 600;

/** The numbers behind the plots, for anyone who cannot or will not see the pictures. */
export function PaneTable({ panes }: { panes: readonly Pane[] }) {
  return (
    <div className={styles.tables}>
      {panes.map((pane) => (
        <OneTable key={pane.id} pane={pane} />
      ))}
    </div>
  );
}

function OneTable({ pane }: { pane: Pane }) {
  const lines = pane.lines.filter(({ label }) => label !== null);
  // Runs of one page share a time grid; the longest one is the one that all reach.
  const times = lines.map(({ timeSeconds }) => timeSeconds).reduce(longer, []);
  const stride = Math.max(1, Math.ceil(times.length / MOST_ROWS));
  const rows = times.filter((_, index) => index % stride === 0);
  return (
    <div className={styles.scroll} role="region" aria-label={pane.title} tabIndex={0}>
      <table className={styles.table}>
        <caption>
          {pane.title}, {pane.unit}
          {leftOut(pane, lines.length, stride)}
        </caption>
        <thead>
          <tr>
            <th scope="col">time, s</th>
            {lines.map((line) => (
              <th key={line.key} scope="col" className="number">
                {line.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((time, row) => (
            <tr key={time}>
              <td>{aligned(time, 2)}</td>
              {lines.map((line) => (
                <td key={line.key} className="number">
                  {cell(line, row * stride, pane.decimals)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Which of the lines and of their points the table leaves out, if any. */
function leftOut({ lines }: Pane, shown: number, stride: number): string {
  const named = lines.filter(({ name }) => name !== null).length;
  const columns = shown < named ? `; the ${shown} labelled of ${named} lines` : '';
  const rows = stride > 1 ? `; each ${ordinal(stride)} point, zoom in for those between` : '';
  return `${columns}${rows}`;
}

function ordinal(count: number): string {
  return { 2: 'second', 3: 'third' }[count] ?? `${count}th`;
}

function cell(line: PaneLine, index: number, decimals: number): string {
  const value = line.values[index];
  return value == null ? '' : aligned(value, decimals + 1);
}

function longer(a: readonly number[], b: readonly number[]): readonly number[] {
  return b.length > a.length ? b : a;
}

interface FoldedTableProps {
  readonly summary: string;
  readonly panes: readonly Pane[];
  readonly className?: string | undefined;
}

/** The numbers of panes in a fold below them. */
export function FoldedTable({ summary, panes, className = 'ui-fold' }: FoldedTableProps) {
  return (
    <details className={className}>
      <summary>{summary}</summary>
      <PaneTable panes={panes} />
    </details>
  );
}
