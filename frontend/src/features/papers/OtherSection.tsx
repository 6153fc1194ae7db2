import type { OtherReproduction } from '@/analysis/papers/types';
import { papersText } from '@/messages/papers';

import { Estimate } from './Estimate';
import paper from './paper.module.css';
import styles from './rows.module.css';

const text = papersText.other;

/** What another reproduction found, beside ours. */
export function OtherSection({ other }: { other: OtherReproduction }) {
  return (
    <>
      <h2>{other.title}</h2>
      <p className={paper.caption}>{other.explanation}</p>
      <table className={styles.facts}>
        <thead>
          <tr>
            <th scope="col">{text.what}</th>
            <th scope="col">{text.theirs}</th>
            <th scope="col">{text.ours}</th>
          </tr>
        </thead>
        <tbody>
          {other.findings.map(({ what, theirs, ours, shown, note }) => (
            <tr key={what}>
              <th scope="row">
                {what}
                {note !== null && <small>{note}</small>}
              </th>
              <td data-label={text.theirs}>{theirs}</td>
              <td data-label={text.ours}>
                <Estimate estimate={ours} shown={shown} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
