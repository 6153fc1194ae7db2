import { Link } from '@tanstack/react-router';

import { countOf } from '@/analysis/numbers/shown';
import { useDeleteExperiment, useExperimentList } from '@/api/experiments/experiments';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import { ExperimentRow } from './ExperimentRow';
import { FindField } from './FindField';
import { EndlessEnd, ListStates } from './ListStates';
import { ListTable } from './rowParts';
import styles from './work.module.css';

const WORDS = {
  loading: 'Loading your experiments',
  failed: 'The experiments could not be loaded',
  notDeleted: 'The experiment was not deleted',
};

const HEADS = [
  { title: 'Name' },
  { title: 'Progress', column: 'units' },
  { title: 'Made', column: 'made' },
];

interface ExperimentListProps {
  /** Words that have to be in a name or in what is varied; empty: all are listed. */
  readonly find: string;
  readonly onFind: (find: string) => void;
}

/** The experiments of this browser: found, opened, forked, renamed, deleted. */
export function ExperimentList({ find, onFind }: ExperimentListProps) {
  const list = useExperimentList(find);
  const remove = useDeleteExperiment();
  const experiments = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isEmpty = list.isSuccess && experiments.length === 0;
  return (
    <div className={styles.list} aria-busy={list.isPending}>
      {(!isEmpty || find !== '') && (
        <div className={styles.filters}>
          <FindField value={find} placeholder="name or axis" onFind={onFind} />
        </div>
      )}
      <ListStates list={list} deleteError={remove.error} words={WORDS} />
      {isEmpty && (find === '' ? <NoExperiments /> : <NoMatch onAll={() => onFind('')} />)}
      {experiments.length > 0 && (
        <>
          <ListTable heads={HEADS}>
            {experiments.map((experiment) => (
              <ExperimentRow
                key={experiment.id}
                experiment={experiment}
                isBusy={remove.isPending && remove.variables === experiment.id}
                onDelete={() => remove.mutate(experiment.id)}
              />
            ))}
          </ListTable>
          <EndlessEnd
            text={countOf(experiments.length, 'experiment')}
            count={experiments.length}
            list={list}
          />
        </>
      )}
    </div>
  );
}

function NoExperiments() {
  return (
    <div className={styles.empty}>
      <Note title="You have no experiments yet.">
        Begin with a scenario and choose what to vary: every value is run, with many seeds each.
        Under Build, “vary” beside a field does the same.
      </Note>
      <div className="row wraps">
        <Button variant="filled" renderRoot={(props) => <Link to="/experiments/new" {...props} />}>
          Begin one
        </Button>
      </div>
    </div>
  );
}

function NoMatch({ onAll }: { onAll: () => void }) {
  return (
    <Note title="No experiment matches." action={{ label: 'Show all experiments', onClick: onAll }}>
      Every word must occur in the name or in what is varied.
    </Note>
  );
}
