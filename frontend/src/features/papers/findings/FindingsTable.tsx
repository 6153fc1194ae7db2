import { useMediaQuery } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { armsOf, matchingRows } from '@/analysis/papers/findings';
import type { PaperRow } from '@/analysis/papers/types';
import { countVerdicts, presentVerdicts } from '@/analysis/papers/verdicts';
import { paperSearch, type PaperView } from '@/state/paperUrl';
import { Button } from '@/ui/Button';

import styles from './findings.module.css';
import { usePaperContext } from '../paperContext';
import { RowTable } from './RowTable';
import { verdictWords } from './verdictTexts';

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

interface FindingFiltersProps {
  readonly rows: readonly PaperRow[];
  readonly view: PaperView;
  readonly shownCount: number;
  readonly onChange: (change: Partial<PaperView>) => void;
}

/** Words, verdict and algorithm: what one looks for among the findings. */
function FindingFilters({ rows, view, shownCount, onChange }: FindingFiltersProps) {
  const verdicts = presentVerdicts(countVerdicts(rows.map(({ verdict }) => verdict)));
  return (
    <div className={styles.filters}>
      <label>
        Filter
        <input
          type="search"
          value={view.find ?? ''}
          placeholder="id, words, setting"
          onChange={(event) => onChange({ find: event.currentTarget.value })}
        />
      </label>
      <Select
        label="Verdict"
        value={view.verdict ?? ''}
        options={verdicts.map(({ verdict }) => [verdict, verdictWords[verdict]])}
        onChange={(verdict) => onChange({ verdict })}
      />
      <Select
        label="Algorithm"
        value={view.arm ?? ''}
        options={armsOf(rows).map((arm) => [arm, arm])}
        onChange={(arm) => onChange({ arm })}
      />
      <p className="small quiet" role="status">
        {shownCount === rows.length
          ? `${rows.length} findings`
          : `${shownCount} of ${rows.length} findings`}
      </p>
    </div>
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}

function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">any</option>
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
