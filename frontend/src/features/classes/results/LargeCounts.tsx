import styles from './board.module.css';

interface LargeCountsProps {
  readonly entries: readonly { readonly label: string; readonly count: number }[];
}

/** A few counts, large enough for a wall. */
export function LargeCounts({ entries }: LargeCountsProps) {
  return (
    <ul className={styles.tally}>
      {entries.map(({ label, count }) => (
        <li key={label}>
          <b>{count}</b> {label}
        </li>
      ))}
    </ul>
  );
}
