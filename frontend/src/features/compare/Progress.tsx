import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';

import { toShortest } from '@/analysis/numbers/units';
import { comparisonText } from '@/messages/comparison';
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
          title={comparisonText.seedFailed}
          action={{ label: comparisonText.retry, onClick: retry }}
        >
          {error.message}
        </Note>
      )}
      <div className={styles.progress} role="status">
        {isLoading && isLong && first === undefined && <p>{comparisonText.loading}</p>}
        {first !== undefined && (
          <p>
            {comparisonText.waiting(first.name || first.scenario.name)}{' '}
            {comparisonText.simulated(
              toShortest(first.progress.simulated_s),
              toShortest(first.progress.duration_s),
            )}
          </p>
        )}
        {error === null && doneCount < wantedCount && (
          <p>
            <progress value={doneCount} max={wantedCount} aria-hidden="true" />
            {comparisonText.computing(doneCount, wantedCount)}
          </p>
        )}
      </div>
    </>
  );
}
