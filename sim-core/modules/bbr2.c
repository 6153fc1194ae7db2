/* BBRv2 (google/bbr, branch v2alpha, net/ipv4/tcp_bbr2.c) against the ABI of docs/own-algorithms.md,
 * as sim-core/src/cc does it, with its default settings; its answer to ECN marks, which is off by
 * default, is left out. Its series have the digests of the core's own `bbr2`
 * (tests/cli/test_sim_module.py). Gains are in 256ths, as the kernel has them. */
#define CCSIM_DESCRIPTION                                                                         \
  "{\"name\": \"bbr2_module\", \"title\": \"BBRv2 (module)\","                                    \
  " \"summary\": \"BBRv2 without its answer to ECN marks\","                                      \
  " \"source\": \"google/bbr, branch v2alpha, net/ipv4/tcp_bbr2.c\","                             \
  " \"parameters\": ["                                                                            \
  "{\"name\": \"loss_threshold_256ths\","                                                         \
  " \"description\": \"A probe that loses more than this part of inflight is too high\","         \
  " \"default\": 5, \"minimum\": 0, \"maximum\": 253},"                                           \
  "{\"name\": \"beta_256ths\", \"description\": \"Bounds are reduced by this part\","             \
  " \"default\": 76, \"minimum\": 0, \"maximum\": 253},"                                          \
  "{\"name\": \"headroom_256ths\","                                                               \
  " \"description\": \"Part of the upper bound left free while cruising\","                       \
  " \"default\": 38, \"minimum\": 0, \"maximum\": 253},"                                          \
  "{\"name\": \"up_pacing_gain_256ths\", \"description\": \"Pacing gain while probing upwards\"," \
  " \"default\": 320, \"minimum\": 256, \"maximum\": 1024}],"                                     \
  " \"series\": ["                                                                                \
  "{\"name\": \"min_rtt_s\", \"description\": \"Minimum RTT of the model, over 10 s\","           \
  " \"divisor\": 1000000000},"                                                                    \
  "{\"name\": \"bandwidth_estimate_bps\", \"description\": \"Bandwidth that the model uses\"},"   \
  "{\"name\": \"bandwidth_max_bps\", \"description\": \"Maximum of the last two cycles\"},"       \
  "{\"name\": \"bandwidth_hi_bps\", \"description\": \"Long-term upper bound\"},"                 \
  "{\"name\": \"bandwidth_lo_bps\", \"description\": \"Short-term lower bound, after losses\"},"  \
  "{\"name\": \"inflight_hi_bytes\", \"description\": \"Long-term upper bound of inflight\"},"    \
  "{\"name\": \"inflight_lo_bytes\", \"description\": \"Short-term lower bound of inflight\"},"   \
  "{\"name\": \"pacing_gain_ratio\", \"description\": \"Pacing rate over bandwidth\","            \
  " \"divisor\": 256},"                                                                           \
  "{\"name\": \"cwnd_gain_ratio\", \"description\": \"Window over BDP\", \"divisor\": 256},"      \
  "{\"name\": \"extra_acked_bytes\","                                                             \
  " \"description\": \"Part of the window that covers ACK aggregation\"}],"                       \
  " \"phases\": [\"startup\", \"drain\", \"probe_bw_down\", \"probe_bw_cruise\","                 \
  " \"probe_bw_refill\", \"probe_bw_up\", \"probe_rtt\"],"                                        \
  " \"reasons\": [\"start\", \"bandwidth_plateau\", \"startup_loss\", \"drained\","               \
  " \"pipe_refilled\", \"probe_wait_elapsed\", \"reno_rounds_elapsed\","                          \
  " \"careful_probe_was_safe\", \"probe_too_high\", \"upper_bound_reached\", \"queue_built\","    \
  " \"min_rtt_expired\", \"probe_rtt_done\"]}"
#include "bbr2_cycle.h"

/* ---- One ACK ---------------------------------------------------------------------------------- */

/* bbr2_adapt_lower_bounds(): never below what the path has just delivered. */
static void adapt_lower_bounds(void) {
  if (is_probing() || !loss_in_round) return;
  if (bandwidth_lo_bps == UNBOUNDED) bandwidth_lo_bps = max_bandwidth_bps();
  if (inflight_lo_packets == UNBOUNDED) inflight_lo_packets = cwnd_packets;
  bandwidth_lo_bps = most(bandwidth_latest_bps, times(bandwidth_lo_bps, UNIT - beta));
  inflight_lo_packets = most(inflight_latest_packets, times(inflight_lo_packets, UNIT - beta));
}
static void update_congestion_signals(const struct ccsim_ack *ack) {
  is_loss_round_start = 0;
  if (!has_sample(ack) || ack->newly_acked_packets <= 0) return;
  if (!is_app_limited(ack) || sample_bps >= max_bandwidth_bps()) {
    current_max_bps = most(current_max_bps, sample_bps);
  }
  if (ack->newly_lost_packets > 0) loss_in_round = 1;
  bandwidth_latest_bps = most(bandwidth_latest_bps, sample_bps);
  inflight_latest_packets = most(inflight_latest_packets, ack->sample_delivered_packets);
  if (ack->sample_prior_delivered_packets < loss_round_end_packets) return;
  loss_round_end_packets = ack->delivered_packets;
  is_loss_round_start = 1;
  adapt_lower_bounds();
  loss_in_round = mark_in_round = 0;
  bandwidth_latest_bps = sample_bps;
  inflight_latest_packets = ack->sample_delivered_packets;
}

/* bbr_update_ack_aggregation(). */
static void update_ack_aggregation(const struct ccsim_ack *ack) {
  const i64 acked_packets = ack->newly_acked_packets;
  if (acked_packets <= 0 || !has_sample(ack)) return;
  if (is_round_start) {
    slot_rounds = least(slot_rounds + 1, 31);
    if (slot_rounds >= (is_pipe_full ? 5 : 1)) {
      slot_rounds = 0;
      slot = !slot;
      slots_packets[slot] = 0;
    }
  }
  i64 expected_packets = packets_in(bandwidth_bps(), ack->now_ns - epoch_start_ns);
  if (epoch_acked_packets <= expected_packets || epoch_acked_packets + acked_packets >= 1 << 20) {
    epoch_start_ns = ack->now_ns;
    epoch_acked_packets = expected_packets = 0;
  }
  epoch_acked_packets = least(epoch_acked_packets + acked_packets, (1 << 20) - 1);
  slots_packets[slot] =
      most(slots_packets[slot], least(epoch_acked_packets - expected_packets, cwnd_packets));
}

/* Many ACKs with losses in one round of recovery, and more loss than the threshold. */
static void check_startup_loss(const struct ccsim_ack *ack) {
  if (is_pipe_full) return;
  if (ack->newly_lost_packets > 0 && startup_loss_events < 15) startup_loss_events += 1;
  if (!is_loss_round_start) return;
  if (ack->state != CCSIM_RECOVERY || startup_loss_events < 8 ||
      !is_too_high(ack->sample_lost_packets, ack->sample_tx_in_flight_packets)) {
    startup_loss_events = 0;
    return;
  }
  is_pipe_full = 1;
  full_pipe_reason = STARTUP_LOSS;
  inflight_hi_packets = target_packets(max_bandwidth_bps(), UNIT);
}
static void check_full_pipe(const struct ccsim_ack *ack) {
  if (is_pipe_full || !is_round_start || is_app_limited(ack)) return;
  if (max_bandwidth_bps() >= times(full_baseline_bps, 320)) {
    full_baseline_bps = max_bandwidth_bps();
    flat_rounds = 0;
    return;
  }
  flat_rounds += 1;
  is_pipe_full = flat_rounds >= 3;
}
static void check_drain(const struct ccsim_ack *ack) {
  if (phase == STARTUP && is_pipe_full) {
    enter(DRAIN, full_pipe_reason);
    reset_signals();
  }
  if (phase == DRAIN && in_network_packets(ack, ack->in_flight_packets) <=
                            target_packets(max_bandwidth_bps(), UNIT)) {
    start_down();
    ccsim_phase(DOWN, DRAINED);
  }
}

static i64 dwell_end_ns = NEVER; /* of ProbeRTT */
static int has_seen_round;

static void exit_probe_rtt(void) {
  probe_rtt_minimum_at_ns = now_ns;
  cwnd_packets = most(cwnd_packets, prior_cwnd_packets);
  reset_lower_bounds();
  if (!is_pipe_full) {
    enter(STARTUP, PROBE_RTT_DONE);
    return;
  }
  start_down();
  start_cruise();
  ccsim_phase(CRUISE, PROBE_RTT_DONE);
}
static void dwell_in_probe_rtt(const struct ccsim_ack *ack) {
  marks_app_limited = 1; /* the low rate of this phase is our own doing */
  if (dwell_end_ns == NEVER) {
    if (ack->in_flight_packets > probe_rtt_cwnd_packets()) return;
    dwell_end_ns = ack->now_ns + SECOND / 5;
    has_seen_round = 0;
    round_end_packets = ack->delivered_packets;
    return;
  }
  has_seen_round = has_seen_round || is_round_start;
  if (has_seen_round && ack->now_ns > dwell_end_ns) exit_probe_rtt();
}
/* bbr_update_min_rtt(). */
static void update_min_rtt(const struct ccsim_ack *ack) {
  const int is_expired = ack->now_ns > probe_rtt_minimum_at_ns + 5 * SECOND;
  const int is_lower = probe_rtt_minimum_ns < 0 || ack->rtt_ns <= probe_rtt_minimum_ns;
  if (ack->rtt_ns >= 0 && (is_lower || (is_expired && !(ack->flags & CCSIM_ACK_DELAYED)))) {
    probe_rtt_minimum_ns = ack->rtt_ns;
    probe_rtt_minimum_at_ns = ack->now_ns;
  }
  if (probe_rtt_minimum_ns >= 0 && (min_rtt_ns < 0 || probe_rtt_minimum_ns <= min_rtt_ns ||
                                    ack->now_ns > min_rtt_at_ns + 10 * SECOND)) {
    min_rtt_ns = probe_rtt_minimum_ns;
    min_rtt_at_ns = probe_rtt_minimum_at_ns;
  }
  if (is_expired && !restarts_from_idle && phase != PROBE_RTT) {
    enter(PROBE_RTT, MIN_RTT_EXPIRED);
    save_cwnd();
    dwell_end_ns = NEVER;
    ack_phase = PROBE_STOPPING;
    round_end_packets = ack->delivered_packets;
  }
  if (phase == PROBE_RTT) dwell_in_probe_rtt(ack);
  if (ack->sample_delivered_packets > 0) restarts_from_idle = 0;
}

/* bbr2_update_model(). False: nothing has changed that the controls come from. */
static int update_model(const struct ccsim_ack *ack) {
  const int is_fast = is_app_limited(ack) && may_take_fast_path &&
                      sample_bps < max_bandwidth_bps() && !loss_in_round && !mark_in_round;
  if (!is_fast) {
    update_congestion_signals(ack);
    update_ack_aggregation(ack);
    check_startup_loss(ack);
    check_full_pipe(ack);
  }
  const enum phase before = phase;
  const i64 min_rtt_before_ns = min_rtt_ns;
  check_drain(ack);
  update_cycle(ack);
  update_min_rtt(ack);
  return !(is_fast && phase == before && min_rtt_ns == min_rtt_before_ns && may_take_fast_path);
}

/* bbr_set_cwnd(): up to the target by what was acked; down at once, once the pipe was full. */
static void set_cwnd(const struct ccsim_ack *ack, i64 model_bps) {
  const i64 acked_packets = ack->newly_acked_packets;
  if (acked_packets > 0) {
    const i64 wanted_packets = with_budget_packets(bdp_packets(model_bps, cwnd_gain) +
                                                   extra_acked_packets(model_bps));
    may_take_fast_path = 0;
    if (is_pipe_full) {
      may_take_fast_path = cwnd_packets + acked_packets >= wanted_packets;
      cwnd_packets = least(cwnd_packets + acked_packets, wanted_packets);
    } else if (cwnd_packets < wanted_packets || cwnd_packets < 2 * initial_cwnd_packets) {
      cwnd_packets += acked_packets;
    } else {
      may_take_fast_path = 1;
    }
    cwnd_packets = most(cwnd_packets, LEAST_WINDOW);
  }
  if (phase == PROBE_RTT) cwnd_packets = least(cwnd_packets, probe_rtt_cwnd_packets());
}
/* bbr2_bound_cwnd_for_inflight_model(). */
static void bound_cwnd(void) {
  i64 cap_packets = UNBOUNDED;
  if (phase == CRUISE || phase == PROBE_RTT) {
    cap_packets = inflight_with_headroom_packets();
  } else if (is_in_probe_bw()) {
    cap_packets = inflight_hi_packets;
  }
  cap_packets = most(least(cap_packets, inflight_lo_packets), LEAST_WINDOW);
  cwnd_packets = least(cwnd_packets, cap_packets);
}

/* bbr2_main(). */
static i64 algorithm_ack(const struct ccsim_ack *ack) {
  now_ns = ack->now_ns;
  delivered_packets = ack->delivered_packets;
  srtt_ns = ack->srtt_ns;
  send_quantum_packets = ack->send_quantum_packets;
  marks_app_limited = 0;
  update_round(ack);
  if (is_round_start) rounds_since_probe = least(rounds_since_probe + 1, 255);
  if (ack->flags & CCSIM_ACK_ECN_ECHO) mark_in_round = 1;
  sample_bps = has_sample(ack)
                   ? quotient_ceil(ccsim_multiply((u64)(ack->sample_delivered_packets * packet_bits),
                                                  (u64)SECOND),
                                   ack->sample_interval_ns)
                   : 0;
  if (update_model(ack)) {
    if (phase != gains_phase) update_gains();
    const i64 model_bps = bandwidth_bps();
    pace(model_bps, pacing_gain);
    set_cwnd(ack, model_bps);
    bound_cwnd();
  }
  previous_state = ack->state;
  return cwnd_packets;
}

/* ---- The other events ------------------------------------------------------------------------- */

static i64 algorithm_start(const struct ccsim_start *start) {
  packet_bits = 8 * start->packet_bytes;
  cwnd_packets = initial_cwnd_packets = most(start->initial_window_packets, 1);
  now_ns = probe_rtt_minimum_at_ns = min_rtt_at_ns = epoch_start_ns = start->now_ns;
  srtt_ns = probe_rtt_minimum_ns = min_rtt_ns = start->handshake_rtt_ns;
  pace_from_window();
  ccsim_phase(STARTUP, START);
  return cwnd_packets;
}

/* CA_EVENT_TX_START: after idling for want of data, pace at the bandwidth. */
CCSIM_EXPORT("ccsim_on_restart")
i64 ccsim_on_restart(i64 sent_ns, i64 last_sent_ns, i64 was_app_limited) {
  (void)last_sent_ns;
  if (!was_app_limited) return cwnd_packets;
  now_ns = epoch_start_ns = sent_ns;
  epoch_acked_packets = 0;
  restarts_from_idle = 1;
  if (is_in_probe_bw()) {
    pace(bandwidth_bps(), UNIT);
  } else if (phase == PROBE_RTT && dwell_end_ns != NEVER && sent_ns > dwell_end_ns) {
    exit_probe_rtt();
  }
  return cwnd_packets;
}

/* The flight at which losses crossed the threshold (bbr2_inflight_hi_from_lost_skb()). */
static i64 flight_at_threshold(i64 tx_in_flight_packets, i64 lost_packets) {
  const i64 flight_before_packets = most(tx_in_flight_packets - 1, 0);
  const i64 lost_before_packets = most(lost_packets - 1, 0);
  const i64 budget_packets = quotient_ceil(
      ccsim_multiply((u64)flight_before_packets, (u64)loss_threshold), UNIT);
  if (lost_before_packets >= budget_packets) return flight_before_packets;
  return flight_before_packets +
         ccsim_mul_div(budget_packets - lost_before_packets, UNIT, UNIT - loss_threshold);
}
CCSIM_EXPORT("ccsim_on_lost")
i64 ccsim_on_lost(i64 lost_ns, i64 sequence, i64 delivered, i64 tx_in_flight_packets,
                  i64 lost_since_packets, i64 was_app_limited) {
  (void)sequence;
  now_ns = lost_ns;
  delivered_packets = delivered;
  if (!loss_in_round) loss_round_end_packets = delivered;
  loss_in_round = 1;
  if (samples_reflect_probe && is_too_high(lost_since_packets, tx_in_flight_packets)) {
    handle_too_high((int)was_app_limited,
                    flight_at_threshold(tx_in_flight_packets, lost_since_packets));
  }
  return cwnd_packets;
}

/* bbr2_ssthresh() at the start of an episode, bbr2_set_state() on a timeout. */
static i64 algorithm_congestion(const struct ccsim_congestion *congestion) {
  if (congestion->kind == CCSIM_ECN) return cwnd_packets;
  if (congestion->reduces_ssthresh) {
    save_cwnd();
    undo_bandwidth_lo_bps = bandwidth_lo_bps;
    undo_inflight_lo_packets = inflight_lo_packets;
    undo_inflight_hi_packets = inflight_hi_packets;
  }
  if (congestion->kind != CCSIM_TIMEOUT) return cwnd_packets;
  previous_state = CCSIM_LOSS;
  full_baseline_bps = 0;
  if (!is_probing() && inflight_lo_packets == UNBOUNDED) inflight_lo_packets = prior_cwnd_packets;
  now_ns = congestion->now_ns;
  cwnd_packets = most(congestion->still_in_flight_packets + 1, 1);
  return cwnd_packets;
}

CCSIM_EXPORT("ccsim_on_recovery_exit")
i64 ccsim_on_recovery_exit(i64 exit_ns, i64 left_state, i64 in_flight_packets) {
  (void)left_state, (void)in_flight_packets;
  if (previous_state == CCSIM_LOSS) {
    now_ns = exit_ns;
    cwnd_packets = most(cwnd_packets, prior_cwnd_packets);
    may_take_fast_path = 0;
  }
  return cwnd_packets;
}

CCSIM_EXPORT("ccsim_on_undo") i64 ccsim_on_undo(i64 undo_ns, i64 in_flight_packets) {
  (void)in_flight_packets;
  now_ns = undo_ns;
  full_baseline_bps = flat_rounds = 0;
  loss_in_round = 0;
  bandwidth_lo_bps = most(bandwidth_lo_bps, undo_bandwidth_lo_bps);
  inflight_lo_packets = most(inflight_lo_packets, undo_inflight_lo_packets);
  inflight_hi_packets = most(inflight_hi_packets, undo_inflight_hi_packets);
  cwnd_packets = most(prior_cwnd_packets, 1);
  return cwnd_packets;
}

CCSIM_EXPORT("ccsim_pacing_rate_bps") i64 ccsim_pacing_rate_bps(void) { return pacing_rate_bps; }
CCSIM_EXPORT("ccsim_after_ack") i64 ccsim_after_ack(void) { return marks_app_limited; }

static i64 bound_or_unset(i64 bound, i64 unit) {
  return bound == UNBOUNDED ? CCSIM_UNSET : bound * unit;
}
CCSIM_EXPORT("ccsim_series") i64 ccsim_series(i64 index) {
  const i64 packet_bytes = packet_bits / 8;
  switch (index) {
    case 0: return min_rtt_ns >= 0 ? min_rtt_ns : CCSIM_UNSET;
    case 1: return bandwidth_bps();
    case 2: return max_bandwidth_bps();
    case 3: return bound_or_unset(bandwidth_hi_bps, 1);
    case 4: return bound_or_unset(bandwidth_lo_bps, 1);
    case 5: return bound_or_unset(inflight_hi_packets, packet_bytes);
    case 6: return bound_or_unset(inflight_lo_packets, packet_bytes);
    case 7: return pacing_gain;
    case 8: return cwnd_gain;
    case 9: return extra_acked_packets(bandwidth_bps()) * packet_bytes;
    default: return CCSIM_UNSET;
  }
}
