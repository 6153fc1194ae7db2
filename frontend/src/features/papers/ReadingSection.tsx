import { useState } from 'react';

import { formatPercent, toDigits } from '@/analysis/numbers/units';
import { digitsOf, intervalText } from '@/analysis/papers/numbers';
import type { ReadingRow, ReadingTable } from '@/analysis/papers/types';
import { judgedCount } from '@/analysis/papers/verdicts';
import { Pill } from '@/ui/Pill';
import { SegmentedControl } from '@/ui/fields/SegmentedControl';

import styles from './readings.module.css';
import { VerdictSquare } from './findings/VerdictMark';
import { figureName, verdictWords } from './findings/verdictTexts';

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

/** The meaning of the letters, and how well each reading fits. */
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

/** Every number of the paper down, every reading across: a mark and our number. */
function ReadingMatrix({ table }: { table: ReadingTable }) {
  return (
    <>
      <p className="small quiet">
        filled: within the tolerance; chequered: in some conditions only; hollow: outside; half: the
        interval crosses an edge
      </p>
      <div
        className={styles.scroll}
        role="region"
        aria-label="All readings against all numbers"
        tabIndex={0}
      >
        <table className={styles.matrix}>
          <caption className="visually-hidden">{table.title}</caption>
          <thead>
            <tr>
              <th scope="col" className="strong">
                Number
              </th>
              <th scope="col" className="strong">
                Published
              </th>
              {table.columns.map(({ name }, index) => (
                <th key={name} scope="col" className="strong" title={name}>
                  {letterOf(index)}
                  <span className="visually-hidden"> {name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row) => (
              <Row key={row.claim_id} row={row} columns={table.columns} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Row({ row, columns }: { row: ReadingRow; columns: ReadingTable['columns'] }) {
  const { figure, what, arm, published, shown, cells } = row;
  // The host's numbers have one value, the readings' numbers none for the host.
  return (
    <tr>
      <th scope="row">
        <small className="faint small">
          {figureName(figure)}, {arm}
        </small>
        {what}
      </th>
      <td data-label="Published">{published.text}</td>
      {columns.map(({ name }, index) => {
        const cell = cells[index] ?? null;
        if (cell === null) return <td key={name} className={styles.absent} />;
        const interval = intervalText(cell.estimate, shown);
        return (
          <td key={name} data-letter={letterOf(index)} title={interval ?? undefined}>
            <span className={styles.cell}>
              <VerdictSquare verdict={cell.verdict} />
              {digitsOf(cell.estimate.mean, shown)}
              <span className="visually-hidden"> {verdictWords[cell.verdict]}</span>
            </span>
          </td>
        );
      })}
    </tr>
  );
}

/** Names of readings are long; in the head of a matrix a letter stands for each. */
function letterOf(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}
