import { describe, expect, it } from 'vitest';

import { scenario } from '#tests/fixtures';

import { alteredScenario } from './altered';

describe('a change with a value', () => {
  it('keeps the bytes of a buffer that is counted in BDPs of the shortest flow', () => {
    const { bottleneck } = scenario();
    const free = { ...bottleneck, buffer: { amount: 2, unit: 'bdp', rtt_s: null } as const };
    const altered = alteredScenario(scenario({ bottleneck: free }), {
      kind: 'equal_rtts',
      rtt_s: 0.1,
    });
    expect(altered?.flows.map(({ rtt_s }) => rtt_s)).toEqual([0.1, 0.1]);
    expect(altered?.bottleneck.buffer).toEqual({ amount: 2, unit: 'bdp', rtt_s: 0.025 });
    expect(altered?.bottleneck.rate_bps).toBe(bottleneck.rate_bps);
  });

  it('is of one group, or of the buffer', () => {
    const base = scenario();
    const on = alteredScenario(base, {
      kind: 'other_algorithm',
      group_index: 1,
      algorithm: { name: 'cubic', parameters: {} },
    });
    expect(on?.flows.map(({ algorithm }) => algorithm.name)).toEqual(['bbr2', 'cubic']);
    const buffer = { amount: 30, unit: 'packets', rtt_s: null } as const;
    expect(alteredScenario(base, { kind: 'other_buffer', buffer })).toEqual({
      ...base,
      bottleneck: { ...base.bottleneck, buffer },
    });
    expect(alteredScenario(base, { kind: 'no_random_loss' })).toBeNull();
  });
});
