/** Files of the known kinds in shapes that programs, shells and spreadsheets give them. */
import { describe, expect, it } from 'vitest';

import { ofIpv4, pcapng, pcapOf, type Segment } from '#tests/traces/pcap';

import { readSource } from './read';
import { summaryOf } from './report';
import { ofBytes } from './source';
import { readTrace } from './trace';
import type { MeasuredTrace } from './types';

const said = ({ about }: MeasuredTrace) =>
  [
    about?.what,
    ...(about?.read ?? []),
    ...(about?.left_out ?? []),
    ...(about?.uncertain ?? []),
  ].join(' ');
const rates = ({ flows }: MeasuredTrace) =>
  flows.map((flow) => Math.round((summaryOf(flow).mean_throughput_bps ?? NaN) / 1e3) / 1e3);

describe('iperf3', () => {
  const stream = (at: number, more: object = {}) => ({
    ...{ socket: 5, start: at, end: at + 1, seconds: 1, bytes: 1_250_000, bits_per_second: 1e7 },
    ...more,
  });
  const interval = (at: number, more: object = {}) => ({ streams: [stream(at, more)] });
  const test = (more: object = {}) => ({
    start: { version: 'iperf 3.1.3', connecting_to: {}, test_start: { protocol: 'TCP', ...more } },
    intervals: [0, 1, 2].map((at) => interval(at)),
    end: {},
  });
  const events = (bps: number) => [
    { event: 'start', data: test().start },
    ...[0, 1, 2].map((at) => ({
      event: 'interval',
      data: interval(at, { bits_per_second: bps, bytes: bps / 8 }),
    })),
    { event: 'end', data: {} },
  ];
  const lines = (values: readonly unknown[]) =>
    `${values.map((each) => JSON.stringify(each)).join('\n')}\n`;
  const read = (text: string) => readTrace('a.json', text);

  it('received with -R, and as a server, before streams said so', () => {
    const reverse = read(JSON.stringify(test({ reverse: 1 })));
    expect(reverse.flows.map(({ direction }) => direction)).toEqual(['received']);
    const { start, ...rest } = test();
    const server = {
      version: start.version,
      accepted_connection: {},
      test_start: start.test_start,
    };
    expect(read(JSON.stringify({ start: server, ...rest })).flows[0]?.direction).toBe('received');
    expect(read(JSON.stringify(test())).flows[0]?.direction).toBe('sent');
  });

  it('reads events with stamps, over several lines, all in one, or with the result behind', () => {
    const stamped = lines(events(1e7)).replace(/^/gm, '1767225600.5 ').replace(/ $/, '');
    const laidOut = events(1e7).map((each) => JSON.stringify(each, null, 1));
    const withResult = `${lines(events(1e7))}${JSON.stringify(test(), null, '\t')}\n`;
    for (const text of [
      stamped,
      laidOut.join('\n'),
      lines(events(1e7)).replaceAll('\n', ''),
      withResult,
    ])
      expect(rates(read(text))).toEqual([10]);
    expect(said(read(withResult))).toContain('--json-stream-full-output');
  });

  it('reads the first of several streams of events', () => {
    const trace = read(lines([...events(1e7), ...events(4e6)]));
    expect(rates(trace)).toEqual([10]);
    expect(said(trace)).toContain('several results');
  });

  it('leaves out warnings in brackets, and those between its lines', () => {
    const text = JSON.stringify(test(), null, 1).split('\n');
    expect(rates(read(`[warning] {x}\n${text.join('\n')}`))).toEqual([10]);
    const broken = [...text.slice(0, 20), 'iperf3: warning: late', ...text.slice(20)].join('\n');
    expect(rates(read(broken))).toEqual([10]);
    expect(said(read(broken))).toContain('iperf3: warning: late');
  });

  it('reads numbers in quotes, and sums where there are no streams', () => {
    const quoted = {
      ...test(),
      intervals: [0, 1].map((at) => interval(at, { bytes: '1250000', bits_per_second: '1e7' })),
    };
    expect(rates(read(JSON.stringify(quoted)))).toEqual([10]);
    const sums = {
      ...test(),
      intervals: [0, 1].map((at) => ({ sum: { ...stream(at), socket: undefined } })),
    };
    expect(rates(read(JSON.stringify(sums)))).toEqual([10]);
    expect(said(read(JSON.stringify(sums)))).toContain('only their sums');
  });

  it('reads what the end says where there are no intervals', () => {
    const sent = { start: 0, end: 10, seconds: 10, bytes: 12_500_000, bits_per_second: 1e7 };
    const of = (end: object) => read(JSON.stringify({ ...test(), intervals: [], end }));
    for (const end of [{ sum_sent: sent }, { streams: [{ sender: { socket: 5, ...sent } }] }]) {
      const trace = of(end);
      expect(rates(trace)).toEqual([10]);
      expect(trace.about?.uncertain.join(' ')).toMatch(/one value is of the whole test/);
    }
    expect(() => of({})).toThrow(/intervals: there are none/);
  });

  it('says what UDP lost where only the end knows it', () => {
    const sum = { lost_packets: 50, packets: 4280, jitter_ms: 0.2 };
    const { about } = read(JSON.stringify({ ...test({ protocol: 'UDP' }), end: { sum } }));
    expect(about?.read.join(' ')).toMatch(/50 of 4280 packets were lost.*jitter of 0.2 ms/);
  });

  it('reads what a terminal showed', () => {
    const text = `\u001b[0m${JSON.stringify(test())}\u001b[0m\n`;
    expect(rates(read(text))).toEqual([10]);
  });

  it('reads the report of the server as people read it', () => {
    const server_output_text = [
      '[ ID] Interval           Transfer     Bitrate         Jitter    Lost/Total Datagrams',
      ...[0, 1].map(
        (at) =>
          `[  5]   ${at}.00-${at + 1}.00   sec  1000 KBytes  8.00 Mbits/sec  0.5 ms  ${at + 1}/900 (0.1%)`,
      ),
    ].join('\n');
    const trace = read(JSON.stringify({ ...test({ protocol: 'UDP' }), server_output_text }));
    expect(rates(trace)).toEqual([10, 8]);
    expect(trace.flows[1]?.columns.lost_packets).toEqual([1, 2]);
    expect(trace.flows[1]?.isOtherEnd).toBe(true);
  });
});

describe('ss', () => {
  const ADDRESSES = 'ESTAB 0 9 192.0.2.1:40000 192.0.2.2:5201\n';
  const facts = (bytes: number, more = '') =>
    `\t cubic rto:204 rtt:40/2 mss:1448 cwnd:35 bytes_acked:${bytes} ${more}`;
  const log = (stamps: readonly string[], factsAt: (at: number) => string) =>
    `${stamps.map((stamp, at) => `${stamp}\n${ADDRESSES}${factsAt(at)}`).join('\n')}\n`;
  const read = (text: string) => readTrace('a.log', text);
  const epochs = Array.from({ length: 8 }, (_, at) => String(1_767_225_600 + at));
  const tenMbps = (at: number) => facts(1 + at * 1_250_000);

  it('reads facts that are broken over lines', () => {
    const broken = (at: number) => tenMbps(at).replace(' bytes_acked', '\n\t bytes_acked');
    expect(rates(read(log(epochs, broken)))).toEqual([10]);
  });

  it('reads a pacing rate with its prefix', () => {
    const bbr = 'bbr:(bw:9.6Mbps,mrtt:40,pacing_gain:1.25,cwnd_gain:2)';
    const paced = log(epochs, (at) => `${tenMbps(at)}${bbr} pacing_rate 12.5Mbps`);
    const { pacing_rate_bps, bandwidth_bps } = read(paced).flows[0]?.columns ?? {};
    expect([pacing_rate_bps?.at(-1), bandwidth_bps?.at(-1)]).toEqual([12.5e6, 9.6e6]);
  });

  it('takes any counter that goes back for a new connection at the same ports', () => {
    const bytes = (at: number) => 1 + at * 1_250_000 + (at < 4 ? 0 : 50_000_000);
    const reused = log(epochs, (at) => facts(bytes(at), `busy:${(at % 4) * 1000}ms`));
    expect(rates(read(reused))).toEqual([10, 10]);
  });

  const clock = (at: number, [low, high]: readonly [number, number]) =>
    at < 4 ? `${low}:59:5${6 + at}` : `${high}:00:0${at - 4}`;

  it.each([
    ['back', (at: number) => `Sun Oct 25 0${clock(at, [2, 2])} ${at < 4 ? 'CEST' : 'CET'} 2026`],
    ['forward', (at: number) => `Sun Mar 29 0${clock(at, [1, 3])} ${at < 4 ? 'CET' : 'CEST'} 2026`],
    ['back without a zone', (at: number) => `0${clock(at, [2, 2])}`],
  ])('continues where the clock is put %s', (_, stampAt) => {
    const trace = read(
      log(
        epochs.map((__, at) => stampAt(at)),
        tenMbps,
      ),
    );
    expect(trace.flows[0]?.columns.time_s).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(said(trace)).toMatch(/Line 1\d: the (?:time zone|clock)/);
  });

  it.each([
    ['in brackets', (at: number) => `[2026-01-01 00:00:0${at}.000] ${ADDRESSES.trim()} `],
    ['of /proc/uptime', (at: number) => `${1234.5 + at}0 8888.12\n${ADDRESSES}`],
  ])('takes the stamps %s', (_, before) => {
    const text = epochs.map((__, at) => `${before(at)}${tenMbps(at)}\n`).join('');
    expect(rates(read(text))).toEqual([10]);
  });

  it('reads the log of a system, and says what one sample lacks', () => {
    const system = epochs
      .map((_, at) => {
        const stamp = `Jan  1 00:00:0${at}.500 host ss[12]:`;
        return `${stamp} ${ADDRESSES.trim()}\n${stamp} ${tenMbps(at)}`;
      })
      .join('\n');
    expect(rates(read(`${system}\n`))).toEqual([10]);
    expect(() => read(log(epochs.slice(0, 1), tenMbps))).toThrow('one sample of one socket');
  });
});

describe('qlog', () => {
  const sent = (at: number, more: object = {}) => ({
    ...{ time: at * 100, name: 'quic:packet_sent', data: { raw: { length: 1250 } } },
    ...more,
  });
  const rtt = (at: number, latest_rtt: number, more: object = {}) => ({
    ...{ time: at * 100, name: 'recovery:metrics_updated', data: { latest_rtt } },
    ...more,
  });
  const steps = Array.from({ length: 50 }, (_, at) => at);
  const trace = (events: readonly object[], common: object = {}) => ({
    common_fields: { time_format: 'relative', ...common },
    events,
  });
  const file = (...traces: object[]) => JSON.stringify({ qlog_version: '0.3', traces });
  const read = (text: string) => readTrace('a.qlog', text);

  it('has a flow for each path of a connection', () => {
    const events = steps.flatMap((at) => [
      ...[sent(at, { path: 'wifi' }), rtt(at, 20, { path: 'wifi' })],
      ...[sent(at, { path: 'lte', data: { raw: { length: 2500 } } }), rtt(at, 80, { path: 'lte' })],
    ]);
    const found = read(file(trace(events)));
    expect(rates(found)).toEqual([0.1, 0.2]);
    expect(found.flows.map(({ min_rtt_s }) => min_rtt_s)).toEqual([0.02, 0.08]);
  });

  it('counts times since 1970 from the reference of the others', () => {
    const start = 1_767_225_600_000;
    const mixed = steps.map((at) =>
      at % 2 === 0 ? sent(at) : sent(at, { time: start + at * 100, time_format: 'absolute' }),
    );
    expect(rates(read(file(trace(mixed, { reference_time: start }))))).toEqual([0.1]);
  });

  it('places traces by their reference times', () => {
    const [first, second] = [1_767_225_600_000, 1_767_225_605_000].map((reference_time) =>
      trace(
        steps.map((at) => sent(at)),
        { reference_time },
      ),
    );
    const { flows } = read(file(first ?? {}, second ?? {}));
    expect(
      flows.map(({ columns }) => columns.throughput_bps?.findIndex((bps) => bps !== null)),
    ).toEqual([0, 50]);
  });

  it('reads records over several lines, without a head, and the first of two documents', () => {
    const head = { qlog_version: '0.4', trace: { common_fields: { time_format: 'relative' } } };
    const records = [head, ...steps.map((at) => sent(at))];
    const laidOut = records.map((each) => JSON.stringify(each, null, 1)).join('\n');
    const headless = steps.map((at) => JSON.stringify(sent(at))).join('\n');
    const twice = `${file(trace(steps.map((at) => sent(at))))}\n`.repeat(2);
    for (const text of [laidOut, headless, twice]) expect(rates(read(text))).toEqual([0.1]);
    expect(said(read(twice))).toContain('2 documents');
  });

  it('leaves out events without a time, and reads datagrams where there are no packets', () => {
    const events = [...steps.map((at) => sent(at)), { time: null, name: 'a:b', data: {} }];
    expect(said(read(file(trace(events))))).toContain('1 event without a time');
    const datagrams = steps.map((at) =>
      sent(at, {
        name: 'transport:datagrams_sent',
        data: { raw: [{ length: 1000 }, { length: 250 }] },
      }),
    );
    expect(rates(read(file(trace(datagrams))))).toEqual([0.1]);
  });

  it('leaves out the empty event that a converter ends its list with', () => {
    const events = [
      ...steps.map((at) => [at * 100, 'quic', 'packet_sent', { raw: { length: 1250 } }]),
      [],
    ];
    const listed = { event_fields: ['relative_time', 'category', 'event', 'data'], events };
    const found = read(JSON.stringify({ qlog_version: 'draft-01', traces: [listed] }));
    expect(rates(found)).toEqual([0.1]);
    expect(said(found)).toContain('1 event without values');
  });

  it('does not take a packet without a size for one of 0 bytes', () => {
    const bare = (at: number) => sent(at, { data: { header: { packet_number: at } } });
    const none = read(file(trace(steps.flatMap((at) => [bare(at), rtt(at, 40)]))));
    expect(none.flows[0]?.columns).not.toHaveProperty('throughput_bps');
    expect(said(none)).toContain('The 50 packets that it sent have no sizes');
    const some = read(file(trace(steps.map((at) => (at < 10 ? bare(at) : sent(at))))));
    expect(said(some)).toContain('10 of the 50 packets that it sent have no size');
  });
});

describe('a capture', () => {
  const START_S = 1_700_000_000;
  const session = (isn: number, from_s: number): Segment[] => [
    { time_s: START_S + from_s, seq: isn, flags: 'S' },
    { time_s: START_S + from_s + 0.04, isReply: true, seq: 4999, ack: isn + 1, flags: 'SA' },
    { time_s: START_S + from_s + 0.0401, seq: isn + 1, ack: 5000 },
    ...Array.from({ length: 20 }, (_, at) => [
      {
        time_s: START_S + from_s + 0.1 + at * 0.05,
        seq: isn + 1 + at * 1000,
        ack: 5000,
        bytes: 1000,
      },
      {
        time_s: START_S + from_s + 0.14 + at * 0.05,
        isReply: true,
        seq: 5000,
        ack: isn + 1 + (at + 1) * 1000,
      },
    ]).flat(),
  ];
  const read = async (bytes: Uint8Array) => {
    const found = await readSource(ofBytes('a', bytes), { columns: null }, () => undefined);
    if (found.kind !== 'measurement') throw new Error(found.kind);
    return found.trace;
  };
  const numbers = (trace: MeasuredTrace) =>
    trace.flows.map((flow) => {
      const { payload_bytes, retransmitted_packets } = summaryOf(flow);
      return [Math.round(payload_bytes ?? NaN), retransmitted_packets];
    });

  it('has two connections at the same ports though the end of the first is missing', async () => {
    const trace = await read(pcapOf([...session(999, 0), ...session(3e9, 3)]));
    expect(numbers(trace)).toEqual([
      [20_000, 0],
      [20_000, 0],
    ]);
    expect(trace.flows[1]?.label).toBe('192.0.2.1:40000 → 192.0.2.2:5201 (2)');
    expect(trace.flows[0]?.columns.throughput_bps?.at(-1)).toBeNull();
  });

  it('has each packet once where two interfaces, or one twice, saw it', async () => {
    const twice = session(999, 0).flatMap((segment, at) => [
      { ...segment, identification: at + 1, interfaceId: segment.isReply === true ? 1 : 0 },
      {
        ...segment,
        time_s: segment.time_s + 5e-5,
        identification: at + 1,
        interfaceId: segment.isReply === true ? 0 : 1,
      },
    ]);
    const interfaces = await read(pcapng(twice));
    expect(numbers(interfaces)).toEqual([[20_000, 0]]);
    expect(said(interfaces)).toContain('at other interfaces');
    const mirrored = await read(pcapOf(twice));
    expect(numbers(mirrored)).toEqual([[20_000, 0]]);
    expect(said(mirrored)).toContain('43 packets that the capture has twice');
  });

  it('joins the directions that two interfaces saw one of each', async () => {
    const apart = session(999, 0).map((segment) => ({
      ...segment,
      interfaceId: 'isReply' in segment ? 1 : 0,
    }));
    const trace = await read(pcapng(apart));
    expect(numbers(trace)).toEqual([[20_000, 0]]);
    expect(trace.flows[0]?.min_rtt_s).toBeCloseTo(0.04, 4);
  });

  it('says on what link it was made where that link is not read', async () => {
    const bytes = pcapOf(session(999, 0));
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(20, 119, true);
    await expect(read(bytes)).rejects.toThrow('captured on links of type 119');
  });

  it('says that headers are cut off, and looks into PPPoE, MPLS and tunnels', async () => {
    await expect(read(pcapOf(session(999, 0), { most_bytes: 40 }))).rejects.toThrow(
      'cut off within their headers',
    );
    const links = [
      [0x88, 0x64, 0x11, 0, 0, 1, 0, 42, 0, 0x21],
      [0x88, 0x47, 0, 0, 0x11, 0x40],
      [8, 0, ...ofIpv4(4, 100)],
      [8, 0, ...ofIpv4(47, 100), 0, 0, 8, 0],
    ];
    for (const link of links) {
      expect(numbers(await read(pcapOf(session(999, 0), { link })))).toEqual([[20_000, 0]]);
    }
  });
});

describe('a table', () => {
  const table = (head: string, row: string) =>
    `${head}\n${Array.from({ length: 6 }, (_, at) => row.replace('#', String(at))).join('\n')}\n`;
  const read = (text: string) => readTrace('a.csv', text);

  it.each([
    ['points in thousands', 'time_s;throughput_kbps', '#;10.500,0'],
    ['apostrophes', 'time_s;throughput_kbps', "#;10'500.0"],
    ['spaces in thousands', 'time_s;throughput_kbps', '#;10 500,0'],
    ['units below the names', 'time,throughput\ns,kbit/s', '#,10500'],
    ['units behind the numbers', 'time,throughput', '"# s","10.5 Mbit/s"'],
    ['units in quotes', '"time (s)","throughput (""kbit/s"")"', '"#","10500"'],
    ['bars', 'time_s|throughput_mbps', '#|10.5'],
    ['a title', 'run,7\n\ntime_s,throughput_mbps', '#,10.5'],
    ['a line that names the separator', 'sep=;\ntime_s;throughput_mbps', '#;10,5'],
    ['German names', 'Zeit [s];Durchsatz [Mbit/s]', '#;10,5'],
  ])('is read with %s', (_, head, row) => {
    expect(rates(read(table(head, row)))).toEqual([10.5]);
  });

  it('says which values are no numbers, and leaves out totals', () => {
    const text = table('time_s,throughput_mbps', '#,10.5');
    const trace = read(`${text}6,n/a\nTotal,10.5\n`);
    expect(rates(trace)).toEqual([10.5]);
    expect(said(trace)).toMatch(/1 row of totals.* 1 of 7 values of "throughput_mbps".*"n\/a"/);
    expect(() => read(table('time_s,throughput_mbps', '#,fast'))).toThrow(/None of the values/);
  });
});
