/* Write a congestion control algorithm for FaiRTT Lab in AssemblyScript: docs/own-algorithms.md.
 *
 * A file of yours has `const description` (JSON between backticks) and the exported functions
 * on_start, on_ack and on_congestion, which answer the congestion window in packets; it may have
 * on_sent, on_restart, on_lost, on_recovery_exit, on_undo, on_idle_restart, pacing_rate_bps,
 * ssthresh_packets, after_ack, series and set_parameter. Every connection has an instance of the
 * module to itself: state goes into global variables. All numbers are 64-bit integers, times are
 * nanoseconds and -1 is a time that there is none of. Windows count full-sized packets, rates are
 * bits per second on the wire.
 */

/** Enters a declared phase for a declared reason: places in the lists of the description. */
// @ts-ignore: decorator
@external("ccsim", "phase")
export declare function phase(phase: i64, reason: i64): void;
/** 64 random bits of a stream of the connection's own, which comes from the seed. */
// @ts-ignore: decorator
@external("ccsim", "random")
export declare function random(): i64;

/** A slow-start threshold that is not set. */
export const INFINITE: i64 = i64.MAX_VALUE;
/** A series without a value now. */
export const UNSET: i64 = i64.MIN_VALUE;
/** A time that there is none of. */
export const NONE: i64 = -1;
/** Nanoseconds. */
export const SECOND: i64 = 1000000000;
/** Nanoseconds. */
export const MILLISECOND: i64 = 1000000;

/** State: no loss is being repaired. */
export const OPEN: i64 = 0;
/** State: packets arrive out of order, or were lost. */
export const DISORDER: i64 = 1;
/** State: the window is reduced because of a mark. */
export const CWR: i64 = 2;
/** State: fast recovery. */
export const RECOVERY: i64 = 3;
/** State: after a timeout. */
export const LOSS: i64 = 4;

/** Kind of congestion: fast recovery begins. */
export const FAST_RECOVERY: i64 = 0;
/** Kind of congestion: a timeout. */
export const TIMEOUT: i64 = 1;
/** Kind of congestion: an ECN mark. */
export const ECN_MARK: i64 = 2;
/** Kind of congestion: asked for by after_ack. */
export const REQUESTED: i64 = 3;

/** The argument of on_start. */
@unmanaged export class Start {
  /** Time. */
  now_ns: i64;
  /** Of a full-sized packet on the wire. */
  packet_bytes: i64;
  /** Of it, headers. */
  header_bytes: i64;
  /** Initial window of the transport. */
  initial_window_packets: i64;
  /** RTT of the handshake; -1: none. */
  handshake_rtt_ns: i64;
}

/** The argument of on_ack. The sample_ fields are the delivery-rate sample of the ACK. */
@unmanaged export class Ack {
  /** Time of the ACK. */
  now_ns: i64;
  /** RTT of the newest packet acked; -1: none (Karn). */
  rtt_ns: i64;
  /** Smoothed RTT of the transport. */
  srtt_ns: i64;
  /** Lowest RTT of the connection; never expires. */
  min_rtt_ns: i64;
  /** Acknowledged by this ACK, cumulatively or selectively. */
  newly_acked_packets: i64;
  /** Marked lost by this ACK. */
  newly_lost_packets: i64;
  /** By how much it moved the cumulative acknowledgement. */
  cumulatively_acked_packets: i64;
  /** In flight now. */
  in_flight_packets: i64;
  /** In flight before this ACK. */
  prior_in_flight_packets: i64;
  /** Delivered so far, this ACK included. */
  delivered_packets: i64;
  /** Marked lost so far. */
  lost_packets: i64;
  /** First packet not yet cumulatively acknowledged. */
  una_sequence: i64;
  /** Next new packet to be sent. */
  next_sequence: i64;
  /** State after this ACK: OPEN, DISORDER, CWR, RECOVERY or LOSS. */
  state: i64;
  /** Sum of the flags; see has_ecn_echo and the others. */
  flags: i64;
  /** Delivered over the interval of the sample. */
  sample_delivered_packets: i64;
  /** That interval; -1: there is no sample. */
  sample_interval_ns: i64;
  /** delivered_packets when the newest packet acked left. */
  sample_prior_delivered_packets: i64;
  /** Marked lost since then. */
  sample_lost_packets: i64;
  /** In flight right after it left, itself included. */
  sample_tx_in_flight_packets: i64;
  /** Delivered so far with a CE mark. */
  delivered_ce_packets: i64;
  /** Of the sample's, those with a CE mark. */
  sample_ce_packets: i64;
  /** When the pacer lets the next packet go. */
  next_departure_ns: i64;
  /** Burst that goes to the pacer at once. */
  send_quantum_packets: i64;

  /** Whether the ACK reports a CE mark. */
  get has_ecn_echo(): bool {
    return (this.flags & 1) != 0;
  }
  /** Whether the window was used up at some instant of the last round. */
  get is_cwnd_limited(): bool {
    return (this.flags & 2) != 0;
  }
  /** Whether packets leave through the pacer. */
  get is_paced(): bool {
    return (this.flags & 4) != 0;
  }
  /** Whether the path reorders beyond the default degree. */
  get reorders_far(): bool {
    return (this.flags & 8) != 0;
  }
  /** Whether the sample is application-limited. */
  get is_app_limited(): bool {
    return (this.flags & 16) != 0;
  }
}

/** The argument of on_congestion. */
@unmanaged export class Congestion {
  /** Time. */
  now_ns: i64;
  /** FAST_RECOVERY, TIMEOUT, ECN_MARK or REQUESTED. */
  kind: i64;
  /** 0 only at a timeout that follows another reduction of the same window. */
  reduces_ssthresh: i64;
  /** In flight before the reduction, and before a timeout's loss marks. */
  in_flight_packets: i64;
  /** At a timeout: sent so recently that it spares them. */
  still_in_flight_packets: i64;
  /** Of the ACK that brings it. */
  newly_acked_packets: i64;
  /** 1: the window was used up in the last round. */
  is_cwnd_limited: i64;
  /** As in the on_ack that follows. */
  delivered_packets: i64;
  /** As in the on_ack that follows. */
  delivered_ce_packets: i64;
  /** As in the on_ack that follows. */
  una_sequence: i64;
  /** As in the on_ack that follows. */
  next_sequence: i64;
}

// Halves of the last product.
let high: u64 = 0;
let low: u64 = 0;

function multiply(a: u64, b: u64): void {
  const lowest = (a & 0xffffffff) * (b & 0xffffffff);
  const middle = (a >> 32) * (b & 0xffffffff) + (lowest >> 32);
  const crossed = (a & 0xffffffff) * (b >> 32) + (middle & 0xffffffff);
  high = (a >> 32) * (b >> 32) + (middle >> 32) + (crossed >> 32);
  low = (crossed << 32) | (lowest & 0xffffffff);
}

/** a * b / 2^40 rounded down, as if the product had no bounds. */
export function mul_shift_40(a: u64, b: u64): u64 {
  multiply(a, b);
  return (high << 24) | (low >> 40);
}

/**
 * a * b / c rounded down, as if the product had no bounds. a and b must not be negative, c must be
 * above 0, and the result must be one of 64 bits.
 */
export function mul_div(a: i64, b: i64, c: i64): i64 {
  multiply(a, b);
  const divisor = c as u64;
  if (high == 0) return low / divisor;
  let quotient: u64 = 0;
  let rest = high;
  let left = low;
  for (let bit = 0; bit < 64; ++bit) { // long division in base 2
    const carry = rest >> 63;
    rest = (rest << 1) | (left >> 63);
    left <<= 1;
    quotient <<= 1;
    if (carry != 0 || rest >= divisor) {
      rest -= divisor;
      quotient |= 1;
    }
  }
  return quotient;
}
