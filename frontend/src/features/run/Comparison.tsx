import { useMyRuns } from '@/api/runs';
import type { Run } from '@/api/types';
import { runText } from '@/messages/run';

import styles from './run.module.css';
import type { RunViewState } from './useRunView';
import { runAlgorithms } from './view';

/** Where the key `c` leads. */
export const COMPARISON_ID = 'compare-with';

interface ComparisonProps {
  readonly runs: readonly Run[];
  readonly view: RunViewState;
  readonly titleOf: (algorithm: string) => string;
}

/** Chooses the run that lies under this one, dashed. */
export function Comparison({ runs, view, titleOf }: ComparisonProps) {
  const mine = useMyRuns();
  const listed = mine.data?.pages.flatMap(({ items }) => items) ?? [];
  const baseline = runs[1];
  // A baseline from a link need not be among my own runs.
  const choices = [...listed, ...(baseline === undefined ? [] : [baseline])].filter(
    (run, index, all) =>
      run.id !== view.id && all.findIndex((other) => other.id === run.id) === index,
  );
  return (
    <section>
      <h2>
        <label htmlFor={COMPARISON_ID}>{runText.comparison}</label>
      </h2>
      <select
        id={COMPARISON_ID}
        className={styles.select}
        value={baseline?.id ?? ''}
        onChange={(event) => view.compareWith(event.target.value || null)}
      >
        <option value="">{runText.noComparison}</option>
        {choices.map((run) => (
          <option key={run.id} value={run.id}>
            {runText.comparedRun(run.name, runAlgorithms(run, titleOf), run.seed)}
          </option>
        ))}
      </select>
    </section>
  );
}
