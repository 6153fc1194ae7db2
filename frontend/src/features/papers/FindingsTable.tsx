import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';

import { matchingRows } from '@/analysis/papers/findings';
import { paperSearch, type PaperView } from '@/state/paperUrl';
import { Button } from '@/ui/Button';

import { FindingFilters } from './FindingFilters';
import styles from './findings.module.css';
import { usePaperContext } from './paperContext';
import { RowTable } from './RowTable';

/** A phone shows a table of a hundred rows bit by bit. */
const PHONE = '(max-width: 760px)';
const STEP = 20;

const NO_FILTER = { find: '', verdict: '', arm: '' };

/** Every finding of the paper in one table that can be searched. */
export function FindingsTable() {
  const { paper } = usePaperContext();
  const view = useSearch({ from: '/papers/$name' });
  const navigate = useNavigate({ from: '/papers/$name' });
  const all = useMemo(() => paper.figures.flatMap(({ rows }) => rows), [paper]);
  const found = useMemo(() => matchingRows(all, view), [all, view]);
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const [limit, setLimit] = useState(STEP);
  // A link to one row finds it, wherever it stands.
  const isCut = isPhone && !window.location.hash.startsWith('#row-');
  const shown = isCut ? found.slice(0, limit) : found;
  const set = (change: Partial<PaperView>) =>
    void navigate({
      search: (old) => paperSearch.parse({ ...old, ...change }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <FindingFilters rows={all} view={view} shownCount={found.length} onChange={set} />
      {shown.length === 0 ? (
        <p className={styles.none}>
          No finding matches. <Button onClick={() => set(NO_FILTER)}>Show all</Button>
        </p>
      ) : (
        <RowTable caption="Findings, one by one" rows={shown} hasIds />
      )}
      {shown.length < found.length && (
        <Button onClick={() => setLimit(limit + STEP)}>
          {`Show ${Math.min(STEP, found.length - shown.length)} more of ${found.length}`}
        </Button>
      )}
    </>
  );
}
