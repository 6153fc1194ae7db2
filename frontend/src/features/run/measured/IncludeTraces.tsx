import { MOST_LINKED_TRACES } from '@/analysis/imports/linked';
import type { PlacedTrace } from '@/state/measured';

import styles from './measured.module.css';

interface IncludeTracesProps {
  readonly placed: readonly PlacedTrace[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Which measured traces go into a link: none, until somebody says so. */
export function IncludeTraces({ placed, chosen, onChoose }: IncludeTracesProps) {
  const isFull = chosen.size >= MOST_LINKED_TRACES;
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChoose(next);
  };
  return (
    <fieldset className={styles.include}>
      <legend>Measured traces in the link</legend>
      {placed.map(({ id, trace }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.has(id)}
            disabled={isFull && !chosen.has(id)}
            onChange={({ target }) => choose(id, target.checked)}
          />
          <span>
            {trace.name}{' '}
            <span className="small faint">{trace.flows.map(({ label }) => label).join(', ')}</span>
          </span>
        </label>
      ))}
      <p className="small faint">
        {chosen.size === 0
          ? 'They stay in this browser unless you choose them here.'
          : 'Their values, shift and these names are stored with the link and shown to whoever opens it. Long traces are thinned to means. Revoking the link deletes them.'}
      </p>
    </fieldset>
  );
}
