import { useCoreVersion } from '@/api/lab';
import { appText } from '@/messages/app';

import styles from './shell.module.css';

/** Where the numbers come from. */
export function Footer({ onHelp }: { onHelp: () => void }) {
  const core = useCoreVersion();
  return (
    <footer className={styles.foot}>
      <p>
        {appText.numbersFrom} {core !== null && <code>{core}</code>}
      </p>
      <button type="button" aria-haspopup="dialog" onClick={onHelp}>
        {appText.whatNumbers}
      </button>
    </footer>
  );
}
