/** Comparisons as the service gives them. */
import type { ComparedMetric, Comparison } from '@/api/experiments/comparisons';

import { scenario } from './fixtures';

export const RUN = '0197f000-0000-7000-8000-000000000001';
export const OTHER = '0197f000-0000-7000-8000-000000000002';
export const EXPERIMENT = '0197f000-0000-7000-8000-0000000000ee';
export const DIGEST = 'abcdef012345'.padEnd(64, '0');
/** FaiRTT is fairer by 0.06. */
export function jain(): ComparedMetric {
  return {
    name: 'jain_index',
    label: "Jain's index",
    phrase: "Jain's index",
    unit: '',
    display_unit: '',
    per_display_unit: 1,
    definition: 'How equal.',
    fair: 1,
    scale: 'linear',
    average: 'arithmetic',
    least: 0,
    most: 1,
    better: 'fair',
    items: [0.92, 0.98].map((mean) => ({
      count: 5,
      mean,
      low: mean - 0.01,
      high: mean + 0.01,
      is_clipped: false,
    })),
    against_baseline: [
      null,
      {
        kind: 'difference',
        is_paired: true,
        count: 5,
        mean: 0.06,
        low: 0.04,
        high: 0.08,
        is_distinguishable: true,
      },
    ],
  };
}
/** BBRv2 and FaiRTT over five seeds. */
export function comparison(changes: Partial<Comparison> = {}): Comparison {
  const named = (name: string) => {
    const base = scenario();
    const flows = base.flows.map((flow) => ({ ...flow, algorithm: { ...flow.algorithm, name } }));
    return { ...base, flows };
  };
  const item = (name: string, id: string) => ({
    label: name,
    scenario: named(name),
    scenario_digest: DIGEST,
    core_version: '0.1.0+abc',
    behaviour_version: 1,
    seeds: [1, 2, 3, 4, 5],
    seed_count: 5,
    run_ids: [id],
    cell: null,
  });
  return {
    baseline_index: 0,
    items: [item('bbr2', RUN), item('fairtt', OTHER)],
    settings: [0, 1].map((group) => ({
      path: `flows.${group}.algorithm.name`,
      values: ['bbr2', 'fairtt'],
    })),
    hidden_setting_count: 0,
    metrics: [jain()],
    ...changes,
  };
}
