import { describe, expect, it } from 'vitest';

import { areDueAlike, plainShares } from './shares';

describe('what flows are due by the scenario alone', () => {
  const bottleneck = { rate_bps: 12e6 };

  it('is the equal share where nothing but the bottleneck bounds them', () => {
    const flows = [{ count: 2 }, { count: 1, traffic: { kind: 'bulk' } }];
    expect(plainShares({ bottleneck, flows })).toEqual({ fairShareBps: 4e6 });
  });

  it.each([
    ['a policer', { queue: { kind: 'policer' } }, {}],
    ['datagrams', {}, { traffic: { kind: 'udp' } }],
    ['a receiver', {}, { receiver: { window_bytes: 9000 } }],
    ['another link', {}, { path: ['bottleneck', 'second'] }],
  ])('is not known with %s', (_, link, flow) => {
    const scenario = { bottleneck: { ...bottleneck, ...link }, flows: [{}, flow] };
    expect(areDueAlike(scenario)).toBe(false);
    expect(plainShares(scenario).fairShares).toEqual([]);
  });

  it('has steps where flows come and go', () => {
    const flows = [{ count: 1 }, { count: 2, start_s: 5, stop_s: 8 }];
    const steps = [
      { fromSeconds: 0, bps: 12e6 },
      { fromSeconds: 5, bps: 4e6 },
      { fromSeconds: 8, bps: 12e6 },
    ];
    expect(plainShares({ bottleneck, flows }).fairShares).toEqual([{ groupIndex: null, steps }]);
    const moving = { ...bottleneck, rate_schedule: [{ at_s: 4, rate_bps: 1e6 }] };
    expect(plainShares({ bottleneck: moving, flows }).fairShares).toEqual([]);
  });
});
