import { describe, expect, it } from 'vitest';

import { completedTransfers, idealSeconds, idealTimes, thinned } from './completions';

const result = {
  flows: [
    { flow_index: 0, group_index: 0 },
    { flow_index: 1, group_index: 1 },
  ],
  transfers: {
    flow_index: [0, 0, 1],
    start_s: [0, 1, 2],
    size_bytes: [1000, 2000, 3000],
    completion_s: [0.1, null, 0.3],
  },
};

const scenario = {
  header_bytes: 150,
  packet_bytes: 1500,
  bottleneck: { rate_bps: 10_000_000 },
  flows: [
    { rtt_s: 0.04, traffic: { kind: 'poisson_transfers' } },
    { rtt_s: 0.04, traffic: { kind: 'bulk' } },
    { rtt_s: 0.1, traffic: { kind: 'transfer', transfer_count: 5, size_bytes: 1000 } },
  ],
};

describe('completion times', () => {
  it('are those of the transfers that are complete, with their groups', () => {
    expect(completedTransfers(result)).toEqual([
      { groupIndex: 0, sizeBytes: 1000, seconds: 0.1 },
      { groupIndex: 1, sizeBytes: 3000, seconds: 0.3 },
    ]);
    expect(completedTransfers({ ...result, transfers: null })).toEqual([]);
  });

  it('are at least one and a half round trips and the transmission, half of one later on', () => {
    const ideals = idealTimes(scenario);
    expect(ideals.map(({ groupIndex }) => groupIndex)).toEqual([0, 2]);
    const times = ideals.map((ideal) => idealSeconds(ideal, 112_500));
    // 9 Mbit/s of payload: 112,500 bytes take 0.1 s.
    expect(times[0]).toBeCloseTo(0.16);
    expect(times[1]).toBeCloseTo(0.15);
  });

  it('are bounded by the slowest link of the path, at its best', () => {
    const link = { id: 'side', rate_bps: 1e6, delay_s: 0.02 };
    const [transfers] = scenario.flows;
    if (transfers === undefined) throw new Error('no flow');
    const idealOver = (side: object, ...path: string[]) => {
      const flows = [{ ...transfers, path }];
      return idealTimes({ ...scenario, links: [{ ...link, ...side }], flows })[0];
    };
    expect(idealOver({}, 'bottleneck', 'side')?.payloadBps).toBeCloseTo(9e5);
    expect(idealOver({}, 'bottleneck')?.payloadBps).toBeCloseTo(9e6);
    const faster = { rate_schedule: [{ rate_bps: 3e7 }], delay_schedule: [{ delay_s: 0.01 }] };
    expect(idealOver(faster, 'side')?.payloadBps).toBeCloseTo(2.7e7);
    expect(idealOver(faster, 'side')?.baseSeconds).toBeCloseTo(1.5 * 0.03);
    expect(idealOver({ trace: { opportunities_ms: [1] } }, 'side')).toBeUndefined();
  });

  it('of new connections are at least the handshake longer', () => {
    const baseOf = (handshake: string) => {
      return idealTimes({ ...scenario, transport: { handshake } }).map(
        ({ baseSeconds }) => baseSeconds,
      );
    };
    for (const one of ['none', 'tcp'])
      expect(baseOf(one)).toEqual(idealTimes(scenario).map(({ baseSeconds }) => baseSeconds));
    expect(baseOf('tcp_tls13')).toEqual([0.1, 0.05]);
    expect(baseOf('quic_0rtt')).toEqual([0.02, 0.05]);
  });

  it('are thinned evenly where there are many', () => {
    expect(thinned([1, 2, 3], 3)).toEqual([1, 2, 3]);
    expect(thinned([1, 2, 3, 4, 5], 2)).toEqual([1, 4]);
  });
});
