import { useState } from 'react';

import { formatPercent } from '@/analysis/numbers/units';
import type { ReadingTable } from '@/analysis/papers/types';
import { SegmentedControl } from '@/ui/SegmentedControl';

import { ReadingList } from './ReadingList';
import { ReadingMatrix } from './ReadingMatrix';
import styles from './readings.module.css';

/** All readings of the algorithm against all numbers, at one error rate at a time. */
export function ReadingSection({ tables }: { tables: readonly ReadingTable[] }) {
  const [place, setPlace] = useState(0);
  const table = tables[place];
  if (table === undefined) return null;
  return (
    <>
      <h2>Which reading fits</h2>
      <p className={styles.why}>
        Every reading of the algorithm against every number. The distance is the root mean square of
        ours less theirs, in half widths of the tolerances.
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
