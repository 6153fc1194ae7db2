/** The start of a scenario from a measurement: its estimates, and defaults for the rest. Pure. */
import { LINUX_NAMES, UNCONTROLLED_TRAFFIC, USUAL_ALGORITHM } from '@/generated/kindTitles';

import { draftOf, totalRate } from './draftFlows';
import { type Estimate, estimateNetwork } from './estimate';
import type { MeasuredFlow, MeasuredTrace } from '@/analysis/imports/types';

/** What may have sent where a file does not say: the algorithms of most senders. */
export const USUAL_ALGORITHMS: readonly string[] = [USUAL_ALGORITHM, ...Object.values(LINUX_NAMES)];
const USUAL_RTT_S = 0.04;
const LEAST_RTT_S = 0.001;
const PACKET_BYTES = 1500;
/** Of a packet on the wire, about so much is payload. */
const PAYLOAD_SHARE = 0.965;

/** A scenario by the estimates of a trace; without a value by a bound or the measured rate. */
export function scenarioOf(trace: MeasuredTrace, name: string, known: readonly string[]) {
  const { flows } = draftOf(trace);
  const network = estimateNetwork(trace);
  const times = flows.map(({ columns }) => columns.time_s.at(-1) ?? 0);
  const rtts = flows.map(({ min_rtt_s }, index) => {
    const estimate = network.base_rtt_s[index]?.estimate;
    return Math.max(LEAST_RTT_S, estimate?.value ?? estimate?.high ?? min_rtt_s ?? USUAL_RTT_S);
  });
  const measured_bps = totalRate(flows) / PAYLOAD_SHARE;
  const rate_bps = threeDigits(
    network.rate_bps.value ?? Math.max(measured_bps, network.rate_bps.low ?? 0),
  );
  return {
    version: 1,
    name,
    duration_s: Math.min(3600, Math.max(5, Math.ceil(Math.max(...times)))),
    bottleneck: {
      rate_bps,
      delay_s: Math.min(0.01, Math.min(...rtts) / 4),
      ...bufferOf(network.buffer_bytes),
    },
    flows: flows.map((flow, index) => ({
      label: flow.label.slice(0, 60),
      rtt_s: Math.round((rtts[index] ?? USUAL_RTT_S) * 1e5) / 1e5,
      ...senderOf(flow, known),
    })),
  };
}

/** A bound alone is none: the buffer stays one BDP then. */
function bufferOf({ value }: Estimate) {
  if (value === null) return {};
  const packets = Math.max(1, Math.round(value / PACKET_BYTES));
  return { buffer: { amount: packets, unit: 'packets' } };
}

/** A transport without congestion control sends at its rate. */
function senderOf(flow: MeasuredFlow, known: readonly string[]) {
  const kind = flow.transport ?? '';
  if (UNCONTROLLED_TRAFFIC.includes(kind)) {
    const rate_bps = Math.min(1e10, threeDigits(totalRate([flow]) / PAYLOAD_SHARE));
    return { algorithm: { name: 'none' }, traffic: { kind, rate_bps } };
  }
  const wanted = LINUX_NAMES[flow.algorithm ?? ''] ?? flow.algorithm ?? '';
  return { algorithm: { name: known.includes(wanted) ? wanted : USUAL_ALGORITHM } };
}

function threeDigits(rate_bps: number): number {
  return Math.min(4e11, Math.max(1e5, Number(rate_bps.toPrecision(3))));
}
