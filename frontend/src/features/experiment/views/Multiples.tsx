import { useElementSize } from '@mantine/hooks';
import { Children, type CSSProperties } from 'react';

import { balancedRows, columnsIn } from '@/analysis/axes/balancedRows';

import styles from '../experiment.module.css';

const GAP_PX = 20;
const MOST_ARMS = 4;
const WIDE_PX = 900;

interface MultiplesProps {
  /** The narrowest that a picture may be. */
  readonly leastPx: number;
  /** So many belong beside one another, where the page is wide enough. */
  readonly together?: number;
  readonly children: readonly React.ReactNode[];
}

/** Small pictures of one size in rows, none of them alone where others stand in threes. */
export function Multiples({ leastPx, together = 1, children }: MultiplesProps) {
  const { ref, width } = useElementSize();
  const isTogether = together > 1 && together <= MOST_ARMS && width >= WIDE_PX;
  const rows = balancedRows(
    children.length,
    isTogether ? together : columnsIn(width, leastPx, GAP_PX),
  );
  const first = new Set(rows.map((_, row) => rows.slice(0, row).reduce((a, b) => a + b, 0)));
  const columns = rows[0] ?? 1;
  const hasRest = columns === 2 && rows.at(-1) === 1;
  return (
    <div ref={ref} className={styles.multiples} style={{ '--columns': columns } as CSSProperties}>
      {Children.map(children, (child, index) => (
        <div
          data-first={first.has(index) || undefined}
          data-rest={(hasRest && index === children.length - 1) || undefined}
        >
          {child}
        </div>
      ))}
    </div>
  );
}
