import { countOf } from '@/analysis/numbers/shown';
import { decidingDefinition } from '@/analysis/papers/decide';
import type { PaperRow } from '@/analysis/papers/types';
import { hasServer } from '@/api/transport';

import styles from './experiments.module.css';
import { usePaperContext } from './paperContext';
import { useFork } from './useFork';

/** Where seeds cannot tell: the experiment with about as many as would. */
export function DecideRow({ row }: { row: PaperRow }) {
  const { paper } = usePaperContext();
  const definition = decidingDefinition(row, paper.experiments);
  const { fork, isRefused } = useFork('/experiments/new');
  if (definition === null || row.seeds_needed === null || !hasServer()) return null;
  const seeds = countOf(row.seeds_needed, 'seed');
  return (
    <small>
      <button
        type="button"
        className={styles.link}
        aria-label={`Try ${seeds}, about as many as would decide: ${row.what}`}
        onClick={() => fork(row.what, definition)}
      >
        {`Try ${seeds}`}
      </button>
      {isRefused && (
        <span role="alert"> This browser keeps no drafts, so nothing can be opened.</span>
      )}
    </small>
  );
}
