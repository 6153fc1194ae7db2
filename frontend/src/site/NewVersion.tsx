import { useSyncExternalStore } from 'react';

import { Note } from '@/ui/Note';

import styles from './newVersion.module.css';
import { hasNewVersion, onNewVersion, takeNewVersion } from './offline';

/** Around all pages of a site. */
export function WithNewVersion({ children }: { children?: React.ReactNode }) {
  const isThere = useSyncExternalStore(onNewVersion, hasNewVersion);
  return (
    <>
      {children}
      <div className={styles.place} aria-live="polite">
        {isThere && (
          <div>
            <Note
              title="A new version of this site is here"
              action={{ label: 'Load it', onClick: takeNewVersion }}
            >
              All tabs of the site are loaded again. Finished runs stay; others are cancelled.
            </Note>
          </div>
        )}
      </div>
    </>
  );
}
