/* NewReno against the ABI of docs/own-algorithms.md: RFC 5681, RFC 6582, as newreno.c has it, and
 * with the same digests (tests/cli/test_sim_module.py). Every connection has an instance of the
 * module to itself: state goes into global variables. All numbers are 64-bit integers. */
import {
  Ack, Congestion, Start, phase,
  CWR, ECN_MARK, INFINITE, LOSS, NONE, RECOVERY, REQUESTED, TIMEOUT, UNSET,
} from "./ccsim";

const description = `{
  "name": "newreno_assemblyscript", "title": "NewReno (AssemblyScript)", "recovery": "prr",
  "parameters": [
    {"name": "beta_256ths", "description": "Factor on the window at a congestion event",
     "default": 128, "minimum": 26, "maximum": 243},
    {"name": "ecn_beta_256ths", "description": "Factor on the window after an ECN mark",
     "default": 128, "minimum": 26, "maximum": 243}],
  "series": [
    {"name": "min_rtt_s", "description": "Lowest RTT of the connection", "divisor": 1000000000},
    {"name": "bandwidth_estimate_bps", "description": "Not estimated by this algorithm"}],
  "phases": ["slow_start", "congestion_avoidance", "recovery"],
  "reasons": ["start", "ssthresh_reached", "loss", "ecn", "delay", "rto", "recovered", "undo",
              "idle_restart"]
}`;

// Places in the lists of the description.
enum Phase { SLOW_START, AVOIDANCE, RECOVERY }
enum Reason { START, SSTHRESH_REACHED, LOST, ECN, DELAY, RTO, RECOVERED, UNDO, IDLE_RESTART }

let beta_256ths: i64 = 128;
let ecn_beta_256ths: i64 = 128;
let initial_window: i64 = 1;
let cwnd: i64 = 1;
let ssthresh: i64 = INFINITE;
let prior_cwnd: i64 = 0; // before the running episode, for undo
let prior_ssthresh: i64 = INFINITE;
let credit: i64 = 0; // acknowledged, towards the next packet of window
let min_rtt_ns: i64 = NONE;

export function set_parameter(index: i64, value: i64): void {
  if (index == 0) beta_256ths = value;
  if (index == 1) ecn_beta_256ths = value;
}

export function on_start(start: Start): i64 {
  initial_window = max(start.initial_window_packets, 1);
  cwnd = initial_window;
  phase(Phase.SLOW_START, Reason.START);
  return cwnd;
}

function grow(newly_acked: i64): void {
  let acked = newly_acked;
  if (cwnd < ssthresh) {
    const grown = min(cwnd + acked, ssthresh);
    acked -= grown - cwnd;
    cwnd = grown;
    if (cwnd < ssthresh || acked == 0) return;
  }
  phase(Phase.AVOIDANCE, Reason.SSTHRESH_REACHED);
  const window = cwnd; // so many acknowledged packets are one of growth (RFC 5681, equation 3)
  if (credit >= window) {
    credit = 0;
    cwnd += 1;
  }
  credit += acked;
  cwnd += credit / window;
  credit %= window;
}

export function on_ack(ack: Ack): i64 {
  min_rtt_ns = ack.min_rtt_ns;
  const is_reducing = ack.state == RECOVERY || ack.state == CWR;
  const advances =
    ack.cumulatively_acked_packets > 0 || (ack.reorders_far && ack.newly_acked_packets > 0);
  if (!is_reducing && advances && ack.is_cwnd_limited) grow(ack.newly_acked_packets);
  return cwnd;
}

export function on_congestion(congestion: Congestion): i64 {
  if (congestion.reduces_ssthresh != 0) {
    const beta = congestion.kind == ECN_MARK ? ecn_beta_256ths : beta_256ths;
    prior_cwnd = cwnd;
    prior_ssthresh = ssthresh;
    ssthresh = max(cwnd * beta / 256, 2);
  }
  credit = 0;
  if (congestion.kind == TIMEOUT) {
    cwnd = max(congestion.still_in_flight_packets + 1, 1);
    phase(Phase.SLOW_START, Reason.RTO);
    return cwnd;
  }
  cwnd = ssthresh;
  let reason = Reason.LOST;
  if (congestion.kind == ECN_MARK) reason = Reason.ECN;
  if (congestion.kind == REQUESTED) reason = Reason.DELAY;
  phase(Phase.RECOVERY, reason);
  return cwnd;
}

function leave(reason: Reason): void {
  phase(cwnd < ssthresh ? Phase.SLOW_START : Phase.AVOIDANCE, reason);
}

export function on_recovery_exit(now_ns: i64, left_state: i64, in_flight_packets: i64): i64 {
  if (left_state != LOSS) leave(Reason.RECOVERED);
  return cwnd;
}

export function on_undo(now_ns: i64, in_flight_packets: i64): i64 {
  cwnd = max(cwnd, prior_cwnd);
  ssthresh = max(ssthresh, prior_ssthresh);
  leave(Reason.UNDO);
  return cwnd;
}

// RFC 5681 4.1: half of the window for each timeout of the pause (RFC 2861 3.1).
export function on_idle_restart(now_ns: i64, timeout_count: i64): i64 {
  const restart = min(cwnd, initial_window);
  ssthresh = max(ssthresh, cwnd / 2 + cwnd / 4);
  for (let i: i64 = 0; i < timeout_count && cwnd > restart; ++i) cwnd /= 2;
  cwnd = max(cwnd, restart);
  if (cwnd < ssthresh) phase(Phase.SLOW_START, Reason.IDLE_RESTART);
  return cwnd;
}

export function ssthresh_packets(): i64 {
  return ssthresh;
}

export function series(index: i64): i64 {
  return index == 0 && min_rtt_ns >= 0 ? min_rtt_ns : UNSET;
}
