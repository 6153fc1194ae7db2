import { formatCount } from '@/analysis/numbers/units';
import { countOf, rough } from '@/analysis/numbers/shown';
import type { ExperimentPrecision } from '@/api/experiments';

import styles from './experiment.module.css';

const STATES = {
  reached: 'narrow enough',
  wanted: 'gets more seeds',
  most_seeds: 'has the most seeds that it may get',
  budget: 'gets no more: all runs are spent',
  no_number: 'has no number',
} as const;

/** Where effects are judged. */
const BASELINE = 'the baseline, with as many as its comparisons need';

interface PrecisionLineProps {
  readonly precision: ExperimentPrecision;
  /** The chosen cell. */
  readonly cell: number;
}

/** How far the wanted precision is reached, and what the chosen cell still needs. */
export function PrecisionLine({ precision, cell }: PrecisionLineProps) {
  const { seed_count, width_ratio, needed_count, state, is_judged } = precision.cells;
  const width = width_ratio[cell] ?? null;
  const needed = needed_count[cell] ?? null;
  const now = state[cell];
  const where =
    precision.of === 'effect'
      ? 'The data table of differences says it of every comparison.'
      : 'The data table says it of every cell.';
  const parts = [
    countOf(seed_count[cell] ?? 0, 'seed'),
    ...(width === null ? [] : [`±${rough(100 * width)}%`]),
    ...(now === undefined ? [] : [is_judged[cell] === false ? BASELINE : STATES[now]]),
    ...(needed === null || needed === 0 ? [] : [`needs about ${formatCount(needed)} more`]),
  ];
  return (
    <div className={styles.verdicts} role="status">
      <p>
        <b>Precision: </b>
        {precision.sentence}
      </p>
      <p className="quiet small">{`The chosen cell: ${parts.join(', ')}. ${where}`}</p>
    </div>
  );
}
