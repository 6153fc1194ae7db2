import { formatPercent } from '@/analysis/numbers/units';
import type { RunListed } from '@/api/work';

import styles from './row.module.css';
import { stateWords } from './words';

/** How far a run is, or why it is none. */
export function StateCell({ run: { status, progress, error } }: { run: RunListed }) {
  if (status === 'running') {
    const share = progress.simulated_s / progress.duration_s;
    return (
      <>
        {`running, ${formatPercent(share, 0)}`}
        <span className={styles.progress}>
          <i style={{ width: `${Math.min(100, share * 100)}%` }} />
        </span>
      </>
    );
  }
  if (status === 'failed') {
    return (
      <span className={styles.failed} title={error?.message}>
        <b>{stateWords.failed}</b>
        {error !== null && <span className={styles.why}>{error.message}</span>}
      </span>
    );
  }
  return <span className={status === 'done' ? 'quiet' : undefined}>{stateWords[status]}</span>;
}
