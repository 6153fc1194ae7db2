/** Transfers by size and time: their points, and the bound that none can be faster than. Pure. */
import { BOTTLENECK_ID } from '@/analysis/scenario/network/links';
import { MANY_CONNECTIONS_TRAFFIC } from '@/generated/kindTitles';

interface Transfers {
  readonly flow_index: readonly number[];
  readonly size_bytes: readonly number[];
  readonly completion_s: readonly (number | null)[];
}

/** The part of a result that is needed here. */
interface TransferResult {
  readonly flows: readonly { readonly flow_index: number; readonly group_index: number }[];
  readonly transfers?: Transfers | null;
}

interface TransferLink {
  readonly rate_bps: number;
  readonly rate_schedule?: readonly { readonly rate_bps: number }[];
  readonly delay_s?: number;
  readonly delay_schedule?: readonly { readonly delay_s: number }[];
  readonly trace?: { readonly opportunities_ms?: readonly unknown[] };
}

/** The part of a scenario that is needed here. */
interface TransferScenario {
  readonly header_bytes: number;
  readonly packet_bytes: number;
  readonly bottleneck: TransferLink;
  readonly links?: readonly (TransferLink & { readonly id: string })[];
  readonly transport?: { readonly handshake?: string };
  readonly flows: readonly {
    readonly rtt_s: number;
    readonly path?: readonly string[];
    readonly traffic: Traffic;
  }[];
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

/** The least time of a group's transfers: so much of its RTT, then its slowest link at its best. */
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

/** Of each group that sends transfers; a trace on its path has no highest rate. */
export function idealTimes(scenario: TransferScenario): IdealTime[] {
  const share = 1 - scenario.header_bytes / scenario.packet_bytes;
  const { bottleneck, links = [], flows, transport } = scenario;
  const byName = new Map([[BOTTLENECK_ID, bottleneck], ...links.map((each) => [each.id, each])] as [
    string,
    TransferLink,
  ][]);
  return flows.flatMap(({ traffic, rtt_s, path = [BOTTLENECK_ID] }, groupIndex) => {
    const rtts = roundTripsOf(traffic, HANDSHAKE_RTTS[transport?.handshake ?? 'none'] ?? 0);
    const passed = path.flatMap((name) => byName.get(name) ?? []);
    const hasTrace = passed.some(({ trace }) => (trace?.opportunities_ms ?? []).length > 0);
    if (rtts === null || hasTrace) return [];
    const leastRttSeconds = passed.reduce((sum, link) => sum + leastShift(link), rtt_s);
    const payloadBps = Math.min(...passed.map(highestRate)) * share;
    return [{ groupIndex, baseSeconds: rtts * leastRttSeconds, payloadBps }];
  });
}

function highestRate({ rate_bps, rate_schedule = [] }: TransferLink): number {
  return Math.max(rate_bps, ...rate_schedule.map((step) => step.rate_bps));
}

/** By how much the link's propagation delay is below its first one, at its lowest. */
function leastShift({ delay_s = 0, delay_schedule = [] }: TransferLink): number {
  return Math.min(0, ...delay_schedule.map((step) => step.delay_s - delay_s));
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
