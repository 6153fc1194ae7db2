import { describe, expect, it } from 'vitest';

import { costRepairs } from './costRepairs';

const flows = (...counts: number[]) => counts.map((count) => ({ rtt_s: 0.1, count }));

describe('a scenario that is too large', () => {
  it('takes the time that fits', () => {
    // 1 Gbit/s with 1,250 bytes carry 100,000 packets a second.
    const scenario = { duration_s: 3600, packet_bytes: 1250, bottleneck: { rate_bps: 1e9 } };
    expect(costRepairs({ path: 'duration_s', bound: 2e8 }, scenario)).toEqual([
      { path: 'duration_s', value: 2000 },
    ]);
    expect(costRepairs({ path: 'duration_s', bound: 3600 }, scenario)).toBeNull();
  });

  it('takes the interval that keeps few enough samples', () => {
    const scenario = { duration_s: 1000, flows: flows(99) };
    const [repair] = costRepairs({ path: 'sample_interval_s', bound: 2_000_000 }, scenario) ?? [];
    // 100 subjects may have 20,000 samples each.
    expect(repair).toEqual({ path: 'sample_interval_s', value: 0.05 });
    expect(costRepairs({ path: 'sample_interval_s', bound: 1000 }, scenario)).toBeNull();
  });

  it.each([
    ['packets', 999_000],
    ['bytes', 1_240_000_000],
    ['seconds', 9.99],
    ['bdp', 99.9],
  ])('takes the buffer that fits into memory, in %s', (unit, value) => {
    const bottleneck = { rate_bps: 1e9, buffer: { amount: 1e9, unit } };
    const scenario = { packet_bytes: 1250, bottleneck, flows: flows(1) };
    // The path itself holds 10,000 packets of 1,010,000: a little less than a million are left.
    expect(costRepairs({ path: 'bottleneck.buffer.amount', bound: 1_009_999 }, scenario)).toEqual([
      { path: 'bottleneck.buffer.amount', value },
    ]);
  });

  it('takes flows from the largest group', () => {
    const scenario = { flows: flows(10, 10_500, 1) };
    expect(costRepairs({ path: 'flows', bound: 10_000 }, scenario)).toEqual([
      { path: 'flows.1.count', value: 9989 },
    ]);
  });

  it('offers nothing where nothing fits', () => {
    expect(costRepairs({ path: 'flows', bound: 2 }, { flows: flows(1, 1, 1, 1) })).toEqual([]);
    expect(costRepairs({ path: 'duration_s', bound: 2e9 }, {})).toEqual([]);
    expect(costRepairs({ path: 'name', bound: 200 }, {})).toBeNull();
  });
});
