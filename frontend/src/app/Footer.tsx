import { useCoreVersion } from '@/api/lab';

import styles from './shell.module.css';

/** Where the numbers come from. */
export function Footer({ onHelp }: { onHelp: () => void }) {
  const core = useCoreVersion();
  return (
    <footer className={styles.foot}>
      <p>
        Every number here is computed by the packet-level simulator of this lab.{' '}
        {core !== null && <code>{core}</code>}
      </p>
      <button type="button" aria-haspopup="dialog" onClick={onHelp}>
        What the numbers mean
      </button>
    </footer>
  );
}
