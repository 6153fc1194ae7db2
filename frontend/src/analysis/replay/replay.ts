/**
 * From packet events to transmissions: where each transmission was at every moment. Pure.
 *
 *   sent ──access──▶ arrived ──queue──▶ served ──transmitter──▶ transmitted ──delay──▶ delivered
 *   acknowledged ◀──────────────────── rtt / 2, no queue ─────────────────────── ACK sent
 *
 * Times that were recorded are taken as they are. Where an event lies before the first one that is
 * known, the delays of the scenario give it (docs/model.md); what they can not give is -Infinity,
 * what has not happened yet is Infinity. Nothing is guessed.
 */
import { eventsAtLink, type AtLink } from './atLink';
import { isOfHandshake, type PacketEvents } from './packets';

/** The delays of a run's path. */
export interface ReplayPath {
  readonly rateBps: number;
  /** One way, behind the queue. */
  readonly delaySeconds: number;
  readonly packetBytes: number;
  /** Of a packet without data: of a handshake, or a window probe. */
  readonly headerBytes?: number;
  readonly losesBeforeQueue: boolean;
  /** Base RTT of each group of flows. */
  readonly rttSeconds: readonly number[];
  readonly groupOf: (flowIndex: number) => number;
  /** Groups whose ACKs are numbered anew for each connection where they are sent. */
  readonly manyConnections?: ReadonlySet<number>;
  /** Of several links the one that is shown; rate and delay above are its own. */
  readonly atLink?: AtLink | undefined;
}

/** `gone_before`: at a link before the one that is shown. */
export type Fate = 'under_way' | 'delivered' | 'dropped' | 'lost' | 'gone_before';

/** One transmission of a packet. */
export interface Transmission {
  readonly flowIndex: number;
  readonly groupIndex: number;
  readonly sequence: number;
  isRetransmission: boolean;
  /** Headers alone: of a handshake, or a window probe. */
  isBare?: boolean;
  /** The queue sets its ECN mark; Infinity: never. */
  markedSeconds: number;
  sentSeconds: number;
  /** Reaches the bottleneck. */
  arrivedSeconds: number;
  /** Its first bit leaves the queue. */
  servedSeconds: number;
  /** Its last bit has left. */
  transmittedSeconds: number;
  /** Delivered, dropped or lost. */
  endSeconds: number;
  fate: Fate;
  /** Why it was dropped or lost, as the core calls it. */
  reason?: string | null;
}

/** An acknowledgement on the return path. */
export interface AckTransit {
  readonly flowIndex: number;
  readonly groupIndex: number;
  /** The first packet that has not arrived. */
  readonly sequence: number;
  readonly sentSeconds: number;
  readonly endSeconds: number;
  /** Where it starts, or at a link on its way. */
  readonly isLost: boolean;
}

type SentAck = { -readonly [Name in keyof AckTransit]: AckTransit[Name] };

/** Times are given to the nanosecond; sums of two of them are off by less than this. */
const CLOCK_SECONDS = 1e-9;

/** The packets between two moments, as far as they are known. */
export interface Traffic {
  readonly path: ReplayPath;
  readonly events: PacketEvents;
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** By the moment of sending. */
  readonly transmissions: readonly Transmission[];
  /** Those that waited, in the order in which they came; first those who were there before. */
  readonly queue: readonly Transmission[];
  /** By the moment of sending. */
  readonly acks: readonly AckTransit[];
  /** The longest time that one of them is under way, where its start is known. */
  readonly longestSeconds: number;
  /** Flows that ask for the L4S queue with ECT(1) (RFC 9331). */
  readonly lowLatencyFlows: ReadonlySet<number>;
  readonly longestAckSeconds: number;
  /** The longest wait in the queue, where its start is known. */
  readonly longestWaitSeconds: number;
}

/** Packets of a flow reach the bottleneck so long after they were sent. */
export function accessSeconds(path: ReplayPath, groupIndex: number): number {
  const atLink = path.atLink?.groups[groupIndex];
  if (atLink !== undefined) return atLink.accessSeconds;
  return Math.max(0, (path.rttSeconds[groupIndex] ?? 0) / 2 - path.delaySeconds);
}

/** ACKs reach the sender so long after they were sent. */
export function backSeconds(path: ReplayPath, groupIndex: number): number {
  return (path.rttSeconds[groupIndex] ?? 0) / 2;
}

/** How long a packet occupies the transmitter. */
export function packetSeconds(path: ReplayPath, isBare = false): number {
  const { packetBytes, headerBytes = 0, rateBps } = path;
  return ((isBare ? headerBytes : packetBytes) * 8) / rateBps;
}

/** More packets than a flow sends: flow and packet together are one exact number. */
const SEQUENCES = 2 ** 32;

/** Open transmissions of a packet of a flow, the oldest first: several if it was sent again. */
type Open = Map<number, Transmission[]>;

class Builder {
  readonly transmissions: Transmission[] = [];
  private readonly waitedBefore: Transmission[] = [];
  private readonly joined: Transmission[] = [];
  readonly acks: AckTransit[] = [];
  private readonly onAccess: Open = new Map();
  private readonly waiting: Open = new Map();
  private readonly inService: Open = new Map();
  private readonly onLink: Open = new Map();
  /** Of packets that nothing else is known of yet. */
  private readonly marks = new Map<number, number>();
  /** Under way, of each flow and number, the oldest first. */
  private readonly openAcks = new Map<number, SentAck[]>();

  constructor(private readonly path: ReplayPath) {}

  add(
    kind: string,
    flowIndex: number,
    sequence: number,
    time: number,
    reason: string | null = null,
  ): void {
    const key = flowIndex * SEQUENCES + sequence;
    switch (kind) {
      case 'sent':
      case 'retransmitted':
      case 'handshake':
      case 'window_probe':
        this.send(key, flowIndex, sequence, time, kind);
        break;
      case 'enqueued':
        this.enqueue(key, this.arrive(key, flowIndex, sequence, time));
        break;
      case 'dropped':
        end(this.refused(key, flowIndex, sequence, time), time, 'dropped', reason);
        break;
      case 'dequeued':
        this.dequeue(key, flowIndex, sequence, time);
        break;
      case 'transmitted':
        this.transmit(key, flowIndex, sequence, time);
        break;
      case 'marked':
        this.mark(key, time);
        break;
      case 'gone_before':
        this.loseBefore(key, time);
        break;
      case 'lost':
        end(this.losing(key, flowIndex, sequence, time), time, 'lost', reason);
        break;
      case 'delivered':
        this.deliver(key, flowIndex, sequence, time);
        break;
      default:
        this.acknowledge(kind, key, flowIndex, sequence, time);
    }
  }

  private begin(flowIndex: number, sequence: number, sentSeconds: number): Transmission {
    const transmission: Transmission = {
      flowIndex,
      groupIndex: this.path.groupOf(flowIndex),
      sequence,
      isRetransmission: false,
      isBare: isOfHandshake(sequence),
      markedSeconds: this.takeMark(flowIndex * SEQUENCES + sequence),
      sentSeconds,
      arrivedSeconds: -Infinity,
      servedSeconds: -Infinity,
      transmittedSeconds: -Infinity,
      endSeconds: Infinity,
      fate: 'under_way',
    };
    this.transmissions.push(transmission);
    return transmission;
  }

  /** As it joins the queue, or as it leaves it. */
  private mark(key: number, time: number): void {
    const marked = this.waiting.get(key)?.[0] ?? this.onAccess.get(key)?.[0];
    if (marked === undefined) this.marks.set(key, time);
    else marked.markedSeconds = time;
  }

  private takeMark(key: number): number {
    const time = this.marks.get(key) ?? Infinity;
    this.marks.delete(key);
    return time;
  }

  private send(key: number, flow: number, sequence: number, time: number, kind: string): void {
    const transmission = this.begin(flow, sequence, time);
    transmission.isRetransmission = kind === 'retransmitted';
    transmission.isBare = kind === 'handshake' || kind === 'window_probe';
    transmission.arrivedSeconds = time + accessSeconds(this.path, transmission.groupIndex);
    transmission.servedSeconds = Infinity;
    transmission.transmittedSeconds = Infinity;
    push(this.onAccess, key, transmission);
  }

  /** It reaches the bottleneck: the one that was sent, or one that was sent before the window. */
  private arrive(key: number, flow: number, sequence: number, time: number): Transmission {
    const sent = time - accessSeconds(this.path, this.path.groupOf(flow));
    const transmission = shift(this.onAccess, key) ?? this.begin(flow, sequence, sent);
    transmission.arrivedSeconds = time;
    transmission.servedSeconds = Infinity;
    transmission.transmittedSeconds = Infinity;
    return transmission;
  }

  /** At the entrance, or taken out of the queue in this very moment. */
  private refused(key: number, flow: number, sequence: number, time: number): Transmission {
    const [taken] = this.inService.get(key) ?? [];
    if (taken?.servedSeconds !== time) return this.arrive(key, flow, sequence, time);
    shift(this.inService, key);
    return taken;
  }

  private enqueue(key: number, transmission: Transmission): void {
    this.joined.push(transmission);
    push(this.waiting, key, transmission);
  }

  private dequeue(key: number, flow: number, sequence: number, time: number): void {
    let transmission = shift(this.waiting, key);
    if (transmission === undefined) {
      // It waits since before the window: its place in the queue is known, its start is not.
      transmission = this.begin(flow, sequence, -Infinity);
      this.waitedBefore.push(transmission);
    }
    transmission.servedSeconds = time;
    transmission.transmittedSeconds = Infinity;
    push(this.inService, key, transmission);
  }

  private transmit(key: number, flow: number, sequence: number, time: number): void {
    let transmission = shift(this.inService, key);
    if (transmission === undefined) {
      // An idle link has taken it as it arrived.
      const served = time - packetSeconds(this.path, isOfHandshake(sequence));
      const access = accessSeconds(this.path, this.path.groupOf(flow));
      transmission = shift(this.onAccess, key) ?? this.begin(flow, sequence, served - access);
      const isKnown = transmission.arrivedSeconds !== -Infinity && !this.waitsBefore(transmission);
      if (!isKnown) transmission.arrivedSeconds = served;
      transmission.servedSeconds = transmission.arrivedSeconds;
    }
    transmission.transmittedSeconds = time;
    if (this.isLast(transmission)) push(this.onLink, key, transmission);
    else this.passOn(key, transmission);
  }

  private isLast({ groupIndex }: Transmission): boolean {
    return this.path.atLink?.groups[groupIndex]?.isLast ?? true;
  }

  /** To the next link: nothing is seen of it any more unless it is lost as it leaves. */
  private passOn(key: number, transmission: Transmission): void {
    end(transmission, transmission.transmittedSeconds + this.path.delaySeconds, 'delivered');
    this.onLink.set(key, [transmission]);
  }

  /** Of one that was sent before the window nothing is known. */
  private loseBefore(key: number, time: number): void {
    const transmission = shift(this.onAccess, key);
    if (transmission !== undefined) end(transmission, time, 'gone_before');
  }

  private losing(key: number, flow: number, sequence: number, time: number): Transmission {
    if (this.path.losesBeforeQueue) return this.arrive(key, flow, sequence, time);
    return this.onTheLink(key, flow, sequence, time);
  }

  private deliver(key: number, flow: number, sequence: number, time: number): void {
    end(this.onTheLink(key, flow, sequence, time - this.path.delaySeconds), time, 'delivered');
  }

  private onTheLink(
    key: number,
    flow: number,
    sequence: number,
    transmitted: number,
  ): Transmission {
    const known = shift(this.onLink, key);
    if (known !== undefined) return known;
    const transmission = this.begin(flow, sequence, -Infinity);
    transmission.transmittedSeconds = transmitted;
    return transmission;
  }

  /** In the order of their service: who was there at the start stands before who came. */
  get queue(): Transmission[] {
    return [...this.waitedBefore, ...this.joined];
  }

  /** What has reached an idle link and is not out yet is being transmitted. */
  finish(toSeconds: number): void {
    for (const transmission of [...this.onAccess.values()].flat()) {
      // In front of the link there may be queues as well.
      if (this.waitsBefore(transmission)) {
        transmission.arrivedSeconds = Math.max(transmission.arrivedSeconds, toSeconds);
      } else if (transmission.arrivedSeconds < toSeconds)
        transmission.servedSeconds = transmission.arrivedSeconds;
    }
  }

  private waitsBefore({ groupIndex }: Transmission): boolean {
    return (this.path.atLink?.groups[groupIndex]?.before.size ?? 0) > 0;
  }

  private acknowledge(kind: string, key: number, flow: number, sequence: number, time: number) {
    const groupIndex = this.path.groupOf(flow);
    const back = backSeconds(this.path, groupIndex);
    const ack = { flowIndex: flow, groupIndex, sequence };
    // Then order alone says which is which: those of a flow stay in order.
    const isMany = this.path.manyConnections?.has(groupIndex) === true;
    const place = isMany ? -SEQUENCES * (flow + 1) : key;
    const open = this.openAcks.get(place) ?? [];
    if (kind === 'ack_received') {
      // Hosts jitter: an ACK takes the return delay or a bit more; those of a flow stay in order.
      // One that comes sooner after its like left than that had left before the window.
      const [oldest] = open;
      if (oldest !== undefined && oldest.sentSeconds + back <= time + CLOCK_SECONDS) {
        oldest.endSeconds = time;
        open.shift();
      } else {
        this.acks.push({ ...ack, sentSeconds: time - back, endSeconds: time, isLost: false });
      }
    } else if (kind === 'ack_sent') {
      const sent = { ...ack, sentSeconds: time, endSeconds: time + back, isLost: false };
      open.push(sent);
      this.openAcks.set(place, open);
      this.acks.push(sent);
    } else if (kind === 'ack_lost') {
      this.acks.push({ ...ack, sentSeconds: time, endSeconds: time, isLost: true });
    } else if (kind === 'ack_lost_on_way') {
      const lost = open.shift();
      if (lost !== undefined) Object.assign(lost, { endSeconds: time, isLost: true });
    }
  }
}

/** A window of events, as it was asked for. */
export interface Window {
  readonly fromSeconds: number;
  /** Everything before this moment is in it. */
  readonly toSeconds: number;
  readonly events: PacketEvents;
}

/** The transmissions of windows that follow one another without a gap. */
export function trafficOf(windows: readonly Window[], path: ReplayPath): Traffic {
  const builder = new Builder(path);
  const seen = windows.map(({ events }) =>
    path.atLink === undefined ? events : eventsAtLink(events, path.atLink, path),
  );
  for (const events of seen) {
    events.time_s.forEach((time, row) => {
      const { kind, flow_index, sequence, reason } = events;
      const why = reason?.[row] ?? null;
      builder.add(kind[row] ?? '', flow_index[row] ?? 0, sequence[row] ?? 0, time, why);
    });
  }
  const toSeconds = windows.at(-1)?.toSeconds ?? 0;
  builder.finish(toSeconds);
  const { transmissions, queue, acks } = builder;
  const bySending = (a: { sentSeconds: number }, b: { sentSeconds: number }) =>
    a.sentSeconds === b.sentSeconds ? 0 : a.sentSeconds - b.sentSeconds;
  const events = joined(seen);
  return {
    path,
    events,
    lowLatencyFlows: lowLatencyFlows(events),
    fromSeconds: windows[0]?.fromSeconds ?? 0,
    toSeconds,
    transmissions: transmissions.sort(bySending),
    queue,
    acks: acks.sort(bySending),
    longestSeconds: longest(transmissions, toSeconds),
    longestAckSeconds: longest(acks, toSeconds),
    longestWaitSeconds: longest(
      queue.map(({ arrivedSeconds, servedSeconds }) => {
        return { sentSeconds: arrivedSeconds, endSeconds: servedSeconds };
      }),
      toSeconds,
    ),
  };
}

const CODEPOINT_BITS = 0b11;
const ECT_1 = 0b01;

/** ACKs carry no codepoint of their own here. */
function lowLatencyFlows({ flow_index, kind, ecn_bits }: PacketEvents): ReadonlySet<number> {
  const isAsking = (row: number) =>
    ((ecn_bits?.[row] ?? 0) & CODEPOINT_BITS) === ECT_1 && !kind[row]?.startsWith('ack');
  return new Set(flow_index.filter((_, row) => isAsking(row)));
}

type Spell = Pick<Transmission, 'sentSeconds' | 'endSeconds'>;

function longest(transmissions: readonly Spell[], toSeconds: number): number {
  let most = 0;
  for (const { sentSeconds, endSeconds } of transmissions) {
    const seconds = Math.min(endSeconds, toSeconds) - sentSeconds;
    if (Number.isFinite(seconds)) most = Math.max(most, seconds);
  }
  return most;
}

function joined(all: readonly PacketEvents[]): PacketEvents {
  const [first] = all;
  if (first !== undefined && all.length === 1) return first;
  const column = <T>(read: (events: PacketEvents) => readonly T[]): T[] =>
    ([] as T[]).concat(...all.map(read));
  // A window has it if a flow used ECN in it; where it is absent all bits are 0.
  const hasEcn = all.some(({ ecn_bits }) => ecn_bits != null);
  const hasReasons = all.some(({ reason }) => reason != null);
  return {
    time_s: column(({ time_s }) => time_s),
    flow_index: column(({ flow_index }) => flow_index),
    kind: column(({ kind }) => kind),
    sequence: column(({ sequence }) => sequence),
    queue_bytes: column(({ queue_bytes }) => queue_bytes),
    cwnd_packets: column(({ cwnd_packets }) => cwnd_packets),
    inflight_packets: column(({ inflight_packets }) => inflight_packets),
    ...(hasReasons && {
      reason: column<string | null>(({ reason, time_s }) => reason ?? time_s.map(() => null)),
    }),
    ...(hasEcn && {
      ecn_bits: column(({ ecn_bits, time_s }) => ecn_bits ?? time_s.map(() => 0)),
    }),
  };
}

function end(
  transmission: Transmission,
  time: number,
  fate: Fate,
  reason: string | null = null,
): void {
  transmission.reason = reason;
  transmission.endSeconds = time;
  transmission.fate = fate;
}

function push(open: Open, key: number, transmission: Transmission): void {
  const list = open.get(key);
  if (list === undefined) open.set(key, [transmission]);
  else list.push(transmission);
}

function shift(open: Open, key: number): Transmission | undefined {
  const list = open.get(key);
  const first = list?.shift();
  if (list?.length === 0) open.delete(key);
  return first;
}
