/** Files of Flent whose results are more than rates and one ping. */
import { describe, expect, it } from 'vitest';

import { isSmoothed } from '@/analysis/imports/estimate/estimate';
import { readTrace } from '@/analysis/imports/trace';
import { causesOf } from '@/analysis/imports/why/why';

const x_values = [0, 0.2, 0.4, 0.6];
const every = (value: number) => x_values.map(() => value);
const flent = (results: Record<string, readonly number[]>) =>
  readTrace('a.flent', JSON.stringify({ metadata: { NAME: 'test' }, x_values, results }));

describe('with --socket-stats', () => {
  const trace = flent({
    'Ping (ms) ICMP': every(20),
    'TCP upload::1': every(9.5),
    'TCP upload::1::tcp_cwnd': every(30),
    'TCP upload::1::tcp_rtt': every(34),
    'TCP upload::1::tcp_rtt_var': every(3),
    'TCP upload::1::tcp_pacing_rate': every(12),
    'TCP upload::1::tcp_delivery_rate': every(9),
    'TCP upload::2': every(4),
    'TCP upload sum': every(13.5),
  });

  it('what a socket says is of its flow, and no rate of another one', () => {
    expect(trace.flows.map(({ label }) => label)).toEqual(['TCP upload::1', 'TCP upload::2']);
    const [{ columns } = { columns: undefined }, second] = trace.flows;
    expect(columns?.throughput_bps?.[0]).toBe(9.5e6);
    expect(columns?.cwnd_bytes).toEqual(every(30 * 1448));
    expect(columns?.rtt_s).toEqual(every(0.034));
    expect(columns?.pacing_rate_bps).toEqual(every(12e6));
    expect(second?.columns.rtt_s).toEqual(every(0.02));
    expect(second?.columns.cwnd_bytes).toBeUndefined();
    expect(isSmoothed(trace)).toBe(true);
  });
});

it('of several hosts each flow has the RTT of its own', () => {
  const { flows } = flent({
    'Ping (ms) ICMP1 near': every(10),
    'Ping (ms) ICMP2 far': every(200),
    'TCP upload BE1 near': every(30),
    'TCP upload BE2 far': every(20),
    'TCP upload BE3 elsewhere': every(20),
  });
  expect(flows.map(({ columns }) => columns.rtt_s?.[0])).toEqual([0.01, 0.2, undefined]);
});

it('how long a page took is no RTT', () => {
  const { flows, about } = flent({ 'HTTP latency': every(800), 'TCP upload': every(5) });
  expect(flows.map(({ columns }) => columns.rtt_s)).toEqual([undefined]);
  expect(about?.left_out.join()).toMatch(/HTTP latency/);
  expect(() => flent({ 'HTTP latency': every(800) })).toThrow(/none of them is a rate or an RTT/);
});

it('an index of fairness, and what has another unit, is no rate', () => {
  const results = {
    'TCP upload': every(5),
    'TCP upload fairness': every(0.85),
    'Packets up': every(300),
  };
  const named = flent(results);
  expect(named.about?.left_out.join()).toMatch(/fairness/);
  const UNITS = { 'TCP upload': 'Mbits/s', 'Packets up': 'packets/s' };
  const SERIES_META = Object.fromEntries(
    Object.entries(UNITS).map(([label, unit]) => [label, { UNITS: unit }]),
  );
  const metadata = { NAME: 'test', SERIES_META };
  const { flows } = readTrace('a.flent', JSON.stringify({ metadata, x_values, results }));
  expect(flows.map(({ label }) => label)).toEqual(['TCP upload']);
});

it('losses without RTTs are counted, not denied', () => {
  const line = (from: string, lost: number) =>
    `20261121235702,192.0.2.2,40000,192.0.2.1,5001,3,${from},125000,2000000,0.1,${lost},100,5.0,0`;
  const trace = readTrace('a.csv', [line('0.0-0.5', 3), line('0.5-1.0', 4)].join('\n'));
  const said = causesOf(trace).flatMap(({ links }) => links.map(({ sentence }) => sentence));
  expect(said.join(' ')).toMatch(/7 packets were lost; how long the queue was then is unknown/);
});
