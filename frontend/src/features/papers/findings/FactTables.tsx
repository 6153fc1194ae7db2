import type { Constant, OtherReproduction } from '@/analysis/papers/types';

import { Estimate } from './Estimate';
import paper from '../paper.module.css';
import styles from './rows.module.css';

/** The results of another reproduction, beside ours. */
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

/** The settings fixed by the paper, compared with those run here. */
export function ConstantsTable({ constants }: { constants: readonly Constant[] }) {
  const same = constants.filter(({ agrees }) => agrees).length;
  return (
    <>
      <p className={paper.caption}>
        {`${same} of ${constants.length} are the same here. Numbers are read from the core’s registry and from the scenario of the main case.`}
      </p>
      <table className={styles.facts}>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">In the paper</th>
            <th scope="col">Here</th>
            <th scope="col">Same</th>
            <th scope="col">Where</th>
          </tr>
        </thead>
        <tbody>
          {constants.map(({ place, what, paper: theirs, ours, agrees, where }) => (
            <tr key={`${place} ${what}`}>
              <th scope="row">
                {what}
                <small>{place}</small>
              </th>
              <td data-label="In the paper">{theirs}</td>
              <td data-label="Here">{ours}</td>
              <td data-label="Same">{agrees ? 'yes' : <b>no</b>}</td>
              <td data-label="Where">{where}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
