import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { formatCount } from '@/analysis/units';
import { useExperiment } from '@/api/experiments';
import { useRuns, useStartRuns } from '@/api/runs';
import { useSpeed } from '@/api/scenarios';
import type { Share } from '@/api/shares';
import { useRunEvents } from '@/api/stream';
import type { Run } from '@/api/types';
import { shareText } from '@/messages/share';

import styles from '@/share/share.module.css';
import { formatItems } from '@/state/compareUrl';

import { comparedItems } from './comparedItems';

/** Who looks learns what this is, how old it is, and whether it still holds. */
export function SharedFacts({ share }: { share: Share }) {
  const { title, note } = share;
  return (
    <section className={styles.facts} aria-label={shareText.shared}>
      <p>
        <b>{title || shareText.shared}</b>{' '}
        <span className="small faint">
          <Facts share={share} />
        </span>
      </p>
      {note !== '' && <p className={styles.note}>{note}</p>}
      <Onward share={share} />
    </section>
  );
}

function Facts({ share }: { share: Share }) {
  const { kind, runs, items, experiment_id } = share;
  if (experiment_id !== null) return <ExperimentFacts share={share} id={experiment_id} />;
  if (kind === 'comparison') return factsOf(share, shareText.ofComparison(String(items.length)));
  return factsOf(share, shareText.ofRuns(distinct(runs.map(({ seed }) => String(seed)))));
}

/** What can be done with it. */
function Onward({ share }: { share: Share }) {
  const { kind, runs, experiment_id, baseline_index } = share;
  if (experiment_id !== null) return <ForkAgain share={share} id={experiment_id} />;
  if (kind === 'runs') return <Again runs={runs} />;
  const of = formatItems(comparedItems(share)) ?? '';
  return (
    <Button
      className={styles.again}
      renderRoot={(props) => (
        <Link to="/compare" search={{ of, baseline: baseline_index }} {...props} />
      )}
    >
      {shareText.compareFurther}
    </Button>
  );
}

function factsOf({ core_versions, created_at }: Share, what: string): string {
  const date = new Date(created_at).toLocaleDateString('en', { dateStyle: 'medium' });
  return shareText.facts(core_versions.join(', '), what, date);
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
  const failed = failed_count > 0 ? shareText.ofFailed(formatCount(failed_count)) : '';
  const size = shareText.ofExperiment(formatCount(cell_count), formatCount(seeds.length));
  return factsOf(share, size + failed);
}

/** An experiment is run again by forking it: it may take an hour. */
function ForkAgain({ share, id }: ExperimentPartProps) {
  const today = useSpeed().data?.core_version;
  const isSame = today != null && share.core_versions.includes(today);
  return (
    <p className={styles.again}>
      {today != null && (
        <span className="small faint">
          {isSame ? shareText.sameCore : shareText.otherCore(today)}{' '}
        </span>
      )}
      <Button renderRoot={(props) => <Link to="/build" search={{ experiment: id }} {...props} />}>
        {shareText.fork}
      </Button>
    </p>
  );
}

/** The same scenarios and seeds under today's core, beside what the link shows. */
function Again({ runs }: { runs: readonly Run[] }) {
  const [freshIds, setFreshIds] = useState<readonly string[]>([]);
  const start = useStartRuns();
  const { runs: fresh } = useRuns(freshIds);
  useRunEvents(fresh);
  const isOver = fresh.length === runs.length && fresh.every(({ status }) => status === 'done');
  const begin = () =>
    start.mutate(
      runs.map((run) => ({
        scenario: run.scenario,
        seed: run.seed,
        name: run.name,
        forkedFrom: shareText.sharedRun(run.name),
      })),
      { onSuccess: (made) => setFreshIds(made.map(({ id }) => id)) },
    );
  if (freshIds.length === 0) {
    return (
      <Button className={styles.again} disabled={start.isPending} onClick={begin}>
        {shareText.again}
      </Button>
    );
  }
  const [first] = fresh;
  if (!isOver || first === undefined) return <p role="status">{shareText.againRuns}</p>;
  const core = first.core_version ?? '';
  const holds = fresh.every((run, index) => sameNumbers(run, runs[index]));
  return (
    <p role="status" className={styles.again}>
      {holds ? shareText.holds(core) : shareText.differs(core)}{' '}
      {!holds && (
        <Link to="/runs/$id" params={{ id: first.id }} search={{ with: runs[0]?.id ?? '' }}>
          {shareText.compare}
        </Link>
      )}
    </p>
  );
}

function sameNumbers(fresh: Run, shown: Run | undefined): boolean {
  const [now, then] = [fresh.result, shown?.result];
  return now?.summary_digest === then?.summary_digest && now?.series_digest === then?.series_digest;
}

function distinct(values: readonly string[]): string {
  return [...new Set(values)].join(', ');
}
