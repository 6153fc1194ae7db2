/** What single packets, or counters of the source, say of a flow beside its values (`why.ts`). */

/** What keeps a sender from sending more, as docs/metrics.md has it. */
export type Limit = 'cwnd' | 'pacing' | 'recovery' | 'receiver' | 'application';

/** What iperf writes at once, and counts when it is written. */
export const WRITTEN_BYTES = 131_072;

export type Interval = readonly [from_s: number, to_s: number];

export interface Evidence {
  /** Losses and repeats by the name of their kind, as packets or the log have it. */
  readonly losses?: Readonly<Record<string, number>>;
  /** Packets that only ask for an answer, as ping's: each value is of one. */
  readonly probes?: { readonly lost: number; readonly sent: number };
  /** Rates are of whole packets, as interfaces count them, not of payload. */
  readonly hasHeaders?: boolean;
  /** Packets of the whole test, as the receiver says at its end: when is not known. */
  readonly atEnd?: { readonly lost: number; readonly sent: number };
  /** Rates count blocks that the application writes; how much did not arrive; null: unknown. */
  readonly written?: { readonly unsent_bytes: number | null };
  /** Counters of the sender's kernel, in seconds. */
  readonly counters?: KernelCounters;
  /** Of a capture at the sender. */
  readonly waits?: Waits;
  readonly clock?: AckClock;
  /** As the log's own states have it, by time. */
  readonly recovery?: readonly Interval[];
  readonly idle?: readonly Interval[];
  /** Times at which the log says that flow control held data back. */
  readonly blocked?: number;
  /** The mean time for which the receiver holds ACKs back. */
  readonly hold_s?: number;
  readonly zeroWindows?: number;
  /** Its log would have a pacing rate, and has none. */
  readonly isUnpaced?: boolean;
  /** The least RTT as a handshake or the source itself has it, before the flow's own queue. */
  readonly base_s?: number;
}

/** `tcp_info` of Linux (tcpi_busy_time and its like). */
export interface KernelCounters {
  readonly all_s: number;
  readonly busy_s: number;
  readonly receiver_s: number;
  readonly sendBuffer_s: number;
}

/** How long the sender was in which state, between its packets. */
export interface Waits {
  /** Nothing in flight, and the receiver's window open. */
  readonly idle_s: number;
  /** Less than a segment left of the receiver's window. */
  readonly receiver_s: number;
  /** From a repeat until all that was in flight at it is acknowledged. */
  readonly recovery_s: number;
  readonly flying_s: number;
  /** Without the handshake the scale of windows is unknown: only windows of zero count. */
  readonly knowsWindow: boolean;
}

/** How many segments left right behind an ACK, and how many would by chance. */
export interface AckClock {
  readonly segments: number;
  readonly behindAck_ratio: number;
  readonly chance_ratio: number;
  /** How often it sent again after a silence, and how often of these right behind an ACK. */
  readonly restarts: number;
  readonly restartsBehindAck: number;
}

/** A host answers an ACK within so long. */
const ANSWER_S = 0.0002;
const SILENCE_S = 0.1;

/** Whether a sender sends when ACKs come, or at times of its own. */
export class SendClock {
  private segments = 0;
  private answers = 0;
  private near_s = 0;
  private restarts = 0;
  private restartsBehindAck = 0;
  private lastSent_s: number | null = null;
  private lastAck_s: number | null = null;
  private first_s: number | null = null;

  ack(time_s: number): void {
    this.pass(time_s);
    this.first_s ??= time_s;
    this.lastAck_s = time_s;
  }

  sent(time_s: number): void {
    const silence_s = time_s - (this.lastSent_s ?? time_s);
    this.lastSent_s = time_s;
    if (this.lastAck_s === null) return;
    const isAnswer = time_s - this.lastAck_s <= ANSWER_S;
    this.segments += 1;
    if (isAnswer) this.answers += 1;
    if (silence_s < SILENCE_S) return;
    this.restarts += 1;
    if (isAnswer) this.restartsBehindAck += 1;
  }

  private pass(time_s: number): void {
    if (this.lastAck_s !== null)
      this.near_s += Math.max(0, Math.min(ANSWER_S, time_s - this.lastAck_s));
  }

  /** Null: too few segments to say. */
  share(): AckClock | null {
    const span_s = (this.lastAck_s ?? 0) - (this.first_s ?? 0);
    if (this.segments < LEAST_SEGMENTS || !(span_s > 0)) return null;
    return {
      segments: this.segments,
      behindAck_ratio: this.answers / this.segments,
      chance_ratio: Math.min(1, this.near_s / span_s),
      restarts: this.restarts,
      restartsBehindAck: this.restartsBehindAck,
    };
  }
}

const LEAST_SEGMENTS = 50;
/** Where ACKs come so densely, everything is right behind one. */
const MOST_CHANCE = 0.5;
const CLOCKED = 0.5;
const FREE = 0.2;

/** Null: it is unknown. */
export function isAckClocked(clock: AckClock | undefined): boolean | null {
  if (clock === undefined || clock.chance_ratio > MOST_CHANCE) return null;
  const beyond = (clock.behindAck_ratio - clock.chance_ratio) / (1 - clock.chance_ratio);
  if (beyond >= CLOCKED) return true;
  return beyond <= FREE ? false : null;
}
