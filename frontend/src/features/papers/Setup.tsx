import type { Paper } from '@/analysis/papers/types';

import styles from './paper.module.css';

/** The rule of the verdicts and the setting of the paper beside ours: there on demand. */
export function Setup({ paper }: { paper: Paper }) {
  return (
    <div className={styles.folds}>
      <details>
        <summary>How a verdict is reached</summary>
        <p className={styles.prose}>{paper.rule}</p>
        <p className="small quiet">{`Computed by core ${paper.core_version}.`}</p>
      </details>
      {paper.setup.length > 0 && (
        <details>
          <summary>The setting, theirs and ours</summary>
          <table className={styles.setup}>
            <thead>
              <tr>
                <td />
                <th scope="col">In the paper</th>
                <th scope="col">Here</th>
              </tr>
            </thead>
            <tbody>
              {paper.setup.map(({ label, paper: theirs, ours }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{theirs}</td>
                  <td>{ours}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </div>
  );
}
