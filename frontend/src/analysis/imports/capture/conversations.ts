/**
 * The conversations of a capture, each packet once: a router, a bridge, `-i any` and the mirrored
 * port of a switch see the same packets at several places. Pure.
 */
import type { Clock } from './captureSteps';
import { Conversation } from './conversation';
import type { Notes } from '@/analysis/imports/notes';
import type { Packet } from './packet';

/** More are scans or the whole of a network: what they send is left out. */
const MOST_CONVERSATIONS = 10_000;
/** A copy stands this closely behind its packet, counted in packets of one connection. */
const NEAR_PACKETS = 16;
/** So many bytes distinguish a datagram from others of its length. */
const COMPARED_BYTES = 16;

interface Place {
  readonly conversation: Conversation;
  /** Of the connections at its ports, one after the other. */
  readonly connection: string;
  readonly froms: Set<string>;
  /** When it first saw payload. */
  first_s: number;
  readonly near: string[];
}

export class Conversations {
  private copies = 0;
  private crowded = 0;
  private readonly places = new Map<string, Place>();
  private readonly over: Place[] = [];
  private readonly counts = new Map<string, number>();

  /** `merged`: ports whose two directions take different interfaces. */
  constructor(
    private readonly clock: Clock,
    private readonly merged: ReadonlySet<string> = new Set(),
  ) {}

  add(packet: Packet): void {
    const [low, high] = [packet.from, packet.to].sort();
    const ports = `${packet.tcp === null ? 'datagrams' : 'segments'} ${low} ${high}`;
    const key = this.merged.has(ports) ? ports : `${ports} ${packet.interfaceId ?? ''}`;
    let own = this.places.get(key);
    if (own !== undefined && isCopy(own, packet)) {
      this.copies += 1;
      return;
    }
    if (own?.conversation.isOver(packet) === true) {
      this.over.push(own);
      own = undefined;
    }
    own ??= this.opened(key, ports, packet);
    if (own === undefined) return;
    own.froms.add(packet.from);
    if (packet.payload_bytes > 0) own.first_s = Math.min(own.first_s, packet.time_s);
    own.conversation.add(packet, this.clock);
  }

  private opened(key: string, ports: string, packet: Packet): Place | undefined {
    if (this.places.size + this.over.length >= MOST_CONVERSATIONS) {
      this.crowded += 1;
      return undefined;
    }
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    const own: Place = {
      conversation: new Conversation(packet, this.clock),
      connection: `${ports} ${count}`,
      froms: new Set(),
      first_s: Infinity,
      near: [],
    };
    isCopy(own, packet);
    this.places.set(key, own);
    return own;
  }

  /** Connections that several interfaces saw, none of them in both directions: by their ports. */
  apart(): ReadonlySet<string> {
    const found = [...this.byConnection()].filter(
      ([, places]) => places.length > 1 && places.every(({ froms }) => froms.size < 2),
    );
    return new Set(found.map(([connection]) => connection.replace(/ \d+$/, '')));
  }

  /** One of each connection: where the side that sends first saw it. */
  all(notes: Notes): Conversation[] {
    const { copies, crowded } = this;
    if (copies > 0)
      notes.leftOut(
        `${copies} packets that the capture has twice (the same IPv4 identification, numbers and length), as a router, a bridge or a mirrored port does: they are no repeats.`,
      );
    if (crowded > 0)
      notes.leftOut(`${crowded} packets of conversations beyond the first ${MOST_CONVERSATIONS}.`);
    let others = 0;
    const kept = [...this.byConnection().values()].flatMap((places) => {
      const whole = places.filter(({ froms }) => froms.size > 1);
      const [first] = (whole.length > 0 ? whole : places).sort(
        (one, other) => one.first_s - other.first_s,
      );
      others += places.length - 1;
      return first === undefined ? [] : [first];
    });
    if (others > 0)
      notes.leftOut(
        `The same ${others === 1 ? 'connection' : `${others} connections`} at other interfaces: of each the one is read whose payload came first.`,
      );
    return kept.map(({ conversation }) => conversation);
  }

  private byConnection(): Map<string, Place[]> {
    const found = new Map<string, Place[]>();
    for (const place of [...this.over, ...this.places.values()]) {
      const own = found.get(place.connection);
      if (own === undefined) found.set(place.connection, [place]);
      else own.push(place);
    }
    return found;
  }
}

/** Whether it stands among the last ones of its connection already; keeps it if not. */
function isCopy({ near }: Place, packet: Packet): boolean {
  const { identification, tcp, payload, payload_bytes, from } = packet;
  if (identification === null) return false;
  const head = payload.subarray(0, COMPARED_BYTES);
  if (tcp === null && head.length < COMPARED_BYTES) return false;
  const what =
    tcp === null
      ? head.join(' ')
      : `${tcp.seq} ${tcp.ack} ${tcp.window} ${tcp.sentStamp ?? ''} ${tcp.sacks.join(' ')}`;
  const mark = `${from} ${identification} ${payload_bytes} ${what}`;
  if (near.includes(mark)) return true;
  near.push(mark);
  if (near.length > NEAR_PACKETS) near.shift();
  return false;
}
