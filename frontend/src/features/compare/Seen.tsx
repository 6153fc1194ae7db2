import type { Comparison } from '@/api/comparisons';

import styles from './compare.module.css';
import { leadingMetric, metricWords, toldOf } from '@/analysis/numbers/metricWords';

interface SeenProps {
  readonly comparison: Comparison;
  readonly labels: readonly string[];
}

/** The plain sentence: what the others have more or less of than the baseline. */
export function Seen({ comparison, labels }: SeenProps) {
  const { metrics, baseline_index, items } = comparison;
  const metric = leadingMetric(metrics);
  if (metric === null || items.length < 2) return null;
  const words = metricWords(metric);
  const others = metric.against_baseline.flatMap((difference, place) =>
    difference === null ? [] : [{ difference, name: labels[place] ?? '' }],
  );
  return (
    <p className={styles.seen}>
      {`${metric.label} against ${labels[baseline_index] ?? ''}:`}{' '}
      {others.map(({ difference, name }, index) => (
        <span key={index}>
          {index > 0 && '; '}
          {name} <b>{words.difference(difference)}</b>
          {words.interval(difference) !== null && <small> {words.interval(difference)}</small>}
          {toldOf(difference) === 'notTold' && ', not told apart'}
        </span>
      ))}
      .
    </p>
  );
}
