import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { pcap, type Segment } from '#tests/traces/pcap';

import { readSource } from '@/analysis/imports/read';
import { summaryOf } from '@/analysis/imports/report';
import { ofBytes } from '@/analysis/imports/source';

const START_S = 1_700_000_000;
const MSS = 1448;

async function read(segments: readonly Segment[], cut = 0) {
  const bytes = pcap(segments);
  const source = ofBytes('a.pcap', bytes.subarray(0, bytes.length - cut));
  const found = await readSource(source, { columns: null }, () => undefined);
  if (found.kind !== 'measurement') throw new Error(found.kind);
  return found.trace;
}

/** Seen at the client: 40 ms to the server and back. */
function handshake(toServer_s = 0.04, toClient_s = 0.0001): Segment[] {
  return [
    { time_s: START_S, seq: 999, flags: 'S' },
    { time_s: START_S + toServer_s, isReply: true, seq: 4999, ack: 1000, flags: 'SA' },
    { time_s: START_S + toServer_s + toClient_s, seq: 1000, ack: 5000 },
  ];
}

const data = (at_s: number, segment: number, more: Partial<Segment> = {}): Segment => ({
  time_s: START_S + at_s,
  seq: (1000 + segment * MSS) % 2 ** 32,
  ack: 5000,
  bytes: MSS,
  ...more,
});
const ack = (at_s: number, segments: number, more: Partial<Segment> = {}): Segment => ({
  time_s: START_S + at_s,
  isReply: true,
  seq: 5000,
  ack: (1000 + segments * MSS) % 2 ** 32,
  ...more,
});
const said = ({ about }: Awaited<ReturnType<typeof read>>) =>
  [...(about?.read ?? []), ...(about?.left_out ?? []), ...(about?.uncertain ?? [])].join(' ');

describe('a capture at the sender', () => {
  it('has payload, RTT and bytes in flight of each step', async () => {
    const rounds = Array.from({ length: 20 }, (_, at) => [
      data(0.1 + at * 0.05, 2 * at),
      data(0.1 + at * 0.05, 2 * at + 1),
      ack(0.14 + at * 0.05, 2 * at + 2),
    ]).flat();
    const trace = await read([...handshake(), ...rounds]);
    expect(trace.flows).toHaveLength(1);
    const [flow] = trace.flows;
    expect(flow).toMatchObject({
      label: '192.0.2.1:40000 → 192.0.2.2:5201',
      transport: 'tcp',
      direction: 'sent',
    });
    expect(flow?.min_rtt_s).toBeCloseTo(0.04, 4);
    const { time_s = [], throughput_bps = [], rtt_s = [], inflight_bytes } = flow?.columns ?? {};
    const bits = throughput_bps.reduce<number>(
      (sum, bps, at) => sum + (bps ?? 0) * ((time_s[at] ?? 0) - (time_s[at - 1] ?? 0)),
      0,
    );
    expect(bits).toBeCloseTo(40 * MSS * 8, 3);
    for (const rtt of rtt_s.filter((each) => each !== null)) expect(rtt).toBeCloseTo(0.04, 5);
    expect(Math.max(...(inflight_bytes ?? []).map((each) => each ?? 0))).toBe(2 * MSS);
  });

  it('distinguishes a fast repeat, a timeout and a needless repeat', async () => {
    const trace = await read([
      ...handshake(),
      ...[0, 1, 2, 3].map((at) => data(0.1, at)),
      ...[1, 2, 3].map((at) =>
        ack(0.14 + at / 1e4, 0, { sacks: [[1000 + MSS, 1000 + (at + 1) * MSS]] }),
      ),
      data(0.1404, 0), // fast: three duplicates, and SACK names what is behind it
      ack(0.18, 4),
      data(0.2, 4),
      data(0.5, 4), // a timeout: nothing came back
      ack(0.54, 5),
      data(0.6, 4), // needless: it was acknowledged
      ack(0.64, 5),
    ]);
    expect(said(trace)).toMatch(/repeated 1 fast, 1 after a timeout .*, 1 needlessly/);
    const again = trace.flows[0]?.columns.retransmitted_packets ?? [];
    expect(again.reduce<number>((sum, each) => sum + (each ?? 0), 0)).toBe(3);
  });

  it('does not take a repeated segment for an RTT, and counts beyond 32 bits', async () => {
    const base = 2 ** 32 - 1000;
    const at = (time_s: number, seq: number): Segment => ({
      time_s: START_S + time_s,
      seq: (base + seq) % 2 ** 32,
      ack: 1,
      bytes: MSS,
    });
    const acked = (time_s: number, seq: number): Segment => ({
      time_s: START_S + time_s,
      isReply: true,
      seq: 1,
      ack: (base + seq) % 2 ** 32,
    });
    const trace = await read([
      at(0, 0),
      acked(0.03, MSS),
      at(0.1, MSS),
      at(0.4, MSS),
      acked(0.43, 2 * MSS),
    ]);
    const rtts = trace.flows[0]?.columns.rtt_s?.filter((each) => each !== null) ?? [];
    expect(rtts).toHaveLength(1);
    expect(rtts[0]).toBeCloseTo(0.03, 5);
    expect(trace.flows).toHaveLength(1);
  });
});

// tcpdump 4.99 at the sender, Linux 6.18, two flows of iperf3 through a router with 10 Mbit/s, and
// what tshark 4.0.17 says of the same file: tcp.analysis.retransmission, bytes_in_flight, tcp.seq.
describe('a capture of a real kernel, held against tshark', () => {
  it('has the same payload, repeats and bytes in flight', async () => {
    const path = fileURLToPath(
      new URL('../../../../tests/traces/tcpdump.pcap.gz', import.meta.url),
    );
    const source = ofBytes('tcpdump.pcap.gz', new Uint8Array(readFileSync(path)));
    const found = await readSource(source, { columns: null }, () => undefined);
    if (found.kind !== 'measurement') throw new Error(found.kind);
    const { flows } = found.trace;
    expect(flows.map((flow) => summaryOf(flow).payload_bytes)).toEqual([
      expect.closeTo(452_565, 3),
      expect.closeTo(256_333, 3),
    ]);
    expect(flows.map(({ direction }) => direction)).toEqual(['sent', 'sent']);
    const text = said(found.trace);
    const repeats = [...text.matchAll(/repeated (\d+) fast, (\d+) after .*?, (\d+) needlessly/g)];
    const sums = repeats.map((each) => each.slice(1).reduce((sum, one) => sum + Number(one), 0));
    expect(sums).toEqual([112, 49]);
    expect(text).toMatch(/at most 147000 bytes in flight.*at most 53576 bytes in flight/);
  });
});

describe('a capture elsewhere', () => {
  it('at the receiver has no RTT of arriving data', async () => {
    const rounds = Array.from({ length: 5 }, (_, at) => [
      data(0.1 + at * 0.1, at),
      ack(0.1 + at * 0.1 + 1e-4, at + 1),
    ]).flat();
    const trace = await read([...handshake(0.0001, 0.04), ...rounds]);
    expect(trace.flows[0]).toMatchObject({ direction: 'received' });
    expect(trace.flows[0]?.columns.rtt_s).toBeUndefined();
    expect(trace.flows[0]?.min_rtt_s).toBeCloseTo(0.0401, 4);
    expect(said(trace)).toMatch(/captured at the receiver/);
  });

  it('between says that its RTTs are a part', async () => {
    const trace = await read([...handshake(0.02, 0.02), data(0.1, 0), ack(0.12, 1)]);
    expect(said(trace)).toMatch(/captured between the ends/);
    expect(trace.flows[0]?.direction).toBeUndefined();
  });

  it('counts what it missed and the receiver has', async () => {
    const trace = await read([...handshake(), data(0.1, 0), data(0.1, 2), ack(0.14, 3)]);
    expect(said(trace)).toMatch(/1448 bytes were acknowledged and are not in the capture/);
    const { time_s = [], throughput_bps = [] } = trace.flows[0]?.columns ?? {};
    const bits = throughput_bps.reduce<number>(
      (sum, bps, at) => sum + (bps ?? 0) * ((time_s[at] ?? 0) - (time_s[at - 1] ?? 0)),
      0,
    );
    expect(bits).toBeCloseTo(3 * MSS * 8, 3);
  });

  it('with its end lost is read up to there; zero windows are counted', async () => {
    const segments = [...handshake(), data(0.1, 0), ack(0.14, 1, { window: 0 }), data(0.2, 1)];
    const trace = await read(segments, 10);
    expect(said(trace)).toMatch(/The last 60 bytes: a packet that is not whole/);
    expect(trace.flows).toHaveLength(1);
  });

  it('without payload, or with a length that no packet has, is refused', async () => {
    await expect(read(handshake())).rejects.toThrow(/None of its packets .* has payload/);
    const bytes = pcap(handshake());
    new DataView(bytes.buffer).setUint32(24 + 8, 0xffffffff, true);
    const source = ofBytes('a.pcap', bytes);
    await expect(readSource(source, { columns: null }, () => undefined)).rejects.toThrow(
      /At byte 24 it names a length of 4294967295 bytes/,
    );
  });
});

describe('wrong time stamps', () => {
  it('do not become years of empty steps', async () => {
    const years = [...handshake(), data(0.1, 0), data(3e8, 1)];
    await expect(read(years)).rejects.toThrow(/^The capture lasts 300,000,000 s from its first/);
    const day = await read([...handshake(), data(0.1, 0), data(80_000, 1), ack(80_000.1, 2)]);
    expect(day.flows[0]?.columns.time_s.length).toBeLessThanOrEqual(200_000);
  });
});
