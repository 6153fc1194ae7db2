// A queue that is known: Reno's sawtooth at 10 Mbit/s, 40 ms and 50 packets, in samples of 0.1 s.
import { expect, it } from 'vitest';

import { estimateNetwork } from './estimate';
import { bufferOf } from './estimateLoss';
import { rangeText } from '@/analysis/imports/report';
import { scenarioOf } from './scenarioFrom';
import type { MeasuredColumns, MeasuredTrace } from '@/analysis/imports/types';

const RATE_BPS = 10e6;
const BASE_S = 0.04;
const BUFFER_PACKETS = 50;
const PACKET_S = 12_000 / RATE_BPS;
const STEPS = 400;

/** The queue falls to 10 packets at each loss, and is full again 4 s later. */
const queueAt = (index: number) => 10 + (BUFFER_PACKETS - 10) * ((index % 40) / 39);

function trace(changes: Partial<MeasuredColumns> = {}, min_rtt_s: number | null = BASE_S) {
  const steps = Array.from({ length: STEPS }, (_, index) => index);
  return {
    name: 'a',
    source: 'qlog',
    flows: [
      {
        label: 'one',
        algorithm: 'reno',
        min_rtt_s,
        evidence: { base_s: BASE_S },
        columns: {
          time_s: steps.map((index) => (index + 1) / 10),
          // Packets of a sample are whole ones: it has 83 or 84.
          throughput_bps: steps.map((index) => (83 + Number(index % 3 === 0)) * 1448 * 80),
          rtt_s: steps.map((index) => BASE_S + (queueAt(index) + 1.5) * PACKET_S),
          retransmitted_packets: steps.map((index) => Number(index % 40 === 39)),
          ...changes,
        },
      },
    ],
  } satisfies MeasuredTrace;
}

it('finds rate, base RTT and buffer of a queue that is known', () => {
  const network = estimateNetwork(trace());
  expect(network.rate_bps.value).toBeCloseTo(RATE_BPS, -5);
  expect(network.base_rtt_s[0]?.estimate).toMatchObject({ value: BASE_S, high: BASE_S });
  const { low, value } = network.buffer_bytes;
  expect((value ?? 0) / 1500 / BUFFER_PACKETS).toBeCloseTo(1, 1);
  expect(low).toBeLessThanOrEqual(value ?? 0);
  expect(network.loss_ratio.value).toBeCloseTo(10 / (STEPS * 83.33), 5);
  expect(network.cross_traffic_ratio.value).toBeNull();
  const { bottleneck, flows } = scenarioOf(trace(), 'a', ['newreno']);
  expect(bottleneck).toMatchObject({ buffer: { unit: 'packets' } });
  expect(flows).toMatchObject([{ rtt_s: BASE_S, algorithm: { name: 'newreno' } }]);
});

it('takes the least of single packets for a bound: a queue may have stood all the time', () => {
  const [flow] = trace().flows;
  if (flow === undefined) throw new Error('There is a flow.');
  const packets = { ...flow, evidence: {} };
  const [base] = estimateNetwork({ ...trace(), flows: [packets] }).base_rtt_s;
  expect(base?.estimate).toMatchObject({ low: null, value: null });
});

it('takes the RTT of a handshake alone for a bound', () => {
  const { base_rtt_s } = estimateNetwork(trace({ rtt_s: undefined }, 0.174));
  expect(base_rtt_s[0]?.estimate).toMatchObject({ low: null, value: null, high: 0.174 });
});

it('knows no rate of a link from times without packets', () => {
  const silent = trace({ throughput_bps: Array.from({ length: STEPS }, () => 0) });
  expect(estimateNetwork(silent).rate_bps).toMatchObject({ low: null, value: null, high: null });
});

it('gives bounds only where a file has no more', () => {
  const noLoss = trace({ retransmitted_packets: Array.from({ length: STEPS }, () => 0) });
  const { buffer_bytes } = estimateNetwork(noLoss);
  expect(buffer_bytes).toMatchObject({ value: null, high: null });
  expect(buffer_bytes.low).toBeLessThan(BUFFER_PACKETS * 1500);
  expect(buffer_bytes.why).toMatch(/Nothing shows that it was ever full/);
  const lowest = BASE_S + 11.5 * PACKET_S;
  const [base] = estimateNetwork(trace({}, lowest)).base_rtt_s;
  expect(base?.estimate).toMatchObject({ low: null, value: null });
  expect(base?.estimate.high).toBeGreaterThanOrEqual(BASE_S);
  expect(estimateNetwork(trace({}, lowest)).buffer_bytes.value).toBeNull();
});

it('does not take the rate of a sender that does not fill the link for that of the link', () => {
  const idle = trace({ rtt_s: Array.from({ length: STEPS }, () => BASE_S + PACKET_S) });
  const { rate_bps } = estimateNetwork(idle);
  expect(rate_bps.value).toBeNull();
  expect(rate_bps.low).toBeLessThanOrEqual(RATE_BPS * 1.02);
  const uneven = trace({
    throughput_bps: Array.from({ length: STEPS }, (_, index) => (index % 20 < 10 ? 2e6 : 8e6)),
  });
  expect(estimateNetwork(uneven).rate_bps.value).toBeNull();
});

it('gives no rate of a link that passes more at other times', () => {
  // It changes to a half as the queue stands, and back.
  const isSlow = (index: number) => index % 100 < 60;
  const changing = trace({
    throughput_bps: Array.from({ length: STEPS }, (_, index) => (isSlow(index) ? 4.8e6 : 9.6e6)),
    rtt_s: Array.from({ length: STEPS }, (_, index) => BASE_S * (isSlow(index) ? 2 : 1)),
  });
  expect(estimateNetwork(changing).rate_bps).toMatchObject({ value: null });
});

it('distinguishes bursts of the sender from the queue of a busy link by their length', () => {
  const isBusy = (index: number) => index % 40 < 12;
  const bursts = trace({
    throughput_bps: Array.from({ length: STEPS }, (_, index) => (isBusy(index) ? 9.65e6 : 7e6)),
    rtt_s: Array.from({ length: STEPS }, (_, index) => BASE_S * (isBusy(index) ? 1.6 : 1.07)),
  });
  expect((estimateNetwork(bursts).rate_bps.value ?? 0) / RATE_BPS).toBeCloseTo(1, 2);
});

it('takes the rate from an algorithm that leaves no queue and nearly reaches its estimate', () => {
  const steps = Array.from({ length: STEPS }, () => 1);
  const paced = (share: number, estimate: readonly number[]) =>
    trace({
      throughput_bps: steps.map(() => share * 9.65e6),
      rtt_s: steps.map(() => BASE_S + PACKET_S),
      cwnd_bytes: steps.map(() => 100_000),
      inflight_bytes: steps.map((_, at) => 45_000 + 3_000 * (at % 5)),
      pacing_rate_bps: steps.map(() => share * 9.65e6),
      bandwidth_bps: estimate,
    });
  const alike = steps.map((_, at) => 9.65e6 + 1e4 * (at % 3));
  const { value, why } = estimateNetwork(paced(0.96, alike)).rate_bps;
  expect((value ?? 0) / RATE_BPS).toBeCloseTo(1, 2);
  expect(why).toMatch(/algorithm's own estimate/);
  expect(estimateNetwork(paced(0.5, alike)).rate_bps.value).toBeNull();
  const moving = steps.map((_, at) => 9.65e6 * (1 + (at % 10) / 50));
  expect(estimateNetwork(paced(0.96, moving)).rate_bps.value).toBeNull();
});

it('says what cannot be estimated', () => {
  const { rtt_s, retransmitted_packets, ...plain } = trace().flows[0]?.columns ?? { time_s: [] };
  expect([rtt_s?.length, retransmitted_packets?.length]).toEqual([STEPS, STEPS]);
  const blind = { ...trace(), flows: [{ ...trace().flows[0], min_rtt_s: null, columns: plain }] };
  const network = estimateNetwork(blind as MeasuredTrace);
  expect(network.base_rtt_s[0]?.estimate.why).toMatch(/no RTTs of this flow/);
  expect(network.buffer_bytes).toMatchObject({ low: null, value: null, high: null });
  expect(network.loss_ratio.why).toMatch(/neither losses nor retransmissions/);
  expect(rangeText(network.loss_ratio, 100, '%')).toBe('unknown.');
  expect(rangeText(network.rate_bps, 1e-6, 'Mbit/s')).toMatch(/^at least [\d.]+ Mbit\/s\.$/);
});

it('losses at the queue of one interval give no upper end of the buffer', () => {
  const rtts = [0.04, 0.04, 0.09, 0.04, 0.04, 0.09, 0.04];
  const estimated = (retransmitted: readonly number[]) =>
    bufferOf({
      ...{ rate_bps: 10e6, bases: [{ rtt_s: 0.04, isBound: false }], isSmoothed: false },
      flows: [
        {
          ...{ label: 'a', algorithm: null, min_rtt_s: 0.04 },
          columns: { time_s: rtts.map((_, at) => at + 1), retransmitted_packets: retransmitted },
        },
      ],
      bins: rtts.map((rtt_s, at) => ({
        ...{ end_s: at + 1, rate_bps: 10e6 },
        flows: [
          {
            rate_bps: 10e6,
            least_rtt_s: rtt_s,
            most_inflight_bytes: null,
            most_rtt_s: rtt_s,
            retransmitted: retransmitted[at] ?? 0,
          },
        ],
      })),
    });
  // 50 ms at 10 Mbit/s, less one packet and a half; as much more or less is possible, and what
  // the queue grew by from an interval to the next.
  const [one, two] = [estimated([0, 0, 4, 3, 0, 0, 0]), estimated([0, 0, 4, 0, 0, 3, 0])];
  expect([one.value, two.value]).toEqual(Array(2).fill(expect.closeTo(60_250)));
  expect([one.low, two.low, two.high].map((each) => Math.round(each ?? 0))).toEqual([
    58_000, 58_000, 122_750,
  ]);
  expect(one.high).toBeNull();
});
