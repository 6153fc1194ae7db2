// Reports for people, as iperf 3.12 (Linux), 3.17 (macOS) and 2.1 print them.
import { expect, it } from 'vitest';

import { summaryOf } from '@/analysis/imports/report';
import { readTrace } from '@/analysis/imports/trace';

const HEAD = 'Connecting to host 10.9.0.2, port 5300\n';
const COLUMNS = '[ ID] Interval           Transfer     Bitrate         Retr  Cwnd\n';
const mbps = (text: string) =>
  readTrace('a.txt', text).flows.map((flow) =>
    Number(((summaryOf(flow).mean_throughput_bps ?? NaN) / 1e6).toFixed(3)),
  );

const PARALLEL = `${HEAD}[  5] local 10.9.0.1 port 51096 connected to 10.9.0.2 port 5300
${COLUMNS}[  5]   0.00-1.00   sec  1.80 MBytes  15078 Kbits/sec    2    260 KBytes       (omitted)
[  7]   0.00-1.00   sec  1.81 MBytes  15205 Kbits/sec    0    257 KBytes       (omitted)
[SUM]   0.00-1.00   sec  5.42 MBytes  45489 Kbits/sec    0             (omitted)
- - - - - - - - - - - - - - - - - - - - - - - - -
[  5]   0.00-1.00   sec   509 KBytes  4171 Kbits/sec    3   73.5 KBytes       
[  7]   0.00-1.00   sec   891 KBytes  7299 Kbits/sec    0   1.20 MBytes       
[SUM]   0.00-1.00   sec  2.24 MBytes  18768 Kbits/sec    3             
- - - - - - - - - - - - - - - - - - - - - - - - -
[ ID] Interval           Transfer     Bitrate         Retr
[  5]   0.00-1.00   sec   509 KBytes  4171 Kbits/sec    3             sender
[  5]   0.00-1.11   sec   500 KBytes  3686 Kbits/sec                  receiver
snd_tcp_congestion bbr
`;

it('reads parallel streams, and leaves sums, warm-up and summary out', () => {
  const trace = readTrace('a.txt', PARALLEL);
  expect(mbps(PARALLEL)).toEqual([4.171, 7.299]);
  expect(trace.flows[0]).toMatchObject({ algorithm: 'bbr', direction: 'sent', transport: 'tcp' });
  expect(trace.flows.map(({ columns }) => columns.cwnd_bytes)).toEqual([
    [Math.round(73.5 * 1024)],
    [Math.round(1.2 * 1024 ** 2)],
  ]);
  expect(trace.flows[0]?.columns.retransmitted_packets).toEqual([3]);
  expect(trace.about?.left_out.join(' ')).toMatch(/omitted with -O: 2\./);
  expect(trace.about?.uncertain.join(' ')).toMatch(/three digits/);
});

it('distinguishes directions: reverse, both, and the report of a server', () => {
  const row = (id: string, rest = '') =>
    `[  ${id}   0.00-1.00   sec  3.41 MBytes  28.6 Mbits/sec${rest}\n`;
  const of = (text: string) => readTrace('a', text).flows.map(({ direction }) => direction);
  expect(of(`${HEAD}Reverse mode, remote host 10.9.0.2 is sending\n${row('5]')}`)).toEqual([
    'received',
  ]);
  expect(of(`${HEAD}${row('5][TX-C]', '    0   73.5 KBytes')}${row('7][RX-C]')}`)).toEqual([
    'sent',
    'received',
  ]);
  const accepted = 'Accepted connection from 10.9.0.1, port 38198\n';
  const server = `Server listening on 5300 (test #1)\n${accepted}${row('5]')}`;
  expect(of(server)).toEqual(['received']);
  const twice = readTrace('a', `${server}${accepted}${row('5]')}${accepted}${row('5]')}`);
  expect(twice.flows).toHaveLength(1);
  expect(twice.about?.left_out.join(' ')).toMatch(/3 tests.*the first is read/);
});

it('reads losses and jitter of UDP, and the report of the server behind that of the client', () => {
  const { flows } = readTrace(
    'a',
    `${HEAD}[  5]   0.00-1.00   sec  2.24 MBytes  18.7 Mbits/sec  1622  
Server output:
Accepted connection from 10.9.0.1, port 53870
[  5]   0.00-1.00   sec  2.17 MBytes  18.2 Mbits/sec  0.366 ms  12/1575 (0.76%)  
[  5]   0.00-1.00   sec  2.17 MBytes  18.2 Mbits/sec  0.366 ms  12/1575 (0.76%)  receiver
`,
  );
  expect(flows).toMatchObject([
    { direction: 'sent', transport: 'udp' },
    { direction: 'received', transport: 'udp', isOtherEnd: true },
  ]);
  expect(flows[1]?.columns).toMatchObject({ lost_packets: [12], jitter_s: [0.000366] });
});

it('reads stamps before lines, RTTs, bytes per second and -e of iperf 2', () => {
  expect(
    mbps(`22:19:10 [  5]   0.00-0.50   sec  1.98 MBytes  33.3 Mbits/sec    0    260 KBytes
22:19:10 [  5]   0.50-1.00   sec  1.37 MBytes  22.9 Mbits/sec    0   48.1 KBytes`),
  ).toEqual([28.1]);
  const mac = readTrace(
    'a',
    `${COLUMNS}[  5] 0.00-1.00 sec  1 MBytes  1.00 MBytes/sec 0 256 KBytes 40ms\n`,
  );
  expect(mac.flows[0]?.columns).toMatchObject({ throughput_bps: [8 * 1024 ** 2], rtt_s: [0.04] });
  const old = readTrace(
    'a',
    `Client connecting to 10.0.0.2, TCP port 5001
[  1] 0.0000-1.0000 sec  1.12 MBytes  9.44 Mbits/sec  10/0          2       63K/40324(120) us  29
[  1] 1.0000-2.0000 sec  1.12 MBytes  9.40 Mbits/sec  10/0          1       63K/40324(120) us  29
[  1] 0.0000-2.0100 sec  2.24 MBytes  9.42 Mbits/sec  20/0          3       63K/40324(120) us  29
`,
  );
  expect(old.flows[0]?.columns).toEqual({
    time_s: [1, 2],
    throughput_bps: [9_440_000, 9_400_000],
    rtt_s: [0.040324, 0.040324],
    cwnd_bytes: [64_512, 64_512],
    retransmitted_packets: [2, 1],
  });
});

it('says where a report was broken off, and why', () => {
  const row = '[  5]   0.00-1.00   sec  1.19 MBytes  10.0 Mbits/sec    3    260 KBytes\n';
  const cut = readTrace('a', `${COLUMNS}${row}[  5]   1.00-2.00   sec  1.19 MBy`);
  expect(cut.about?.left_out.join(' ')).toMatch(/last line is not whole: "\[ {2}5\]/);
  const ended = readTrace('a', `${COLUMNS}${row}iperf3: interrupt - the client has terminated\n`);
  expect(ended.about?.uncertain.join(' ')).toMatch(/ended with: interrupt - the client has/);
  const refused = () => readTrace('a', 'iperf3: error - unable to connect to server: refused\n');
  expect(refused).toThrow('iperf reports: unable to connect to server: refused');
  expect(() => readTrace('a', `${HEAD}${COLUMNS}`)).toThrow(
    /without intervals; expected are lines/,
  );
});
