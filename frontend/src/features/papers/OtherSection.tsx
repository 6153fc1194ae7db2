import type { OtherReproduction } from '@/analysis/papers/types';

import { Estimate } from './Estimate';
import paper from './paper.module.css';
import styles from './rows.module.css';

/** What another reproduction found, beside ours. */
export function OtherSection({ other }: { other: OtherReproduction }) {
  return (
    <>
      <p className={paper.caption}>{other.explanation}</p>
      <table className={styles.facts}>
        <thead>
          <tr>
            <th scope="col">Quantity</th>
            <th scope="col">Theirs</th>
            <th scope="col">Ours</th>
          </tr>
        </thead>
        <tbody>
          {other.findings.map(({ what, theirs, ours, shown, note }) => (
            <tr key={what}>
              <th scope="row">
                {what}
                {note !== null && <small>{note}</small>}
              </th>
              <td data-label="Theirs">{theirs}</td>
              <td data-label="Ours">
                <Estimate estimate={ours} shown={shown} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
