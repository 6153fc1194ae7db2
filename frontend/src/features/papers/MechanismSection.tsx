import type { Mechanism } from '@/analysis/papers/types';
import { Term } from '@/ui/Term';

import { Estimate } from './Estimate';
import { Notes } from './NoteList';
import styles from './rows.module.css';

/** How the algorithm does it, in numbers of our own. */
export function MechanismSection({ mechanism }: { mechanism: Mechanism }) {
  const { arms, rows, explanations } = mechanism;
  return (
    <>
      <h2>How it works, as measured</h2>
      <Notes notes={explanations} />
      <table className={styles.facts}>
        <thead>
          <tr>
            <th scope="col">Number</th>
            {arms.map((arm) => (
              <th key={arm} scope="col">
                {arm}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ what, metric, shown, estimates }) => (
            <tr key={what}>
              <th scope="row">
                <Term name={what} definition={metric} />
              </th>
              {arms.map((arm, index) => (
                <td key={arm} data-label={arm}>
                  <Estimate estimate={estimates[index] ?? null} shown={shown} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
