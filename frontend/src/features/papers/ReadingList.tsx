import { toDigits } from '@/analysis/numbers/units';
import type { ReadingTable } from '@/analysis/papers/types';
import { judgedCount } from '@/analysis/papers/verdicts';
import { papersText } from '@/messages/papers';
import { Pill } from '@/ui/Pill';

import { letterOf } from './letters';
import styles from './readings.module.css';

const text = papersText.readings;

/** What the letters stand for, and how well each reading fits. */
export function ReadingList({ table }: { table: ReadingTable }) {
  return (
    <ol className={styles.list}>
      {table.columns.map((column, index) => {
        const { name, meaning, counts, distance, is_oracle, is_host } = column;
        return (
          <li key={name}>
            <b className={styles.letter}>{letterOf(index)}</b>
            <span>
              <b>{name}</b> {is_oracle && <Pill>{text.oracle}</Pill>}
              {is_host && <Pill>{text.host}</Pill>}
              <small>{meaning}</small>
            </span>
            <span className={styles.fit}>
              <b>{text.counts(counts.within, judgedCount(counts))}</b> {text.countsLabel}
              {distance !== null && (
                <small>
                  {text.distance} {toDigits(distance, 2)}
                </small>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
