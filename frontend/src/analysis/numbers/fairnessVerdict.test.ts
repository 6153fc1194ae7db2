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
      numbers: 'Jain’s index +0.060, 95% interval +0.040 to +0.080',
      over: ', 20 paired seeds',
      interval: [0.04, 0.08],
    });
    const less = rowOf({ mean: -0.06, low: -0.08, high: -0.04, is_paired: false });
    expect(less?.head).toBe('FaiRTT is less fair than BBRv2');
    expect(less?.over).toMatch(/20 seeds, not paired$/);
  });

  it('is not said where it cannot be told', () => {
    const head = 'It cannot be told whether FaiRTT or BBRv2 is fairer';
    expect(rowOf({ low: -0.01, is_distinguishable: false })?.head).toBe(head);
    const one = rowOf({ low: null, high: null, is_distinguishable: null, count: 1 });
    expect(one).toMatchObject({ head, interval: null });
    expect(one?.numbers).toBe('Jain’s index +0.060, one seed, no interval');
  });

  it('is no question where nothing is shared', () => {
    expect(fairnessVerdicts(compared({}, 'throughput_bps'), ['A', 'B'])).toBeNull();
    expect(fairnessVerdicts(compared({ mean: null }), ['A', 'B'])).toBeNull();
  });
});
