/* The path as BBRv2 models it, and its cycle of probes for bandwidth; bbr2.c has the rest. */
#ifndef CCSIM_BBR2_CYCLE_H
#define CCSIM_BBR2_CYCLE_H

#include "ccsim_algorithm.h"

enum phase { STARTUP, DRAIN, DOWN, CRUISE, REFILL, UP, PROBE_RTT };
enum reason {
  START,
  BANDWIDTH_PLATEAU,
  STARTUP_LOSS,
  DRAINED,
  PIPE_REFILLED,
  PROBE_WAIT_ELAPSED,
  RENO_ROUNDS_ELAPSED,
  CAREFUL_PROBE_WAS_SAFE,
  PROBE_TOO_HIGH,
  UPPER_BOUND_REACHED,
  QUEUE_BUILT,
  MIN_RTT_EXPIRED,
  PROBE_RTT_DONE
};
/* How the ACKs that come in relate to the last probe for bandwidth. */
enum ack_phase { INIT, REFILLING, PROBE_STARTING, PROBE_FEEDBACK, PROBE_STOPPING };

#define SECOND 1000000000LL
#define UNIT 256
#define UNBOUNDED CCSIM_INFINITE
#define NEVER CCSIM_INFINITE
#define LEAST_WINDOW 4
#define STARTUP_GAIN 739
#define PROBE_RTT_GAIN 128
#define UP_INFLIGHT_GAIN 320

static i64 loss_threshold = 5, beta = 76, headroom = 38, up_pacing_gain = 320;

/* Of the connection, of the event at hand, and what comes out. */
static i64 packet_bits, initial_cwnd_packets;
static i64 now_ns, srtt_ns, delivered_packets, send_quantum_packets = 1, sample_bps;
static i64 cwnd_packets, prior_cwnd_packets, pacing_rate_bps, marks_app_limited;
static i64 previous_state = CCSIM_OPEN;
static i64 pacing_gain = STARTUP_GAIN, cwnd_gain = STARTUP_GAIN;
static int has_seen_rtt, restarts_from_idle, may_take_fast_path;

static enum phase phase = STARTUP, gains_phase = STARTUP;
static enum ack_phase ack_phase = INIT;
static i64 cycle_start_ns, probe_wait_ns, rounds_since_probe;
static int samples_reflect_probe, was_probe_too_high, has_stopped_risky_probe;

static i64 least(i64 a, i64 b) {
  return a < b ? a : b;
}
static i64 most(i64 a, i64 b) {
  return a > b ? a : b;
}
static i64 times(i64 amount, i64 gain) {
  return ccsim_mul_div(amount, gain, UNIT);
}

CCSIM_EXPORT("ccsim_set_parameter") void ccsim_set_parameter(i64 index, i64 value) {
  if (index == 0) loss_threshold = value;
  if (index == 1) beta = value;
  if (index == 2) headroom = value;
  if (index == 3) up_pacing_gain = value;
}

/* ---- Packets, wire bits and time; rounded as the kernel does it -------------------------------
 */

static i64 quotient_ceil(struct ccsim_wide product, i64 divisor) {
  u64 rest;
  const i64 quotient = (i64)ccsim_divide(product, (u64)divisor, &rest);
  return rest == 0 ? quotient : quotient + 1;
}
static i64 packets_in(i64 rate_bps, i64 interval_ns) {
  return ccsim_mul_div(rate_bps, interval_ns, packet_bits * SECOND);
}
/* Rounding down would feed back on itself (bbr_bdp()). */
static i64 gained_bdp(i64 rate_bps, i64 rtt_ns, i64 gain) {
  const struct ccsim_wide bits = ccsim_multiply((u64)rate_bps, (u64)rtt_ns);
  struct ccsim_wide product = ccsim_multiply(bits.low, (u64)gain);
  product.high += bits.high * (u64)gain;
  return quotient_ceil(product, packet_bits * SECOND * UNIT);
}

/* ---- The model: rounds, bandwidth, minimum RTT, bounds, ACK aggregation, full pipe ------------
 */

static i64 round_end_packets;
static int is_round_start;

static void update_round(const struct ccsim_ack* ack) {
  is_round_start =
      ack->sample_interval_ns > 0 && ack->sample_prior_delivered_packets >= round_end_packets;
  if (is_round_start) round_end_packets = ack->delivered_packets;
}

static i64 current_max_bps, previous_max_bps; /* of this and the last probing cycle */
static i64 bandwidth_lo_bps = UNBOUNDED, bandwidth_hi_bps = UNBOUNDED;
static i64 inflight_lo_packets = UNBOUNDED, inflight_hi_packets = UNBOUNDED;
static i64 undo_bandwidth_lo_bps, undo_inflight_lo_packets, undo_inflight_hi_packets;

static i64 max_bandwidth_bps(void) {
  return most(previous_max_bps, current_max_bps);
}
static i64 bandwidth_bps(void) {
  return least(max_bandwidth_bps(), least(bandwidth_lo_bps, bandwidth_hi_bps));
}

/* Two minima: one to time ProbeRTT, one for the model. */
static i64 probe_rtt_minimum_ns, probe_rtt_minimum_at_ns, min_rtt_ns, min_rtt_at_ns;

static i64 slots_packets[2], slot, slot_rounds, epoch_start_ns, epoch_acked_packets;

static int is_pipe_full;
static i64 full_baseline_bps, flat_rounds;
static enum reason full_pipe_reason = BANDWIDTH_PLATEAU;

/* What one round and one probing cycle have seen. */
static int loss_in_round, mark_in_round, is_loss_round_start;
static i64 bandwidth_latest_bps, inflight_latest_packets, loss_round_end_packets = 1;
static i64 startup_loss_events;

static int is_in_probe_bw(void) {
  return phase >= DOWN && phase <= UP;
}
static int is_probing(void) {
  return phase == STARTUP || phase == REFILL || phase == UP;
}
static int has_sample(const struct ccsim_ack* ack) {
  return ack->sample_delivered_packets > 0 && ack->sample_interval_ns > 0;
}
static int is_app_limited(const struct ccsim_ack* ack) {
  return (ack->flags & CCSIM_ACK_APP_LIMITED) != 0;
}

static i64 bdp_packets(i64 rate_bps, i64 gain) {
  return min_rtt_ns < 0 ? initial_cwnd_packets : gained_bdp(rate_bps, min_rtt_ns, gain);
}
/* bbr_quantization_budget(). */
static i64 with_budget_packets(i64 packets) {
  const i64 budget_packets = most(most(packets, 3 * send_quantum_packets), LEAST_WINDOW);
  return phase == UP ? budget_packets + 2 : budget_packets;
}
/* bbr_inflight(): the flight that a phase aims at. */
static i64 target_packets(i64 rate_bps, i64 gain) {
  return with_budget_packets(bdp_packets(rate_bps, gain));
}
static i64 probe_rtt_cwnd_packets(void) {
  return most(LEAST_WINDOW, bdp_packets(bandwidth_bps(), PROBE_RTT_GAIN));
}
static i64 extra_acked_packets(i64 rate_bps) {
  const i64 excess_packets = most(slots_packets[0], slots_packets[1]);
  return excess_packets == 0 ? 0 : least(excess_packets, packets_in(rate_bps, SECOND / 10));
}
/* bbr_packets_in_net_at_edt(). */
static i64 in_network_packets(const struct ccsim_ack* ack, i64 flight_packets) {
  const i64 wait_ns = ack->next_departure_ns - ack->now_ns;
  const i64 burst_packets = pacing_gain > UNIT ? send_quantum_packets : 0;
  const i64 leaving_packets = wait_ns > 0 ? packets_in(bandwidth_bps(), wait_ns) : 0;
  return most(flight_packets + burst_packets - leaving_packets, 0);
}
/* bbr2_inflight_with_headroom(). */
static i64 inflight_with_headroom_packets(void) {
  if (inflight_hi_packets == UNBOUNDED) return UNBOUNDED;
  const i64 free_packets = most(times(inflight_hi_packets, headroom), 1);
  return most(inflight_hi_packets - free_packets, LEAST_WINDOW);
}

/* ---- Controls ---------------------------------------------------------------------------------
 */

static i64 scaled_bps(i64 rate_bps, i64 gain) {
  return most(ccsim_mul_div(times(rate_bps, gain), 99, 100), 8);
}
static void pace_from_window(void) {
  has_seen_rtt = srtt_ns > 0;
  const i64 rtt_ns = has_seen_rtt ? most(srtt_ns, 1000) : SECOND / 1000;
  pacing_rate_bps =
      scaled_bps(ccsim_mul_div(cwnd_packets * packet_bits, SECOND, rtt_ns), STARTUP_GAIN);
}
/* Until the pipe has been full only ever upwards. */
static void pace(i64 rate_bps, i64 gain) {
  if (!has_seen_rtt && srtt_ns > 0) pace_from_window();
  const i64 wanted_bps = scaled_bps(rate_bps, gain);
  if (is_pipe_full || wanted_bps > pacing_rate_bps) pacing_rate_bps = wanted_bps;
}
static void update_gains(void) {
  static const i64 pacing_gains[] = {STARTUP_GAIN, 88, 192, UNIT, UNIT, 0, UNIT};
  gains_phase = phase;
  pacing_gain = phase == UP ? up_pacing_gain : pacing_gains[phase];
  cwnd_gain = phase <= DRAIN ? STARTUP_GAIN : phase == PROBE_RTT ? UNIT : 2 * UNIT;
}

static void enter(enum phase next, enum reason reason) {
  phase = next;
  ccsim_phase(next, reason);
}
/* The last window known to be good. */
static void save_cwnd(void) {
  const int is_good = previous_state < CCSIM_RECOVERY && phase != PROBE_RTT;
  prior_cwnd_packets = is_good ? cwnd_packets : most(prior_cwnd_packets, cwnd_packets);
}

/* ---- The ProbeBW cycle ------------------------------------------------------------------------
 */

/* How the upper bound grows while probing: 1, 2, 4, 8 ... packets per round. */
static i64 doublings, growth_acked_packets, acks_per_packet = NEVER;

static void raise_slope(void) {
  const i64 growth_packets = 1LL << doublings;
  doublings = least(doublings + 1, 30);
  acks_per_packet = most(cwnd_packets / growth_packets, 1);
}

static i64 random_below(i64 bound) {
  return (i64)ccsim_multiply((u64)ccsim_random(), (u64)bound).high;
}

static void reset_signals(void) {
  loss_in_round = mark_in_round = 0;
  bandwidth_latest_bps = inflight_latest_packets = 0;
}
static void reset_lower_bounds(void) {
  bandwidth_lo_bps = inflight_lo_packets = UNBOUNDED;
}

static void start_down(void) {
  reset_signals();
  acks_per_packet = NEVER;
  rounds_since_probe = random_below(2);
  probe_wait_ns = 2 * SECOND + random_below(SECOND);
  cycle_start_ns = now_ns;
  ack_phase = PROBE_STOPPING;
  round_end_packets = delivered_packets;
  phase = DOWN;
  may_take_fast_path = 0;
}
static void start_cruise(void) {
  if (inflight_lo_packets != UNBOUNDED) {
    inflight_lo_packets = least(inflight_lo_packets, inflight_hi_packets);
  }
  phase = CRUISE;
  may_take_fast_path = 0;
}
/* Fill the pipe before pushing, or a loss would come too early. */
static void start_refill(enum reason reason) {
  reset_lower_bounds();
  doublings = growth_acked_packets = 0;
  has_stopped_risky_probe = 0;
  ack_phase = REFILLING;
  round_end_packets = delivered_packets;
  may_take_fast_path = 0;
  enter(REFILL, reason);
}
static void start_up(void) {
  ack_phase = PROBE_STARTING;
  round_end_packets = delivered_packets;
  cycle_start_ns = now_ns;
  raise_slope();
  may_take_fast_path = 0;
  enter(UP, PIPE_REFILLED);
}

/* bbr2_is_inflight_too_high(). */
static int is_too_high(i64 lost_packets, i64 tx_in_flight_packets) {
  return lost_packets > 0 && tx_in_flight_packets > 0 &&
         lost_packets > times(tx_in_flight_packets, loss_threshold);
}
/* bbr2_handle_inflight_too_high(): once per probe. */
static void handle_too_high(int was_app_limited, i64 bound_packets) {
  was_probe_too_high = 1;
  samples_reflect_probe = 0;
  if (!was_app_limited) {
    const i64 wanted_packets = least(target_packets(bandwidth_bps(), UNIT), cwnd_packets);
    inflight_hi_packets = most(bound_packets, times(wanted_packets, UNIT - beta));
  }
  if (phase == UP) {
    start_down();
    ccsim_phase(DOWN, PROBE_TOO_HIGH);
  }
}

/* The last ACKs of the probe are in. True if the phase has changed. */
static int end_probe_feedback(int was_app_limited) {
  samples_reflect_probe = 0;
  ack_phase = INIT;
  if (!is_in_probe_bw()) return 0;
  if (!was_app_limited && current_max_bps != 0) {
    previous_max_bps = current_max_bps;
    current_max_bps = 0;
  }
  if (!has_stopped_risky_probe || was_probe_too_high) return 0;
  start_refill(CAREFUL_PROBE_WAS_SAFE);
  return 1;
}
/* bbr2_probe_inflight_hi_upward(): only a flow that uses its bound may raise it. */
static void grow_upper_bound(const struct ccsim_ack* ack) {
  if (!(ack->flags & CCSIM_ACK_CWND_LIMITED) || cwnd_packets < inflight_hi_packets) {
    growth_acked_packets = 0;
    return;
  }
  growth_acked_packets += ack->newly_acked_packets;
  const i64 growth_packets = growth_acked_packets / acks_per_packet;
  growth_acked_packets -= growth_packets * acks_per_packet;
  inflight_hi_packets += growth_packets;
  if (is_round_start) raise_slope();
}
/* bbr2_adapt_upper_bounds(). True if the phase has changed. */
static int adapt_upper_bounds(const struct ccsim_ack* ack) {
  if (is_round_start) {
    if (ack_phase == PROBE_STARTING) {
      ack_phase = PROBE_FEEDBACK;
    } else if (ack_phase == PROBE_STOPPING && end_probe_feedback(is_app_limited(ack))) {
      return 1;
    }
  }
  if (is_too_high(ack->sample_lost_packets, ack->sample_tx_in_flight_packets)) {
    if (samples_reflect_probe) {
      handle_too_high(is_app_limited(ack), ack->sample_tx_in_flight_packets);
    }
    return 0;
  }
  if (inflight_hi_packets == UNBOUNDED && bandwidth_hi_bps == UNBOUNDED) return 0;
  inflight_hi_packets = most(inflight_hi_packets, ack->sample_tx_in_flight_packets);
  bandwidth_hi_bps = most(bandwidth_hi_bps, sample_bps);
  if (phase == UP) grow_upper_bound(ack);
  return 0;
}

static int has_min_rtt_elapsed(void) {
  return min_rtt_ns >= 0 && now_ns - cycle_start_ns > min_rtt_ns;
}
/* bbr2_check_time_to_probe_bw(): after a wait, or as soon as a Reno flow would. */
static int start_probe_if_due(void) {
  const int has_waited = now_ns - cycle_start_ns > probe_wait_ns;
  const i64 reno_packets = least(target_packets(bandwidth_bps(), UNIT), cwnd_packets);
  if (!has_waited && rounds_since_probe < least(reno_packets, 63)) return 0;
  start_refill(has_waited ? PROBE_WAIT_ELAPSED : RENO_ROUNDS_ELAPSED);
  return 1;
}
static int may_cruise(i64 flight_packets) {
  return flight_packets <= inflight_with_headroom_packets() &&
         flight_packets <= target_packets(max_bandwidth_bps(), UNIT);
}
static void leave_up_if_done(i64 flight_packets) {
  enum reason reason;
  if (was_probe_too_high && flight_packets >= inflight_hi_packets) {
    has_stopped_risky_probe = 1;
    reason = UPPER_BOUND_REACHED;
  } else if (has_min_rtt_elapsed() &&
             flight_packets >= target_packets(max_bandwidth_bps(), UP_INFLIGHT_GAIN)) {
    reason = QUEUE_BUILT;
  } else {
    return;
  }
  was_probe_too_high = 0;
  start_down();
  ccsim_phase(DOWN, reason);
}
/* bbr2_update_cycle_phase(). */
static void update_cycle(const struct ccsim_ack* ack) {
  if (!is_pipe_full || adapt_upper_bounds(ack) || !is_in_probe_bw()) return;
  const i64 flight_packets = in_network_packets(ack, ack->prior_in_flight_packets);
  if (phase == CRUISE || phase == DOWN) {
    if (start_probe_if_due() || phase == CRUISE || !may_cruise(flight_packets)) return;
    start_cruise();
    ccsim_phase(CRUISE, DRAINED);
  } else if (phase == REFILL && is_round_start) {
    samples_reflect_probe = 1;
    start_up();
  } else if (phase == UP) {
    leave_up_if_done(flight_packets);
  }
}

#endif
