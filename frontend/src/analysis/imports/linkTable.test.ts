// Lists of bandwidths with a header.
import { expect, it } from 'vitest';

import { readText } from './trace';

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
  expect(found.about.left_out.join(' ')).toMatch(/"unit_id", "rtt_ms"\. A link follows/);
});

it('names the line that is none, and the columns that are expected', () => {
  const bad = () => link('time_s,bandwidth_mbps\n0,1\n1,fast\n');
  expect(bad).toThrow('Line 3: "fast" is not a rate of 0 or more.');
  const late = () => link('time_s,bandwidth_mbps\n1,1\n0,1\n');
  expect(late).toThrow(/Line 3: its time is below the one before it/);
  expect(() => link('a,b\n0,1\n1,2\n', true)).toThrow(/Its columns are "a", "b"; expected are/);
});
