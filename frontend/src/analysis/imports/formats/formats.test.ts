import { describe, expect, it } from 'vitest';

import { readText } from '@/analysis/imports/trace';

function measured(name: string, text: string, columns: string | null = null) {
  const found = readText(name, text, { columns });
  if (found.kind !== 'measurement') throw new Error(found.kind);
  return found.trace;
}

describe('iperf 2', () => {
  it('is read stream by stream, without sums', () => {
    const line = (id: number, from: number, to: number, bytes: number, more = '') =>
      `20260101000001,192.0.2.1,5001,192.0.2.2,6000,${id},${from}.0-${to}.0,${bytes},${(bytes * 8) / (to - from)}${more}`;
    const udp = ',0.250,3,100,3.000,0';
    const text = [
      line(3, 0, 1, 125_000, udp),
      line(-1, 0, 1, 125_000),
      line(3, 1, 2, 250_000, udp),
      line(3, 0, 2, 375_000, udp),
    ].join('\n');
    const [flow] = measured('a.csv', text).flows;
    expect(flow).toMatchObject({ transport: 'udp', direction: 'received' });
    expect(flow?.columns).toEqual({
      time_s: [1, 2],
      throughput_bps: [1e6, 2e6],
      jitter_s: [0.00025, 0.00025],
      lost_packets: [3, 3],
    });
  });
});

describe('iperf 2 with more columns (-e)', () => {
  const HEADER =
    'time,srcaddress,srcport,dstaddr,dstport,transferid,istart,iend,bytes,speed,writecnt,writeerr,tcpretry,tcpcwnd,tcppcwnd,tcprtt,tcprttvar';
  const line = (at: number, rest: string) =>
    `+0000:2026010100000${at}.550,192.0.2.1,5001,192.0.2.2,6000,1,${at}.0,${at + 1}.0,125000,1000000,${rest}`;

  it('has what TCP counts, in its units', () => {
    const rows = [0, 1, 2].map((at) => line(at, '10,0,2,40,28,40500,100'));
    const [flow] = measured('a.csv', [HEADER, ...rows].join('\n')).flows;
    expect(flow?.min_rtt_s).toBe(0.0405);
    expect(flow?.columns).toMatchObject({
      throughput_bps: [1e6, 1e6, 1e6],
      retransmitted_packets: [2, 2, 2],
      cwnd_bytes: [40960, 40960, 40960],
      rtt_s: [0.0405, 0.0405, 0.0405],
    });
  });

  it('does not take what is not known for a number', () => {
    const unknown = [0, 1, 2].map((at) => line(at, '-1,-1,4294967295,-1,4294967295,0,0'));
    const old = [0, 1, 2].map((at) =>
      line(at, '-1,-1,-1,-1,0,0').replace(`${at}.0,${at + 1}.0`, `${at}.0-${at + 1}.0`),
    );
    for (const text of [[HEADER, ...unknown].join('\n'), unknown.join('\n'), old.join('\n')]) {
      const [flow] = measured('a.csv', text).flows;
      expect(Object.keys(flow?.columns ?? {})).toEqual(['time_s', 'throughput_bps']);
      expect(flow).not.toHaveProperty('transport');
    }
  });
});

describe('tcp_probe', () => {
  const START = 2 ** 32 - 100_000;
  const hex = (value: number) => `0x${(value % 2 ** 32).toString(16)}`;
  const at = (index: number) => [START + index * 12_500 + 50_000, START + index * 12_500] as const;
  const module = (index: number, srtt: number) => {
    const [next, acked] = at(index);
    return `${(index / 100).toFixed(9)} 192.0.2.1:50000 192.0.2.2:5201 1480 ${hex(next)} ${hex(acked)} 35 30 65536 ${srtt} 65536`;
  };
  const event = (index: number) => {
    const [next, acked] = at(index);
    return `  iperf3-1234 [001] ..s. ${(100 + index / 100).toFixed(6)}: tcp_probe: family=AF_INET src=192.0.2.1:50000 dest=192.0.2.2:5201 mark=0x0 data_len=1448 snd_nxt=${hex(next)} snd_una=${hex(acked)} snd_cwnd=35 ssthresh=30 snd_wnd=65536 srtt=40000 rcv_wnd=65536`;
  };
  const steps = Array.from({ length: 500 }, (_, index) => index);

  it.each([
    ['of the module, in ms', steps.map((index) => module(index, 40)).join('\n')],
    ['of the module, in us', steps.map((index) => module(index, 40_000)).join('\n')],
    ['as an event of ftrace', `# tracer: nop\n${steps.map(event).join('\n')}\n`],
  ])('has rate, window and RTT %s, beyond 32 bits', (_, text) => {
    const [flow] = measured('a.txt', text).flows;
    expect(flow?.label).toBe('192.0.2.1:50000 → 192.0.2.2:5201');
    const { throughput_bps, cwnd_bytes, rtt_s, inflight_bytes } = flow?.columns ?? {};
    // 12,500 bytes each 10 ms.
    for (const bps of throughput_bps?.slice(1) ?? [NaN]) expect(bps).toBeCloseTo(10e6, -3);
    expect([cwnd_bytes?.[5], rtt_s?.[5], inflight_bytes?.[5]]).toEqual([35 * 1448, 0.04, 50_000]);
  });
});

describe('ns-3', () => {
  it("has a mean rate of each flow in FlowMonitor's XML", () => {
    const flow = (id: number, bytes: number) =>
      `<Flow flowId="${id}" timeFirstRxPacket="+1e+09ns" timeLastRxPacket="+1.1e+10ns" rxBytes="${bytes}" lostPackets="4" ></Flow>`;
    const ends =
      'sourceAddress="10.0.0.1" destinationAddress="10.0.0.2" sourcePort="4000" destinationPort="50"';
    const stats = `<FlowStats>${flow(1, 12_500_000)}${flow(2, 0)}</FlowStats>`;
    const text = `<?xml version="1.0" ?><FlowMonitor>${stats}<Ipv4FlowClassifier>
      <Flow flowId="1" ${ends} protocol="6" /></Ipv4FlowClassifier></FlowMonitor>`;
    const { flows, about } = measured('flows.xml', text);
    expect(flows).toHaveLength(1);
    expect(flows[0]).toMatchObject({ label: '10.0.0.1:4000 → 10.0.0.2:50', transport: 'tcp' });
    expect(flows[0]?.columns).toMatchObject({
      throughput_bps: [null, 1e7],
      lost_packets: [null, 4],
    });
    expect(about?.left_out.join(' ')).toMatch(/1 flows that received nothing/);
  });

  it('says by what a trace without a header is known', () => {
    const { about } = measured('tcp-cwnd.data', '0.00 14.1 KBytes\n0.10 1.41 MBytes\n');
    expect(about?.uncertain.join(' ')).toMatch(/no header: by the file's name.*cwnd in bytes/);
  });

  it('has RTTs in seconds in its traces', () => {
    const [flow] = measured('TcpCubic-flow0-rtt.data', '1.0 0.04\n1.5 0.06\n').flows;
    expect(flow?.columns).toEqual({ time_s: [1, 1.5], rtt_s: [0.04, 0.06] });
  });
});

describe("a log of Mahimahi's link", () => {
  it('has what leaves the link', () => {
    const text =
      '# mahimahi mm-link\n# base timestamp: 1000\n1000 # 1504\n1000 + 1504\n1010 - 1504 10\n1150 - 1504 5\n1160 d 1 1504\n';
    const [flow] = measured('uplink.log', text).flows;
    expect(flow?.columns.throughput_bps?.[0]).toBeCloseTo(120_320, 6);
    expect(flow?.columns.lost_packets).toEqual([0, 1]);
  });

  it('has a flow for each number of a tunnel', () => {
    const rows = Array.from({ length: 20 }, (_, at) => [
      `${10 + at * 100}.25 + 1500 ${1 + (at % 2)}`,
      `${40 + at * 100}.5 - 1500 30.25 ${1 + (at % 2)}`,
    ]);
    const { flows } = measured(
      'cubic_datalink_run1.log',
      `# init timestamp: 0\n${rows.flat().join('\n')}\n`,
    );
    expect(flows.map(({ label }) => label)).toEqual(['flow 1', 'flow 2']);
    expect(flows[1]?.columns.throughput_bps?.slice(0, 4)).toEqual([0, 120_000, 0, 120_000]);
    expect(flows[0]?.columns).not.toHaveProperty('lost_packets');
  });
});

describe('a table', () => {
  it.each([
    ['0.0 14.1 KBytes\n0.1 1.41 MBytes\n'],
    ['Time cwnd\n0.0 14.1 KBytes\n0.1 1.41 MBytes\n'],
  ])('has units in columns of their own: %j', (text) => {
    const [flow] = measured('cwnd.txt', text).flows;
    expect(flow?.columns).toEqual({ time_s: [0, 0.1], cwnd_bytes: [14_100, 1_410_000] });
  });

  it('is read by the names of its columns and the units in them', () => {
    const text =
      'time_ms,Throughput (Mbit/s),rtt_ms,cwnd [packets],note\n100,8,40,10,a\n200,9,,12,b\n';
    const { flows, about } = measured('a.csv', text);
    expect(flows[0]?.columns).toEqual({
      time_s: [0.1, 0.2],
      throughput_bps: [8e6, 9e6],
      rtt_s: [0.04, null],
      cwnd_bytes: [14_480, 17_376],
    });
    expect(about?.left_out.join(' ')).toMatch(/"note"/);
  });

  it('has flows, rates from bytes, and what is chosen by hand', () => {
    const text = 'id;t;x\na;0;0\nb;0;0\na;1;125000\nb;1;250000\n';
    const { flows } = measured('a.csv', text, 'flow=1,time=2:s,bytes=3:bytes');
    expect(flows.map(({ columns }) => columns.throughput_bps)).toEqual([
      [null, 1e6],
      [null, 2e6],
    ]);
    expect(() => measured('a.csv', text, 'time=9')).toThrow(/the file has the columns 1 to 3/);
    expect(() => measured('a.csv', text, 'time=2:h')).toThrow(/the unit is one of s, sec/);
    expect(() => measured('a.csv', text)).toThrow(/Which columns are time and values is not clear/);
  });

  it('names the row that is wrong', () => {
    expect(() => measured('a.csv', 'time,rtt_ms\n1,2\n2\n')).toThrow(
      /Line 3: "2" has 1 columns; 2/,
    );
    expect(() => measured('a.csv', 'time,rtt_ms\n2,2\n1,2\n')).toThrow(
      /Line 3: the time "1" is below/,
    );
  });
});

describe('any content of a file', () => {
  /** The same numbers everywhere (Park and Miller). */
  function* draws(seed: number) {
    for (let state = seed; ;) {
      state = (state * 48_271) % 2_147_483_647;
      yield state / 2_147_483_647;
    }
  }
  const SEEDS = [
    '{"start":{},"intervals":[{"streams":[{"socket":5,"start":0,"end":1,"seconds":1,"bytes":1e6,"bits_per_second":8e6}]}],"end":{}}',
    '\u001e{"qlog_version":"0.3","trace":{"common_fields":{"time_format":"delta"}}}\n\u001e{"time":1,"name":"transport:packet_sent","data":{"raw":{"length":9}}}\n',
    '1700000000.1\nESTAB 0 0 10.0.0.1:1 10.0.0.2:2\n\t cubic wscale:7,7 rtt:4/1 mss:1448 cwnd:9 bytes_acked:9\n1700000001\nESTAB 0 0 10.0.0.1:1 10.0.0.2:2\n\t cubic rtt:4/1 bytes_acked:99\n',
    'time,rtt_ms,rate\n1,2,3\n2,3,4\n',
    '1\n2\n3\n',
    '0.5 1.2\n1 3\n',
  ];

  it('ends in numbers or in a sentence, never in another error', () => {
    const next = draws(7);
    const draw = (below: number) => Math.floor((next.next().value ?? 0) * below);
    const outcomes = { read: 0, refused: 0 };
    for (let round = 0; round < 1500; round += 1) {
      let text = SEEDS[round % SEEDS.length] ?? '';
      for (let change = draw(6); change >= 0; change -= 1) {
        const at = draw(text.length + 1);
        const other = SEEDS[draw(SEEDS.length)] ?? '';
        const part =
          ['', '9e99', '-1', '{', ']', '"', '\n', '\0', 'null', other.slice(draw(other.length))][
            draw(10)
          ] ?? '';
        text = text.slice(0, at) + part + text.slice(at + draw(8));
      }
      try {
        const found = readText('a', text);
        outcomes.read += 1;
        if (found.kind !== 'measurement') continue;
        for (const { columns } of found.trace.flows) {
          for (const values of Object.values(columns)) {
            expect(values).toHaveLength(columns.time_s.length);
            expect(
              values.every((value: number | null) => value === null || Number.isFinite(value)),
            ).toBe(true);
          }
        }
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'ImportError')
          throw new Error(`${JSON.stringify(text)}: ${String(error)}`, { cause: error });
        outcomes.refused += 1;
      }
    }
    expect(outcomes.read).toBeGreaterThan(100);
    expect(outcomes.refused).toBeGreaterThan(100);
  });
});
