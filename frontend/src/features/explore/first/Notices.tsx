import { memo, useEffect, useState } from 'react';

import { useHasHadWorker } from '@/api/lab';
import { Note } from '@/ui/Note';

import styles from './first.module.css';
import type { Comparison } from './useComparison';

interface NoticesProps {
  readonly comparison: Comparison;
  readonly openError: Error | null;
  /** The first of all that may have gone wrong. */
  readonly error: Error | null;
}

/** Problems of the comparison, and what to do. Nothing while there are none. */
export const Notices = memo(function Notices({ comparison, openError, error }: NoticesProps) {
  const isStalled = useIsQueueStalled(comparison);
  const isWaiting = comparison.underWay.some(({ status }) => status === 'queued');
  const hasHadWorker = useHasHadWorker(isWaiting);
  if (error !== null) {
    const isOpening = openError !== null;
    return (
      <div className={styles.failure}>
        <Note
          tone="bad"
          title={isOpening ? 'The run was not started' : 'The comparison stopped'}
          {...(isOpening ? {} : { action: { label: 'Try again', onClick: comparison.retry } })}
        >
          {error.message}
        </Note>
      </div>
    );
  }
  if (isWaiting && hasHadWorker === false) {
    return (
      <div className={styles.failure}>
        <Note title="The lab is still starting">
          No worker has started yet. The known settings above ship with the lab; yours is computed
          as soon as a worker starts.
        </Note>
      </div>
    );
  }
  if (!isStalled) return null;
  return (
    <div className={styles.failure}>
      <Note tone="bad" title="Nothing is being computed">
        {`No worker has taken a run for ${STALLED_SECONDS} s. ./lab status shows what is running, ./lab up starts what is missing. The page continues as soon as a worker is available.`}
      </Note>
    </div>
  );
});

/** A worker takes a run within a second; other people's runs may come first. */
export const STALLED_SECONDS = 6;

/** The first runs are queued and no worker has taken them: probably none is running. */
export function useIsQueueStalled({ underWay, error }: Comparison): boolean {
  const isWaiting =
    error === null && underWay.length > 0 && underWay.every(({ status }) => status === 'queued');
  const [isStalled, setStalled] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setStalled(true), STALLED_SECONDS * 1000);
    return () => {
      clearTimeout(timer);
      setStalled(false);
    };
  }, [isWaiting]);
  return isStalled;
}
