import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';

import { useAlgorithmTitle } from '@/api/catalog';
import { useDeleteRun, useMyRuns } from '@/api/runs';
import type { Run } from '@/api/types';
import { pageTitle } from '@/messages/app';
import { runsText } from '@/messages/runs';
import { Note } from '@/ui/Note';

import { RunRow } from './RunRow';
import styles from './runs.module.css';

/** Every run of this browser, newest first. */
export function RunsPage() {
  const runs = useMyRuns();
  useDocumentTitle(pageTitle(runsText.title));
  const items = runs.data?.pages.flatMap((page) => page.items) ?? [];
  if (runs.error !== null && items.length === 0) {
    return (
      <main className={styles.page}>
        <Note
          tone="bad"
          title={runsText.failed}
          action={{ label: runsText.retry, onClick: () => void runs.refetch() }}
        >
          {runsText.failedWhy}
        </Note>
      </main>
    );
  }
  return (
    <main className={styles.page} aria-busy={runs.isPending}>
      <h1>{runsText.title}</h1>
      {!runs.isPending && items.length === 0 ? <NoRuns /> : <RunTable runs={items} />}
      {runs.hasNextPage && (
        <Button disabled={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
          {runsText.more}
        </Button>
      )}
    </main>
  );
}

function NoRuns() {
  return (
    <>
      <Note title={runsText.empty}>{runsText.emptyWhy}</Note>
      <Button renderRoot={(props) => <Link to="/" {...props} />}>{runsText.start}</Button>
    </>
  );
}

function RunTable({ runs }: { runs: readonly Run[] }) {
  const titleOf = useAlgorithmTitle();
  const remove = useDeleteRun();
  if (runs.length === 0) return null;
  return (
    <>
      <p className="quiet">{runsText.note}</p>
      {remove.error !== null && (
        <Note tone="bad" title={runsText.notDeleted}>
          {remove.error.message}
        </Note>
      )}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{runsText.name}</th>
            <th scope="col">{runsText.algorithms}</th>
            <th scope="col" className="number">
              {runsText.seed}
            </th>
            <th scope="col">{runsText.state}</th>
            <th scope="col">{runsText.made}</th>
            <th scope="col">
              <span className="visually-hidden">{runsText.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunRow
              key={run.id}
              run={run}
              titleOf={titleOf}
              isBusy={remove.isPending && remove.variables === run.id}
              onDelete={() => remove.mutate(run.id)}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}
