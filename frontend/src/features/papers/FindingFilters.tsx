import { armsOf } from '@/analysis/papers/findings';
import type { PaperRow } from '@/analysis/papers/types';
import { countVerdicts, presentVerdicts } from '@/analysis/papers/verdicts';
import type { PaperView } from '@/state/paperUrl';

import styles from './findings.module.css';
import { verdictWords } from './verdictTexts';

interface FindingFiltersProps {
  readonly rows: readonly PaperRow[];
  readonly view: PaperView;
  readonly shownCount: number;
  readonly onChange: (change: Partial<PaperView>) => void;
}

/** Words, verdict and algorithm: what one looks for among the findings. */
export function FindingFilters({ rows, view, shownCount, onChange }: FindingFiltersProps) {
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
