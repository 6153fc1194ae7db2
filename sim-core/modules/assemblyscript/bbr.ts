/* A small BBR to begin with, after draft-cardwell-iccrg-bbr-congestion-control-00 (version 1). It
 * is none of the core's: bandwidth is the maximum of the last 5 to 10 rounds, losses change nothing
 * but at a timeout, and long-term sampling, packet conservation and ACK aggregation are left out.
 * Every connection has an instance of the module to itself: state goes into global variables. All
 * numbers are 64-bit integers; gains are in 256ths. */
import {
  Ack, Congestion, Start, mul_div, phase, random, MILLISECOND, SECOND, TIMEOUT, UNSET,
} from "./ccsim";

const description = `{
  "name": "small_bbr", "title": "Small BBR (AssemblyScript)",
  "summary": "Paces at the highest delivery rate of the last rounds",
  "source": "draft-cardwell-iccrg-bbr-congestion-control-00, in part",
  "parameters": [
    {"name": "cwnd_gain_256ths", "description": "Window over BDP, once the pipe is full",
     "default": 512, "minimum": 256, "maximum": 1024},
    {"name": "up_pacing_gain_256ths", "description": "Pacing gain while probing upwards",
     "default": 320, "minimum": 256, "maximum": 1024}],
  "series": [
    {"name": "min_rtt_s", "description": "Minimum RTT of the last 10 s", "divisor": 1000000000},
    {"name": "bandwidth_estimate_bps", "description": "Highest delivery rate of the last rounds"},
    {"name": "pacing_gain_ratio", "description": "Pacing rate over bandwidth", "divisor": 256}],
  "phases": ["startup", "drain", "probe_bw", "probe_rtt"],
  "reasons": ["start", "bandwidth_plateau", "drained", "min_rtt_expired", "probe_rtt_done"]
}`;

// Places in the lists of the description.
enum Phase { STARTUP, DRAIN, PROBE_BW, PROBE_RTT }
enum Reason { START, BANDWIDTH_PLATEAU, DRAINED, MIN_RTT_EXPIRED, PROBE_RTT_DONE }

const UNIT: i64 = 256;
const HIGH_GAIN: i64 = 739; // 2 / ln 2
const DRAIN_GAIN: i64 = 88; // its inverse
const DOWN_GAIN: i64 = 192;
const LEAST_WINDOW: i64 = 4;
const CYCLE_LENGTH: i64 = 8;
const MIN_RTT_WINDOW: i64 = 10 * SECOND;
const PROBE_RTT_TIME: i64 = 200 * MILLISECOND;

let cwnd_gain: i64 = 2 * UNIT;
let up_gain: i64 = 320;

let packet_bits: i64 = 0;
let initial_window: i64 = 0;
let cwnd: i64 = 0;
let prior_cwnd: i64 = 0; // before ProbeRTT or a timeout
let rate_bps: i64 = 0;
let now_phase = Phase.STARTUP;
let pacing_gain: i64 = HIGH_GAIN;

// The model: rounds, bandwidth, minimum RTT, whether the pipe is full.
let round_end: i64 = 0; // delivered when the round that runs began
let is_round_start = false;
let round_count: i64 = 0;
let max_bps: i64 = 0; // of these five rounds
let previous_max_bps: i64 = 0; // of the five before
let min_rtt_ns: i64 = -1;
let min_rtt_at_ns: i64 = 0;
let full_bps: i64 = 0;
let flat_rounds: i64 = 0;
let is_pipe_full = false;

let cycle_place: i64 = 0;
let cycle_start_ns: i64 = 0;
let probe_rtt_end_ns: i64 = 0; // 0: packets of before are still in flight

export function set_parameter(index: i64, value: i64): void {
  if (index == 0) cwnd_gain = value;
  if (index == 1) up_gain = value;
}

function enter(next: Phase, reason: Reason): void {
  now_phase = next;
  if (next == Phase.STARTUP) pacing_gain = HIGH_GAIN;
  if (next == Phase.DRAIN) pacing_gain = DRAIN_GAIN;
  if (next == Phase.PROBE_RTT) pacing_gain = UNIT;
  phase(next, reason);
}

function bandwidth_bps(): i64 {
  return max(max_bps, previous_max_bps);
}

// The BDP with a gain, and at least the smallest window.
function target(gain: i64): i64 {
  if (min_rtt_ns < 0 || bandwidth_bps() == 0) return initial_window;
  const gained_bps = bandwidth_bps() * gain / UNIT;
  return max(mul_div(gained_bps, min_rtt_ns, packet_bits * SECOND) + 1, LEAST_WINDOW);
}

function pace(bandwidth: i64): void {
  const wanted_bps = max(bandwidth * pacing_gain / UNIT, 1);
  // Until the pipe is full the rate only rises.
  if (is_pipe_full || wanted_bps > rate_bps) rate_bps = wanted_bps;
}

export function on_start(start: Start): i64 {
  packet_bits = start.packet_bytes * 8;
  initial_window = max(start.initial_window_packets, LEAST_WINDOW);
  cwnd = initial_window;
  const rtt_ns = start.handshake_rtt_ns > 0 ? start.handshake_rtt_ns : MILLISECOND;
  pace(mul_div(cwnd * packet_bits, SECOND, rtt_ns));
  enter(Phase.STARTUP, Reason.START);
  return cwnd;
}

function update_model(ack: Ack): void {
  is_round_start = ack.sample_interval_ns > 0 && ack.sample_prior_delivered_packets >= round_end;
  if (is_round_start) {
    round_end = ack.delivered_packets;
    round_count += 1;
    if (round_count % 5 == 0) {
      previous_max_bps = max_bps;
      max_bps = 0;
    }
  }
  if (ack.sample_interval_ns <= 0) return;
  const sample_bps =
    mul_div(ack.sample_delivered_packets, packet_bits * SECOND, ack.sample_interval_ns);
  // What the application held back says little, unless it is more than was known.
  if (!ack.is_app_limited || sample_bps > bandwidth_bps()) max_bps = max(max_bps, sample_bps);
}

// Three rounds without a quarter more bandwidth: the pipe is full.
function check_full_pipe(ack: Ack): void {
  if (is_pipe_full || !is_round_start || ack.is_app_limited) return;
  if (bandwidth_bps() >= full_bps * 5 / 4) {
    full_bps = bandwidth_bps();
    flat_rounds = 0;
    return;
  }
  flat_rounds += 1;
  is_pipe_full = flat_rounds >= 3;
}

function begin_probe_bw(now_ns: i64, reason: Reason): void {
  // Anywhere in the cycle but in its second part, so that flows do not probe together.
  const draw = ((random() as u64) % (7 as u64)) as i64;
  cycle_place = draw == 0 ? 0 : draw + 1;
  cycle_start_ns = now_ns;
  enter(Phase.PROBE_BW, reason);
  pacing_gain = gain_of_cycle();
}

function gain_of_cycle(): i64 {
  if (cycle_place == 0) return up_gain;
  return cycle_place == 1 ? DOWN_GAIN : UNIT;
}

// A part lasts for a minimum RTT; the upward one until it shows, the downward one until it is gone.
function update_cycle(ack: Ack): void {
  const is_over = ack.now_ns - cycle_start_ns > min_rtt_ns;
  let goes_on = is_over;
  if (cycle_place == 0) {
    goes_on =
      is_over && (ack.newly_lost_packets > 0 || ack.prior_in_flight_packets >= target(up_gain));
  }
  if (cycle_place == 1) goes_on = is_over || ack.prior_in_flight_packets <= target(UNIT);
  if (!goes_on) return;
  cycle_place = (cycle_place + 1) % CYCLE_LENGTH;
  cycle_start_ns = ack.now_ns;
  pacing_gain = gain_of_cycle();
}

function update_phase(ack: Ack): void {
  if (now_phase == Phase.STARTUP && is_pipe_full) enter(Phase.DRAIN, Reason.BANDWIDTH_PLATEAU);
  if (now_phase == Phase.DRAIN && ack.in_flight_packets <= target(UNIT)) {
    begin_probe_bw(ack.now_ns, Reason.DRAINED);
  }
  if (now_phase == Phase.PROBE_BW) update_cycle(ack);
}

function update_min_rtt(ack: Ack): void {
  const has_expired = min_rtt_ns >= 0 && ack.now_ns > min_rtt_at_ns + MIN_RTT_WINDOW;
  if (ack.rtt_ns >= 0 && (min_rtt_ns < 0 || ack.rtt_ns <= min_rtt_ns || has_expired)) {
    min_rtt_ns = ack.rtt_ns;
    min_rtt_at_ns = ack.now_ns;
  }
  if (has_expired && now_phase != Phase.PROBE_RTT) {
    prior_cwnd = cwnd;
    probe_rtt_end_ns = 0;
    enter(Phase.PROBE_RTT, Reason.MIN_RTT_EXPIRED);
  }
  if (now_phase == Phase.PROBE_RTT) dwell(ack);
}

// 200 ms with four packets in flight, which empties the queue of all flows.
function dwell(ack: Ack): void {
  if (probe_rtt_end_ns == 0) {
    if (ack.in_flight_packets <= LEAST_WINDOW) probe_rtt_end_ns = ack.now_ns + PROBE_RTT_TIME;
    return;
  }
  if (ack.now_ns < probe_rtt_end_ns) return;
  min_rtt_at_ns = ack.now_ns;
  cwnd = max(cwnd, prior_cwnd);
  if (is_pipe_full) begin_probe_bw(ack.now_ns, Reason.PROBE_RTT_DONE);
  else enter(Phase.STARTUP, Reason.PROBE_RTT_DONE);
}

export function on_ack(ack: Ack): i64 {
  update_model(ack);
  check_full_pipe(ack);
  update_phase(ack);
  update_min_rtt(ack);
  if (bandwidth_bps() > 0) pace(bandwidth_bps());
  const wanted = target(is_pipe_full ? cwnd_gain : HIGH_GAIN) + 3 * ack.send_quantum_packets;
  if (is_pipe_full) cwnd = min(cwnd + ack.newly_acked_packets, wanted);
  else if (cwnd < wanted || ack.delivered_packets < initial_window) {
    cwnd += ack.newly_acked_packets;
  }
  cwnd = max(cwnd, LEAST_WINDOW);
  if (now_phase == Phase.PROBE_RTT) cwnd = min(cwnd, LEAST_WINDOW);
  return cwnd;
}

export function on_congestion(congestion: Congestion): i64 {
  if (congestion.kind != TIMEOUT) return cwnd;
  prior_cwnd = max(prior_cwnd, cwnd);
  cwnd = max(congestion.still_in_flight_packets + 1, 1);
  return cwnd;
}

export function on_undo(now_ns: i64, in_flight_packets: i64): i64 {
  cwnd = max(cwnd, prior_cwnd);
  return cwnd;
}

export function pacing_rate_bps(): i64 {
  return rate_bps;
}

// The low rate of ProbeRTT is its own doing, so that its samples count as limited.
export function after_ack(): i64 {
  return now_phase == Phase.PROBE_RTT ? 1 : 0;
}

export function series(index: i64): i64 {
  if (index == 0 && min_rtt_ns >= 0) return min_rtt_ns;
  if (index == 1 && bandwidth_bps() > 0) return bandwidth_bps();
  if (index == 2) return pacing_gain;
  return UNSET;
}
