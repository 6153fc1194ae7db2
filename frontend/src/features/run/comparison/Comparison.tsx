import { useMemo, useState } from 'react';

import { useMyRuns } from '@/api/runs/runs';
import type { Run } from '@/api/types';
import { LINE_STYLES } from '@/charts/model';
import { StyleSample } from '@/charts/StyleSample';

import styles from '../plots/stages.module.css';
import { MOST_COMPARED, type RunsBeside } from '../view/useRunView';
import { runAlgorithms } from '../view/view';

const COMPARISON_ID = 'compare-with';

interface ComparedRunsProps {
  readonly runs: readonly Run[];
  readonly beside: RunsBeside;
  readonly titleOf: (algorithm: string) => string;
}

/** The runs that are drawn with this one, how their lines look, and which is the baseline. */
export function ComparedRuns({ runs, beside, titleOf }: ComparedRunsProps) {
  if (runs.length < 2) return null;
  return (
    <section>
      <h2>
        Runs
        <span>{`${runs.length - 1} of ${MOST_COMPARED}`}</span>
      </h2>
      <ul className={styles.others}>
        {runs.map((run, place) => (
          <OtherRun key={run.id} run={run} place={place} beside={beside} titleOf={titleOf} />
        ))}
      </ul>
    </section>
  );
}

interface OtherRunProps {
  readonly run: Run;
  readonly place: number;
  readonly beside: RunsBeside;
  readonly titleOf: (algorithm: string) => string;
}

function OtherRun({ run, place, beside, titleOf }: OtherRunProps) {
  const role = ['this run', 'baseline'][place] ?? '';
  return (
    <li className={styles.other}>
      <StyleSample style={beside.isSide ? 'solid' : (LINE_STYLES[place] ?? 'dotted')} />
      <b className="cut" title={run.name}>
        {runAlgorithms(run, titleOf)}
      </b>
      <small>{[`seed ${run.seed}`, run.name, role].filter(Boolean).join(', ')}</small>
      {place > 0 && (
        <span className={styles.otherActions}>
          {place > 1 && (
            <button type="button" className="ui-link" onClick={() => beside.setBaseline(run.id)}>
              baseline
            </button>
          )}
          <button type="button" className="ui-link" onClick={() => beside.makeCurrent(run.id)}>
            in front
          </button>
          <button type="button" className="ui-link" onClick={() => beside.removeRun(run.id)}>
            remove
          </button>
        </span>
      )}
    </li>
  );
}

const MOST_LISTED = 40;

interface ComparisonProps extends ComparedRunsProps {
  readonly onAdded: () => void;
}

/** My runs, searched by name, algorithm or seed; those with this run's seed first. */
export function Comparison({ runs, beside, titleOf, onAdded }: ComparisonProps) {
  const [text, setText] = useState('');
  const mine = useMyRuns();
  const seed = runs[0]?.seed;
  const listed = useMemo(() => {
    const taken = new Set(runs.map(({ id }) => id));
    const words = text.toLowerCase().split(/\s+/);
    const found = (mine.data?.pages.flatMap(({ items }) => items) ?? []).filter((run) => {
      const said = `${run.name} ${runAlgorithms(run, titleOf)} ${run.seed}`.toLowerCase();
      return !taken.has(run.id) && words.every((word) => said.includes(word));
    });
    return found.sort((a, b) => Number(b.seed === seed) - Number(a.seed === seed));
  }, [mine.data, runs, text, titleOf, seed]);
  if (runs.length > MOST_COMPARED)
    return (
      <p className="small">
        {MOST_COMPARED} runs are compared with this one; remove one to add another.
      </p>
    );
  return (
    <section>
      <h3>
        <label htmlFor={COMPARISON_ID}>My runs</label>
      </h3>
      <input
        id={COMPARISON_ID}
        className={styles.search}
        type="search"
        autoComplete="off"
        placeholder="Name, algorithm or seed"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className={styles.choices} aria-label="My runs">
        {listed.slice(0, MOST_LISTED).map((run) => (
          <li key={run.id}>
            <button
              type="button"
              className="ui-link"
              onClick={() => {
                beside.addRun(run.id);
                onAdded();
              }}
            >
              <b>{runAlgorithms(run, titleOf)}</b>
              <small>{[`seed ${run.seed}`, run.name].filter(Boolean).join(', ')}</small>
            </button>
          </li>
        ))}
        {listed.length === 0 && <li className="small faint">No other run matches.</li>}
        {mine.hasNextPage && (
          <li>
            <button type="button" className="ui-link" onClick={() => void mine.fetchNextPage()}>
              Older runs
            </button>
          </li>
        )}
      </ul>
    </section>
  );
}
