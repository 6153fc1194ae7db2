import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

import { matchingRows } from '@/analysis/papers/findings';
import { paperSearch, type PaperView } from '@/state/paperUrl';
import { Button } from '@/ui/Button';

import { FindingFilters } from './FindingFilters';
import styles from './findings.module.css';
import { usePaperContext } from './paperContext';
import { RowTable } from './RowTable';

const NO_FILTER = { find: '', verdict: '', arm: '' };

/** Every finding of the paper in one table that can be searched. */
export function FindingsTable() {
  const { paper } = usePaperContext();
  const view = useSearch({ from: '/papers/$name' });
  const navigate = useNavigate({ from: '/papers/$name' });
  const all = useMemo(() => paper.figures.flatMap(({ rows }) => rows), [paper]);
  const shown = useMemo(() => matchingRows(all, view), [all, view]);
  const set = (change: Partial<PaperView>) =>
    void navigate({
      search: (old) => paperSearch.parse({ ...old, ...change }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <h2>Findings, one by one</h2>
      <FindingFilters rows={all} view={view} shownCount={shown.length} onChange={set} />
      {shown.length === 0 ? (
        <p className={styles.none}>
          No finding matches. <Button onClick={() => set(NO_FILTER)}>Show all</Button>
        </p>
      ) : (
        <RowTable caption="Findings, one by one" rows={shown} hasIds />
      )}
    </>
  );
}
