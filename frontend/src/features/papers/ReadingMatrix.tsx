import { digitsOf, intervalText } from '@/analysis/papers/numbers';
import type { ReadingRow, ReadingTable } from '@/analysis/papers/types';

import { letterOf } from './letters';
import styles from './readings.module.css';
import { VerdictSquare } from './VerdictMark';
import { verdictWords } from './verdictTexts';
import { figureName } from './verdictTexts';

/** Every number of the paper down, every reading across: a mark and our number. */
export function ReadingMatrix({ table }: { table: ReadingTable }) {
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
