// Ways in which files of others differ: encodings, ends of lines, cuts, numbers, units, stamps.
import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { readSource } from './read';
import { summaryOf } from './report';
import { ofBytes } from './source';
import { readTrace } from './trace';

const UTF8 = new TextEncoder();

async function readBytes(bytes: Uint8Array) {
  const read = await readSource(ofBytes('a', bytes), { columns: null }, () => undefined);
  if (read.kind !== 'measurement') throw new Error(read.kind);
  return read.trace;
}

const said = ({ about }: ReturnType<typeof readTrace>) =>
  [...(about?.left_out ?? []), ...(about?.uncertain ?? [])].join(' ');

/** 10 Mbit/s in samples every 0.1 s. */
function ss(stamp: (index: number) => string, count = 20): string {
  return Array.from({ length: count }, (_, index) => {
    const acked = 1 + 125_000 * index;
    return `${stamp(index)}\nESTAB 0 0 10.0.0.1:40000 10.0.0.2:5201\n\t cubic wscale:7,7 rtt:40.5/2.1 mss:1448 cwnd:35 bytes_acked:${acked} retrans:0/${index} minrtt:40\n`;
  }).join('');
}

function mbps(trace: ReturnType<typeof readTrace>): number {
  const [flow] = trace.flows;
  return ((flow && summaryOf(flow).mean_throughput_bps) ?? NaN) / 1e6;
}

const EPOCH = (index: number) => (1_767_225_600 + index / 10).toFixed(3);

describe('logs of ss', () => {
  it('count times before a start, and end lines with a carriage return alone', () => {
    const early = readTrace(
      'a',
      ss((index) => (index / 10 - 1).toFixed(3)),
    );
    expect(mbps(early)).toBeCloseTo(10, 6);
    expect(mbps(readTrace('a', ss(EPOCH).replaceAll('\n', '\r')))).toBeCloseTo(10, 3);
  });

  it('lose the last sample where the file was cut off within it, with a word', () => {
    const cut = readTrace('a', ss(EPOCH).slice(0, -20));
    expect(cut.flows[0]?.columns.time_s).toHaveLength(19);
    expect(summaryOf(cut.flows[0] as never).retransmitted_packets).toBe(18);
    expect(said(cut)).toMatch(/last sample: it lacks values/);
  });

  it('are read as far as a cut file of gzip goes', async () => {
    const packed = gzipSync(UTF8.encode(ss(EPOCH, 2000)));
    const trace = await readBytes(packed.subarray(0, packed.length - 200));
    expect(mbps(trace)).toBeCloseTo(10, 3);
    expect(said(trace)).toMatch(/What follows the first [\d,]+ bytes.*cut off there/);
  });
});

describe('tables', () => {
  it.each([
    ['time;throughput (Mbit/s)\n0,0;9,5\n0,1;9,5\n', 9.5, /Commas.*decimal points/],
    ['"time","rate, Mbit/s"\n"0","9.5"\n"1","9.5"\n', 9.5, /^/],
    ['time,rate_kbps\n0,"9,500"\n1,"9,500"\n', 9.5, /thousands/],
    ['timestamp,throughput_mbps\n2026-01-01T00:00:00Z,9.5\n2026-01-01T00:00:01Z,9.5\n', 9.5, /^/],
    ['dtime,bytes_sec\n2013-02-01 00:00:00,125000\n2013-02-01 00:00:05,125000\n', 1, /^/],
    ['time,rate (KiB/s)\n0,1000\n1,1000\n', 8.192, /^/],
    ['time,rate (Mb/s)\n0,8\n1,8\n', 8, /^/],
    ['time,rate (MB/s)\n0,8\n1,8\n', 64, /^/],
    ['time,rate (MBps)\n0,8\n1,8\n', 64, /^/],
    ['time,rate_MB_per_s\n0,8\n1,8\n', 64, /^/],
    ['time,KiB/s\n0,1000\n1,1000\n', 8.192, /^/],
    ['time,rate_10s_mbps,rate_1s_mbps\n0,8,7\n1,8,7\n', 8, /^/],
    ['time,pacing_rate_mbps,delivery_rate_mbps\n0,8,7\n1,8,7\n', 7, /^/],
    ['time,rate_mbps\n0,9.5\n1,9.5', 9.5, /no line end/],
  ] as const)('%j has %d Mbit/s', (text, rate, words) => {
    const trace = readTrace('a', text);
    expect(mbps(trace)).toBeCloseTo(rate, 9);
    expect(said(trace)).toMatch(words);
  });

  it('have flows side by side, distinguished by their numbers', () => {
    const text = 'time_s,flow1_mbps,flow1_rtt_ms,flow2_mbps\n0,5,40,3\n1,5,40,3\n';
    const { flows } = readTrace('a', text);
    expect(flows.map(({ label, columns }) => [label, columns.throughput_bps])).toEqual([
      ['flow 1', [5e6, 5e6]],
      ['flow 2', [3e6, 3e6]],
    ]);
    expect(flows.map(({ min_rtt_s }) => min_rtt_s)).toEqual([0.04, null]);
  });

  it('takes times of the epoch without a unit by their length', () => {
    const trace = readTrace('a', 'timestamp,rate_mbps\n1767225600000,9\n1767225600500,9\n');
    expect(trace.flows[0]?.columns.time_s).toEqual([0, expect.closeTo(0.5, 6)]);
    expect(said(trace)).toMatch(/"timestamp" has no unit: time is taken for ms/);
  });

  it('takes bytes in flight for what they are, and the RTT rather than its variance', () => {
    const trace = readTrace('a', 'time,rttvar_ms,srtt_ms,bytes_in_flight\n0,3,40,10\n1,3,41,20\n');
    const [flow] = trace.flows;
    expect(flow?.columns).toMatchObject({ rtt_s: [0.04, 0.041], inflight_bytes: [10, 20] });
    expect(flow?.columns.throughput_bps).toBeUndefined();
  });

  it('leaves values below 0 out, with a word', () => {
    const trace = readTrace('a', 'time,rate_mbps,rtt_ms\n0,9,40\n1,-1,-1\n2,9,41\n');
    expect(trace.flows[0]?.columns.throughput_bps).toEqual([9e6, null, 9e6]);
    expect(said(trace)).toMatch(/Values below 0.*: 2\./);
    expect(trace.flows[0]?.min_rtt_s).toBe(0.04);
  });

  it('reads the letters of Windows', async () => {
    const latin1 = Uint8Array.from('Weg;d\u00e9bit (Mbit/s)\n0;9.5\n', (one) => one.charCodeAt(0));
    const read = readBytes(latin1);
    await expect(read).rejects.toThrow('débit');
  });
});

describe('JSON', () => {
  const interval = (at: number, rate: string) =>
    `{"streams":[{"socket":5,"start":${at},"end":${at + 1},"seconds":1,"bytes":1250000,"bits_per_second":${rate},"sender":true}]}`;
  const document = `{"start":{"version":"iperf 3.16"},"intervals":[${interval(0, 'NaN')},${interval(1, '1e7')}],"end":{}}`;

  it('may hold numbers that JSON does not have', () => {
    expect(mbps(readTrace('a', document))).toBe(10);
  });

  it('may be a list, or have something behind it: what is not read is said', () => {
    const plain = document.replace('NaN', '1e7');
    expect(said(readTrace('a', `[${plain},${plain}]`))).toMatch(/list of 2 results/);
    expect(said(readTrace('a', `${plain}\niperf3: done\n`))).toMatch(/behind the JSON: "iperf3: d/);
  });
});

it('counts events of a qlog from the first one if times are below 0', () => {
  const event = (time: number) =>
    `{"time":${time},"name":"transport:packet_sent","data":{"raw":{"length":1200}}}`;
  const events = Array.from({ length: 100 }, (_, at) => event(at * 100 - 1000)).join(',');
  const trace = readTrace(
    'a',
    `{"qlog_version":"0.3","traces":[{"common_fields":{"time_format":"relative"},"events":[${events}]}]}`,
  );
  expect(mbps(trace)).toBeCloseTo(0.096, 9);
  expect(said(trace)).toMatch(/times are below 0/);
});

it.each([
  ['PK\u0003\u0004', /ZIP archive that cannot be unpacked/],
  ['\u0089PNG', /PNG picture/],
  ['BZh9', /packed with bzip2/],
  ['\u0000'.repeat(100), /not text: 100 of its first 100 bytes are 0/],
] as const)('names a file of another kind: %j', async (head, why) => {
  const bytes = Uint8Array.from(head, (letter) => letter.charCodeAt(0));
  await expect(readBytes(bytes)).rejects.toThrow(why);
});
