/**
 * A run over several links, seen at one of them: what happens before it is a part of the way to it,
 * what happens behind it is not seen. Pure.
 */
import { isOfHandshake, type PacketEvents } from './packets';

/** How the packets of a group of flows come to the link that is shown. */
export interface GroupAtLink {
  /** Its data passes the link. */
  readonly passes: boolean;
  /** The receiver comes next. */
  readonly isLast: boolean;
  /** Propagation from the sender to the link, the links before it among it. */
  readonly accessSeconds: number;
  /** Numbers of the links before it. */
  readonly before: ReadonlySet<number>;
}

export interface AtLink {
  readonly index: number;
  readonly groups: readonly GroupAtLink[];
  /** Of all links together: they share what one answer can hold. */
  readonly eventRateBps: number;
}

/** An event that the link does not see; window and flight of its flow hold nevertheless. */
export const ELSEWHERE = 'elsewhere';

/** The same rows as the link sees them, with the bytes that wait there. */
export function eventsAtLink(
  events: PacketEvents,
  atLink: AtLink,
  { packetBytes, groupOf }: { packetBytes: number; groupOf: (flowIndex: number) => number },
): PacketEvents {
  const kind = events.kind.map((own, row) => {
    const group = atLink.groups[groupOf(events.flow_index[row] ?? 0)];
    return group === undefined ? own : seenAs(own, linkOf(events, row), atLink.index, group);
  });
  return { ...events, kind, queue_bytes: queueBytesAt(events, atLink.index, packetBytes) };
}

/** Without a column of links everything is at the bottleneck, or at hosts. */
export function linkOf({ link_index, kind }: PacketEvents, row: number): number {
  if (link_index != null) return link_index[row] ?? -1;
  return HOST_KINDS.has(kind[row] ?? '') ? -1 : 0;
}

const HOST_KINDS = new Set([
  'sent',
  'retransmitted',
  'delivered',
  'ack_sent',
  'ack_lost',
  'ack_received',
  'handshake',
  'window_probe',
]);

function seenAs(kind: string, link: number, shown: number, group: GroupAtLink): string {
  if (!group.passes) return ELSEWHERE;
  if (kind === 'delivered') return group.isLast ? kind : ELSEWHERE;
  if (kind === 'ack_lost') return link < 0 ? kind : 'ack_lost_on_way';
  if (link < 0 || link === shown) return kind;
  if (!group.before.has(link)) return ELSEWHERE;
  if (kind === 'marked') return kind;
  return kind === 'dropped' || kind === 'lost' ? 'gone_before' : ELSEWHERE;
}

/** What waits there after each event: it changes with the link's own events only. */
export function queueBytesAt(events: PacketEvents, shown: number, packetBytes: number): number[] {
  const isOwn = (row: number) => linkOf(events, row) === shown && events.kind[row] !== 'ack_lost';
  const first = events.time_s.findIndex((_, row) => isOwn(row));
  // Before its first event in the window what waits is what that event has found.
  const isBare = isOfHandshake(events.sequence[first] ?? 0);
  const change = isBare ? 0 : (CHANGES[events.kind[first] ?? ''] ?? 0);
  let bytes = Math.max(0, (events.queue_bytes[first] ?? 0) - change * packetBytes);
  return events.time_s.map((_, row) => {
    if (isOwn(row)) bytes = events.queue_bytes[row] ?? 0;
    return bytes;
  });
}

/** Packets that an event adds to the queue. */
const CHANGES: Readonly<Record<string, number>> = { enqueued: 1, dequeued: -1 };
