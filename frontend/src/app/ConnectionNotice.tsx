import { useLabAway } from '@/api/connection';

import styles from './fallbacks.module.css';

/** In the head bar while the lab does not answer: what stands on the page is not the newest. */
export function ConnectionNotice() {
  const isAway = useLabAway();
  // The region is always there: what comes into it later is read out.
  return (
    <div aria-live="polite">
      {isAway && (
        <p className={styles.connection} data-lab-away>
          <b>No connection to the lab.</b> Runs go on there; this page catches up by itself.
        </p>
      )}
    </div>
  );
}
