// The order of work per ACK, the model of the path, and what recovery does to it.
#include "bbr2.h"

#include <algorithm>

#include "bbr2_cycle.h"
#include "loss_threshold.h"
#include "shared_parameters.h"

namespace ccsim {

Bbr2::Bbr2(const Bbr2Parameters& parameters, const ControllerContext& context)
    : BbrControl(context, {parameters.startup_pacing_gain, parameters.startup_cwnd_gain},
                 parameters.pacing_margin_percent),
      parameters_(shared_parameters(parameters)),
      initial_cwnd_packets_(controls_.cwnd_packets),
      p_(*parameters_),
      probe_rtt_minimum_(context.handshake_rtt_ns, context.now_ns),
      min_rtt_(context.handshake_rtt_ns, context.now_ns),
      aggregation_({p_.extra_acked_gain, p_.extra_acked_window_rounds, p_.extra_acked_max_ns},
                   units_, context.now_ns),
      full_pipe_(p_.full_pipe_growth, p_.full_pipe_rounds),
      ecn_average_(p_.ecn_alpha_gain, p_.ecn_alpha_initial),
      probe_rtt_dwell_(p_.probe_rtt_duration_ns) {
  announce(Phase::kStartup, "start");
}

// bbr2_main().
void Bbr2::on_ack(const AckEvent& ack) {
  now_ns_ = ack.now_ns;
  delivered_packets_ = ack.delivered_packets;
  srtt_ns_ = ack.srtt_ns;
  send_quantum_packets_ = ack.send_quantum_packets;
  controls_.after_ack = AfterAck::kNothing;
  rounds_.update(ack);
  if (rounds_.is_start()) {
    constexpr std::int64_t kMostRounds = 255;  // rounds_since_probe has eight bits in the kernel
    rounds_since_probe_ = std::min(rounds_since_probe_ + 1, kMostRounds);
    update_ecn(ack);
  }
  if (ack.has_ecn_echo) signals_.ecn_in_round = true;
  // Rounded up, to allow growth at low rates (bbr_calculate_bw_sample()).
  sample_bps_ = ack.sample.is_valid()
                    ? units_.rate_ceil_bps(ack.sample.delivered_packets, ack.sample.interval_ns)
                    : 0;
  if (update_model(ack)) {
    if (has_own_steps_) on_model_updated(ack);
    if (phase_ != gains_phase_ || phase_ == Phase::kOwn) update_gains();
    const BitRate model_bps = bandwidth_bps();
    set_pacing(model_bps, pacing_gain_);
    set_cwnd(ack, model_bps);
    bound_cwnd();
  }
  previous_state_ = ack.state;
  if (ack.sample.lost_since_packets > 0) signals_.loss_in_cycle = true;
  if (ack.sample.ce_since_packets > 0) signals_.ecn_in_cycle = true;
}

// bbr2_update_model(): the order matters, each step reads what the one before it left. Each is
// called here alone, so that all of an ACK is one piece of code.
bool Bbr2::update_model(const AckEvent& ack) {
  const bool is_fast = may_take_fast_path(ack);
  if (!is_fast) {
    update_congestion_signals(ack);
    update_ack_aggregation(ack);
    check_startup_loss(ack);
    full_pipe_.update(rounds_.is_start(), ack.sample.is_app_limited, max_bandwidth_bps());
  }
  const Phase phase = phase_;
  const Duration min_rtt_ns = min_rtt_.value_ns();
  check_drain(ack);
  if (!has_own_steps_ || !run_own_cycle(ack)) update_cycle(ack);
  update_min_rtt(ack);
  const bool stays = phase_ == phase && min_rtt_.value_ns() == min_rtt_ns && may_take_fast_path_;
  return !(is_fast && stays);
}

// bbr2_fast_path(): an application-limited ACK that shows neither more bandwidth nor congestion
// leaves the model alone; if it changes no phase either, the controls stay too.
bool Bbr2::may_take_fast_path(const AckEvent& ack) const {
  return ack.sample.is_app_limited && p_.fast_path && may_take_fast_path_ &&
         sample_bps_ < max_bandwidth_bps() && !signals_.loss_in_round && !signals_.ecn_in_round;
}

// bbr2_update_ecn_alpha(): at round starts.
void Bbr2::update_ecn(const AckEvent& ack) {
  if (p_.ecn_factor.numerator() == 0 || !ecn_average_.has_news(ack)) return;
  const bool is_near = min_rtt_.has_value() && min_rtt_.value_ns() <= p_.ecn_max_rtt_ns;
  is_ecn_eligible_ = is_ecn_eligible_ || (p_.ecn && (p_.ecn_max_rtt_ns == 0 || is_near));
  check_startup_ecn(ecn_average_.update(ack));
}

// bbr2_update_congestion_signals().
void Bbr2::update_congestion_signals(const AckEvent& ack) {
  const RateSample& sample = ack.sample;
  is_loss_round_start_ = false;
  if (!sample.is_valid() || sample.newly_acked_packets <= 0) return;
  if (!sample.is_app_limited || sample_bps_ >= max_bandwidth_bps()) {
    bandwidth_filter_.take(sample_bps_);
  }
  signals_.take_losses(sample);
  signals_.take(sample, sample_bps_);
  if (!signals_.ends_round(ack)) return;
  is_loss_round_start_ = true;
  adapt_lower_bounds();
  signals_.begin_round(sample, sample_bps_);
}

// bbr2_adapt_lower_bounds(): once per loss round, not while probing, which needs to push.
void Bbr2::adapt_lower_bounds() {
  if (!p_.lower_bounds || is_probing()) return;
  const Bbr2Bounds before = bounds_;
  const Bbr2Bounds::Round round{max_bandwidth_bps(), controls_.cwnd_packets,
                                signals_.bandwidth_latest_bps, signals_.inflight_latest_packets};
  Packets ecn_inflight_packets = kUnbounded;
  BitRate ecn_bandwidth_bps = kUnbounded;
  if (signals_.ecn_in_round && is_ecn_eligible_ && p_.ecn_factor.numerator() > 0) {
    const Gain keep =
        Gain::in_256ths(p_.ecn_factor.times(ecn_average_.alpha().numerator())).complement();
    bounds_.start_lower(round, p_.ecn_cuts_bandwidth_lo);
    ecn_inflight_packets = keep.times(bounds_.inflight_lo_packets);
    if (p_.ecn_cuts_bandwidth_lo) ecn_bandwidth_bps = keep.times(bounds_.bandwidth_lo_bps);
  }
  if (signals_.loss_in_round) bounds_.cut_for_loss(round, p_.beta);
  bounds_.inflight_lo_packets = std::min(bounds_.inflight_lo_packets, ecn_inflight_packets);
  bounds_.bandwidth_lo_bps = std::min(bounds_.bandwidth_lo_bps, ecn_bandwidth_bps);
  tell_lower_bounds(before);
}

void Bbr2::tell_lower_bounds(const Bbr2Bounds& before) const {
  if (before.inflight_lo_packets == bounds_.inflight_lo_packets &&
      before.bandwidth_lo_bps == bounds_.bandwidth_lo_bps) {
    return;
  }
  tell(CauseKind::kLowerBoundsSet, signals_.loss_in_round ? "loss" : "ecn",
       {bound_or_nan(before.inflight_lo_packets), bound_or_nan(bounds_.inflight_lo_packets),
        bound_or_nan(before.bandwidth_lo_bps), bound_or_nan(bounds_.bandwidth_lo_bps)});
}

void Bbr2::reset_lower_bounds(const char* reason) {
  if (bounds_.inflight_lo_packets != kUnbounded || bounds_.bandwidth_lo_bps != kUnbounded) {
    tell(CauseKind::kLowerBoundsReset, reason,
         {bound_or_nan(bounds_.inflight_lo_packets), bound_or_nan(bounds_.bandwidth_lo_bps),
          kNoValue, kNoValue});
  }
  bounds_.reset_lower();
}

void Bbr2::update_ack_aggregation(const AckEvent& ack) {
  const bool is_short = p_.extra_acked_in_startup && !full_pipe_.is_full();
  aggregation_.update(ack, {bandwidth_bps(), controls_.cwnd_packets, rounds_.is_start(),
                            is_short ? 1 : aggregation_.window_rounds()});
}

// bbr_cwnd_event(CA_EVENT_TX_START): after idling for want of data, pace at the bandwidth; there
// is no need to probe and no reason to overflow a buffer.
void Bbr2::on_packet_sent(const SentEvent& sent) {
  if (sent.in_flight_before_packets > 0 || !sent.was_app_limited) return;
  now_ns_ = sent.now_ns;
  restarts_from_idle_ = true;
  aggregation_.restart_epoch(sent.now_ns);
  if (is_in_probe_bw()) {
    set_pacing(bandwidth_bps(), kUnitGain);
  } else if (is_in_probe_rtt() && probe_rtt_dwell_.is_time_over(sent.now_ns)) {
    exit_probe_rtt();
  }
}

// bbr2_skb_marked_lost().
void Bbr2::on_packet_lost(const PacketLostEvent& lost) {
  now_ns_ = lost.now_ns;
  delivered_packets_ = lost.delivered_packets;
  signals_.note_loss(lost.delivered_packets);
  if (!samples_reflect_probe_) return;
  const ProbeSample sample{lost.tx_in_flight_packets, lost.lost_since_packets, 0, 0,
                           lost.was_app_limited};
  if (is_too_high(sample)) {
    handle_too_high(sample, flight_at_loss_threshold(lost.tx_in_flight_packets,
                                                     lost.lost_since_packets, p_.loss_threshold));
  }
}

// The last window known to be good (bbr_save_cwnd()).
void Bbr2::save_cwnd() {
  const bool is_good = previous_state_ < CaState::kRecovery && !is_in_probe_rtt();
  prior_cwnd_packets_ =
      is_good ? controls_.cwnd_packets : std::max(prior_cwnd_packets_, controls_.cwnd_packets);
}

// bbr2_ssthresh() at the start of an episode, bbr2_set_state() on a timeout.
void Bbr2::on_congestion(const CongestionEvent& congestion) {
  if (congestion.kind == CongestionKind::kEcn) {
    return;  // classic ECN (RFC 3168) is not BBR's signal
  }
  if (congestion.reduces_ssthresh) {  // the start of an episode: ssthresh() is called
    save_cwnd();
    undo_bounds_ = bounds_;
  }
  if (congestion.kind != CongestionKind::kRto) return;
  previous_state_ = CaState::kLoss;
  full_pipe_.forget_baseline();
  if (p_.lower_bounds && !is_probing() && bounds_.inflight_lo_packets == kUnbounded) {
    bounds_.inflight_lo_packets = prior_cwnd_packets_;
  }
  now_ns_ = congestion.now_ns;
  collapse_window(congestion);
}

void Bbr2::on_recovery_exit(const RecoveryExitEvent& exit) {
  if (previous_state_ == CaState::kLoss) {
    now_ns_ = exit.now_ns;
    restore_window("recovered");
    may_take_fast_path_ = false;
  }
}

// bbr2_undo_cwnd().
void Bbr2::on_undo(const UndoEvent& undo) {
  full_pipe_.restart();
  signals_.loss_in_round = false;
  if (p_.undo) {
    now_ns_ = undo.now_ns;
    bounds_.raise_to(undo_bounds_);
    const Packets before_packets = controls_.cwnd_packets;
    controls_.cwnd_packets = std::max<Packets>(prior_cwnd_packets_, 1);
    tell_window(CauseKind::kWindowRestored, "undo", before_packets);
  }
}

}  // namespace ccsim
