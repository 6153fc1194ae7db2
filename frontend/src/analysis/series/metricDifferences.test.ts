import { describe, expect, it } from 'vitest';

import { result } from '#tests/fixtures';

import { metricDifferences } from './metricDifferences';

describe('metricDifferences', () => {
  const baseline = result();
  const current = {
    ...baseline,
    summary: {
      ...baseline.summary,
      throughput_ratio: 1.25,
      utilisation_ratio: 0.989,
      dropped_packets: 1,
      jain_index: null,
    },
    flows: baseline.flows.map((flow) => ({ ...flow, throughput_bps: 5e6 })),
  };
  const rows = metricDifferences(baseline, current, 1000);
  const row = (key: string) => rows.find((each) => each.key === key);

  it('gives both values and the difference with its sign', () => {
    expect(row('throughput_ratio')).toMatchObject({
      baseline: '2.50',
      current: '1.25',
      difference: '−1.25',
    });
    expect(row('throughput_bps:1')).toMatchObject({
      name: 'mouse, throughput',
      baseline: '2.80 Mbit/s',
      current: '5.00 Mbit/s',
      difference: '+2.20 Mbit/s',
    });
  });

  it('says that they are the bottleneck’s where there are several links', () => {
    const nameIn = (links: readonly unknown[] | null, key: string) =>
      metricDifferences({ ...baseline, links: null }, { ...current, links }, 1000).find(
        (each) => each.key === key,
      )?.name;
    expect(nameIn([{}, {}], 'dropped_packets')).toBe('Packets dropped at the bottleneck');
    expect(nameIn([{}, {}], 'mean_queue_bytes')).toBe('Queue of the bottleneck, mean');
    expect(nameIn(null, 'mean_queue_bytes')).toBe('Queue, mean');
  });

  it('gives differences of shares in points', () => {
    expect(row('utilisation_ratio')?.difference).toBe('+0.50 points');
  });

  it('has what counts for media and transfers, where there are some', () => {
    const withLate = (ratio: number) => ({
      ...baseline,
      flows: baseline.flows.map((flow, index) =>
        index === 1 ? { ...flow, late_frame_ratio: ratio } : flow,
      ),
    });
    const found = metricDifferences(withLate(0.5), withLate(0.02), 1000);
    expect(found.filter(({ key }) => key.startsWith('late_frame_ratio'))).toMatchObject([
      {
        name: 'mouse, deadlines missed',
        baseline: '50.00%',
        current: '2.00%',
        difference: '−48.00 points',
      },
    ]);
    expect(rows.some(({ key }) => /late_frame|completion/.test(key))).toBe(false);
  });

  it('has no sign where nothing differs, and no number where one is missing', () => {
    expect(row('retransmit_ratio')?.difference).toBe('0.00 points');
    expect(row('dropped_packets')?.difference).toBe('−2');
    expect(row('jain_index')).toMatchObject({ current: '–', difference: '–' });
  });

  it('compares only groups that both have', () => {
    const [only] = baseline.flows;
    if (only === undefined) throw new Error('the fixture has no flow');
    const rowsOfOne = metricDifferences({ ...baseline, flows: [only] }, current, 1000);
    expect(rowsOfOne.some(({ groupIndex }) => groupIndex === 1)).toBe(false);
  });
});
