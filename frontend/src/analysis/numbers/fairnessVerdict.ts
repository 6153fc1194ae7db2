/** Which of the compared is fairer than the baseline, by Jain's index: pure. */
import type { components } from '@/api/schema';

import { formatSigned } from './metricFormat';

type Schemas = components['schemas'];
type Comparison = Schemas['ComparisonRead'];
type ComparedMetric = Schemas['ComparedMetric'];

export interface FairnessRow {
  readonly key: string;
  readonly name: string;
  /** `FaiRTT is fairer than BBRv2`. */
  readonly head: string;
  /** The difference with its interval. */
  readonly numbers: string;
  /** What it is over, to be added; empty without an interval. */
  readonly over: string;
  readonly mean: number | null;
  readonly interval: readonly [low: number, high: number] | null;
}

/** Fair at its upper end, so that more of it is fairer. */
const NAME = 'jain_index';
const DIGITS = { unit: '', factor: 1, decimals: 3 };

/** null: nobody is fair or unfair here, since there is one flow. */
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
    const ends =
      interval === null
        ? 'one seed, no interval'
        : `95% interval ${formatSigned(interval[0], DIGITS)} to ${formatSigned(interval[1], DIGITS)}`;
    const over = `${String(count)} ${is_paired ? 'paired seeds' : 'seeds, not paired'}`;
    return [
      {
        key: String(place),
        name,
        head: headOf(name, baseline, mean, is_distinguishable),
        numbers: `Jain’s index ${formatSigned(mean, DIGITS)}, ${ends}`,
        over: interval === null ? '' : `, ${over}`,
        mean,
        interval,
      },
    ];
  });
  return rows.length === 0 ? null : { metric, rows };
}

function headOf(name: string, baseline: string, mean: number, isTold: boolean | null): string {
  if (isTold !== true) return `It cannot be told whether ${name} or ${baseline} is fairer`;
  return `${name} is ${mean > 0 ? 'fairer' : 'less fair'} than ${baseline}`;
}
