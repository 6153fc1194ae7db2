import { fairnessVerdicts } from '@/analysis/numbers/fairnessVerdict';
import { formatSigned } from '@/analysis/numbers/metricFormat';
import { leadingMetric, metricTexts, significanceOf } from '@/analysis/numbers/metricTexts';
import { toShortest } from '@/analysis/numbers/units';
import { spreadAxis } from '@/analysis/axes/value';
import type { Comparison } from '@/api/experiments/comparisons';
import { ValueStrip } from '@/charts/strips/ValueStrip';

import styles from './compare.module.css';

interface DifferenceSentenceProps {
  readonly comparison: Comparison;
  readonly labels: readonly string[];
}

/** More of them than this are in the table below: a sentence has two lines at most. */
const MOST_NAMED = 2;
const ROW_PX = 30;

/** Which is fairer, with the interval of the difference; then what the others have more of. */
export function DifferenceSentence({ comparison, labels }: DifferenceSentenceProps) {
  const { metrics, baseline_index, items } = comparison;
  const metric = leadingMetric(metrics);
  if (metric === null || items.length < 2) return null;
  const words = metricTexts(metric);
  const others = metric.against_baseline.flatMap((difference, place) =>
    difference === null ? [] : [{ difference, name: labels[place] ?? '' }],
  );
  const rest = others.length - MOST_NAMED;
  return (
    <>
      <FairnessVerdict comparison={comparison} labels={labels} />
      <p className={styles.seen}>
        {`${metric.label} against ${labels[baseline_index] ?? ''}:`}{' '}
        {others.slice(0, MOST_NAMED).map(({ difference, name }, index) => (
          <span key={index}>
            {index > 0 && '; '}
            {name} <b>{words.difference(difference)}</b>
            {words.interval(difference) !== null && <small> {words.interval(difference)}</small>}
            {significanceOf(difference) === 'notSignificant' && ', not significant'}
          </span>
        ))}
        {rest > 0 && `; ${String(rest)} more in the table`}.
      </p>
    </>
  );
}

/** The verdict by Jain's index, and its differences as intervals; nothing where there is none. */
function FairnessVerdict({ comparison, labels }: DifferenceSentenceProps) {
  const found = fairnessVerdicts(comparison, labels);
  if (found === null) return null;
  const { metric, rows } = found;
  const nature = { name: metric.name, unit: '', fair: 0, scale: 'linear' as const };
  const hasIntervals = rows.some(({ interval }) => interval !== null);
  return (
    <section className={styles.fairer} aria-label="Which is fairer">
      {rows.slice(0, MOST_NAMED).map(({ key, head, rest }) => (
        <p key={key}>
          <b>{head}</b>
          {rest}
        </p>
      ))}
      {hasIntervals && (
        <ValueStrip
          rows={rows.map(({ key, name, mean, interval }) => ({
            key,
            title: name,
            values: mean === null ? [] : [mean],
            mean,
            interval,
          }))}
          axisOf={(values, ends, lengthPx, gapPx) =>
            spreadAxis(nature, [...values, ...ends, 0], lengthPx, gapPx)
          }
          format={(value) => formatSigned(value, DIGITS)}
          tick={toShortest}
          fair={0}
          fairText="as fair"
          hueOf={() => null}
          rowPx={ROW_PX}
          label={`${metric.label}, difference from ${labels[comparison.baseline_index] ?? ''}`}
        />
      )}
    </section>
  );
}

const DIGITS = { unit: '', factor: 1, decimals: 3 };
