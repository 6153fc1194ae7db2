import { describe, expect, it } from 'vitest';

import { fairnessVerdicts } from './fairnessVerdict';

type Comparison = Parameters<typeof fairnessVerdicts>[0];

function compared(changes: object, name = 'jain_index') {
  const difference = {
    kind: 'difference',
    is_paired: true,
    count: 20,
    mean: 0.06,
    low: 0.04,
    high: 0.08,
    is_distinguishable: true,
    ...changes,
  };
  const metrics = [{ name, label: 'Jain', against_baseline: [null, difference] }];
  return { baseline_index: 0, metrics } as unknown as Comparison;
}

const rowOf = (changes: object) =>
  fairnessVerdicts(compared(changes), ['BBRv2', 'FaiRTT'])?.rows[0];

describe('which is fairer', () => {
  it('is said with the difference and its interval', () => {
    expect(rowOf({})).toMatchObject({
      head: 'FaiRTT is fairer than BBRv2',
      rest: ': Jain’s index differs by +0.060 (95% interval +0.040 to +0.080; 20 paired seeds).',
      interval: [0.04, 0.08],
    });
    const less = rowOf({ mean: -0.06, low: -0.08, high: -0.04, is_paired: false });
    expect(less?.head).toBe('FaiRTT is less fair than BBRv2');
    expect(less?.rest).toMatch(/; 20 seeds, not paired\)\.$/);
  });

  it('is not given where the difference is not significant', () => {
    expect(rowOf({ low: -0.01, is_distinguishable: false })?.head).toBe(
      'No clear difference in fairness between FaiRTT and BBRv2',
    );
    const one = { low: null, high: null, is_distinguishable: null, count: 1 };
    for (const mean of [0.06, -0.06]) {
      const row = rowOf({ ...one, mean });
      expect(`${row?.head}${row?.rest}`).toBe(
        'Jain’s index differs by 0.060 on this one seed; run more seeds to tell which is fairer.',
      );
      expect(row?.interval).toBeNull();
    }
    expect(rowOf({ ...one, mean: 0 })?.head).toBe('Jain’s index is the same on this one seed');
    expect(rowOf({ ...one, mean: 1e-4 })?.head).toMatch(/differs by less than 0\.001 on this/);
  });

  it('is no question where nothing is shared', () => {
    expect(fairnessVerdicts(compared({}, 'throughput_bps'), ['A', 'B'])).toBeNull();
    expect(fairnessVerdicts(compared({ mean: null }), ['A', 'B'])).toBeNull();
  });
});
