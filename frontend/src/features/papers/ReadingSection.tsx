import { useState } from 'react';

import { formatPercent, toDigits } from '@/analysis/numbers/units';
import type { ReadingTable } from '@/analysis/papers/types';
import { judgedCount } from '@/analysis/papers/verdicts';
import { Pill } from '@/ui/Pill';
import { SegmentedControl } from '@/ui/SegmentedControl';

import { letterOf } from './letters';
import { ReadingMatrix } from './ReadingMatrix';
import styles from './readings.module.css';

/** All readings of the algorithm against all numbers, at one error rate at a time. */
export function ReadingSection({ tables }: { tables: readonly ReadingTable[] }) {
  const [place, setPlace] = useState(0);
  const table = tables[place];
  if (table === undefined) return null;
  return (
    <>
      <p className={styles.why}>
        Every reading of the algorithm against every number. The distance is the root mean square of
        our value minus theirs, in half widths of the tolerances.
      </p>
      {tables.length > 1 && (
        <div className={styles.rates}>
          <span className="small quiet">Packet error rate</span>
          <SegmentedControl
            aria-label="Packet error rate"
            value={String(place)}
            onChange={(value) => setPlace(Number(value))}
            data={tables.map(({ error_rate }, index) => ({
              value: String(index),
              label: formatPercent(error_rate, error_rate === 0 ? 0 : 2),
            }))}
          />
        </div>
      )}
      <ReadingList table={table} />
      <ReadingMatrix table={table} />
    </>
  );
}

/** What the letters stand for, and how well each reading fits. */
function ReadingList({ table }: { table: ReadingTable }) {
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
