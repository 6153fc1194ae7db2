import { firstText } from '@/messages/first';
import { presetsText } from '@/messages/presets';
import { Note } from '@/ui/Note';

import styles from './first.module.css';
import type { Comparison } from './useComparison';
import { STUCK_SECONDS, useStuck } from './useStuck';

interface NoticesProps {
  readonly comparison: Comparison;
  readonly openError: Error | null;
  /** The first of all that may have gone wrong. */
  readonly error: Error | null;
}

/** What is wrong with the comparison, and what to do. Nothing while all is well. */
export function Notices({ comparison, openError, error }: NoticesProps) {
  const isStuck = useStuck(comparison);
  if (error !== null) {
    const isOpening = openError !== null;
    return (
      <div className={styles.failure}>
        <Note
          tone="bad"
          title={isOpening ? presetsText.notStarted : firstText.stopped}
          {...(isOpening ? {} : { action: { label: firstText.retry, onClick: comparison.retry } })}
        >
          {error.message}
        </Note>
      </div>
    );
  }
  if (!isStuck) return null;
  return (
    <div className={styles.failure}>
      <Note tone="bad" title={firstText.stuck}>
        {firstText.stuckWhy(STUCK_SECONDS)}
      </Note>
    </div>
  );
}
