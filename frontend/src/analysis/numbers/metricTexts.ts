/** The numbers of one metric in words, all items alike: pure. */
import {
  formatNumber,
  formatSigned,
  metricFormat,
  type MetricFormat,
} from '@/analysis/numbers/metricFormat';
import { ABSENT } from '@/analysis/numbers/units';
import { aligned, countOf } from '@/analysis/numbers/shown';
import type { components } from '@/api/schema';

type Schemas = components['schemas'];
type ComparedMetric = Schemas['ComparedMetric'];
type ItemDifference = Schemas['ItemDifference'];
type ItemEstimate = Schemas['ItemEstimate'];

/** How the differences of a table are to be read. */
export const LEGEND = {
  significant: 'significant: the 95% interval excludes equality',
  notSignificant: 'not significant: the 95% interval includes equality',
  paired: (count: number) =>
    `Paired by seed, ${countOf(count, 'pair')}: the same seeds, hence the same random numbers, for both. Student’s t interval.`,
  pairedSome:
    'Paired by seed: the same seeds, hence the same random numbers, for both. Student’s t interval.',
  unpaired: 'Different seeds, so not paired: Welch’s interval for two independent means.',
  mixed: 'Paired by seed where both have the seed; otherwise Welch’s interval (w).',
  noInterval: 'One seed has no interval: a difference can be chance.',
  chance: 'Expect about 1 false positive in 20.',
} as const;

const intervalText = (low: string, high: string) => `[${low}, ${high}]`;

/** What a difference comes to: judged by its interval, or with none to judge by. */
export type Significance = 'significant' | 'notSignificant' | 'unknown';

export function significanceOf({ is_distinguishable }: ItemDifference): Significance {
  if (is_distinguishable === null) return 'unknown';
  return is_distinguishable ? 'significant' : 'notSignificant';
}

interface MetricTexts {
  /** Empty for pure numbers. */
  readonly unit: string;
  readonly value: (estimate: ItemEstimate) => string;
  readonly valueInterval: (estimate: ItemEstimate) => string | null;
  /** With its sign, or `0.66 times`. */
  readonly difference: (difference: ItemDifference) => string;
  /** Without the unit, where a heading has it. */
  readonly bareDifference: (difference: ItemDifference) => string;
  readonly interval: (difference: ItemDifference) => string | null;
}

export function metricTexts(metric: ComparedMetric): MetricTexts {
  const means = metric.items.map(({ mean }) => mean);
  const isWhole = means.every((mean) => mean === null || Number.isInteger(mean));
  const usual = metricFormat(metric, means);
  // Counts of a single seed are whole numbers.
  const format = isWhole && usual.factor === 1 ? { ...usual, decimals: 0 } : usual;
  const unit = format.unit === '%' ? 'points' : format.unit;
  const signed = { ...format, unit, decimals: differenceDecimals(metric, format) };
  const bare = { ...signed, unit: '' };
  return {
    unit: format.unit,
    value: ({ mean }) => formatNumber(mean, format),
    valueInterval: ({ low, high }) =>
      low === null || high === null
        ? null
        : intervalText(formatNumber(low, format), formatNumber(high, format)),
    difference: (difference) => differenceText(difference, signed),
    bareDifference: (difference) => differenceText(difference, bare),
    interval: ({ kind, low, high }) => {
      if (low === null || high === null) return null;
      return kind === 'ratio'
        ? intervalText(factorText(low), factorText(high))
        : intervalText(formatSigned(low, bare), formatSigned(high, bare));
    },
  };
}

function differenceText({ kind, mean }: ItemDifference, format: MetricFormat): string {
  if (mean === null) return ABSENT;
  return kind === 'ratio' ? `${factorText(mean)} times` : formatSigned(mean, format);
}

const MOST_MORE_DECIMALS = 1;

/** Differences are smaller than the values: enough digits to show the largest of them. */
function differenceDecimals(metric: ComparedMetric, { factor, decimals }: MetricFormat): number {
  const sizes = metric.against_baseline.map((each) => Math.abs(each?.mean ?? 0) / factor);
  const largest = Math.max(0, ...sizes);
  if (largest === 0) return decimals;
  const wanted = 2 - Math.floor(Math.log10(largest));
  return Math.max(0, Math.min(wanted, decimals + MOST_MORE_DECIMALS));
}

/** As many decimals in a row of factors, so that they can be compared. */
function factorText(ratio: number): string {
  return aligned(ratio, ratio < 10 ? 2 : 1);
}

const LEADING = ['throughput_ratio', 'jain_index', 'utilisation_ratio', 'throughput_bps'];
const USUAL = [
  'throughput_ratio',
  'jain_index',
  'utilisation_ratio',
  'throughput_bps',
  'mean_queue_s',
  'retransmit_ratio',
  'dropped_packets',
];
const USUAL_OF_GROUP = /^group_\d+_(throughput_bps|mean_rtt_s|share_ratio)$/;
/** Usual where there is one: not all traffic has it. */
const OF_TRAFFIC = /^group_\d+_(late_frame_ratio|mean_completion_s)$/;

/** What the page's sentence is about. */
export function leadingMetric(metrics: readonly ComparedMetric[]): ComparedMetric | null {
  const known = LEADING.flatMap(
    (name) =>
      metrics.find(
        (metric) => metric.name === name && metric.against_baseline.some((it) => it?.mean != null),
      ) ?? [],
  );
  return known[0] ?? null;
}

/** Those that are looked at first; all of them where there is none of these. */
export function usualMetrics(metrics: readonly ComparedMetric[]): readonly ComparedMetric[] {
  const usual = metrics.filter(
    ({ name, items }) =>
      USUAL.includes(name) ||
      USUAL_OF_GROUP.test(name) ||
      (OF_TRAFFIC.test(name) && items.some(({ mean }) => mean !== null)),
  );
  return usual.length === 0 ? metrics : usual;
}

/** The flow group of a metric; null: it is of the link or of all flows. */
export function groupOf({ name }: ComparedMetric): number | null {
  const found = /^group_(\d+)_/.exec(name);
  return found === null ? null : Number(found[1]);
}

/** How the differences of the whole table were made. */
export function methodText(metrics: readonly ComparedMetric[]): string {
  const judged = metrics
    .flatMap(({ against_baseline }) => against_baseline)
    .filter((each) => each !== null && each.is_distinguishable !== null);
  if (judged.length === 0) return LEGEND.noInterval;
  const paired = judged.filter((each) => each?.is_paired === true);
  if (paired.length === 0) return LEGEND.unpaired;
  if (paired.length < judged.length) return LEGEND.mixed;
  const counts = new Set(paired.map((each) => each?.count ?? 0));
  const [count] = counts;
  return counts.size === 1 && count !== undefined ? LEGEND.paired(count) : LEGEND.pairedSome;
}
