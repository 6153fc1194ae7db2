import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { useDeleteExperiment, useExperimentList } from '@/api/experiments';
import { experimentsText } from '@/messages/runs';
import type { WorkView } from '@/state/workUrl';
import { Note } from '@/ui/Note';

import { EndlessEnd } from './EndlessEnd';
import { ExperimentRow } from './ExperimentRow';
import { FindField } from './FindField';
import { ListStates } from './ListStates';
import row from './row.module.css';
import styles from './work.module.css';

interface ExperimentListProps {
  readonly view: WorkView;
  readonly onView: (view: WorkView) => void;
}

const ALL: WorkView = { show: 'experiments' };

/** The experiments of this browser: found, opened, forked, renamed, deleted. */
export function ExperimentList({ view, onView }: ExperimentListProps) {
  const { find = '' } = view;
  const list = useExperimentList(find);
  const remove = useDeleteExperiment();
  const experiments = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isEmpty = list.isSuccess && experiments.length === 0;
  return (
    <div className={styles.list} aria-busy={list.isPending}>
      {(!isEmpty || find !== '') && (
        <div className={styles.filters}>
          <FindField
            value={find}
            placeholder={experimentsText.find}
            onFind={(text) => onView(text.trim() === '' ? ALL : { ...ALL, find: text })}
          />
        </div>
      )}
      <ListStates list={list} deleteError={remove.error} words={experimentsText} />
      {isEmpty && (find === '' ? <NoExperiments /> : <NoMatch onAll={() => onView(ALL)} />)}
      {experiments.length > 0 && (
        <>
          <table className={row.table}>
            <Head />
            <tbody>
              {experiments.map((experiment) => (
                <ExperimentRow
                  key={experiment.id}
                  experiment={experiment}
                  isBusy={remove.isPending && remove.variables === experiment.id}
                  onDelete={() => remove.mutate(experiment.id)}
                />
              ))}
            </tbody>
          </table>
          <EndlessEnd
            text={experimentsText.end(experiments.length)}
            count={experiments.length}
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage()}
          />
        </>
      )}
    </div>
  );
}

function Head() {
  const { columns } = experimentsText;
  return (
    <thead>
      <tr>
        <th scope="col">{columns.name}</th>
        <th scope="col" data-column="units">
          {columns.state}
        </th>
        <th scope="col" data-column="made">
          {columns.made}
        </th>
        <th scope="col" data-column="actions">
          <span className="visually-hidden">{columns.actions}</span>
        </th>
      </tr>
    </thead>
  );
}

function NoExperiments() {
  return (
    <div className={styles.empty}>
      <Note title={experimentsText.empty}>{experimentsText.emptyWhy}</Note>
      <div className={styles.buttons}>
        <Button variant="filled" renderRoot={(props) => <Link to="/build" {...props} />}>
          {experimentsText.build}
        </Button>
      </div>
    </div>
  );
}

function NoMatch({ onAll }: { onAll: () => void }) {
  return (
    <Note
      title={experimentsText.noMatch}
      action={{ label: experimentsText.showAll, onClick: onAll }}
    >
      {experimentsText.noMatchWhy}
    </Note>
  );
}
