import { describe, expect, it } from 'vitest';

import { scenario } from '#tests/fixtures';

import { alteredScenario } from './alteredScenario';

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
    expect(alteredScenario(base, { kind: 'other_buffer', buffer, link_id: 'bottleneck' })).toEqual({
      ...base,
      bottleneck: { ...base.bottleneck, buffer },
    });
    expect(alteredScenario(base, { kind: 'no_random_loss' })).toBeNull();
  });

  it('is of the link that is named, and keeps the bytes of every other one', () => {
    const { bottleneck, flows } = scenario();
    const link = { ...bottleneck, id: 'narrow', ack_filter: false } as const;
    const free = { ...link, buffer: { amount: 2, unit: 'bdp', rtt_s: null } as const };
    const base = scenario({
      links: [free],
      flows: flows.map((flow, index) => (index === 1 ? { ...flow, path: ['narrow'] } : flow)),
    });
    const buffer = { amount: 30, unit: 'packets', rtt_s: null } as const;
    const asked = { kind: 'other_buffer', buffer, link_id: 'narrow' } as const;
    expect(alteredScenario(base, asked)).toEqual({ ...base, links: [{ ...free, buffer }] });
    const equal = alteredScenario(base, { kind: 'equal_rtts', rtt_s: 0.1 });
    expect(equal?.links[0]?.buffer.rtt_s).toBe(flows[1]?.rtt_s);
  });
});
