import type { Paper } from '@/analysis/papers/types';
import { papersText } from '@/messages/papers';

import styles from './paper.module.css';

/** The rule of the verdicts and the setting of the paper beside ours: there on demand. */
export function Setup({ paper }: { paper: Paper }) {
  return (
    <div className={styles.folds}>
      <details>
        <summary>{papersText.rule}</summary>
        <p className={styles.prose}>{paper.rule}</p>
        <p className="small quiet">{papersText.core(paper.core_version)}</p>
      </details>
      {paper.setup.length > 0 && (
        <details>
          <summary>{papersText.setup}</summary>
          <table className={styles.setup}>
            <thead>
              <tr>
                <td />
                <th scope="col">{papersText.setupPaper}</th>
                <th scope="col">{papersText.setupOurs}</th>
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
