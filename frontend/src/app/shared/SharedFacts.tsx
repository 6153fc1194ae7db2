import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import { countOf } from '@/analysis/numbers/shown';
import { formatCount } from '@/analysis/numbers/units';
import { useAlgorithmTitle } from '@/api/catalog';
import { useExperiment } from '@/api/experiments/experiments';
import { useSpeed } from '@/api/runs/scenarios';
import type { Share } from '@/api/shares';
import { ResultSentence, windowAndSeed } from '@/features/run/rails/ResultSentence';
import { runLabels } from '@/features/run/view/view';
import styles from '@/share/share.module.css';
import { formatItems } from '@/state/compareUrl';
import { Button } from '@/ui/Button';

import { comparedItems } from './comparedItems';
import { RunAgain } from './RunAgain';

const ofFailed = (count: string) => (count === '1' ? ', 1 run failed' : `, ${count} runs failed`);

/** Describes the shared result: its kind, its age, and whether it is still valid. */
export function SharedFacts({ share }: { share: Share }) {
  const { title, note, runs } = share;
  return (
    <section
      className={styles.facts}
      aria-label="Shared result"
      data-same={runs[0]?.name === title || undefined}
    >
      <p>
        <b>{title || 'Shared result'}</b>{' '}
        <span className="small faint">
          <Facts share={share} />
        </span>
      </p>
      {share.kind === 'runs' && <SharedFindings runs={share.runs} />}
      {note !== '' && <p className={styles.note}>{note}</p>}
      <div className={styles.onward}>
        <ShareActions share={share} />
      </div>
    </section>
  );
}

function Facts({ share }: { share: Share }) {
  const { kind, runs, items, experiment_id } = share;
  if (experiment_id !== null) return <ExperimentFacts share={share} id={experiment_id} />;
  if (kind === 'comparison') return factsOf(share, `${String(items.length)} compared`);
  return factsOf(share, `seed ${distinct(runs.map(({ seed }) => String(seed)))}`);
}

/** Actions on the shared result. */
function ShareActions({ share }: { share: Share }) {
  const { kind, experiment_id, baseline_index } = share;
  if (experiment_id !== null) return <ForkAgain share={share} id={experiment_id} />;
  if (kind === 'runs') return <RunAgain share={share} />;
  const of = formatItems(comparedItems(share)) ?? '';
  return (
    <>
      <RunAgain share={share} />
      <Button
        renderRoot={(props) => (
          <Link to="/compare" search={{ of, baseline: baseline_index }} {...props} />
        )}
      >
        Compare further
      </Button>
    </>
  );
}

function factsOf({ core_versions, created_at }: Share, what: string): string {
  const date = new Date(created_at).toLocaleDateString('en', { dateStyle: 'medium' });
  return `Core ${core_versions.join(', ')}, ${what}, shared ${date}`;
}

interface ExperimentPartProps {
  readonly share: Share;
  readonly id: string;
}

function ExperimentFacts({ share, id }: ExperimentPartProps) {
  const { data } = useExperiment(id);
  if (data === undefined) return null;
  const { cell_count, seeds, progress } = data;
  const { failed_count } = progress;
  const failed = failed_count > 0 ? ofFailed(formatCount(failed_count)) : '';
  const size = `${countOf(cell_count, 'cell')}, ${countOf(seeds.length, 'seed')} each`;
  return factsOf(share, size + failed);
}

/** All of an experiment is run again by forking it: it may take an hour. */
function ForkAgain({ share, id }: ExperimentPartProps) {
  const { core_version: today, behaviour_version: behaviour } = useSpeed().data ?? {};
  const isSame = behaviour != null && share.behaviour_versions.includes(behaviour);
  return (
    <>
      {today != null && (
        <span className="small faint">
          {isSame
            ? "Today's core gives the same numbers."
            : `Today's core is ${today}: run it again to see whether the result holds.`}
        </span>
      )}
      <RunAgain share={share} />
      <Button renderRoot={(props) => <Link to="/build" search={{ experiment: id }} {...props} />}>
        Fork and run again
      </Button>
    </>
  );
}

function distinct(values: readonly string[]): string {
  return [...new Set(values)].join(', ');
}

/** The results of the link's runs, in a sentence each. */
function SharedFindings({ runs }: Pick<Share, 'runs'>) {
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
