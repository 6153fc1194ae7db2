import { describe, expect, it } from 'vitest';

import type { ComparedMetric, Comparison } from '@/api/comparisons';
import { scenario } from '#tests/fixtures';

import { comparisonLatex } from './comparisonLatex';

const ratio: ComparedMetric = {
  ...{ name: 'jain_index', label: "Jain's index", unit: '', display_unit: '' },
  ...{ per_display_unit: 1, definition: 'How equal.', fair: 1, scale: 'linear' },
  ...{ average: 'arithmetic', least: 0, most: 1, better: 'fair' },
  items: [0.92, 0.98].map((mean) => ({
    ...{ count: 5, mean, low: mean - 0.01, high: mean + 0.01, is_clipped: false },
  })),
  against_baseline: [
    null,
    {
      ...{ kind: 'difference', is_paired: true, count: 5 },
      ...{ mean: 0.06, low: 0.04, high: 0.08, is_distinguishable: true },
    },
  ],
};

function item(label: string): Comparison['items'][number] {
  return {
    ...{ label, scenario: scenario(), scenario_digest: 'd', core_version: '0.1.0+a' },
    ...{ behaviour_version: 3, seeds: [1, 2, 3, 4, 5], seed_count: 5, run_ids: [], cell: null },
  };
}

describe('the table of metrics for a paper', () => {
  it('has values, intervals and the difference from the baseline', () => {
    const compared: Comparison = {
      ...{ baseline_index: 0, items: [item('a'), item('b')], settings: [] },
      ...{ hidden_setting_count: 0, metrics: [ratio] },
    };
    const text = comparisonLatex(compared, compared.metrics, ['CUBIC & co', '50%']);
    expect(text).toContain('Metric & CUBIC \\& co (baseline) & 50\\% \\\\');
    expect(text).toMatch(/Jain's index & 0\.92\S* .*0\.91.* & 0\.98\S* .*0\.97.* \\\\/);
    expect(text).toMatch(/^ & {2}& \+0\.06/m);
    expect(text).toContain('Seeds: CUBIC \\& co 5, 50\\% 5. Core 0.1.0+a.');
  });
});
