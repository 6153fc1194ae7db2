import clsx from 'clsx';
import { useMemo } from 'react';

import { latexTable } from '@/analysis/numbers/latex';
import {
  groupOf,
  LEGEND,
  methodText,
  metricTexts,
  significanceOf,
  usualMetrics,
} from '@/analysis/numbers/metricTexts';
import type { ComparedMetric, Comparison } from '@/api/experiments/comparisons';
import { hueClass } from '@/charts/palette';
import { StyleSample } from '@/charts/StyleSample';
import { Button } from '@/ui/Button';
import { saveFile } from '@/ui/saveFile';
import { Term } from '@/ui/Term';
import { SignificanceLegend, SignificanceMark } from '@/ui/SignificanceMark';

import styles from './compare.module.css';
import { lineStyles } from './lineStyles';
import type { CompareViewState } from './useCompareView';

const NOT_SIGNIFICANT = 'n.s.';

/** The table of metrics as the page shows it, for a paper: a second line against the baseline. */
export function comparisonLatex(
  { items, baseline_index: baseline }: Comparison,
  metrics: readonly ComparedMetric[],
  labels: readonly string[],
): string {
  const hasSecondLine = metrics.some(({ against_baseline }) => against_baseline.some(isThere));
  const versions = [...new Set(items.map(({ core_version }) => core_version))].join(', ');
  return latexTable({
    caption: `${labels.join(', ')}: mean over seeds with 95% intervals`,
    columns: [
      { title: 'Metric', isNumber: false },
      ...labels.map((label, place) => ({
        title: place === baseline ? `${label} (baseline)` : label,
        isNumber: true,
      })),
    ],
    rows: metrics.flatMap((metric) => rowsOf(metric)),
    notes: [
      `Seeds: ${items.map(({ seed_count }, place) => `${labels[place] ?? ''} ${seed_count}`).join(', ')}. Core ${versions}.`,
      ...(hasSecondLine
        ? [
            `Second lines: against the baseline; ${NOT_SIGNIFICANT}: not significant.`,
            methodText(metrics),
          ]
        : []),
    ],
  });
}

const isThere = (difference: ComparedMetric['against_baseline'][number]) =>
  difference?.mean != null;

function rowsOf(metric: ComparedMetric): string[][] {
  const words = metricTexts(metric);
  const unit = words.unit === '' ? '' : `, ${words.unit}`;
  const values = metric.items.map((each) => joined(words.value(each), words.valueInterval(each)));
  const first = [`${metric.label}${unit}`, ...values];
  if (!metric.against_baseline.some(isThere)) return [first];
  const second = metric.against_baseline.map((difference) => {
    if (difference?.mean == null) return '';
    const significance = difference.is_distinguishable === false ? NOT_SIGNIFICANT : '';
    return joined(words.difference(difference), words.interval(difference), significance);
  });
  return [first, ['', ...second]];
}

const joined = (...parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null && part !== '').join(' ');

interface MetricTableProps {
  readonly comparison: Comparison;
  readonly labels: readonly string[];
  readonly view: CompareViewState;
  /** There are no runs of these seeds, only the numbers that are known of them. */
  readonly isKnown: boolean;
}

/** Every metric of every item with its interval, and against the baseline with the other one. */
export function MetricTable({ comparison, labels, view, isKnown }: MetricTableProps) {
  const { metrics, baseline_index: baseline } = comparison;
  const usual = useMemo(() => usualMetrics(metrics), [metrics]);
  const isAll = view.view.all === true;
  const styleOf = lineStyles(labels.length, baseline);
  return (
    <section className={styles.part}>
      <h2>
        Metrics{' '}
        <span>
          mean over seeds, 95% interval (Student’s t) in brackets; second line: against the baseline
        </span>
      </h2>
      <div className={styles.scroll}>
        <table className={clsx(styles.table, styles.metrics)}>
          <thead>
            <tr>
              <th scope="col">Metric</th>
              {labels.map((label, place) => (
                <th key={place} scope="col" className="number">
                  <StyleSample style={styleOf[place] ?? 'solid'} />
                  {label}
                  {place === baseline && <small className="faint regular"> baseline</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(isAll ? metrics : usual).map((metric) => (
              <Row key={metric.name} metric={metric} labels={labels} />
            ))}
          </tbody>
        </table>
      </div>
      <Legend metrics={metrics} />
      {isKnown && <KnownOnly comparison={comparison} view={view} />}
      <Button
        onClick={() =>
          saveFile(
            'comparison.tex',
            comparisonLatex(comparison, isAll ? metrics : usual, labels),
            'text/x-tex',
          )
        }
      >
        Table as LaTeX
      </Button>
      {usual.length < metrics.length && (
        <button
          type="button"
          className={clsx('ui-link', styles.textButton)}
          onClick={() => view.change({ all: isAll ? undefined : true })}
        >
          {isAll ? 'The usual metrics' : `All ${metrics.length} metrics`}
        </button>
      )}
    </section>
  );
}

/** Not every metric is stored of seeds that ship with the lab. */
function KnownOnly({ comparison, view }: Pick<MetricTableProps, 'comparison' | 'view'>) {
  const seedCount = comparison.items[0]?.seed_count ?? 0;
  if (view.view.full === true) return null;
  return (
    <p className={styles.known}>
      {`These numbers of all ${seedCount} seeds were already stored: nothing was computed.`}{' '}
      <button
        type="button"
        className={clsx('ui-link', styles.textButton)}
        onClick={() => view.change({ full: true })}
      >
        {`Compute the ${seedCount * comparison.items.length} runs for all metrics and curves`}
      </button>
    </p>
  );
}

interface RowProps {
  readonly metric: ComparedMetric;
  readonly labels: readonly string[];
}

function Row({ metric, labels }: RowProps) {
  const words = metricTexts(metric);
  const group = groupOf(metric);
  return (
    <tr>
      <th scope="row" className={group === null ? undefined : clsx('hue-text', hueClass(group))}>
        <Term name={metric.label} definition={metric.definition} note={metric.name} />
        {words.unit !== '' && <small> {words.unit}</small>}
      </th>
      {metric.items.map((estimate, place) => {
        const difference = metric.against_baseline[place] ?? null;
        return (
          <td key={place} className="number" data-label={labels[place]}>
            <span className={styles.value}>
              {words.value(estimate)} <small>{words.valueInterval(estimate)}</small>
            </span>
            {difference?.mean != null && (
              <span className={styles.difference} data-significance={significanceOf(difference)}>
                <SignificanceMark isSignificant={difference.is_distinguishable} />
                <span
                  className={significanceOf(difference) === 'significant' ? 'strong' : undefined}
                >
                  {words.difference(difference)}
                </span>{' '}
                <small>{words.interval(difference)}</small>
                {!difference.is_paired && difference.is_distinguishable !== null && (
                  <abbr title="not paired: Welch’s interval">w</abbr>
                )}
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
}

function Legend({ metrics }: { metrics: readonly ComparedMetric[] }) {
  const hasIntervals = metrics.some(({ against_baseline }) =>
    against_baseline.some((each) => each?.is_distinguishable != null),
  );
  return (
    <p className={clsx('small', 'quiet', styles.legend)}>
      {hasIntervals && <SignificanceLegend />}
      <span>{methodText(metrics)}</span>
      {hasIntervals && <span>{LEGEND.chance}</span>}
    </p>
  );
}
