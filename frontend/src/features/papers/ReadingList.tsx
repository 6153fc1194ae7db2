import { toDigits } from '@/analysis/numbers/units';
import type { ReadingTable } from '@/analysis/papers/types';
import { judgedCount } from '@/analysis/papers/verdicts';
import { Pill } from '@/ui/Pill';

import { letterOf } from './letters';
import styles from './readings.module.css';

/** What the letters stand for, and how well each reading fits. */
export function ReadingList({ table }: { table: ReadingTable }) {
  return (
    <ol className={styles.list}>
      {table.columns.map((column, index) => {
        const { name, meaning, counts, distance, is_oracle, is_host } = column;
        return (
          <li key={name}>
            <b>{letterOf(index)}</b>
            <span>
              <b>{name}</b> {is_oracle && <Pill>oracle</Pill>}
              {is_host && <Pill>host</Pill>}
              <small>{meaning}</small>
            </span>
            <span className={styles.fit}>
              <b>{`${counts.within} of ${judgedCount(counts)}`}</b> within the tolerance
              {distance !== null && <small>distance {toDigits(distance, 2)}</small>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
