// Inputs as people have them (tests/traces/cases.zip), each with what an engineer expects of it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { gzipSync, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { estimateNetwork } from './estimate/estimate';
import { cutLink, withinLimit } from './links/linkCut';
import { readSource } from './read';
import { summaryOf } from './report';
import { ofBytes } from './source';
import { readTrace } from './trace';
import type { MeasuredFlow } from './types';
import { causesOf } from './why/why';

const ARCHIVE = fileURLToPath(new URL('../../../tests/traces/cases.zip', import.meta.url));
const FILES = unzipSync(readFileSync(ARCHIVE));

function read(name: string) {
  const bytes = FILES[name];
  if (bytes === undefined) throw new Error(`the archive has no ${name}`);
  return readSource(ofBytes(name, bytes), { columns: null }, () => undefined);
}

async function measured(name: string) {
  const found = await read(name);
  if (found.kind !== 'measurement') throw new Error(`${name} is a ${found.kind}`);
  return found.trace;
}

async function link(name: string) {
  const found = await read(name);
  if (found.kind !== 'link') throw new Error(`${name} is a ${found.kind}`);
  return found.link;
}

async function said(name: string): Promise<string> {
  const { about } = await measured(name);
  return [about?.what, ...(about?.left_out ?? []), ...(about?.uncertain ?? [])].join(' ');
}

const mbps = (flow: MeasuredFlow | undefined) =>
  flow === undefined ? null : (summaryOf(flow).mean_throughput_bps ?? NaN) / 1e6;

describe('the mean rate of one flow, in Mbit/s, and its time in s', () => {
  const SS = [
    ...['ok', 'crlf', 'ipv6_scope', 'whole_seconds', 'one_line', 'one_line_socket', 'ts_prefix'],
    ...['netid', 'relative_seconds', 'micro', 'midnight', 'reverse_only'],
  ].map((name) => [`ss_${name}.log`, 10, 9.9] as const);
  const SS_BY_SECONDS = ['date_plain', 'date_locale', 'time_banner', 'time_banner_seconds'].map(
    (name) => [`ss_${name}.log`, 10, 9] as const,
  );
  const IPERF3 = [
    ...['omit_first_interval', 'null_rate', 'two_documents', 'utf16', 'warning_first'],
    ...['stream_keys_sorted', 'stream_truncated'],
  ].map((name) => [`iperf3_${name}.json`, 10, 4] as const);
  it.each([
    ...SS,
    ...SS_BY_SECONDS,
    ...IPERF3,
    ['iperf3_error_with_intervals.json', 10, 8],
    ['iperf3_udp_losses.json', 5, 5],
    ['flent_like.json', 9.5, 19.8],
    ['qlog_seq_ok.sqlog', 0.096, 10],
    ['qlog_seq_epoch1970.sqlog', 0.096, 10],
    ['qlog_seq_uptime1day.sqlog', 0.096, 10],
    ['qlog_seq_previous_event.sqlog', 0.096, 10],
    ['qlog_time_format_in_events.sqlog', 0.2, 5],
    ['qlog_contained_file_schema.qlog', 0.096, 10],
    ['qlog_version_late.qlog', 0.096, 10],
    ['qlog_draft01_lists.qlog', 0.1, 10],
    ['qlog_client_of_download.qlog', 1, 10],
    ['qlog_seq_truncated.sqlog', 0.096, 10],
    ['qlog_truncated.qlog', 0.096, 10],
    ['qlog_packets_of_a_part.qlog', 0.8, 59.8],
    ['qlog_cwnd_name.qlog', 0.1, 5],
  ] as const)('%s: %d, %d', async (name, rate_mbps, duration_s) => {
    const { flows } = await measured(name);
    expect(flows).toHaveLength(1);
    expect(mbps(flows[0])).toBeCloseTo(rate_mbps, 6);
    const [flow] = flows;
    expect(flow === undefined ? null : summaryOf(flow).duration_s).toBeCloseTo(duration_s, 6);
  });
});

describe('beyond their mean rates', () => {
  it('samples that share a stamp are spread, and it says so', async () => {
    const [flow] = (await measured('ss_whole_seconds.log')).flows;
    for (const rate of flow?.columns.throughput_bps?.slice(1) ?? [])
      // Seconds since 1970 have seven digits behind the point.
      expect((rate ?? NaN) / 1e6).toBeCloseTo(10, 3);
    expect(await said('ss_whole_seconds.log')).toMatch(/steps of 1 s.*spread evenly/);
  });

  it('a kernel without byte counters has RTT and window, and no rates', async () => {
    const [flow] = (await measured('ss_old_no_bytes.log')).flows;
    expect(flow?.columns.throughput_bps).toBeUndefined();
    expect(flow?.columns.rtt_s?.[0]).toBe(0.04);
    expect(flow?.columns.cwnd_bytes?.[0]).toBe(35 * 1448);
    expect(await said('ss_old_no_bytes.log')).toMatch(/no byte counters/);
  });

  it('a socket that only receives is one', async () => {
    const [flow] = (await measured('ss_reverse_only.log')).flows;
    expect(flow).toMatchObject({ direction: 'received', algorithm: null, min_rtt_s: 0.0391 });
  });

  it('losses and jitter of UDP are read', async () => {
    const [flow] = (await measured('iperf3_udp_losses.json')).flows;
    expect(flow).toMatchObject({ transport: 'udp', direction: 'received' });
    expect(flow?.columns.lost_packets).toEqual([0, 10, 20, 30, 40]);
    expect(flow?.columns.jitter_s?.[0]).toBeCloseTo(0.0002);
  });

  it('what was left out or repaired is said', async () => {
    expect(await said('iperf3_omit_first_interval.json')).toMatch(/2 intervals.*omitted with -O/);
    expect(await said('iperf3_error_with_intervals.json')).toMatch(/control socket has closed/);
    expect(await said('iperf3_two_documents.json')).toMatch(/2 results.*the first is read/);
    expect(await said('iperf3_warning_first.json')).toMatch(/warning: report format/);
    expect(await said('iperf3_stream_truncated.json')).toMatch(/last line is not whole/);
    expect(await said('qlog_seq_truncated.sqlog')).toMatch(/last record is not whole/);
    expect(await said('qlog_truncated.qlog')).toMatch(/end of the file is missing/);
  });

  it('each group of a qlog is a flow', async () => {
    const { flows } = await measured('qlog_two_group_ids.sqlog');
    expect(flows.map(({ min_rtt_s }) => min_rtt_s)).toEqual([0.02, 0.08]);
    expect(flows.map((flow) => mbps(flow)?.toFixed(6))).toEqual(['0.100000', '0.200000']);
  });

  it('packets of a part of the time are unknown outside of it', async () => {
    const [flow] = (await measured('qlog_packets_of_a_part.qlog')).flows;
    const { time_s = [], throughput_bps = [] } = flow?.columns ?? {};
    const known = time_s.filter((_, at) => throughput_bps[at] !== null);
    expect([known[0], known.at(-1)]).toEqual([expect.closeTo(10.1, 6), expect.closeTo(14, 6)]);
    expect(throughput_bps[0]).toBeNull();
  });

  it('the window has the names that programs give it', async () => {
    const [flow] = (await measured('qlog_cwnd_name.qlog')).flows;
    const { cwnd_bytes = [] } = flow?.columns ?? {};
    expect([cwnd_bytes[0], cwnd_bytes.at(-1)]).toEqual([12_000, 73_250]);
  });

  it('the side that receives is named', async () => {
    const trace = await measured('qlog_client_of_download.qlog');
    expect(trace.flows[0]).toMatchObject({ direction: 'received' });
    expect(trace.about?.read.join(' ')).toMatch(/Seen by the client, which receives/);
  });

  it('a trace of ns-3 is its window', async () => {
    const [flow] = (await measured('ns3_cwnd.dat')).flows;
    expect(flow?.columns).toEqual({ time_s: [0, 0.1], cwnd_bytes: [5360, 10720] });
  });
});

describe('shapes of further tools and versions', () => {
  /** Of each flow: Mbit/s, mean RTT in ms, repeats, losses. */
  it.each([
    ['ss_dense_stamps.log', [[10, 40.5, 0, null]], 39.1],
    [
      'qlog_two_logs.sqlog',
      [
        [1, 40.9, null, null],
        [1, 40.9, null, null],
      ],
      39,
    ],
    [
      'iperf3_stream_server.json',
      [
        [10, 25, 5, null],
        [9.52, null, null, null],
      ],
      25,
    ],
    [
      'iperf2_full_duplex.txt',
      [
        [3, null, null, null],
        [10, null, null, null],
      ],
      null,
    ],
    ['ping_linux.txt', [[null, 40.1, null, 1]], 40.1],
    ['ping_windows_de.txt', [[null, 40, null, 0]], 40],
    ['fping_stamps.txt', [[null, 40.1, null, 0]], 40.1],
    ['irtt.json', [[null, 40.1, null, 1]], 40.1],
    ['nuttcp.txt', [[10.0001, null, 5, null]], null],
    ['netperf.txt', [[10, null, null, null]], null],
    // A capture of tcpdump, and the same packets as four tools list them.
    ...[
      'packets.pcap',
      ...['packets_tcpdump.txt', 'packets_tcpdump_v.txt', 'packets_tshark.txt'],
      ...['packets_wireshark.csv', 'packets_fields.tsv', 'packets_ek.json'],
    ].map((file) => [file, [[8.11, 25, 79, null]], 0.032] as const),
    ['ns2.tr', [[0.832, null, null, null]], null],
    [
      'sar.txt',
      [
        [9.5, null, null, null],
        [0.213, null, null, null],
      ],
      null,
    ],
    [
      'dstat.csv',
      [
        [9.5, null, null, null],
        [0.208, null, null, null],
      ],
      null,
    ],
    [
      'omnet.vec',
      [
        [null, 40.5, null, null],
        [9.5, null, null, null],
      ],
      40.5,
    ],
    ['ping_windows_zh.txt', [[null, 40, null, 2]], 40],
    ['ping_linux_fr.txt', [[null, 40.5, null, 2]], 40.5],
    ['captcp_throughput.data', [[9.5, null, null, null]], null],
    ['wireshark_io.csv', [[9.5, null, null, null]], null],
    ['rows_of_json.json', [[9.5, 40, null, null]], 40],
    [
      'table_of_names.csv',
      [
        [6, null, null, null],
        [3, null, null, null],
      ],
      null,
    ],
    ['table_midnight.csv', [[10, null, null, null]], null],
    ['table_lost.csv', [[9.5, null, null, 40]], null],
    // One of 258 segments is lost and repeated; the capture has an RTT before and one behind them.
    ['capture_vxlan.pcap', [[7.118, 40, 1, null]], 40],
    ['capture_radiotap.pcap', [[7.118, 40, 1, null]], 40],
    ['capture_acks_only.pcap', [[7.868, null, null, null]], null],
  ] as const)('%s', async (name, numbers, least_ms) => {
    const { flows } = await measured(name);
    const rounded = (value: number | null, factor: number) =>
      value === null ? null : Number((value * factor).toPrecision(3));
    const found = flows.map((flow) => {
      const { mean_throughput_bps, mean_rtt_s, retransmitted_packets, lost_packets } =
        summaryOf(flow);
      const rates = [rounded(mean_throughput_bps, 1e-6), rounded(mean_rtt_s, 1e3)];
      return [...rates, retransmitted_packets, lost_packets];
    });
    const expected = numbers.map(([rate, rtt, again, lost]) => [
      rounded(rate, 1),
      rounded(rtt, 1),
      again,
      lost,
    ]);
    expect(found).toEqual(expected);
    expect(rounded(flows[0]?.min_rtt_s ?? null, 1e3)).toBe(rounded(least_ms, 1));
  });

  it('says what it took for granted', async () => {
    expect(await said('capture_acks_only.pcap')).toMatch(/segments are not in the capture/);
    expect(await said('ping_windows_de.txt')).toMatch(/taken to begin 1 s apart/);
    expect(await said('wireshark_io.csv')).toMatch(/the same in each row.*of each interval/);
  });

  it('counts what interfaces count with headers, a direction by itself', async () => {
    const { low, why } = estimateNetwork(await measured('dstat.csv')).rate_bps;
    expect([Math.round((low ?? 0) / 1e4), why]).toEqual([950, expect.stringMatching(/at least/)]);
  });

  it('says of a ping what it shows, and nothing of a rate', async () => {
    const trace = await measured('ping_windows_zh.txt');
    const [{ links = [] } = {}] = causesOf(trace);
    expect(links.map(({ about }) => about)).toEqual(['losses', 'losses', 'rtt', 'rtt']);
    expect(links[0]?.sentence).toBe('2 of 60 probes were not answered.');
    expect(estimateNetwork(trace).loss_ratio.value).toBeCloseTo(2 / 60, 9);
    expect(estimateNetwork(trace).rate_bps.why).toBe('The file has no rates.');
  });

  const reply = (seq: number, ms: number) =>
    `64 bytes from 192.0.2.1: icmp_seq=${seq} ttl=56 time=${ms} ms\n`;
  it.each([
    ['the last', [1, 2, 3], 5, 3, { lost: 2, sent: 5 }],
    ['the first', [3, 4, 5], 5, 3, { lost: 2, sent: 5 }],
    ['one in between', [1, 2, 4, 5], 5, 4, { lost: 1, sent: 5 }],
    ['none, but lines are missing', [3, 4, 5], 5, 5, { lost: 0, sent: 3 }],
    ['none', [0, 1, 2], 3, 3, { lost: 0, sent: 3 }],
  ])('counts what a ping lost: %s', (_, numbers, sent, received, probes) => {
    const percent = Math.floor(100 * (1 - received / sent));
    const end = `\n${sent} packets transmitted, ${received} received, ${percent}% packet loss\n`;
    // Far apart, so that a mean over time would be another.
    const text = numbers.map((seq, at) => reply(seq, at === 0 ? 90 : 30)).join('') + end;
    const trace = readTrace('ping.txt', text);
    expect(trace.flows[0]?.evidence?.probes).toEqual(probes);
    const mean_s = (90 + 30 * (numbers.length - 1)) / numbers.length / 1000;
    expect(causesOf(trace)[0]?.rtt.mean_s).toBeCloseTo(mean_s, 9);
    expect(trace.flows.map((flow) => summaryOf(flow).mean_rtt_s)[0]).toBeCloseTo(mean_s, 9);
    expect(trace.about?.read[0]).toContain(`Round trips: ${numbers.length}.`);
  });

  const TABLE = 'time_s,rate_mbps\n0,9\n1,9\n2,9\n';
  const RESULT =
    '{"start":{},"intervals":[{"streams":[{"socket":5,"end":1,"bits_per_second":9e6}]}]}';
  it.each([
    ['a ZIP archive', zipSync({ 'd/a.csv': strToU8(TABLE) })],
    ['one in gzip', gzipSync(zipSync({ 'a.csv': strToU8(TABLE) }))],
    ['zeros of a crash', strToU8(`${TABLE}${'\0'.repeat(64)}`)],
    ['lines of kubectl', strToU8(TABLE.replace(/^/gm, '2026-01-01T00:00:00.000000001Z '))],
    ['a last line that is cut off', strToU8(`${TABLE}3`)],
    ['camel case', strToU8(TABLE.replace('time_s,rate_mbps', 'timeSec,sendRateMbps'))],
    ['Spanish', strToU8(TABLE.replace('time_s,rate_mbps', 'Tiempo (s),Caudal (Mbit/s)'))],
    ['units in its cells', strToU8(TABLE.replace('rate_mbps', 'eth0').replace(/,9/g, ',9 Mb/s'))],
    ['a result in a document', strToU8(`{"meta":{"id":1},"runs":[{"iperf":${RESULT}}]}`)],
    ['a result as text', strToU8(JSON.stringify({ cmd: 'iperf3', stdout: RESULT }))],
    [
      'lines of a service',
      strToU8(RESULT.replace(/^/gm, 'Jan  1 00:00:00 host iperf3[12]: ') + '\n'),
    ],
    ['columns of pandas', strToU8('{"time":{"0":0,"1":1},"rate_mbps":{"0":9,"1":9}}')],
    [
      'nested rows',
      strToU8('{"time":0,"dish":{"downMbps":9}}\n{"time":1,"dish":{"downMbps":9}}\n'),
    ],
  ])('9 Mbit/s in %s', async (_, bytes) => {
    const found = await readSource(ofBytes('a', bytes), { columns: null }, () => undefined);
    if (found.kind !== 'measurement') throw new Error(found.kind);
    expect(found.trace.flows.map(mbps)).toEqual([expect.closeTo(9, 6)]);
  });

  it('takes a window below a segment for one of packets', () => {
    const [flow] = readTrace('a', 'time_s,cwnd\n0,10\n1,35\n').flows;
    expect(flow?.columns.cwnd_bytes).toEqual([10 * 1448, 35 * 1448]);
  });

  it.each([
    ['a page', '<!DOCTYPE html><html></html>', /page of the web/],
    ['a pointer', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\n', /git lfs pull/],
    ['tcpdump -t', 'IP 10.0.0.1.80 > 10.0.0.2.9: Flags [.], seq 1:2, length 1\n', /leave out -t/],
    ['mtr', 'HOST: h     Loss%   Snt   Last\n', /mtr, which has means only/],
  ])('says what %s is', (_, text, why) => {
    expect(() => readTrace('a', text)).toThrow(why);
  });

  it('does not take the name of an operator for a unit', async () => {
    expect((await link('link_phone_operator.csv')).mean_rate_bps).toBeCloseTo(10e6, 0);
  });

  it('takes bytes that rise and fall for those of each interval', () => {
    const rows = [100, 120, 90, 130, 80, 110].map((kb, at) => `${at},${kb * 1000}\n`);
    const trace = readTrace('a', `time_s,bytes\n${rows.join('')}`);
    expect(trace.flows[0]?.columns.throughput_bps).toEqual([
      8e5, 9.6e5, 7.2e5, 10.4e5, 6.4e5, 8.8e5,
    ]);
  });

  it('reads the first of several tables, and a header that is repeated', () => {
    const head = 'time,rate_mbps\n';
    const again = readTrace('a', `${head}0,9\n${head}1,9\n`);
    expect(again.flows[0]?.columns.time_s).toEqual([0, 1]);
    const two = readTrace('a', `${head}0,9\n1,9\ntime,rtt_ms\n0,40\n`);
    expect(two.about?.left_out.join(' ')).toMatch(/from line 4 on: another table/);
  });
});

describe('traces of links', () => {
  it.each([
    ['mm_blank_middle.trace', [1, 2, 3], /1 blank line/],
    ['mm_comment.trace', [1, 2], /1 comment/],
    ['mm_crlf_nofinal.trace', [0, 0, 0, 5, 5, 900, 2000], /^$/],
    ['mm_bom.trace', [1, 2, 3], /^$/],
    ['mm_all_zero_then.trace', [0, 0, 1000], /^$/],
  ] as const)('%s', async (name, times, left) => {
    const { opportunities_ms, about } = await link(name);
    expect(opportunities_ms).toEqual(times);
    expect(about.left_out.join(' ')).toMatch(left);
  });

  it('decimals without a fraction are whole milliseconds', async () => {
    const { opportunities_ms } = await link('mm_decimals.trace');
    expect(opportunities_ms).toEqual(Array.from({ length: 99 }, (_, at) => 3 * (at + 1)));
  });

  it('two columns are a list of bandwidths, whose units it says', async () => {
    const { mean_rate_bps, opportunities_ms, about } = await link('mm_two_columns.trace');
    // 0.5 s each of 1.2, 2.3 and 0.9 Mbit/s are 183.3 packets of 1,500 bytes.
    expect(opportunities_ms).toHaveLength(183);
    expect(mean_rate_bps).toBeCloseTo((183 * 12_000) / 1.496, 0);
    expect(about.uncertain.join(' ')).toMatch(/times are taken for s, rates for Mbit\/s/);
  });

  it.each([
    ['Mbit/s', (at: number) => 1 + (at % 3)],
    ['kbit/s', (at: number) => 1000 + 1000 * (at % 3)],
    ['bit/s', (at: number) => 1e6 * (1 + (at % 3))],
  ])(
    'one column that rises and falls is one of rates, a second each, in %s',
    async (unit, rate) => {
      const lines = Array.from({ length: 30 }, (_, at) => rate(at)).join('\n');
      const source = ofBytes('a', new TextEncoder().encode(lines));
      const found = await readSource(source, { columns: null }, () => undefined);
      if (found.kind !== 'link') throw new Error(found.kind);
      // 60 Mbit in 30 s.
      expect(found.link.opportunities_ms).toHaveLength(5000);
      expect(found.link.opportunities_ms.at(-1)).toBe(30_000);
      expect(found.link.about.uncertain.join(' ')).toContain(`each for a second, in ${unit}:`);
    },
  );

  it('has seconds where it would be too fast in milliseconds', async () => {
    const lines = Array.from({ length: 300 }, (_, at) => `${(at + 1) * 0.0033}\n`).join('');
    const source = ofBytes('a', new TextEncoder().encode(lines));
    const found = await readSource(source, { columns: null }, () => undefined);
    if (found.kind !== 'link') throw new Error(found.kind);
    expect(found.link.opportunities_ms.at(-1)).toBe(990);
    expect(found.link.about.uncertain.join(' ')).toContain('taken for seconds');
  });

  it('is read at 20,001 lines, and cut with a word beyond 520,000', async () => {
    const lines = (count: number) =>
      new TextEncoder().encode(
        Array.from({ length: count }, (_, at) => `${3 * at + 3}\n`).join(''),
      );
    const of = async (count: number) => {
      const found = await readSource(
        ofBytes('a', lines(count)),
        { columns: null },
        () => undefined,
      );
      return found.kind === 'link' ? found.link : null;
    };
    expect((await of(20_001))?.opportunities_ms).toHaveLength(20_001);
    const long = await of(520_002);
    if (long == null) throw new Error('no link');
    const kept = withinLimit(long);
    expect(kept.opportunities_ms).toHaveLength(520_000);
    expect(kept.about.left_out.join(' ')).toMatch(/after 1560 s: 520,000 opportunities/);
    // A part behind the limit can be had.
    expect(cutLink(long, 1559.9, 1560.006)?.opportunities_ms.at(-1)).toBe(106);
  });

  it('is read to the last millisecond of an hour', async () => {
    const source = ofBytes('a', new TextEncoder().encode('1000\n3600000\n'));
    const found = await readSource(source, { columns: null }, () => undefined);
    if (found.kind !== 'link') throw new Error(found.kind);
    expect(found.link.opportunities_ms.at(-1)).toBe(3_600_000);
  });

  it.each([
    ['mm_3601s.trace', /^Line 2: "3600001" is after 3,600,000 ms/],
    ['mm_unsorted_end.trace', /^Line 4: "4" is below 5 before it; times must not fall/],
    ['pantheon.yaml', /This format is not read here.*Line 1 reads "test-config:"/],
  ] as const)('%s is refused', async (name, why) => {
    await expect(read(name)).rejects.toThrow(why);
  });
});
