// Flows whose causes are known: each rule of docs/reading-files.md, "Why".
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { pcap, type Segment } from '#tests/traces/pcap';

import type { AckClock, Evidence } from '@/analysis/imports/evidence';
import { readSource } from '@/analysis/imports/read';
import { textOf } from '@/analysis/imports/report';
import { ofBytes } from '@/analysis/imports/source';
import { readTrace } from '@/analysis/imports/trace';
import type { MeasuredColumns, MeasuredFlow, MeasuredTrace } from '@/analysis/imports/types';
import { causesOf } from './why';

const STEPS = 50;
const CLOCKED: AckClock = {
  segments: 500,
  behindAck_ratio: 0.98,
  chance_ratio: 0.1,
  restarts: 0,
  restartsBehindAck: 0,
};
const FREE: AckClock = { ...CLOCKED, behindAck_ratio: 0.12 };

function traceOf(values: Record<string, number>, evidence: Evidence = {}): MeasuredTrace {
  const columns = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Array<number>(STEPS).fill(value)]),
  );
  const flow: MeasuredFlow = {
    label: 'one',
    algorithm: null,
    min_rtt_s: 0.04,
    transport: 'tcp',
    columns: {
      time_s: Array.from({ length: STEPS }, (_, at) => (at + 1) / 10),
      ...(columns as Omit<MeasuredColumns, 'time_s'>),
    },
    evidence,
  };
  return { name: 'a', source: 'qlog', flows: [flow] };
}

const limitOf = (trace: MeasuredTrace) => causesOf(trace)[0]?.limits[0];
const FLYING = { inflight_bytes: 50_000, rtt_s: 0.05 };

it.each([
  ['a full window', { ...FLYING, cwnd_bytes: 51_000 }, {}, ['cwnd']],
  ['the pace', { ...FLYING, cwnd_bytes: 1e5, pacing_rate_bps: 8e6 }, { clock: FREE }, ['pacing']],
  [
    'a steady window at its pace',
    { ...FLYING, cwnd_bytes: 1e5, pacing_rate_bps: 8e6 },
    {},
    ['pacing', 'receiver'],
  ],
  [
    'ACKs below the pace',
    { ...FLYING, cwnd_bytes: 1e5, pacing_rate_bps: 20e6 },
    { clock: CLOCKED },
    ['receiver'],
  ],
  [
    'times of its own below the pace',
    { ...FLYING, cwnd_bytes: 1e5, pacing_rate_bps: 20e6 },
    { clock: FREE },
    ['application'],
  ],
  [
    'neither',
    { ...FLYING, cwnd_bytes: 1e5, pacing_rate_bps: 20e6 },
    {},
    ['receiver', 'application'],
  ],
  [
    "the receiver's window",
    { ...FLYING, cwnd_bytes: 1e5, receive_window_bytes: 51_000 },
    {},
    ['receiver'],
  ],
  [
    "room in the receiver's window",
    { ...FLYING, cwnd_bytes: 1e5, receive_window_bytes: 9e4, pacing_rate_bps: 20e6 },
    {},
    ['application'],
  ],
  [
    'rate x RTT near the window',
    { rtt_s: 0.05, throughput_bps: 8e6, cwnd_bytes: 52_000 },
    {},
    ['cwnd'],
  ],
  [
    'rate x RTT far below the window',
    { rtt_s: 0.05, throughput_bps: 8e6, cwnd_bytes: 1e5 },
    {},
    ['pacing', 'receiver', 'application'],
  ],
] as const)('finds limits by %s', (_, values, evidence, limits) => {
  expect(limitOf(traceOf(values, evidence))).toMatchObject({ limits, ratio: 1 });
});

it('does not take a kernel that is busy for one whose window is full', () => {
  const counters = { all_s: 5, busy_s: 5, receiver_s: 0, sendBuffer_s: 0 };
  // An application that writes all the time, and less than the window lets go.
  const values = { ...FLYING, inflight_bytes: 30_000, cwnd_bytes: 1e5, pacing_rate_bps: 20e6 };
  const own = { ...values, receive_window_bytes: 5e5 };
  expect(limitOf(traceOf(own, { counters }))).toMatchObject({ limits: ['application'], ratio: 1 });
});

it('says that no queue stood only if the source has the least RTT itself', () => {
  const values = { ...FLYING, rtt_s: 0.0405, cwnd_bytes: 51_000, retransmitted_packets: 0.02 };
  const sentences = (evidence: Evidence) =>
    (causesOf(traceOf(values, evidence))[0]?.links ?? []).map(({ sentence }) => sentence).join(' ');
  expect(sentences({ base_s: 0.04 })).toMatch(/a policer, a very short buffer.*no queue stood/);
  // Two flows of BBR keep a queue of a steady length: their own least RTT has it, too.
  const unknown = sentences({});
  expect(unknown).toMatch(/either no queue stood, or one stood all the time/);
  expect(unknown).not.toMatch(/So losses|since no queue|policer/);
});

it('takes a step with a repeated packet for an RTT of recovery, not for all of it', () => {
  const values = { ...FLYING, rtt_s: 0.04, cwnd_bytes: 51_000, retransmitted_packets: 1 };
  const [found] = causesOf(traceOf(values));
  // Of steps of 0.1 s.
  expect(found?.limits.map(({ limits, ratio }) => [limits[0], Number(ratio.toFixed(3))])).toEqual([
    ['cwnd', 0.6],
    ['recovery', 0.4],
  ]);
  const withoutRtt = { inflight_bytes: 50_000, cwnd_bytes: 51_000, retransmitted_packets: 1 };
  expect(limitOf(traceOf(withoutRtt))).toMatchObject({ limits: ['cwnd'], ratio: 1 });
});

it('takes what log and kernel count before what it infers', () => {
  const log = { recovery: [[0, 1]], idle: [[1, 5]] } as const;
  const [causes] = causesOf(traceOf({ ...FLYING, cwnd_bytes: 51_000 }, log));
  expect(causes?.limits[0]).toMatchObject({ limits: ['application'], certainty: 'measured' });
  const counters = { all_s: 10, busy_s: 9, receiver_s: 6, sendBuffer_s: 0 };
  const [counted] = causesOf(traceOf({ ...FLYING, cwnd_bytes: 51_000 }, { counters }));
  expect(
    counted?.limits.map(({ limits, ratio, certainty }) => [limits[0], ratio, certainty]),
  ).toEqual([
    ['receiver', 0.6, 'measured'],
    ['cwnd', 0.3, 'inferred'],
    ['application', 0.1, 'measured'],
  ]);
});

it('says where packets were lost, and does not where a file cannot say', () => {
  const lossy = traceOf({ ...FLYING, cwnd_bytes: 51_000 });
  const [flow] = lossy.flows;
  if (flow === undefined) throw new Error('no flow');
  const rtt_s = flow.columns.time_s.map((_, at) => 0.04 + 0.001 * (at % 25));
  const at = (loss: number) =>
    causesOf({
      ...lossy,
      flows: [
        {
          ...flow,
          columns: {
            ...flow.columns,
            rtt_s,
            retransmitted_packets: rtt_s.map((_, index) => Number(index % 25 === loss)),
          },
        },
      ],
    })[0]?.losses;
  expect(at(24)).toMatchObject({ all: 2, longQueue: 2, longQueue_ratio: 0.34 });
  expect(at(3)).toMatchObject({ all: 2, shortQueue: 2 });
  const [bare] = causesOf(traceOf({ throughput_bps: 8e6 }));
  expect(bare?.limits).toEqual([]);
  expect(
    bare?.links.every(({ certainty, about }) => certainty === 'unknown' || about === 'rtt'),
  ).toBe(true);
});

it('reads the counters of ss', () => {
  const line = (at: number, busy: number, rwnd: number) =>
    `${1_700_000_000 + at}\nESTAB 0 9 10.0.0.1:1 10.0.0.2:2\n\t cubic wscale:7,7 rto:204 rtt:50/1 mss:1448 cwnd:60 bytes_acked:${at * 1e6 + 1} unacked:20 busy:${busy}ms rwnd_limited:${rwnd}ms(50.0%) minrtt:40 snd_wnd:200000\n`;
  const trace = readTrace('a', [0, 1, 2, 3, 4].map((at) => line(at, at * 900, at * 500)).join(''));
  expect(trace.flows[0]?.evidence?.counters).toEqual({
    all_s: 4,
    busy_s: 3.6,
    receiver_s: 2,
    sendBuffer_s: 0,
  });
  expect(trace.flows[0]?.columns.inflight_bytes?.[1]).toBe(20 * 1448);
  expect(limitOf(trace)).toMatchObject({ limits: ['receiver'], certainty: 'measured' });
});

/** Rounds of two segments and the ACK that lets the next two go, or that comes meanwhile. */
async function captured(window: number, lag_s: number): Promise<MeasuredTrace> {
  const segment = (time_s: number, at: number): Segment => ({
    time_s,
    seq: 1000 + 1448 * at,
    ack: 5000,
    bytes: 1448,
  });
  const rounds = Array.from({ length: 100 }, (_, round): Segment[] => {
    const start_s = 1.05 + round * 0.04;
    const ack = 1000 + 1448 * 2 * (round + 1);
    return [
      segment(start_s + lag_s, 2 * round),
      segment(start_s + lag_s, 2 * round + 1),
      { time_s: start_s + 0.04, isReply: true, seq: 5000, ack, window },
    ];
  });
  const handshake: Segment[] = [
    { time_s: 1, seq: 999, flags: 'S' },
    { time_s: 1.04, isReply: true, seq: 4999, ack: 1000, flags: 'SA', window },
    { time_s: 1.0401, seq: 1000, ack: 5000 },
  ];
  const bytes = pcap([...handshake, ...rounds.flat()]);
  const read = await readSource(ofBytes('a', bytes), { columns: null }, () => undefined);
  if (read.kind !== 'measurement') throw new Error(read.kind);
  return read.trace;
}

it('finds the window of a capture from the clock of its ACKs and from silence', async () => {
  expect(limitOf(await captured(60_000, 0.0001))).toMatchObject({ limits: ['cwnd'] });
  expect(limitOf(await captured(3000, 0.0001))).toMatchObject({
    limits: ['receiver'],
    certainty: 'measured',
  });
  expect(limitOf(await captured(60_000, 0.03))).toMatchObject({ limits: ['application'] });
});

it('gives the chain of a real capture with the word of how it is known', async () => {
  const path = fileURLToPath(new URL('../../../../tests/traces/tcpdump.pcap.gz', import.meta.url));
  const source = ofBytes('tcpdump.pcap.gz', new Uint8Array(readFileSync(path)));
  const read = await readSource(source, { columns: null }, () => undefined);
  const text = textOf('tcpdump.pcap.gz', read);
  expect(text).toMatch(/Why, .*:\n( {4}(measured|inferred|unknown): .*\n){3,}/);
});

it.each([
  [1, 0.3, 'as may be by chance: the cause is unknown'],
  [3, 0.3, '3 of 3 repeated or lost packets fell in a long queue'],
  [20, 0.9, 'as may be by chance'],
  [40, 0.9, '40 of 40 repeated or lost packets fell in a long queue'],
])('says that %s losses fell in a queue that is long for %s of the time', (lost, share, said) => {
  const values = Array.from({ length: 100 }, (_, at) => (at < 100 * share ? 0.1 : 0.02));
  const flow = traceOf({ throughput_bps: 8e6 }).flows[0];
  if (flow === undefined) throw new Error('no flow');
  const columns = {
    time_s: values.map((_, at) => at),
    rtt_s: values,
    lost_packets: values.map((_, at) => (at === 5 ? lost : 0)),
  };
  const trace = { ...traceOf({}), flows: [{ ...flow, min_rtt_s: 0.02, columns }] };
  const sentences = causesOf(trace)[0]?.links.map(({ sentence }) => sentence) ?? [];
  expect(sentences.join(' ')).toContain(said);
  expect(sentences.join(' ')).not.toMatch(/\b1 packets/);
});
