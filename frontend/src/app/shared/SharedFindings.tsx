import { useMemo } from 'react';

import { useAlgorithmTitle } from '@/api/catalog';
import type { Share } from '@/api/shares';
import { ResultSentence, windowAndSeed } from '@/features/run/rails/ResultSentence';
import { runLabels } from '@/features/run/view/view';
import styles from '@/share/share.module.css';

/** What a reader came for: what the runs of the link show, in a sentence each. */
export function SharedFindings({ runs }: Pick<Share, 'runs'>) {
  const titleOf = useAlgorithmTitle();
  const labels = useMemo(() => runLabels(runs, titleOf), [runs, titleOf]);
  return (
    <div className={styles.findings}>
      {runs.map(({ id, result }, index) =>
        result === null ? null : (
          <div key={id}>
            <ResultSentence
              result={result}
              {...(runs.length > 1 ? { name: labels[index] ?? '' } : {})}
            />
            <p className="small faint">{windowAndSeed(result)}</p>
          </div>
        ),
      )}
    </div>
  );
}
