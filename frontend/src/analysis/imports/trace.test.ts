import { describe, expect, it } from 'vitest';

import iperf3 from '#tests/traces/iperf3.json?raw';
import kernelSeries from '#tests/traces/kernel-series.json?raw';
import ssOneLine from '#tests/traces/ss-one-line.log?raw';
import ssLog from '#tests/traces/ss.log?raw';

import { readTrace } from './trace';

// The files in tests/traces were written by iperf3 3.12 and ss of iproute2 6.1 over loopback; the
// series are the beginning of a case measured with Linux 6.18 (BBRv1, 20 and 60 ms, 10 BDP).

describe('iperf3', () => {
  it('is read stream by stream, as a real file has them', () => {
    const { source, flows } = readTrace('iperf3.json', iperf3);
    expect(source).toBe('iperf3');
    expect(flows).toHaveLength(2);
    const [first] = flows;
    expect(first?.label).toMatch(/^stream 5, port \d+$/);
    expect(first?.algorithm).toBe('cubic');
    const { time_s, throughput_bps, rtt_s, cwnd_bytes, retransmitted_packets } =
      first?.columns ?? {};
    expect(time_s).toHaveLength(8);
    expect(time_s?.at(-1)).toBeCloseTo(4, 1);
    expect(throughput_bps?.[0]).toBeCloseTo(5468594400.8, 0);
    expect(rtt_s?.[0]).toBeCloseTo(0.001031);
    expect(cwnd_bytes?.[0]).toBe(8278540);
    expect(retransmitted_packets?.[0]).toBe(0);
  });

  const interval = (end: number, more: object = {}) => ({
    streams: [
      { socket: 5, start: end - 1, end, seconds: 1, bytes: 1e6, bits_per_second: 8e6, ...more },
    ],
  });

  it('of old versions has neither RTT nor window', () => {
    const text = JSON.stringify({ start: {}, intervals: [interval(1), interval(2)], end: {} });
    const [flow] = readTrace('old.json', text).flows;
    expect(flow?.columns).toEqual({ time_s: [1, 2], throughput_bps: [8e6, 8e6] });
    expect(flow?.min_rtt_s).toBeNull();
  });

  it('is read from a stream of events', () => {
    const lines = [
      { event: 'start', data: { connected: [{ socket: 5, local_port: 62151 }] } },
      { event: 'interval', data: interval(1, { rtt: 20000, omitted: true }) },
      { event: 'interval', data: interval(1, { rtt: 24000 }) },
      { event: 'end', data: { streams: [{ sender: { socket: 5, min_rtt: 20100 } }] } },
    ];
    const [flow] = readTrace('s.json', lines.map((line) => JSON.stringify(line)).join('\n')).flows;
    expect(flow).toMatchObject({ label: 'stream 5, port 62151', min_rtt_s: 0.0201 });
    expect(flow?.columns).toMatchObject({ time_s: [1], rtt_s: [0.024] });
  });

  it('says which field is wrong, which line is no JSON, and what iperf3 said', () => {
    const bad = JSON.stringify({ intervals: [interval(1, { end: 'x' })] });
    expect(() => readTrace('a', bad)).toThrow('intervals[0].streams[0].end: should be a number');
    const cut = '{"event":"start","data":{}}\n{"event":"interval","data":{';
    expect(() => readTrace('a', cut)).toThrow(/^Line 2: this is not JSON/);
    expect(() => readTrace('a', '{"error":"unable to connect to server"}')).toThrow(
      'iperf3 reports: unable to connect to server',
    );
    expect(() => readTrace('a', '{"start":{},"intervals":[],"end":{}}')).toThrow('intervals: ');
  });
});

describe('ss', () => {
  it('is read socket by socket, as a real log has them', () => {
    const { source, flows } = readTrace('ss.log', ssLog);
    expect(source).toBe('ss');
    // The third connection is the one by which iperf3 controls its test.
    expect(flows).toHaveLength(2);
    for (const { algorithm, columns, min_rtt_s } of flows) {
      expect(algorithm).toBe('cubic');
      expect(columns.time_s).toHaveLength(4);
      expect(columns.time_s[0]).toBe(0);
      expect(columns.throughput_bps?.[0]).toBeNull();
      expect(columns.throughput_bps?.[1]).toBeGreaterThan(1e8);
      expect(min_rtt_s).toBeGreaterThan(0);
    }
  });

  it('is read with a socket in each line and stamps of ISO 8601', () => {
    const { flows } = readTrace('ss.log', ssOneLine);
    expect(flows.map(({ algorithm }) => algorithm)).toEqual(['bbr']);
    expect(flows[0]?.columns.time_s[1]).toBeCloseTo(0.2268, 3);
  });

  const socket = (bytes: number, retrans: string, port = 40000) =>
    `ESTAB 0 12 10.0.0.1:${port} 10.0.0.2:5201 users:(("iperf3",pid=7,fd=5))\n` +
    `\t ts sack cubic wscale:7,7 rto:220 rtt:24.5/1.2 mss:1448 cwnd:20 ` +
    `bytes_acked:${bytes} ${retrans} pacing_rate 11.3Mbps minrtt:20.1`;

  it('has rates from what was acknowledged, and windows in bytes', () => {
    const log = ['1700000000.0', socket(1e6, ''), '1700000000.5', socket(2e6, 'retrans:1/3')];
    const [flow] = readTrace('ss.log', log.join('\n')).flows;
    expect(flow).toMatchObject({
      label: '10.0.0.1:40000 → 10.0.0.2:5201',
      algorithm: 'cubic',
      min_rtt_s: 0.0201,
    });
    expect(flow?.columns).toEqual({
      time_s: [0, 0.5],
      throughput_bps: [null, 16e6],
      rtt_s: [0.0245, 0.0245],
      cwnd_bytes: [28960, 28960],
      pacing_rate_bps: [11.3e6, 11.3e6],
      retransmitted_packets: [null, 3],
    });
  });

  it('takes a counter that goes back for a new connection', () => {
    const log = [1e6, 2e6, 1e5, 9e5].flatMap((bytes, at) => [`170000000${at}`, socket(bytes, '')]);
    const { flows } = readTrace('ss.log', log.join('\n'));
    expect(flows.map(({ columns }) => columns.time_s)).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it('says that stamps are missing, or go back', () => {
    expect(() => readTrace('ss.log', socket(1, ''))).toThrow(
      /^Line 2: "ts sack cubic.*there is no timestamp/,
    );
    const back = ['1700000001', socket(1, ''), '1700000000', socket(2, '')].join('\n');
    expect(() => readTrace('ss.log', back)).toThrow(/^Line 4: its timestamp is earlier/);
    const idle = ['1700000000', socket(5, ''), '1700000001', socket(5, '')].join('\n');
    expect(() => readTrace('ss.log', idle)).toThrow(
      'None of its sockets (1) sends or receives data',
    );
  });
});

describe('qlog', () => {
  const metrics = (time: number, data: object, more: object = {}) => ({
    time,
    name: 'recovery:metrics_updated',
    data,
    ...more,
  });
  const sent = (time: number, length: number) => ({
    time,
    name: 'transport:packet_sent',
    data: { header: { packet_number: 1 }, raw: { length } },
  });

  it('of this lab is read with its algorithm and its times', () => {
    const details = { algorithm: 'fairtt' };
    const events = [
      { time: 0, name: 'simulation:scenario', data: { details } },
      metrics(100, { latest_rtt: 40, congestion_window: 15000 }),
      metrics(2500, { latest_rtt: 60 }, { retransmitted_packets: 2 }),
    ];
    const trace = {
      title: 'elephant #0: fairtt',
      common_fields: { time_format: 'relative' },
      events,
    };
    const text = JSON.stringify({ qlog_version: '0.3', qlog_format: 'JSON', traces: [trace] });
    const [flow] = readTrace('run.qlog', text).flows;
    expect(flow).toMatchObject({ label: 'elephant #0: fairtt', algorithm: 'fairtt' });
    const { time_s, rtt_s, cwnd_bytes, retransmitted_packets, throughput_bps } =
      flow?.columns ?? {};
    expect(time_s?.[0]).toBeCloseTo(0.1);
    expect(rtt_s?.[0]).toBe(0.04);
    // What did not change is not repeated.
    expect(rtt_s?.[10]).toBe(0.04);
    expect(rtt_s?.at(-1)).toBe(0.06);
    expect(cwnd_bytes?.at(-1)).toBe(15000);
    expect(retransmitted_packets?.at(-1)).toBe(2);
    expect(throughput_bps).toBeUndefined();
  });

  it('of QUIC comes as a sequence of records with times of the epoch', () => {
    const records = [
      { qlog_version: '0.3', qlog_format: 'JSON-SEQ', trace: { title: 'quiche' } },
      sent(1_700_000_000_000, 1250),
      sent(1_700_000_000_050, 1250),
      metrics(1_700_000_000_060, { min_rtt: 19.5, smoothed_rtt: 20, congestion_window: 13500 }),
      { time: 1_700_000_003_000, name: 'recovery:packet_lost', data: {} },
    ];
    const text = records.map((record) => `\u001e${JSON.stringify(record)}\n`).join('');
    const [flow] = readTrace('quic.sqlog', text).flows;
    expect(flow).toMatchObject({ label: 'quiche', min_rtt_s: 0.0195 });
    expect(flow?.columns.throughput_bps?.[0]).toBe(200_000);
    expect(flow?.columns.rtt_s?.[0]).toBe(0.02);
    expect(flow?.columns.retransmitted_packets?.at(-1)).toBe(1);
  });

  it('without metrics, with other columns than it names, or cut off says so', () => {
    const of = (events: unknown) => JSON.stringify({ qlog_version: '0.3', traces: [{ events }] });
    expect(() => readTrace('a', of([]))).toThrow('None of its connections has');
    expect(() => readTrace('a', of([[1, 'recovery']]))).toThrow(
      'traces[0].events: an event is a list of 2 values, but event_fields names 4',
    );
    expect(() => readTrace('a', of(7))).toThrow('traces[0].events: is missing');
    const cut = '{"qlog_version":"0.3",\n"traces":[{';
    expect(() => readTrace('a', cut)).toThrow(/^Line 2: this is not JSON/);
  });
});

describe('the series of a measured case', () => {
  it('are read flow by flow, as a real file has them', () => {
    const { source, flows } = readTrace('bbr.json', kernelSeries);
    expect(source).toBe('series');
    expect(flows).toHaveLength(2);
    const [first] = flows;
    expect(first).toMatchObject({ label: 'connection 1', algorithm: 'bbr', min_rtt_s: 0.0201 });
    const { time_s, throughput_bps, rtt_s, cwnd_bytes, retransmitted_packets } =
      first?.columns ?? {};
    expect(time_s).toHaveLength(8);
    // 178104 bytes until 0.2 s, 354760 until 0.4 s; a window of 56 packets.
    expect(throughput_bps?.[0]).toBeCloseTo(7_124_160, 3);
    expect(throughput_bps?.[1]).toBeCloseTo(7_066_240, 3);
    expect(rtt_s?.[0]).toBeCloseTo(0.0765);
    expect(cwnd_bytes?.[0]).toBe(56 * 1448);
    expect(retransmitted_packets?.[0]).toBe(0);
  });

  it('of loss-based algorithms have no least RTT of their own', () => {
    const flow_cols = ['t_s', 'rx_bytes', 'srtt_ms', 'total_retrans', 'bbr_min_rtt_ms'];
    const rows = [
      [0.2, 1448, 31, 2, 0],
      [0.4, 2896, 30, 5, 0],
    ];
    const text = JSON.stringify({ id: 'loss1_reno_40', flows: [rows], flow_cols });
    const [flow] = readTrace('reno.json', text).flows;
    expect(flow).toMatchObject({ algorithm: 'reno', min_rtt_s: 0.03 });
    expect(flow?.columns.retransmitted_packets).toEqual([2, 3]);
    expect(flow?.columns.cwnd_bytes).toBeUndefined();
  });

  it('say which row is wrong', () => {
    const of = (flows: unknown, flow_cols = ['t_s', 'rx_bytes']) =>
      JSON.stringify({ flow_cols, flows });
    expect(() => readTrace('a', of([[[0.2, 1], [0.4]]]))).toThrow(
      'flows[0][1] rx_bytes: is missing',
    );
    expect(() => readTrace('a', of([[[0.2]]], ['t_s']))).toThrow('flow_cols rx_bytes: is missing');
    expect(() => readTrace('a', of([]))).toThrow('None of its flows has rows.');
  });
});

describe('anything else', () => {
  it('is named as what it is not', () => {
    expect(() => readTrace('a.txt', 'hello')).toThrow(
      /not read here. Known are JSON or the report of iperf3.*Line 1 reads "hello"/,
    );
  });
});
