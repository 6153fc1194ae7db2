// iperf3 counts what it writes into its buffer, 128 kB at once.
import { expect, it } from 'vitest';

import { estimateNetwork } from './estimate/estimate';
import { readIperf3 } from './formats/iperf3';
import type { MeasuredTrace } from './types';
import { causesOf } from './why/why';

const STEP_S = 0.2;
const COUNT = 60;
const LINK_BPS = 9.65e6;
/** 18 in 2 s: 9.4 Mbit/s. */
const BLOCKS = [3, 1, 2, 1, 3, 1, 2, 2, 1, 2];
const rateAt = (at: number) => ((BLOCKS[at % BLOCKS.length] ?? 0) * 131_072 * 8) / STEP_S;
/** A sawtooth whose window is what the link and its queue hold. */
const cwndAt = (at: number) => 70_000 + (30_000 * (at % 20)) / 20;

interface End {
  readonly unsent_bytes?: number;
  readonly cwnd?: (at: number) => number;
  readonly blocks?: (at: number) => number;
}

function test({ unsent_bytes, cwnd = cwndAt, blocks = rateAt }: End = {}): MeasuredTrace {
  const intervals = Array.from({ length: COUNT }, (_, at) => {
    const [start, end] = [at * STEP_S, (at + 1) * STEP_S];
    const bits_per_second = blocks(at);
    const rates = { bytes: (bits_per_second * STEP_S) / 8, bits_per_second };
    const sender = { rtt: Math.round((cwndAt(at) * 8 * 1e6) / LINK_BPS), snd_cwnd: cwnd(at) };
    const retransmits = at % 20 === 19 ? 1 : 0;
    const stream = { socket: 5, start, end, seconds: STEP_S, ...rates, ...sender, retransmits };
    return { streams: [{ ...stream, sender: true }] };
  });
  const bytes = intervals.reduce((sum, { streams: [each] }) => sum + (each?.bytes ?? 0), 0);
  const ends = {
    sender: { socket: 5, bytes },
    receiver: { socket: 5, bytes: bytes - (unsent_bytes ?? 0) },
  };
  const end = unsent_bytes === undefined ? {} : { streams: [ends] };
  return readIperf3(
    'a',
    JSON.stringify({ start: { test_start: { protocol: 'TCP' } }, intervals, end }),
  );
}

it('does not take the blocks that it writes for a rate that passed the link', () => {
  const { rate_bps } = estimateNetwork(test({ unsent_bytes: 300_000 }));
  expect(rate_bps.value).toBeNull();
  expect(rate_bps.low).toBeGreaterThan(8.5e6);
  expect(rate_bps.low).toBeLessThanOrEqual(10e6);
  const unknown = estimateNetwork(test()).rate_bps;
  expect(unknown).toMatchObject({ low: null, value: null, high: null });
  expect(unknown.why).toMatch(/count what is written into the sender's buffer/);
});

it('finds the window that limits it behind the blocks', () => {
  const [flow] = causesOf(test({ unsent_bytes: 300_000 }));
  expect(flow?.limits[0]).toMatchObject({ limits: ['cwnd'] });
  expect(flow?.limits[0]?.ratio).toBeGreaterThan(0.9);
});

it('takes an application that writes little for no busy link', () => {
  const blocks = (at: number) => rateAt(at) / 3;
  const [flow] = causesOf(test({ unsent_bytes: 1000, blocks }));
  expect(flow?.limits[0]?.limits).toContain('application');
  const { rate_bps } = estimateNetwork(test({ unsent_bytes: 1000, blocks }));
  expect(rate_bps).toMatchObject({ value: null, high: null });
  expect(rate_bps.why).toMatch(/application/);
});
