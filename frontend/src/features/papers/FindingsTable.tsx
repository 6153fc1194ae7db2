import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

import { matchingRows } from '@/analysis/papers/findings';
import { papersText } from '@/messages/papers';
import { parsePaperView, type PaperView } from '@/state/paperUrl';

import { FindingFilters } from './FindingFilters';
import styles from './findings.module.css';
import { usePaperContext } from './paperContext';
import { RowTable } from './RowTable';

const text = papersText.findings;
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
      search: (old) => parsePaperView({ ...old, ...change }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <h2>{text.title}</h2>
      <FindingFilters rows={all} view={view} shownCount={shown.length} onChange={set} />
      {shown.length === 0 ? (
        <p className={styles.none}>
          {text.none} <Button onClick={() => set(NO_FILTER)}>{text.showAll}</Button>
        </p>
      ) : (
        <RowTable caption={text.title} rows={shown} hasIds />
      )}
    </>
  );
}
