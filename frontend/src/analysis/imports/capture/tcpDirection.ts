/**
 * What one end of a TCP connection sends, as a capture sees it: new payload, repeats by kind, bytes
 * in flight and RTTs. Kinds and RTTs follow Wireshark's "TCP Analysis" where it has them. Pure.
 */
import type { TcpHeader } from './packet';

type Repeat = 'fast' | 'timeout' | 'spurious' | 'reordered';

/** What a segment, or an ACK for what was sent, says of this direction. */
export interface Seen {
  /** Payload that was not seen before. */
  readonly new_bytes: number;
  readonly repeat: Repeat | null;
  readonly rtt_s: number | null;
}

interface Sent {
  readonly end: number;
  readonly time_s: number;
  isRepeated: boolean;
}

interface Gap {
  readonly from: number;
  readonly to: number;
}

const WRAP = 2 ** 32;
const HALF = 2 ** 31;
/** Out of order rather than repeated: Wireshark's threshold where it knows no RTT. */
const REORDERING_S = 0.003;
/** A repeat so soon after duplicate ACKs is a fast one (Wireshark). */
const FAST_S = 0.02;
const FAST_DUPLICATES = 2;
const MOST_WAITING = 100_000;
const MOST_GAPS = 1000;
const MOST_STAMPS = 4000;
/** Of the option with time stamps, in each segment. */
const STAMP_BYTES = 12;

export class TcpDirection {
  /** Behind the last byte that was seen, unwrapped. */
  next: number | null = null;
  acked: number | null = null;
  windowShift = 0;
  /** Of the first handshake. */
  mss_bytes: number | null = null;
  readonly repeats: Record<Repeat, number> = { fast: 0, timeout: 0, spurious: 0, reordered: 0 };
  zeroWindows = 0;
  missing_bytes = 0;
  /** Acknowledged while no segment of this end had been seen. */
  unseen_bytes = 0;
  most_inflight_bytes = 0;
  largest_bytes = 0;
  segments = 0;
  payload_bytes = 0;
  private waiting: Sent[] = [];
  private waitingFrom = 0;
  private gaps: Gap[] = [];
  /** Up to where the other end has selectively acknowledged anything, and how much just now. */
  private sacked = 0;
  private sacked_bytes = 0;
  private duplicates = 0;
  private lastAck_s = 0;
  private highest_s = 0;
  private readonly stamps = new Map<number, number>();

  /** Sequence numbers count on beyond 32 bits, near the last one. */
  private unwrapped(seq: number): number {
    const near = this.next ?? this.acked ?? seq;
    const difference = (((seq - near) % WRAP) + WRAP + HALF) % WRAP;
    return near + difference - HALF;
  }

  /** A segment of this end. `handshake_s` is the RTT that the handshake had, if it was seen. */
  segment(tcp: TcpHeader, bytes: number, time_s: number, handshake_s: number | null): Seen {
    const seq = this.unwrapped(tcp.seq);
    const length = bytes + (tcp.isSyn ? 1 : 0) + (tcp.isFin ? 1 : 0);
    const end = seq + length;
    this.remember(tcp, time_s);
    if (bytes > 0) this.segments += 1;
    this.largest_bytes = Math.max(this.largest_bytes, bytes);
    if (length === 0) {
      this.next ??= seq;
      return { new_bytes: 0, repeat: null, rtt_s: null };
    }
    const next = this.next;
    if (next === null || seq >= next) {
      if (next !== null && seq > next) this.gap({ from: next, to: seq });
      this.next = end;
      this.highest_s = time_s;
      this.wait(end, time_s);
      this.payload_bytes += bytes;
      return { new_bytes: bytes, repeat: null, rtt_s: null };
    }
    return this.again({ seq, end, bytes, time_s }, handshake_s);
  }

  private again(
    { seq, end, bytes, time_s }: { seq: number; end: number; bytes: number; time_s: number },
    handshake_s: number | null,
  ): Seen {
    const next = this.next ?? end;
    // A byte before the next one asks whether the other end is there: keep-alive.
    if (end - seq <= 1 && end === next && bytes <= 1) {
      return { new_bytes: 0, repeat: null, rtt_s: null };
    }
    const filled = this.fill(seq, end) + Math.max(0, end - next);
    const repeat = this.kindOf({ seq, end, time_s }, filled, handshake_s);
    this.repeats[repeat] += 1;
    for (let at = this.waiting.length - 1; at >= this.waitingFrom; at -= 1) {
      const sent = this.waiting[at];
      if (sent === undefined || sent.end <= seq) break;
      if (repeat !== 'reordered') sent.isRepeated = true;
    }
    if (end > next) {
      this.next = end;
      this.highest_s = time_s;
      this.wait(end, time_s);
    }
    const new_bytes = Math.min(bytes, filled);
    this.payload_bytes += new_bytes;
    return { new_bytes, repeat, rtt_s: null };
  }

  private kindOf(
    { seq, end, time_s }: { seq: number; end: number; time_s: number },
    filled: number,
    handshake_s: number | null,
  ): Repeat {
    if (this.acked !== null && end <= this.acked) return 'spurious';
    const isFast =
      (this.duplicates >= FAST_DUPLICATES && time_s - this.lastAck_s < FAST_S) || seq < this.sacked;
    if (isFast && filled === 0) return 'fast';
    const wait_s = handshake_s ?? REORDERING_S;
    if (filled > 0 && time_s - this.highest_s < wait_s) return isFast ? 'fast' : 'reordered';
    return isFast ? 'fast' : 'timeout';
  }

  /** An ACK of the other end for what this one sends. */
  acknowledged(tcp: TcpHeader, bytes: number, time_s: number): number | null {
    if (!tcp.isAck) return null;
    const ack = this.unwrapped(tcp.ack);
    this.sacked_bytes = 0;
    for (const [left, right] of tcp.sacks) {
      const [from, to] = [this.unwrapped(left), this.unwrapped(right)];
      this.sacked = Math.max(this.sacked, to);
      // A block below the ACK reports a duplicate (RFC 2883).
      if (from >= ack && to > from) this.sacked_bytes += to - from;
    }
    if (this.acked !== null && ack <= this.acked) {
      const isDuplicate = ack === this.acked && bytes === 0 && !tcp.isSyn && !tcp.isFin;
      if (isDuplicate) this.duplicates += 1;
      this.lastAck_s = time_s;
      return null;
    }
    if (this.next === null && this.acked !== null) this.unseen_bytes += ack - this.acked;
    this.acked = ack;
    this.duplicates = 0;
    this.lastAck_s = time_s;
    this.missed(ack);
    return this.rttOf(ack, time_s);
  }

  /** What is acknowledged and was never seen is missing in the capture, not on the path. */
  private missed(ack: number): void {
    let missing = 0;
    const kept: Gap[] = [];
    for (const { from, to } of this.gaps) {
      missing += Math.max(0, Math.min(to, ack) - from);
      if (to > ack) kept.push({ from: Math.max(from, ack), to });
    }
    this.gaps = kept;
    if (this.next !== null && ack > this.next) {
      missing += ack - this.next;
      this.next = ack;
    }
    this.missing_bytes += missing;
  }

  private rttOf(ack: number, time_s: number): number | null {
    let rtt_s: number | null = null;
    while (this.waitingFrom < this.waiting.length) {
      const sent = this.waiting[this.waitingFrom];
      if (sent === undefined || sent.end > ack) break;
      if (sent.end === ack && !sent.isRepeated) rtt_s = time_s - sent.time_s;
      this.waitingFrom += 1;
    }
    if (this.waitingFrom > 1000 && this.waitingFrom * 2 > this.waiting.length) {
      this.waiting = this.waiting.slice(this.waitingFrom);
      this.waitingFrom = 0;
    }
    return rtt_s;
  }

  private wait(end: number, time_s: number): void {
    if (this.waiting.length - this.waitingFrom < MOST_WAITING) {
      this.waiting.push({ end, time_s, isRepeated: false });
    }
    this.most_inflight_bytes = Math.max(this.most_inflight_bytes, this.inflight_bytes ?? 0);
  }

  /** Sent, and neither acknowledged nor in the blocks of the last ACK's SACK option. */
  get inflight_bytes(): number | null {
    if (this.next === null || this.acked === null) return null;
    return Math.max(0, this.next - this.acked - this.sacked_bytes);
  }

  /** Packets that a segment is on a link: hosts hand larger ones to their card. */
  packetsOf(bytes: number): number {
    if (this.mss_bytes === null) return 1;
    const most = this.mss_bytes - (this.stamps.size > 0 ? STAMP_BYTES : 0);
    return most > 0 ? Math.max(1, Math.ceil(bytes / most)) : 1;
  }

  private gap(gap: Gap): void {
    if (this.gaps.length < MOST_GAPS) this.gaps.push(gap);
  }

  /** How much of a range was missing and is there now. */
  private fill(from: number, to: number): number {
    let filled = 0;
    this.gaps = this.gaps.flatMap((gap) => {
      const [low, high] = [Math.max(from, gap.from), Math.min(to, gap.to)];
      if (low >= high) return [gap];
      filled += high - low;
      return [
        { from: gap.from, to: low },
        { from: high, to: gap.to },
      ].filter((part) => part.from < part.to);
    });
    return filled;
  }

  /** When this end first sent a time stamp (RFC 7323). */
  private remember({ sentStamp }: TcpHeader, time_s: number): void {
    if (sentStamp === null || this.stamps.has(sentStamp)) return;
    this.stamps.set(sentStamp, time_s);
    if (this.stamps.size > MOST_STAMPS) {
      const [oldest] = this.stamps.keys();
      if (oldest !== undefined) this.stamps.delete(oldest);
    }
  }

  /** How long ago this end sent the stamp that the other one echoes; once for each stamp. */
  echoed({ echoedStamp }: TcpHeader, time_s: number): number | null {
    if (echoedStamp === null) return null;
    const sent_s = this.stamps.get(echoedStamp);
    if (sent_s === undefined || Number.isNaN(sent_s)) return null;
    this.stamps.set(echoedStamp, NaN);
    return time_s - sent_s;
  }
}
