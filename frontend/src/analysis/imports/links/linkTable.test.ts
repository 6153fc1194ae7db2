// Lists of bandwidths with a header.
import { expect, it } from 'vitest';

import { bottleneckFields } from './linkSteps';
import { readText } from '@/analysis/imports/trace';

function link(text: string, isLink = false) {
  const read = readText('a.csv', text, { columns: null, isLink });
  if (read.kind !== 'link') throw new Error(read.kind);
  return read.link;
}

it('is the trace of a link by the name of its rates', () => {
  const found = link('time_ms,bandwidth_kbps\n0,1200\n1000,2400\n2000,0\n');
  // 100 packets in the first second, 200 in the next, none in the last.
  expect(found.opportunities_ms).toHaveLength(300);
  expect(found.opportunities_ms.slice(0, 2)).toEqual([10, 20]);
  expect(found.opportunities_ms.at(-1)).toBe(2000);
  expect(found.about.read.join(' ')).toMatch(/"bandwidth_kbps" is taken for the rate in kbps/);
});

it('is one where the trace of a link is asked for, with dates and bytes per second, too', () => {
  const text =
    'unit_id,dtime,bytes_sec,rtt_ms\n1,2013-02-01 00:00:00,150000,20\n1,2013-02-01 00:00:05,300000,21\n';
  expect(readText('a.csv', text).kind).toBe('measurement');
  const found = link(text, true);
  // 5 s of 1.2 Mbit/s and 5 s of 2.4 Mbit/s.
  expect(found.opportunities_ms).toHaveLength(500 + 1000);
  expect(found.about.left_out.join(' ')).toBe('Columns: "unit_id".');
  expect(found.delay).toEqual({
    rtt_s: 0.02,
    delay_s: 0.01,
    steps: [
      { at_s: 0, delay_s: 0.01 },
      { at_s: 5, delay_s: 0.011 },
    ],
  });
});

it('names the line that is none, and the columns that are expected', () => {
  const bad = () => link('time_s,bandwidth_mbps\n0,1\n1,fast\n');
  expect(bad).toThrow('Line 3: "fast" is not a rate of 0 or more.');
  const late = () => link('time_s,bandwidth_mbps\n1,1\n0,1\n');
  expect(late).toThrow(/Line 3: its time is below the one before it/);
  expect(() => link('a,b\n0,1\n1,2\n', true)).toThrow(/Its columns are "a", "b"; expected are/);
});

it('has delay and loss at once with the rate', () => {
  const found = link(
    'time_s,bandwidth_mbps,delay_ms,loss_pct\n0,6,20,0\n1,6,20,1\n2,12,35,1\n3,6,20,0\n',
  );
  expect(found.delay).toEqual({
    rtt_s: 0.04,
    delay_s: 0.02,
    steps: [
      { at_s: 0, delay_s: 0.02 },
      { at_s: 2, delay_s: 0.035 },
      { at_s: 3, delay_s: 0.02 },
    ],
  });
  expect(found.loss_steps).toEqual([
    { at_s: 0, probability: 0, direction: 'data' },
    { at_s: 1, probability: 0.01, direction: 'data' },
    { at_s: 3, probability: 0, direction: 'data' },
  ]);
  expect(Object.keys(bottleneckFields(found))).toEqual([
    'delay_s',
    'delay_schedule',
    'loss_schedule',
  ]);
  expect(bottleneckFields(link('time_s,bandwidth_mbps\n0,6\n1,6\n'))).toEqual({});
});

it('keeps 200 steps of a delay that changes more often, with the same mean', () => {
  const rows = Array.from({ length: 1000 }, (_, at) => `${at / 10},6,${20 + (at % 5)}`);
  const { delay, about } = link(`time_s,bandwidth_mbps,delay_ms\n${rows.join('\n')}\n`);
  expect(about.left_out.join(' ')).toContain('changes 1000 times: at most 200 steps');
  expect(delay?.steps.length).toBeLessThanOrEqual(200);
  for (const step of delay?.steps ?? []) expect(step.delay_s).toBeCloseTo(0.022, 9);
});

it('ends delay and loss with the rate, which begins again', () => {
  // Nothing is sent in the last second.
  const found = link('time_s,bandwidth_mbps,delay_ms\n0,6,20\n1,0,50\n2,0,60\n');
  expect(found.opportunities_ms.at(-1)).toBe(1000);
  expect(found.delay?.steps).toEqual([{ at_s: 0, delay_s: 0.02 }]);
});

it('refuses losses of more than all packets', () => {
  const bad = () => link('time_s,bandwidth_mbps,loss_pct\n0,6,0\n1,6,101\n');
  expect(bad).toThrow('Line 3: "101" is more than all packets.');
});

it('reads the logs of phones in kbit/s, and leaves out a ping with gaps', () => {
  const text = [
    'Timestamp,Speed,CellID,DL_bitrate,UL_bitrate,PINGAVG',
    '2019.12.14_10.16.30,0,11,12000,30,-',
    '2019.12.14_10.16.31,0,11,6000,30,25',
  ].join('\n');
  const found = link(`${text}\n`);
  // A second of 12 Mbit/s and one of 6.
  expect(found.opportunities_ms).toHaveLength(1000 + 500);
  expect(found.delay).toBeUndefined();
  expect(found.about.left_out.join(' ')).toMatch(/"PINGAVG": in line 2 "-" is no number/);
  expect(found.about.uncertain.join(' ')).toContain('taken for kbit/s');
});
