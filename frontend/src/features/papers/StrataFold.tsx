import type { Shown, Strata } from '@/analysis/papers/types';

import { Estimate } from './Estimate';
import styles from './rows.module.css';
import { VerdictTally, VerdictSquare } from './VerdictMark';
import { causeWords, verdictWords } from './words';

/** A number condition by condition: counted in a line, listed on demand. */
export function StrataFold({ strata, shown }: { strata: Strata; shown: Shown }) {
  const { axes, items, counts, decides, average_reason } = strata;
  return (
    <details className={`ui-fold ${styles.strata ?? ''}`}>
      <summary>
        <span>{`${items.length} conditions`}</span> <VerdictTally counts={counts} />
      </summary>
      {!decides && (
        <p className={styles.reason}>
          {`The verdict is that of the average, because the paper’s number is one: ${average_reason ?? ''}.`}
        </p>
      )}
      <ul aria-label={axes.join(', ')}>
        {items.map(({ label, estimate, verdict, cause }) => (
          <li key={label}>
            <span>{label}</span>
            <span>
              <Estimate estimate={estimate} shown={shown} />
            </span>
            <span>
              <VerdictSquare verdict={verdict} /> {verdictWords[verdict]}
              {cause !== null && <small>{causeWords[cause]}</small>}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
