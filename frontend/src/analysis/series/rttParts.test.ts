import { describe, expect, it } from 'vitest';

import { meanIntervals, rttParts, stacked } from './rttParts';

const columns = {
  rtt_mean_s: { mean: [0.05, null, 0.13] },
  rtt_propagation_s: { mean: [0.04, null, 0.04] },
  rtt_jitter_s: { mean: [0, null, 0] },
  rtt_queue_out_1_s: { mean: [0.01, null, 0.01] },
  rtt_queue_back_1_s: { mean: [0, null, 0.08] },
};
const ways = {
  links: [{ id: 'up' }],
  flows: [{ path: ['bottleneck'], return_path: ['up'] }],
};

describe('the parts of the RTT', () => {
  it('are those that are there, from propagation to the queues, with the names of links', () => {
    const parts = rttParts(columns, ways, 0);
    expect(parts.map(({ title }) => title)).toEqual([
      'propagation',
      'ACKs in the queue of up',
      'queue of bottleneck',
    ]);
    expect(parts.map(({ meanSeconds }) => meanSeconds)).toEqual([0.04, 0.04, 0.01]);
    expect(parts[1]?.highestSeconds).toBe(0.08);
  });

  it('stand on one another and end at the mean RTT, with a gap where there is no sample', () => {
    const edges = stacked(rttParts(columns, ways, 0));
    expect(edges[0]?.low).toEqual([0, null, 0]);
    const top = edges.at(-1)?.high ?? [];
    expect(top[0]).toBeCloseTo(0.05);
    expect(top[1]).toBeNull();
    expect(top[2]).toBeCloseTo(0.13);
  });

  it('have means over the intervals whose RTTs are attributed wholly', () => {
    const lossy = {
      ...columns,
      rtt_propagation_s: { mean: [0.04, null, 0] },
      rtt_queue_out_1_s: { mean: [0.01, null, 0] },
      rtt_queue_back_1_s: { mean: [0, null, 0] },
      rtt_unattributed_s: { mean: [0, null, 0.13] },
    };
    const means = rttParts(lossy, ways, 0).map(({ title, meanSeconds }) => [title, meanSeconds]);
    expect(means).toEqual([
      ['propagation', 0.04],
      ['queue of bottleneck', 0.01],
      ['not attributed', null],
    ]);
    expect(meanIntervals(lossy).ratio).toBe(0.5);
    expect(meanIntervals(columns).ratio).toBe(1);
  });

  it('are none of a run without a record', () => {
    expect(rttParts({ rtt_s: { mean: [0.05] } }, ways, 0)).toEqual([]);
    expect(rttParts(undefined, ways, 0)).toEqual([]);
  });
});
