/** Which of the compared is fairer than the baseline, by Jain's index: pure. */
import type { components } from '@/api/schema';

import { formatSigned } from './metricFormat';

type Schemas = components['schemas'];
type Comparison = Schemas['ComparisonRead'];
type ComparedMetric = Schemas['ComparedMetric'];

interface FairnessRow {
  readonly key: string;
  readonly name: string;
  /** `FaiRTT is fairer than BBRv2`. */
  readonly head: string;
  /** What follows the head: the difference with its interval, or what to do without one. */
  readonly rest: string;
  readonly mean: number | null;
  readonly interval: readonly [low: number, high: number] | null;
}

/** Fair at its upper end, so that more of it is fairer. */
const NAME = 'jain_index';
const DIGITS = { unit: '', factor: 1, decimals: 3 };

/** null: a single flow is neither fair nor unfair. */
export function fairnessVerdicts(
  { metrics, baseline_index }: Comparison,
  labels: readonly string[],
): { readonly metric: ComparedMetric; readonly rows: readonly FairnessRow[] } | null {
  const metric = metrics.find(({ name }) => name === NAME);
  if (metric === undefined) return null;
  const baseline = labels[baseline_index] ?? '';
  const rows = metric.against_baseline.flatMap((difference, place): FairnessRow[] => {
    if (difference?.mean == null) return [];
    const name = labels[place] ?? '';
    const { mean, low, high, is_distinguishable, is_paired, count } = difference;
    const interval = low === null || high === null ? null : ([low, high] as const);
    if (interval === null) return [{ key: String(place), name, mean, interval, ...oneSeed(mean) }];
    const [least, most] = interval.map((end) => formatSigned(end, DIGITS));
    const seeds = `${String(count)} ${is_paired ? 'paired seeds' : 'seeds, not paired'}`;
    return [
      {
        key: String(place),
        name,
        head: headOf(name, baseline, mean, is_distinguishable === true),
        rest: `: Jain’s index differs by ${formatSigned(mean, DIGITS)} (95% interval ${least ?? ''} to ${most ?? ''}; ${seeds}).`,
        mean,
        interval,
      },
    ];
  });
  return rows.length === 0 ? null : { metric, rows };
}

/** A difference without an interval says nothing of which is fairer. */
function oneSeed(mean: number) {
  const size = formatSigned(Math.abs(mean), DIGITS).replace('+', '');
  const by = Number(size) === 0 ? 'less than 0.001' : size;
  return {
    head: `Jain’s index ${mean === 0 ? 'is the same' : `differs by ${by}`} on this one seed`,
    rest: '; run more seeds to tell which is fairer.',
  };
}

function headOf(name: string, baseline: string, mean: number, isSignificant: boolean): string {
  if (!isSignificant) return `No clear difference in fairness between ${name} and ${baseline}`;
  return `${name} is ${mean > 0 ? 'fairer' : 'less fair'} than ${baseline}`;
}
