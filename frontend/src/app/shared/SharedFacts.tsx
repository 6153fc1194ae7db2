import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { useRuns, useStartRuns } from '@/api/runs';
import type { Share } from '@/api/shares';
import { useRunEvents } from '@/api/stream';
import type { Run } from '@/api/types';
import { shareText } from '@/messages/share';

import styles from '@/share/share.module.css';

/** Who looks learns what this is, how old it is, and whether it still holds. */
export function SharedFacts({ share }: { share: Share }) {
  const cores = distinct(share.runs.map(({ core_version }) => core_version ?? ''));
  const seeds = distinct(share.runs.map(({ seed }) => String(seed)));
  const date = new Date(share.created_at).toLocaleDateString('en', { dateStyle: 'medium' });
  return (
    <section className={styles.facts} aria-label={shareText.shared}>
      <p>
        <b>{share.title || shareText.shared}</b>{' '}
        <span className="small faint">{shareText.facts(cores, seeds, date)}</span>
      </p>
      {share.note !== '' && <p className={styles.note}>{share.note}</p>}
      <Again runs={share.runs} />
    </section>
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
      runs.map(({ scenario, seed, name }) => ({ scenario, seed, name })),
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
