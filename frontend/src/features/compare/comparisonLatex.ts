import { latexTable } from '@/analysis/numbers/latex';
import { methodText, metricWords } from '@/analysis/numbers/metricWords';
import type { ComparedMetric, Comparison } from '@/api/comparisons';

const NOT_TOLD = 'n.s.';

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
        ? [`Second lines: against the baseline; ${NOT_TOLD}: not significant.`, methodText(metrics)]
        : []),
    ],
  });
}

const isThere = (difference: ComparedMetric['against_baseline'][number]) =>
  difference?.mean != null;

function rowsOf(metric: ComparedMetric): string[][] {
  const words = metricWords(metric);
  const unit = words.unit === '' ? '' : `, ${words.unit}`;
  const values = metric.items.map((each) => joined(words.value(each), words.valueInterval(each)));
  const first = [`${metric.label}${unit}`, ...values];
  if (!metric.against_baseline.some(isThere)) return [first];
  const second = metric.against_baseline.map((difference) => {
    if (difference?.mean == null) return '';
    const told = difference.is_distinguishable === false ? NOT_TOLD : '';
    return joined(words.difference(difference), words.interval(difference), told);
  });
  return [first, ['', ...second]];
}

const joined = (...parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null && part !== '').join(' ');
