/** Transfers by size and time: what is drawn of them, and what nothing can be faster than. Pure. */
import { MANY_CONNECTIONS_TRAFFIC } from '@/generated/kindTitles';

interface Transfers {
  readonly flow_index: readonly number[];
  readonly size_bytes: readonly number[];
  readonly completion_s: readonly (number | null)[];
}

/** Of a result what is needed here. */
export interface TransferResult {
  readonly flows: readonly { readonly flow_index: number; readonly group_index: number }[];
  readonly transfers?: Transfers | null;
}

/** Of a scenario what is needed here. */
export interface TransferScenario {
  readonly header_bytes: number;
  readonly packet_bytes: number;
  readonly bottleneck: { readonly rate_bps: number };
  readonly transport?: { readonly handshake?: string };
  readonly flows: readonly { readonly rtt_s: number; readonly traffic: Traffic }[];
}

interface Traffic {
  readonly kind: string;
  readonly transfer_count?: number;
  readonly size_bytes?: number;
}

export interface CompletedTransfer {
  readonly groupIndex: number;
  readonly sizeBytes: number;
  readonly seconds: number;
}

/** The least time of a group's transfers: so much of its RTT, then the whole link. */
export interface IdealTime {
  readonly groupIndex: number;
  readonly baseSeconds: number;
  readonly payloadBps: number;
}

const BITS = 8;
/** From the write to the first byte at the receiver. */
const OPEN_CONNECTION_RTTS = 0.5;
/** Before the write, of a connection that is opened for it. */
const HANDSHAKE_RTTS: Readonly<Record<string, number>> = {
  none: 1,
  tcp: 1,
  tcp_tls13: 2,
  quic_0rtt: 0,
};

/** Those that are complete, in the order of the result. */
export function completedTransfers({ transfers, flows }: TransferResult): CompletedTransfer[] {
  if (transfers == null) return [];
  const groups = new Map(flows.map((flow) => [flow.flow_index, flow.group_index]));
  return transfers.flow_index.flatMap((flow, index) => {
    const seconds = transfers.completion_s[index];
    const sizeBytes = transfers.size_bytes[index];
    if (seconds == null || sizeBytes === undefined) return [];
    return [{ groupIndex: groups.get(flow) ?? 0, sizeBytes, seconds }];
  });
}

/** Of each group that sends transfers. */
export function idealTimes(scenario: TransferScenario): IdealTime[] {
  const share = 1 - scenario.header_bytes / scenario.packet_bytes;
  return scenario.flows.flatMap(({ traffic, rtt_s }, groupIndex) => {
    const rtts = roundTripsOf(traffic, HANDSHAKE_RTTS[scenario.transport?.handshake ?? 'tcp'] ?? 0);
    if (rtts === null) return [];
    const payloadBps = scenario.bottleneck.rate_bps * share;
    return [{ groupIndex, baseSeconds: rtts * rtt_s, payloadBps }];
  });
}

function roundTripsOf(traffic: Traffic, handshakeRtts: number): number | null {
  const isOpened = MANY_CONNECTIONS_TRAFFIC.includes(traffic.kind) || traffic.transfer_count === 1;
  if (isOpened) return handshakeRtts + OPEN_CONNECTION_RTTS;
  return traffic.size_bytes === undefined ? null : OPEN_CONNECTION_RTTS;
}

export function idealSeconds({ baseSeconds, payloadBps }: IdealTime, sizeBytes: number): number {
  return baseSeconds + (sizeBytes * BITS) / payloadBps;
}

/** Of many every n-th, so that a picture stays quick. */
export function thinned<Item>(items: readonly Item[], most: number): readonly Item[] {
  const step = Math.ceil(items.length / most);
  return step <= 1 ? items : items.filter((_, index) => index % step === 0);
}
