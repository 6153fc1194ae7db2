import marks from '@/charts/marks.module.css';

import styles from './replay.module.css';

const SIDE_PX = 11;

/** What the squares mean, as small as they are drawn. */
export function ReplayLegend({ hasMarks }: { hasMarks: boolean }) {
  return (
    <ul className={styles.legend} aria-label="What is drawn">
      <Item name="packet">
        <rect className={styles.packet} x={1.5} y={1.5} width={8} height={8} />
      </Item>
      <Item name="retransmitted">
        <rect className={styles.packet} x={2.5} y={2.5} width={6} height={6} />
        <rect className={marks.outline} x={1} y={1} width={9} height={9} />
      </Item>
      {hasMarks && (
        <Item name="marked (ECN)">
          <rect className={styles.packet} x={1.5} y={1.5} width={8} height={8} />
          <rect className={styles.spot} x={3.5} y={3.5} width={4} height={4} />
        </Item>
      )}
      <Item name="dropped or lost">
        <rect className={styles.packet} x={1.5} y={1.5} width={8} height={8} />
        <path className={marks.outline} d="M0.5 0.5l10 10M10.5 0.5l-10 10" />
      </Item>
      <Item name="ACK">
        <rect className={styles.packet} x={4.5} y={1.5} width={2} height={8} />
      </Item>
    </ul>
  );
}

function Item({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <li className="row middle gap-1">
      <svg width={SIDE_PX} height={SIDE_PX} aria-hidden="true">
        {children}
      </svg>
      {name}
    </li>
  );
}
