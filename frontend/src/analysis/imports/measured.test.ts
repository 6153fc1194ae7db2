import { describe, expect, it } from 'vitest';

import { draftOf } from './estimate/draftFlows';
import { drawnFlow, groupNumbers, placeTrace, traceNumbers } from './measured';
import { scenarioOf } from './estimate/scenarioFrom';
import type { MeasuredTrace } from './types';

const seconds = Array.from({ length: 10 }, (_, index) => index + 1);
const flow = (bps: number, rtt_s: number, algorithm: string) => ({
  label: algorithm,
  algorithm,
  min_rtt_s: rtt_s,
  columns: {
    time_s: seconds,
    throughput_bps: seconds.map(() => bps),
    rtt_s: seconds.map((second) => (second > 5 ? 2 * rtt_s : rtt_s)),
    retransmitted_packets: seconds.map((second) => (second === 3 ? 4 : 0)),
  },
});
const trace: MeasuredTrace = {
  name: 'lab.json',
  source: 'iperf3',
  flows: [flow(6e6, 0.02, 'bbr'), flow(2e6, 0.06, 'cubic')],
};

describe('a measured trace beside a simulation', () => {
  it('stands for the groups in their order', () => {
    expect(placeTrace(trace, 2).groups).toEqual([0, 1]);
    expect(placeTrace(trace, 1).groups).toEqual([0, 0]);
  });

  it('is drawn where the range is, with a value more at its ends, moved by its offset', () => {
    const [first] = trace.flows;
    if (first === undefined) throw new Error('no flow');
    expect(drawnFlow(first, 2, [4, 6], 100).timeSeconds).toEqual([3, 4, 5, 6, 7]);
    expect(drawnFlow(first, 0, [20, 30], 100).timeSeconds).toEqual([]);
  });

  it('is thinned to means of neighbours, at the end of their time', () => {
    const [first] = trace.flows;
    if (first === undefined) throw new Error('no flow');
    const drawn = drawnFlow(first, 0, [0, 10], 5);
    expect(drawn.timeSeconds).toEqual([2, 4, 6, 8, 10]);
    expect(drawn.columns.rtt_s?.mean).toEqual([0.02, 0.02, 0.03, 0.04, 0.04]);
  });

  it('keeps the lowest and the highest value when it thins, so that a spike is seen', () => {
    const [first] = trace.flows;
    if (first === undefined) throw new Error('no flow');
    const drawn = drawnFlow(first, 0, [0, 10], 5);
    expect(drawn.columns.retransmitted_packets).toEqual({
      mean: [0, 2, 0, 0, 0],
      min: [0, 0, 0, 0, 0],
      max: [0, 4, 0, 0, 0],
    });
    const whole = drawnFlow(first, 0, [0, 10], 100).columns.retransmitted_packets;
    expect(whole).toEqual({ mean: [0, 0, 4, 0, 0, 0, 0, 0, 0, 0] });
  });

  it('has its numbers in the window of the result, of the flows that are shown', () => {
    const [first, second] = traceNumbers(placeTrace(trace, 2), [0, 10]);
    expect(first).toMatchObject({ throughput_bps: 6e6, share: 0.75, retransmitted_packets: 4 });
    expect(first?.mean_rtt_s).toBeCloseTo(0.03);
    expect(second?.share).toBe(0.25);
    const late = traceNumbers({ ...placeTrace(trace, 2), groups: [0, null] }, [5, 10]);
    expect(late[0]).toMatchObject({ share: 1, retransmitted_packets: 0 });
    expect(late[0]?.mean_rtt_s).toBeCloseTo(0.04);
    expect(late[1]).toBeNull();
  });

  it('is compared with the mean flow of a group', () => {
    const simulated = (group_index: number, goodput_bps: number) => ({
      group_index,
      goodput_bps,
      mean_rtt_s: 0.03,
      retransmitted_packets: 2,
    });
    const flows = [simulated(0, 4e6), simulated(0, 2e6), simulated(1, 6e6)];
    expect(groupNumbers(flows, 0)).toEqual({
      throughput_bps: 3e6,
      share: 0.25,
      mean_rtt_s: 0.03,
      retransmitted_packets: 2,
    });
  });

  it('starts a scenario from what it measured', () => {
    expect(scenarioOf(trace, 'After lab.json', ['bbr1', 'cubic'])).toEqual({
      version: 1,
      name: 'After lab.json',
      duration_s: 10,
      bottleneck: { rate_bps: 8.29e6, delay_s: 0.005 },
      flows: [
        { label: 'bbr', rtt_s: 0.02, algorithm: { name: 'bbr1' } },
        { label: 'cubic', rtt_s: 0.06, algorithm: { name: 'cubic' } },
      ],
    });
  });

  it('keeps UDP as UDP, at its rate', () => {
    const udp = { ...flow(5e6, 0.02, 'x'), algorithm: null, transport: 'udp' as const };
    expect(scenarioOf({ ...trace, flows: [udp] }, 'a', ['cubic']).flows).toEqual([
      {
        label: 'x',
        rtt_s: 0.02,
        algorithm: { name: 'none' },
        traffic: { kind: 'udp', rate_bps: 5.18e6 },
      },
    ]);
  });

  it('has one direction in one queue, and says what it leaves out', () => {
    const [sent, received] = [
      { ...flow(2e6, 0.02, 'cubic'), direction: 'sent' as const },
      { ...flow(8e6, 0.02, 'bbr'), direction: 'received' as const },
    ];
    const both = { ...trace, flows: [sent, received] };
    const drafted = scenarioOf(both, 'a', ['cubic', 'bbr1']);
    expect(drafted.flows.map(({ label }) => label)).toEqual(['bbr']);
    expect(drafted.bottleneck.rate_bps).toBe(8.29e6);
    expect(draftOf(both).leftOut.join(' ')).toMatch(/What was sent: it goes the other way/);
    const twice = { ...trace, flows: [sent, { ...received, isOtherEnd: true }] };
    expect(draftOf(twice).flows).toEqual([sent]);
  });
});
