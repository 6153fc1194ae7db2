/** The packets between two ports: where they were captured, and a flow in each direction. */
import { add, type Clock, type Step, type Steps } from './captureSteps';
import type { Evidence } from '@/analysis/imports/evidence';
import type { Notes } from '@/analysis/imports/notes';
import type { Packet } from './packet';
import { SendWaits } from './sendWaits';
import { TcpDirection } from './tcpDirection';
import { columnsOf, least, type MeasuredFlow } from '@/analysis/imports/types';

export type Side = 0 | 1;

/** Without a delay of its own, the queue of a path shows which end is which, not the handshake. */
const SHORT_PATH_S = 0.001;
/** One way is this many times as long as the other: the capture is at an end. */
const END_RATIO = 4;
/** Larger than any packet on a usual link: what the host hands to its card, or gets from it. */
const OFFLOADED_BYTES = 9000;

interface Direction {
  readonly tcp: TcpDirection;
  readonly waits: SendWaits;
  readonly steps: Steps;
  /** Of the same RTTs seen from here to the receiver and back, and to the sender and back. */
  readonly ahead: Half;
  readonly behind: Half;
  bytes: number;
  /** What its ACKs say, as long as none of its own segments is in the capture. */
  acked: Steps | null;
  /** Of its segments with payload, as the file marks them. */
  outgoing: number;
  incoming: number;
  hasSyn: boolean;
  isScaled: boolean;
}

interface Half {
  least_s: number | null;
  sum_s: number;
  count: number;
}

type Handshake = readonly [syn_s: number, synAck_s: number | null, ack_s: number | null];

export class Conversation {
  private readonly ends: readonly [string, string];
  private readonly isTcp: boolean;
  private readonly directions: readonly [Direction, Direction];
  private handshake: Handshake | null = null;
  private isFinished = false;
  private first_s = Infinity;
  private last_s = -Infinity;
  /** Of the SYN of either end. */
  private readonly firstSeqs: [number | null, number | null] = [null, null];
  private quic: { version: string; first_s: number; reply_s: number | null } | null = null;

  constructor({ from, to, tcp }: Packet, clock: Clock) {
    // The end that opens the connection comes first.
    const isReply = tcp !== null && tcp.isSyn && tcp.isAck;
    this.ends = isReply ? [to, from] : [from, to];
    this.isTcp = tcp !== null;
    this.directions = [direction(clock), direction(clock)];
  }

  /** A new connection at the same ports, also if the end of the last one was not captured. */
  isOver({ tcp, from }: Packet): boolean {
    if (tcp === null || !tcp.isSyn || tcp.isAck) return false;
    const own = this.firstSeqs[from === this.ends[0] ? 0 : 1];
    const other = this.firstSeqs[from === this.ends[0] ? 1 : 0];
    // A SYN that is sent again has the same number; both ends may open a connection at once.
    return this.isFinished || (own === null ? other === null : own !== tcp.seq);
  }

  bytes(side: Side): number {
    const own = this.directions[side];
    return isUnseen(own) ? own.tcp.unseen_bytes : own.bytes;
  }

  add(packet: Packet, clock: Clock): void {
    const side: Side = packet.from === this.ends[0] ? 0 : 1;
    const own = this.directions[side];
    this.first_s = Math.min(this.first_s, packet.time_s);
    this.last_s = Math.max(this.last_s, packet.time_s);
    const step = clock.at(own.steps, packet.time_s);
    if (packet.tcp === null) this.datagram(packet, side, step);
    else this.segment(packet, side, step, clock);
  }

  private datagram({ payload, payload_bytes, time_s }: Packet, side: Side, step: Step): void {
    step.bytes += payload_bytes;
    this.directions[side].bytes += payload_bytes;
    const [first = 0] = payload;
    // A long header: flags, then the version (RFC 8999).
    if ((first & 0x80) !== 0 && payload.length >= 7 && this.quic === null) {
      const version = versionOf(payload);
      if (version !== null) this.quic = { version, first_s: time_s, reply_s: null };
    } else if (this.quic !== null && side === 1) {
      this.quic.reply_s ??= time_s;
    }
  }

  private segment(packet: Packet, side: Side, step: Step, clock: Clock) {
    const { tcp, payload_bytes, time_s, isOutgoing } = packet;
    if (tcp === null) return;
    const own = this.directions[side];
    const other = this.directions[side === 0 ? 1 : 0];
    this.follow(tcp, side, time_s);
    if (tcp.isSyn) {
      this.firstSeqs[side] = tcp.seq;
      own.tcp.windowShift = tcp.windowShift ?? 0;
      own.tcp.mss_bytes = tcp.mss_bytes;
    }
    if (tcp.window === 0 && !tcp.isSyn && !tcp.isRst && !tcp.isFin) own.tcp.zeroWindows += 1;
    const upTo = own.tcp.next;
    const seen = own.tcp.segment(tcp, payload_bytes, time_s, this.handshakeRtt());
    const isAgain = seen.repeat !== null && seen.repeat !== 'reordered';
    if (payload_bytes > 0) {
      own.waits.sent(isAgain, upTo, time_s);
      if (isOutgoing === true) own.outgoing += 1;
      if (isOutgoing === false) own.incoming += 1;
    }
    step.bytes += seen.new_bytes;
    own.bytes += seen.new_bytes;
    if (isAgain) step.again += own.tcp.packetsOf(payload_bytes);
    if (payload_bytes > 0) {
      step.inflight_bytes = own.tcp.inflight_bytes;
      keep(own.behind, other.tcp.echoed(tcp, time_s));
    }
    const missing = other.tcp.missing_bytes;
    const unseen = other.tcp.unseen_bytes;
    const rtt_s = other.tcp.acknowledged(tcp, payload_bytes, time_s);
    const theirs = clock.at(other.steps, time_s);
    // What the capture missed and the receiver has is payload of this time.
    const found = tcp.isSyn ? 0 : other.tcp.missing_bytes - missing;
    theirs.bytes += found;
    other.bytes += found;
    if (other.tcp.unseen_bytes > unseen) {
      other.acked ??= clock.flow();
      clock.at(other.acked, time_s).bytes += other.tcp.unseen_bytes - unseen;
    }
    if (rtt_s !== null && !tcp.isSyn) this.rtt(other, rtt_s, theirs);
    this.wait(tcp, own, other, time_s);
  }

  /** The window is what this end lets the other one send; it has a scale once both ends said so. */
  private wait(
    tcp: NonNullable<Packet['tcp']>,
    own: Direction,
    other: Direction,
    time_s: number,
  ): void {
    if (tcp.isSyn) {
      own.hasSyn = true;
      own.isScaled = tcp.windowShift !== null;
    }
    const knowsScale = own.hasSyn && other.hasSyn;
    const shift = knowsScale && own.isScaled && other.isScaled ? own.tcp.windowShift : 0;
    other.waits.knowsScale = knowsScale;
    if (tcp.isAck && !tcp.isSyn) other.waits.window_bytes = tcp.window * 2 ** shift;
    own.waits.after(own.tcp, time_s);
    other.waits.after(other.tcp, time_s);
  }

  /** Of the way ahead of the capture, and with it what the way behind took last. */
  private rtt(own: Direction, rtt_s: number, step: Step): void {
    keep(own.ahead, rtt_s);
    step.rtt_s += rtt_s;
    step.rtts += 1;
  }

  private follow(tcp: NonNullable<Packet['tcp']>, side: Side, time_s: number): void {
    if (tcp.isFin || tcp.isRst) this.isFinished = true;
    const [syn_s, synAck_s, ack_s] = this.handshake ?? [null, null, null];
    if (tcp.isSyn && !tcp.isAck && synAck_s === null) this.handshake = [time_s, null, null];
    else if (syn_s !== null && tcp.isSyn && tcp.isAck && synAck_s === null)
      this.handshake = [syn_s, time_s, null];
    else if (syn_s !== null && synAck_s !== null && ack_s === null && side === 0 && tcp.isAck)
      this.handshake = [syn_s, synAck_s, time_s];
  }

  private handshakeRtt(): number | null {
    const [syn_s, , ack_s] = this.handshake ?? [0, null, null];
    return ack_s === null ? null : ack_s - syn_s;
  }

  /**
   * Where the packets of a direction were captured: of the handshake, else of the RTTs ahead and
   * behind. A receiver's host answers at once, so that its way is short.
   */
  private placeOf(side: Side): 'sender' | 'receiver' | 'between' | null {
    const [syn_s, synAck_s, ack_s] = this.handshake ?? [0, null, null];
    if (synAck_s !== null && ack_s !== null) {
      const [toServer_s, toClient_s] = [synAck_s - syn_s, ack_s - synAck_s];
      const place = placeOf(toServer_s, toClient_s);
      const { ahead, behind } = this.directions[side];
      const hasQueue = ahead.count > 0 && behind.count > 0;
      if (place === 'between' && toServer_s + toClient_s < SHORT_PATH_S && hasQueue)
        return placeOf(ahead.sum_s / ahead.count, behind.sum_s / behind.count);
      if (side === 0 || place === 'between') return place;
      return place === 'sender' ? 'receiver' : 'sender';
    }
    const { ahead, behind, outgoing, incoming } = this.directions[side];
    if (ahead.least_s !== null && behind.least_s !== null)
      return placeOf(ahead.least_s, behind.least_s);
    if (outgoing > 0 && incoming === 0) return 'sender';
    return incoming > 0 && outgoing === 0 ? 'receiver' : null;
  }

  flow(side: Side, clock: Clock, last_s: number, notes: Notes): MeasuredFlow {
    const [from, to] = side === 0 ? this.ends : [this.ends[1], this.ends[0]];
    const label = `${from} → ${to}`;
    const own = this.directions[side];
    const place = this.isTcp ? this.placeOf(side) : null;
    const hasRtt = this.isTcp && place !== 'receiver';
    if (this.isTcp) this.describe(label, own, place, notes);
    else this.describeUdp(label, notes);
    const isSeen = !isUnseen(own);
    const steps = stepsOf(isSeen ? own.steps : (own.acked ?? own.steps), clock, last_s);
    const known = {
      repeats: this.isTcp && isSeen,
      inflight: this.isTcp && isSeen && place !== 'receiver',
    };
    return {
      label,
      algorithm: null,
      min_rtt_s: this.leastRtt(own, place),
      transport: this.isTcp ? 'tcp' : this.quic === null ? 'udp' : 'quic',
      ...(place === 'receiver' ? { direction: 'received' as const } : {}),
      ...(place === 'sender' ? { direction: 'sent' as const } : {}),
      ...(this.isTcp && isSeen ? { evidence: this.evidence(own, place) } : {}),
      columns: columnsOf(steps, ({ end_s }) => end_s, {
        throughput_bps: (step) =>
          this.lasts(step, clock) ? (step.bytes * 8) / step.length_s : null,
        rtt_s: ({ rtt_s, rtts }) => (hasRtt && rtts > 0 ? rtt_s / rtts : null),
        inflight_bytes: ({ inflight_bytes }) => (known.inflight ? inflight_bytes : null),
        retransmitted_packets: ({ again }) => (known.repeats ? again : null),
      }),
    };
  }

  /** Before its first packet and after its last one a connection has no rate, not one of 0. */
  private lasts({ end_s, length_s }: LongStep, { start_s }: Clock): boolean {
    const from_s = start_s ?? 0;
    return from_s + end_s >= this.first_s && from_s + end_s - length_s <= this.last_s;
  }

  /** A receiver answers what arrives: how long it takes shows at its own side. */
  private evidence({ tcp, waits, ahead }: Direction, place: string | null): Evidence {
    const { fast, timeout, spurious } = tcp.repeats;
    const base_s = this.handshakeRtt();
    return {
      losses: { fast, 'timeout or unexplained': timeout, needless: spurious },
      ...(place === 'sender' ? waits.evidence() : {}),
      ...(place === 'receiver' && ahead.count > 0 ? { hold_s: ahead.sum_s / ahead.count } : {}),
      ...(base_s === null ? {} : { base_s }),
    };
  }

  private leastRtt({ ahead, behind }: Direction, place: string | null): number | null {
    const handshake_s = this.handshakeRtt();
    if (!this.isTcp) {
      const { quic } = this;
      return quic?.reply_s == null ? null : quic.reply_s - quic.first_s;
    }
    if (place === 'sender') return least([ahead.least_s, handshake_s]);
    if (place === 'receiver') return handshake_s ?? behind.least_s;
    return handshake_s ?? ahead.least_s;
  }

  private describe(label: string, own: Direction, place: string | null, notes: Notes): void {
    if (isUnseen(own)) {
      notes.uncertain(
        `${label}: its segments are not in the capture: rates are of what the other end acknowledges, and repeats and RTTs are unknown.`,
      );
      return;
    }
    const { tcp } = own;
    const { fast, timeout, spurious, reordered } = tcp.repeats;
    const handshake_s = this.handshakeRtt();
    notes.read(
      `${label}: ${tcp.segments} segments with payload; repeated ${fast} fast, ${timeout} after a timeout or unexplained, ${spurious} needlessly (acknowledged before); ${reordered} out of order; at most ${tcp.most_inflight_bytes} bytes in flight; ${tcp.zeroWindows} zero windows sent${handshake_s === null ? '' : `; handshake ${(handshake_s * 1e3).toPrecision(4)} ms`}.`,
    );
    if (place === null)
      notes.uncertain(
        `${label}: the capture has no handshake and no time stamps, so it is not known at which end it was made; RTTs are from there to the receiver and back.`,
      );
    const hasMarksOnly = handshake_s === null && own.outgoing + own.incoming > 0;
    if (hasMarksOnly && (own.ahead.least_s === null || own.behind.least_s === null))
      notes.uncertain(
        `${label}: captured where the file marks its packets as ${own.outgoing > 0 ? 'outgoing' : 'incoming'}, so at the ${place ?? 'one'} end unless a router captured it.`,
      );
    if (place === 'between')
      notes.uncertain(
        `${label}: captured between the ends: RTTs are from there to the receiver and back, a part of the whole.`,
      );
    if (place === 'receiver')
      notes.leftOut(
        `${label}: RTTs and bytes in flight over time: it was captured at the receiver, which answers at once.`,
      );
    if (tcp.missing_bytes > 0)
      notes.uncertain(
        `${label}: ${tcp.missing_bytes} bytes were acknowledged and are not in the capture; they count when they are acknowledged.`,
      );
    if (
      tcp.largest_bytes > OFFLOADED_BYTES ||
      (tcp.mss_bytes !== null && tcp.largest_bytes > 1.5 * tcp.mss_bytes)
    )
      notes.uncertain(
        `${label}: segments of up to ${tcp.largest_bytes} bytes, larger than packets: the host divides or joins them, so kinds are counted by such segments, and retransmitted packets by their size over the MSS.`,
      );
  }

  private describeUdp(label: string, notes: Notes): void {
    if (this.quic === null) {
      notes.leftOut(`${label}: RTT and losses: UDP says nothing of them.`);
      return;
    }
    notes.read(
      `${label}: QUIC ${this.quic.version}, payload of UDP with the headers of QUIC; RTT from its handshake.`,
    );
    notes.leftOut(
      `${label}: losses, repeats and RTT over time: QUIC encrypts them; its qlog has them.`,
    );
  }
}

function direction(clock: Clock): Direction {
  const half = (): Half => ({ least_s: null, sum_s: 0, count: 0 });
  return {
    tcp: new TcpDirection(),
    waits: new SendWaits(),
    steps: clock.flow(),
    ahead: half(),
    behind: half(),
    bytes: 0,
    acked: null,
    outgoing: 0,
    incoming: 0,
    hasSyn: false,
    isScaled: false,
  };
}

/** Only the ACKs for what it sent are in the capture, as where the two ways differ. */
function isUnseen({ tcp }: Direction): boolean {
  return tcp.next === null && tcp.unseen_bytes > 0;
}

function keep(half: Half, rtt_s: number | null): void {
  if (rtt_s === null || !(rtt_s >= 0)) return;
  half.sum_s += rtt_s;
  half.count += 1;
  half.least_s = least([half.least_s, rtt_s]);
}

/** Of a direction whose receiver is `ahead_s` away and back, and its sender `behind_s`. */
function placeOf(ahead_s: number, behind_s: number): 'sender' | 'receiver' | 'between' {
  if (ahead_s > END_RATIO * behind_s) return 'sender';
  return behind_s > END_RATIO * ahead_s ? 'receiver' : 'between';
}

const QUIC_VERSIONS: Readonly<Record<number, string>> = { 1: 'version 1', 0x6b3343cf: 'version 2' };

/** Null: no version of QUIC that is known. */
function versionOf(payload: Uint8Array): string | null {
  const version = new DataView(payload.buffer, payload.byteOffset).getUint32(1);
  if (version >>> 8 === 0xff0000) return `draft ${version & 0xff}`;
  return QUIC_VERSIONS[version] ?? null;
}

interface LongStep extends Step {
  readonly end_s: number;
  readonly length_s: number;
}

/** All steps of the capture; a rest of less than half a step is part of the one before it. */
function stepsOf({ byIndex }: Steps, clock: Clock, last_s: number): LongStep[] {
  const { step_s } = clock;
  const all_s = Math.max(last_s - (clock.start_s ?? last_s), 0);
  const count = Math.max(1, Math.round(all_s / step_s));
  const empty = { bytes: 0, again: 0, rtt_s: 0, rtts: 0, inflight_bytes: null };
  const steps = Array.from({ length: count }, (_, index): LongStep => {
    const isLast = index === count - 1;
    const length_s = isLast && all_s > 0 ? all_s - index * step_s : step_s;
    return { ...(byIndex.get(index) ?? empty), end_s: index * step_s + length_s, length_s };
  });
  const last = steps.at(-1);
  const rest = byIndex.get(count);
  if (last !== undefined && rest !== undefined) add(last, rest);
  return steps;
}
