import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { countOf } from '@/analysis/numbers/shown';
import { type RunSort, useDeleteRuns, useRunList } from '@/api/work';
import { itemsOfRuns } from '@/state/compareUrl';
import type { WorkView } from '@/state/workUrl';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import { ChosenBar } from './ChosenBar';
import { FindField } from './FindField';
import { EndlessEnd, ListStates } from './ListStates';
import { type Chosen, RunTable } from './RunTable';
import { stateWords } from './runTexts';
import styles from './work.module.css';

interface RunListProps {
  readonly view: WorkView;
  readonly onView: (view: WorkView) => void;
}

const WORDS = {
  loading: 'Loading your runs',
  failed: 'The runs could not be loaded',
  notDeleted: 'Not every run was deleted',
};
const STATES = Object.entries(stateWords);
const SORTS = Object.entries({ newest: 'newest first', oldest: 'oldest first', name: 'by name' });

/** Every run of this browser: found, sorted, chosen, compared, deleted. */
export function RunList({ view, onView }: RunListProps) {
  const { find = '', state, sort = 'newest' } = view;
  const list = useRunList({ search: find, status: state ?? null, sort });
  const remove = useDeleteRuns();
  const [chosen, setChosen] = useState<Chosen>({});
  const runs = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const shownIds = new Set(runs.map(({ id }) => id));
  const ids = Object.keys(chosen).filter((id) => chosen[id] === true && shownIds.has(id));
  const deletingIds = remove.isPending ? remove.variables : [];
  const isNarrowed = find !== '' || state !== undefined;
  const isEmpty = list.isSuccess && runs.length === 0;
  const deleteRuns = (runIds: readonly string[]) => remove.mutate(runIds);
  return (
    <div className={styles.list} aria-busy={list.isPending}>
      {!(isEmpty && !isNarrowed) && <Filters view={view} sort={sort} onView={onView} />}
      <ChosenBar
        ids={ids}
        items={itemsOfRuns(ids.flatMap((id) => runs.find((run) => run.id === id) ?? []))}
        isDeleting={remove.isPending}
        onClear={() => setChosen({})}
        onDelete={() => deleteRuns(ids)}
      />
      <ListStates list={list} deleteError={remove.error} words={WORDS} />
      {isEmpty && (isNarrowed ? <NoMatch onAll={() => onView({})} /> : <NoRuns />)}
      {runs.length > 0 && (
        <>
          <RunTable
            runs={runs}
            chosen={chosen}
            onChoose={setChosen}
            deletingIds={deletingIds}
            onDelete={(id) => deleteRuns([id])}
          />
          <EndlessEnd text={countOf(runs.length, 'run')} count={runs.length} list={list} />
        </>
      )}
    </div>
  );
}

interface FiltersProps extends RunListProps {
  readonly sort: RunSort;
}

function Filters({ view, sort, onView }: FiltersProps) {
  const { find, state, sort: wanted, ...rest } = view;
  const change = (next: WorkView) =>
    onView({
      ...rest,
      ...(find === undefined ? {} : { find }),
      ...(state === undefined ? {} : { state }),
      ...(wanted === undefined ? {} : { sort: wanted }),
      ...next,
    });
  const without = (key: keyof WorkView) =>
    onView(Object.fromEntries(Object.entries(view).filter(([each]) => each !== key)));
  return (
    <div className={styles.filters}>
      <FindField
        value={find ?? ''}
        placeholder="name, label or algorithm"
        onFind={(text) => (text.trim() === '' ? without('find') : change({ find: text }))}
      />
      <select
        className="touch-field"
        aria-label="State"
        value={state ?? ''}
        onChange={(event) => {
          const chosen = event.target.value as NonNullable<WorkView['state']> | '';
          if (chosen === '') without('state');
          else change({ state: chosen });
        }}
      >
        <option value="">every state</option>
        {STATES.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <select
        className="touch-field"
        aria-label="Order"
        value={sort}
        onChange={(event) => {
          const chosen = event.target.value as RunSort;
          if (chosen === 'newest') without('sort');
          else change({ sort: chosen });
        }}
      >
        {SORTS.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

function NoRuns() {
  return (
    <div className={styles.empty}>
      <Note title="This browser has no runs yet.">
        Curves appear within a second: start from a known case, or build your own.
      </Note>
      <div className="row wraps">
        <Button variant="filled" renderRoot={(props) => <Link to="/" {...props} />}>
          Known cases
        </Button>
        <Button renderRoot={(props) => <Link to="/build" {...props} />}>Build a scenario</Button>
      </div>
    </div>
  );
}

function NoMatch({ onAll }: { onAll: () => void }) {
  return (
    <Note title="No run matches." action={{ label: 'Show all runs', onClick: onAll }}>
      Every word must occur in the name, a label or an algorithm, and the state must match.
    </Note>
  );
}
