import { describe, expect, it } from 'vitest';

import { dominantLimit, groupLimits, type FlowLimits } from './limits';

const flow = (changes: Partial<FlowLimits>): FlowLimits => ({
  group_index: 0,
  active_s: 10,
  limited_cwnd_ratio: 0,
  limited_pacing_ratio: 0,
  limited_recovery_ratio: 0,
  limited_receive_window_ratio: 0,
  limited_application_ratio: 0,
  ...changes,
});

describe('shares of a group', () => {
  it('weighs every flow by the time in which it was active', () => {
    const shares = groupLimits(
      [
        flow({ limited_cwnd_ratio: 1, active_s: 30 }),
        flow({ limited_cwnd_ratio: 0.2, limited_pacing_ratio: 0.8, active_s: 10 }),
        flow({ limited_recovery_ratio: 1, group_index: 1 }),
      ],
      0,
    );
    expect(shares).toEqual([
      { limit: 'cwnd', share: 0.8 },
      { limit: 'pacing', share: 0.2 },
    ]);
  });

  it('are unknown for results of a core that did not account for them', () => {
    expect(groupLimits([flow({ limited_cwnd_ratio: null })], 0)).toEqual([]);
  });
});

const columns = {
  limited_cwnd_ratio: { mean: [null, 0.9, 0.2, 0.6, 0.7, 0.9] },
  limited_pacing_ratio: { mean: [null, 0.1, 0.8, 0.4, 0.3, 0.1] },
};

describe('the limit of a moment', () => {
  it('finds which one rules a moment, and none where there is no flow', () => {
    expect(dominantLimit(columns, 0)).toBeNull();
    expect(dominantLimit(columns, 2)).toBe('pacing');
  });
});
