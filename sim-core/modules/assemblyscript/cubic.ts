/* CUBIC (RFC 9438, Linux net/ipv4/tcp_cubic.c) with Linux's HyStart against the ABI of
 * docs/own-algorithms.md, as cubic.c has it, and with the same digests
 * (tests/cli/test_sim_module.py). All numbers are 64-bit integers. */
import {
  Ack, Congestion, Start, mul_div, mul_shift_40, phase,
  CWR, ECN_MARK, INFINITE, LOSS, MILLISECOND, NONE, RECOVERY, REQUESTED, SECOND, TIMEOUT, UNSET,
} from "./ccsim";

const description = `{
  "name": "cubic_assemblyscript", "title": "CUBIC (AssemblyScript)", "recovery": "prr",
  "summary": "CUBIC with Linux's HyStart", "source": "RFC 9438; Linux tcp_cubic.c",
  "parameters": [
    {"name": "beta_1024ths", "description": "Factor on the window at a congestion event",
     "default": 717, "minimum": 103, "maximum": 972},
    {"name": "ecn_beta_1024ths", "description": "Factor on the window after an ECN mark",
     "default": 717, "minimum": 103, "maximum": 972},
    {"name": "c_1024ths", "description": "Steepness C of the cubic function",
     "default": 410, "minimum": 1, "maximum": 102400},
    {"name": "jiffy_ns", "description": "Resolution of its clock; 0 means exact",
     "default": 4000000, "minimum": 0, "maximum": 10000000},
    {"name": "has_hystart", "description": "1: HyStart can end slow start",
     "default": 1, "minimum": 0, "maximum": 1},
    {"name": "has_fast_convergence",
     "description": "1: reduce more if the window at a loss is lower than at the previous",
     "default": 1, "minimum": 0, "maximum": 1},
    {"name": "is_friendly", "description": "1: never grow slower than Reno would",
     "default": 1, "minimum": 0, "maximum": 1}],
  "series": [
    {"name": "min_rtt_s", "description": "Lowest RTT of the connection", "divisor": 1000000000},
    {"name": "bandwidth_estimate_bps", "description": "Not estimated by this algorithm"},
    {"name": "w_max_bytes", "description": "Window at the last loss"},
    {"name": "reno_friendly_cwnd_bytes", "description": "Window that Reno would have"},
    {"name": "k_s", "description": "Time from a reduction to the plateau", "divisor": 1024}],
  "phases": ["slow_start", "congestion_avoidance", "recovery"],
  "reasons": ["start", "ssthresh_reached", "loss", "ecn", "delay", "rto", "recovered", "undo",
              "idle_restart", "hystart_ack_train", "hystart_delay"]
}`;

// Places in the lists of the description.
enum Phase { SLOW_START, AVOIDANCE, RECOVERY }
enum Reason {
  START, SSTHRESH_REACHED, LOST, ECN, DELAY, RTO, RECOVERED, UNDO, IDLE_RESTART,
  HYSTART_ACK_TRAIN, HYSTART_DELAY,
}

let beta_1024ths: i64 = 717;
let ecn_beta_1024ths: i64 = 717;
let c_1024ths: i64 = 410;
let jiffy_ns: i64 = 4 * MILLISECOND;
let has_hystart = true;
let has_fast_convergence = true;
let is_friendly = true;

let packet_bytes: i64 = 0;
let initial_window: i64 = 1;
let cwnd: i64 = 1;
let ssthresh: i64 = INFINITE;
let prior_cwnd: i64 = 0; // before the running episode, for undo
let prior_ssthresh: i64 = INFINITE;
let credit: i64 = 0; // acknowledged, towards the next packet of window
let min_rtt_ns: i64 = NONE;

let w_max: i64 = 0; // window at the last event; 0: none since the start
let delay_min_ns: i64 = 0; // 0: no sample since the start or the last timeout
let acks_per_increment: i64 = 0;
let friendly_cwnd: i64 = 0; // W_est: what Reno would have
let friendly_acked: i64 = 0;
let last_cwnd: i64 = 0; // of the last computed growth
let last_growth_ns: i64 = 0;
let last_next_sequence: i64 = 0;

export function set_parameter(index: i64, value: i64): void {
  if (index == 0) beta_1024ths = value;
  if (index == 1) ecn_beta_1024ths = value;
  if (index == 2) c_1024ths = value;
  if (index == 3) jiffy_ns = max(value, 1);
  if (index == 4) has_hystart = value != 0;
  if (index == 5) has_fast_convergence = value != 0;
  if (index == 6) is_friendly = value != 0;
}

// The kernel's coarse clock.
function jiffies(now_ns: i64): i64 {
  return now_ns - (now_ns % jiffy_ns);
}

// ---- HyStart (hystart_update()) ----------------------------------------------------------------

let has_found_exit = false;
let round_start_ns: i64 = 0;
let last_ack_ns: i64 = 0;
let round_end_sequence: i64 = 0;
let round_rtt_ns: i64 = NONE;
let sample_count: i64 = 0;

function restart_round(now_ns: i64, next_sequence: i64): void {
  round_start_ns = now_ns;
  last_ack_ns = now_ns;
  round_end_sequence = next_sequence;
  round_rtt_ns = NONE;
  sample_count = 0;
}

// hystart_ack_delay(): four bursts of the largest size at the rate of slow start, at most 1 ms.
function ack_delay_ns(srtt_ns: i64): i64 {
  if (srtt_ns <= 0) return 0;
  const bytes_per_s = mul_div(2 * cwnd * packet_bytes, SECOND, srtt_ns);
  if (bytes_per_s <= 0) return 0;
  return min(mul_div(4 * 65536, SECOND, bytes_per_s), MILLISECOND);
}

// A train of closely spaced ACKs that is as long as the path.
function is_ack_train(ack: Ack): bool {
  if (ack.now_ns - last_ack_ns > 2 * MILLISECOND) return false;
  last_ack_ns = ack.now_ns;
  let threshold_ns = delay_min_ns + ack_delay_ns(ack.srtt_ns);
  if (!ack.is_paced) threshold_ns /= 2;
  return ack.now_ns - round_start_ns > threshold_ns;
}

function is_delay_rising(rtt_ns: i64): bool {
  round_rtt_ns = round_rtt_ns == NONE ? rtt_ns : min(round_rtt_ns, rtt_ns);
  if (sample_count < 8) {
    sample_count += 1;
    return false;
  }
  const rise_ns = min(max(delay_min_ns / 8, 4 * MILLISECOND), 16 * MILLISECOND);
  return round_rtt_ns > delay_min_ns + rise_ns;
}

function watch_slow_start(ack: Ack): void {
  if (cwnd >= ssthresh || has_found_exit) return;
  if (ack.una_sequence > round_end_sequence) restart_round(ack.now_ns, ack.next_sequence);
  if (cwnd < 16) return;
  const is_train = is_ack_train(ack);
  const is_rising = is_delay_rising(ack.rtt_ns);
  has_found_exit = is_train || is_rising;
  if (!has_found_exit) return;
  ssthresh = cwnd;
  phase(Phase.AVOIDANCE, is_train ? Reason.HYSTART_ACK_TRAIN : Reason.HYSTART_DELAY);
}

// ---- The window function W(t) = C (t - K)^3 + W_max, with time in 1/1024 s ---------------------

let has_epoch = false;
let epoch_begin_ns: i64 = 0;
let k_ticks: i64 = 0;
let origin: i64 = 0;

// Largest r with r^3 <= value, digit by digit in base 8.
function cube_root(cube: u64): i64 {
  let value = cube;
  let root: u64 = 0;
  for (let shift: i64 = 63; shift >= 0; shift -= 3) {
    root *= 2;
    const step: u64 = 3 * root * (root + 1) + 1;
    if ((value >> shift) >= step) {
      value -= step << shift;
      root += 1;
    }
  }
  return root;
}

function begin_epoch(now_ns: i64, acked: i64): void {
  has_epoch = true;
  epoch_begin_ns = now_ns;
  origin = max(cwnd, w_max);
  k_ticks = cube_root(((1 as u64) << 40) / (c_1024ths as u64) * ((origin - cwnd) as u64));
  friendly_acked = acked;
  friendly_cwnd = cwnd;
}

function window_at(now_ns: i64): i64 {
  const ticks = mul_div(max(now_ns - epoch_begin_ns, 0), 1024, SECOND);
  const offset = (ticks < k_ticks ? k_ticks - ticks : ticks - k_ticks) as u64;
  const distance: i64 = mul_shift_40((c_1024ths as u64) * offset, offset * offset);
  return ticks < k_ticks ? origin - distance : origin + distance;
}

// Aims at the window of one minimum RTT ahead (RFC 9438 4.4).
function update_growth(now_ns: i64): void {
  const target = window_at(now_ns + jiffies(delay_min_ns + jiffy_ns - 1));
  acks_per_increment = target > cwnd ? cwnd / (target - cwnd) : 100 * cwnd;
  if (w_max == 0) acks_per_increment = min(acks_per_increment, 20);
}

// Never slower than Reno with CUBIC's beta would be (RFC 9438 4.3).
function be_friendly(): void {
  const acks_per_packet_eighths = 8 * (1024 + beta_1024ths) / 3 / (1024 - beta_1024ths);
  const round_packets = max(cwnd * acks_per_packet_eighths / 8, 1);
  if (friendly_acked > round_packets) {
    const steps = (friendly_acked - 1) / round_packets;
    friendly_acked -= steps * round_packets;
    friendly_cwnd += steps;
  }
  if (friendly_cwnd > cwnd) {
    acks_per_increment = min(acks_per_increment, cwnd / (friendly_cwnd - cwnd));
  }
}

// bictcp_update(): how many packets must be acked for one more packet of window.
function acks_for_a_packet(exact_now_ns: i64, acked: i64): i64 {
  const now_ns = jiffies(exact_now_ns);
  friendly_acked += acked;
  if (last_cwnd == cwnd && now_ns - last_growth_ns <= SECOND / jiffy_ns / 32 * jiffy_ns) {
    return acks_per_increment;
  }
  if (!has_epoch || now_ns != last_growth_ns) {
    last_cwnd = cwnd;
    last_growth_ns = now_ns;
    if (!has_epoch) begin_epoch(now_ns, acked);
    update_growth(now_ns);
  }
  if (is_friendly) be_friendly();
  acks_per_increment = max(acks_per_increment, 2);
  return acks_per_increment;
}

// ---- Events ------------------------------------------------------------------------------------

export function on_start(start: Start): i64 {
  packet_bytes = start.packet_bytes;
  initial_window = max(start.initial_window_packets, 1);
  cwnd = initial_window;
  restart_round(start.now_ns, 0);
  phase(Phase.SLOW_START, Reason.START);
  return cwnd;
}

// CA_EVENT_TX_START: the epoch is moved by the time without data.
export function on_restart(now_ns: i64, last_sent_ns: i64, was_app_limited: i64): i64 {
  const sent_ns = jiffies(now_ns);
  const before_ns = jiffies(max(last_sent_ns, 0));
  if (has_epoch && sent_ns > before_ns) {
    epoch_begin_ns = min(epoch_begin_ns + sent_ns - before_ns, sent_ns);
  }
  return cwnd;
}

// cubictcp_acked(): samples of the second after a reduction still show the old queue.
function take_sample(ack: Ack): void {
  last_next_sequence = ack.next_sequence;
  if (ack.rtt_ns < 0) return;
  if (has_epoch && jiffies(ack.now_ns) - epoch_begin_ns < SECOND) return;
  const delay_ns = max(ack.rtt_ns, 1);
  delay_min_ns = delay_min_ns == 0 ? delay_ns : min(delay_min_ns, delay_ns);
  if (has_hystart) watch_slow_start(ack);
}

function grow(ack: Ack): void {
  let acked = ack.newly_acked_packets;
  if (cwnd < ssthresh) {
    const grown = min(cwnd + acked, ssthresh);
    acked -= grown - cwnd;
    cwnd = grown;
    if (cwnd < ssthresh || acked == 0) return;
  }
  phase(Phase.AVOIDANCE, Reason.SSTHRESH_REACHED);
  const acks_per_packet = acks_for_a_packet(ack.now_ns, acked);
  if (credit >= acks_per_packet) {
    credit = 0;
    cwnd += 1;
  }
  credit += acked;
  cwnd += credit / acks_per_packet;
  credit %= acks_per_packet;
}

export function on_ack(ack: Ack): i64 {
  min_rtt_ns = ack.min_rtt_ns;
  take_sample(ack);
  const is_reducing = ack.state == RECOVERY || ack.state == CWR;
  const advances =
    ack.cumulatively_acked_packets > 0 || (ack.reorders_far && ack.newly_acked_packets > 0);
  if (!is_reducing && advances && ack.is_cwnd_limited) grow(ack);
  return cwnd;
}

// bictcp_reset(): unlike RFC 9438 4.8, Linux forgets W_max on a timeout.
function forget(now_ns: i64): void {
  has_epoch = false;
  w_max = 0;
  delay_min_ns = 0;
  acks_per_increment = 0;
  friendly_cwnd = 0;
  friendly_acked = 0;
  last_cwnd = 0;
  last_growth_ns = 0;
  has_found_exit = false;
  restart_round(now_ns, last_next_sequence);
}

// cubictcp_recalc_ssthresh(); fast convergence of RFC 9438 4.7.
function reduce(beta: i64): void {
  prior_cwnd = cwnd;
  prior_ssthresh = ssthresh;
  has_epoch = false;
  w_max = cwnd < w_max && has_fast_convergence ? cwnd * (1024 + beta) / 2048 : cwnd;
  ssthresh = max(cwnd * beta / 1024, 2);
}

export function on_congestion(congestion: Congestion): i64 {
  if (congestion.reduces_ssthresh != 0) {
    reduce(congestion.kind == ECN_MARK ? ecn_beta_1024ths : beta_1024ths);
  }
  credit = 0;
  if (congestion.kind == TIMEOUT) {
    cwnd = max(congestion.still_in_flight_packets + 1, 1);
    forget(congestion.now_ns);
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
  if (index == 0 && min_rtt_ns >= 0) return min_rtt_ns;
  if (index == 2 && w_max > 0) return w_max * packet_bytes;
  if (index == 3 && has_epoch) return friendly_cwnd * packet_bytes;
  if (index == 4 && has_epoch) return k_ticks;
  return UNSET;
}
