// The series that this lab exports as CSV, read again.
import { expect, it } from 'vitest';

import { readTrace } from '@/analysis/imports/trace';

const TEXT = `subject,index,metric,time_s,value
flow,0,goodput_bps,0.1,0
flow,0,goodput_bps,0.2,9600000
flow,0,min_rtt_s,0.2,0.04
flow,0,rtt_s,0.2,0.047
flow,0,pacing_rate_bps,0.2,15000000
flow,0,bandwidth_estimate_bps,0.2,7500000
flow,1,goodput_bps,0.1,1000000
link,0,queue_bytes,0.1,1500
`;

it('reads what flows had, and says what it leaves out', () => {
  const { flows, about } = readTrace('series.csv', TEXT);
  expect(flows.map(({ label, min_rtt_s }) => [label, min_rtt_s])).toEqual([
    ['flow 1', 0.04],
    ['flow 2', null],
  ]);
  expect(flows[0]?.columns).toEqual({
    time_s: [0.1, 0.2],
    throughput_bps: [0, 9_600_000],
    rtt_s: [null, 0.047],
    // Of whole packets, as payload.
    pacing_rate_bps: [null, 14_480_000],
    bandwidth_bps: [null, 7_240_000],
  });
  expect(about?.left_out).toEqual(['Rows of links, states and other series: 1.']);
});

it('names the line that is no row', () => {
  expect(() => readTrace('a', `${TEXT}flow,0,rtt_s,soon,1\n`)).toThrow(
    /Line 10: "flow,0,rtt_s,soon,1" is not a row of subject,index,metric,time_s,value/,
  );
});
