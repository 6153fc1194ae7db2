/**
 * What network a measurement came from: rate, base RTT, buffer and loss with ranges, as far as its
 * values settle them. The reasoning is that of docs/reading-files.md, "What network was this". Pure.
 */
import { draftOf } from './draftFlows';
import { binsOf } from './estimateBins';
import { bufferOf, lossOf, PACKET_BYTES, unknown } from './estimateLoss';
import { rateOf } from './estimateRate';
import type { MeasuredFlow, MeasuredTrace } from '@/analysis/imports/types';

export interface Estimate {
  /** Null: the file does not bound it from this side. */
  readonly low: number | null;
  /** Null: only bounds are known, or nothing. */
  readonly value: number | null;
  readonly high: number | null;
  /** What it follows from, or why there is no estimate. */
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
  const rate_bps = rateOf({ flows, bins, source: trace.source, isSmoothed: isSmoothed(trace) });
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

function baseRttOf(flow: MeasuredFlow, rate_bps: number | null): Estimate {
  const { min_rtt_s, columns, evidence } = flow;
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
  // Of single packets or events the least may be below all values over time, with a queue in it.
  const isOfSource = evidence?.base_s !== undefined && min_rtt_s < lowestSeen - packet_s / 2;
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
