/**
 * What network a measurement came from: rate, base RTT, buffer and loss with ranges, as far as its
 * values settle them. The reasoning is that of docs/reading-files.md, "What network was this". Pure.
 */
import { draftOf } from './draftFlows';
import { type Bin, binsOf, medianOf, quantileOf } from './estimateBins';
import { bufferOf, lossOf, PACKET_BYTES, PAYLOAD_BYTES, unknown } from './estimateLoss';
import type { MeasuredFlow, MeasuredTrace } from './types';

export interface Estimate {
  /** Null: the file does not bound it from this side. */
  readonly low: number | null;
  /** Null: only bounds are known, or nothing. */
  readonly value: number | null;
  readonly high: number | null;
  /** From what it follows, or why it cannot be told. */
  readonly why: string;
}

export interface NetworkEstimate {
  /** Of the link, in bits of IP packets. */
  readonly rate_bps: Estimate;
  /** Of each flow that is counted, in their order. */
  readonly base_rtt_s: readonly { readonly label: string; readonly estimate: Estimate }[];
  /** Waiting bytes of IP packets, without the packet that is being sent. */
  readonly buffer_bytes: Estimate;
  /** Of packets that were sent. */
  readonly loss_ratio: Estimate;
  /** Share of the link that others took. */
  readonly cross_traffic_ratio: Estimate;
}

const WIRE_PER_PAYLOAD = PACKET_BYTES / PAYLOAD_BYTES;
/** Without options the same packet has 1,460, with many 1,420. */
const LEAST_WIRE_RATIO = PACKET_BYTES / 1460;
const MOST_WIRE_RATIO = PACKET_BYTES / 1420;
const LEAST_BINS = 5;
/** Half of the rates of a busy link lie within so much of their median. */
const MOST_SPREAD = 0.1;
/** Above the least RTT by so much of it a queue stands; less is noise of hosts. */
const STANDING_RATIO = 0.05;
/** Sources whose RTTs are smoothed by the sender (RFC 6298). */
const SMOOTHED = new Set(['ss', 'iperf3', 'iperf2', 'series']);
const OTHERS = 'The file holds its own flows only: what others took is missing from the rate.';

/** Whether its RTTs are those that senders smooth. */
export function isSmoothed({ source, flows }: MeasuredTrace): boolean {
  return SMOOTHED.has(source) || flows.some((flow) => flow.isSmoothed === true);
}

export function estimateNetwork(trace: MeasuredTrace): NetworkEstimate {
  const { flows } = draftOf(trace);
  const bins = binsOf(flows);
  const rate_bps = rateOf(flows, bins);
  const base_rtt_s = flows.map((flow) => ({
    label: flow.label,
    estimate: baseRttOf(flow, rate_bps.value),
  }));
  const bases = base_rtt_s.map(({ estimate: { value, high } }) => ({
    rtt_s: value ?? high,
    isBound: value === null,
  }));
  return {
    rate_bps,
    base_rtt_s,
    buffer_bytes: bufferOf({
      flows,
      bins,
      rate_bps: rate_bps.value,
      bases,
      isSmoothed: isSmoothed(trace),
    }),
    loss_ratio: lossOf(flows),
    cross_traffic_ratio: unknown(OTHERS),
  };
}

/** Whether a queue stands during the whole bin, as the lowest RTT of each flow in it shows. */
function isStanding(bin: Bin, flows: readonly MeasuredFlow[]): boolean {
  return bin.flows.some(({ least_rtt_s }, index) => {
    const base = flows[index]?.min_rtt_s;
    return least_rtt_s !== null && base != null && least_rtt_s > base * (1 + STANDING_RATIO);
  });
}

function rateOf(flows: readonly MeasuredFlow[], bins: readonly Bin[]): Estimate {
  const known = bins.filter(({ rate_bps }) => rate_bps !== null);
  const rates = (some: readonly Bin[]) => some.map(({ rate_bps }) => rate_bps ?? 0);
  if (known.length < LEAST_BINS) return unknown('It has too few rates.');
  const standing = rates(known.filter((bin) => isStanding(bin, flows)));
  const highest = quantileOf(rates(known), 0.9) * WIRE_PER_PAYLOAD;
  // While the link is busy, rates are alike; a queue of something else does not make them so.
  const isBusy =
    standing.length >= LEAST_BINS &&
    quantileOf(standing, 0.75) - quantileOf(standing, 0.25) < MOST_SPREAD * medianOf(standing);
  if (!isBusy && highest === 0) return unknown('Nothing was sent in nine tenths of the intervals.');
  if (!isBusy) {
    return {
      low: highest * (LEAST_WIRE_RATIO / WIRE_PER_PAYLOAD),
      value: null,
      high: null,
      why: 'No queue stands long enough, with rates that are alike, to show that the link was busy: it is at least the rate that a tenth of the intervals reach.',
    };
  }
  const spread = [quantileOf(standing, 0.1), quantileOf(standing, 0.9)] as const;
  return {
    low: spread[0] * LEAST_WIRE_RATIO,
    value: medianOf(standing) * WIRE_PER_PAYLOAD,
    high: spread[1] * MOST_WIRE_RATIO,
    why: `The median total rate of ${standing.length} intervals in which a queue stood, with 52 bytes of headers for each 1,448 of payload; its range is from the 10th to the 90th percentile.`,
  };
}

function baseRttOf(flow: MeasuredFlow, rate_bps: number | null): Estimate {
  const { min_rtt_s, columns } = flow;
  if (min_rtt_s === null) return unknown('The file has no RTTs of this flow.');
  // A full packet takes so long to be sent at the bottleneck; of a handshake it is next to nothing.
  const packet_s = rate_bps === null ? 0 : (PACKET_BYTES * 8) / rate_bps;
  const lowestSeen = (columns.rtt_s ?? []).reduce<number>(
    (low, rtt) => (rtt === null ? low : Math.min(low, rtt)),
    Infinity,
  );
  if (lowestSeen === Infinity) {
    return {
      low: null,
      value: null,
      high: min_rtt_s,
      why: 'At most the least RTT that the source itself kept, such as that of a handshake, whose answer may have taken time at the other end: the file has no RTTs over time.',
    };
  }
  // A least RTT below all samples is of the source itself, which saw the handshake.
  const isOfSource = min_rtt_s < lowestSeen - packet_s / 2;
  if (isOfSource) {
    return {
      low: Math.max(0, min_rtt_s - packet_s),
      value: min_rtt_s,
      high: min_rtt_s,
      why: 'The least RTT that the source itself kept, which is below all samples over time.',
    };
  }
  return {
    low: null,
    value: null,
    high: Math.max(0, min_rtt_s - packet_s),
    why: 'At most the lowest RTT, less the time of one packet at the rate: the file does not show whether a queue stood even then.',
  };
}
