import { useLabAway } from '@/api/connection';

import styles from './fallbacks.module.css';

/** In the head bar while the lab does not answer: what stands on the page is not the newest. */
export function ConnectionNotice() {
  if (!useLabAway()) return null;
  return (
    <p className={styles.connection} role="alert">
      <b>No connection to the lab.</b> Runs go on there; this page catches up by itself.
    </p>
  );
}
