import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';

import { toShortest } from '@/analysis/numbers/units';
import { Note } from '@/ui/Note';

import styles from './compare.module.css';
import type { Compared } from './useCompared';

const PATIENCE_MS = 1000;

interface ProgressProps {
  readonly compared: Compared;
  /** Nothing is there yet, and nothing went wrong. */
  readonly isLoading: boolean;
}

/** What is still being computed, and what of it failed; nothing when all is there. */
export function Progress({ compared: { underWay, seedRuns }, isLoading }: ProgressProps) {
  const [isLong, setLong] = useState(false);
  // Before that, nothing flickers.
  useTimeout(() => setLong(true), PATIENCE_MS, { autoInvoke: true });
  const { doneCount, wantedCount, error, retry } = seedRuns;
  const [first] = underWay;
  return (
    <>
      {error !== null && (
        <Note
          tone="bad"
          title="Not every seed could be computed"
          action={{ label: 'Try again', onClick: retry }}
        >
          {error.message}
        </Note>
      )}
      <div className={styles.progress} role="status">
        {isLoading && isLong && first === undefined && <p>Loading what is compared …</p>}
        {first !== undefined && (
          <p>
            {`${first.name || first.scenario.name} is still being computed.`}{' '}
            {`${toShortest(first.progress.simulated_s)} s of ${toShortest(first.progress.duration_s)} s simulated.`}
          </p>
        )}
        {error === null && doneCount < wantedCount && (
          <p>
            <progress value={doneCount} max={wantedCount} aria-hidden="true" />
            {`${doneCount} of ${wantedCount} runs computed`}
          </p>
        )}
      </div>
    </>
  );
}
