import { lazy, memo, Suspense } from 'react';

import styles from './first.module.css';

const Elsewhere = lazy(() => import('./Elsewhere'));

interface LeagueNoteProps {
  /** The baseline and the other one. */
  readonly algorithms: readonly [string, string];
}

/** Below all else on the first page, so that its code comes after the page; its room is there. */
export const LeagueNote = memo(function LeagueNote({ algorithms }: LeagueNoteProps) {
  return (
    <div className={styles.elsewhere}>
      <Suspense>
        <Elsewhere algorithms={algorithms} />
      </Suspense>
    </div>
  );
});
