// The order of work per ACK and the model of the path.
#include "bbr3.h"

#include <algorithm>

namespace ccsim {

Bbr3::Bbr3(const Bbr3Parameters& parameters, const ControllerContext& context)
    : BbrControlOf<FineGain>(context,
                             {parameters.startup_pacing_gain, parameters.startup_cwnd_gain},
                             parameters.pacing_margin_percent),
      p_(parameters),
      probe_rtt_minimum_(context.handshake_rtt_ns, context.now_ns),
      min_rtt_(context.handshake_rtt_ns, context.now_ns),
      ecn_average_(p_.ecn_alpha_gain, p_.ecn_alpha_initial),
      aggregation_({p_.extra_acked, p_.aggregation_by_slots, p_.extra_acked_window_rounds,
                    p_.extra_acked_most_ns},
                   units_, context.now_ns),
      plateau_({p_.full_pipe_growth, p_.full_pipe_rounds, p_.full_pipe_on_every_ack}),
      probe_rtt_dwell_(p_.probe_rtt_duration_ns),
      initial_cwnd_packets_(controls_.cwnd_packets) {
  announce(Phase::kStartup, "start");
}

BitRate Bbr3::bounded_bandwidth_bps() const {
  return std::min(max_bandwidth_bps(), bounds_.bandwidth_lo_bps);
}

// UpdateOnACK(); bbr_main().
void Bbr3::on_ack(const AckEvent& ack) {
  now_ns_ = ack.now_ns;
  delivered_packets_ = ack.delivered_packets;
  srtt_ns_ = ack.srtt_ns;
  send_quantum_packets_ = ack.send_quantum_packets;
  controls_.after_ack = AfterAck::kNothing;
  rounds_.update(ack);
  if (rounds_.is_start()) {
    constexpr std::int64_t kMostRounds = 255;  // eight bits in the kernel; at most 63 matter
    rounds_since_probe_ = std::min(rounds_since_probe_ + 1, kMostRounds);
    update_ecn(ack);
  }
  signals_.ecn_in_round = signals_.ecn_in_round || (is_ecn_eligible_ && ack.has_ecn_echo);
  sample_bps_ = ack.sample.is_valid()
                    ? units_.rate_ceil_bps(ack.sample.delivered_packets, ack.sample.interval_ns)
                    : 0;
  update_latest(ack);
  bool updates_model = true;
  if (!take_fast_path(ack, updates_model)) {
    if (updates_model) update_model(ack);
    bandwidth_bps_ = bounded_bandwidth_bps();  // BoundBWForModel()
    update_gains();
    set_pacing(pacing_gain_);
    set_cwnd(ack);
  }
  // AdvanceLatestDeliverySignals().
  if (is_loss_round_start_) signals_.restart_latest(ack.sample, sample_bps_);
  previous_state_ = ack.state;
  signals_.loss_in_cycle = signals_.loss_in_cycle || ack.sample.lost_since_packets > 0;
  signals_.ecn_in_cycle = signals_.ecn_in_cycle || ack.sample.ce_since_packets > 0;
}

// UpdateModelAndState(): the order matters, each step reads what the one before it left.
void Bbr3::update_model(const AckEvent& ack) {
  update_congestion_signals(ack);
  aggregation_.update(ack, {bandwidth_bps(), controls_.cwnd_packets, rounds_.count(),
                            rounds_.is_start(), plateau_.was_full()});
  check_startup_loss(ack);
  if (ack.sample.is_valid()) {
    plateau_.update(rounds_.is_start(), ack.sample.is_app_limited, sample_bps_);
  }
  check_drain(ack);
  update_cycle(ack);
  update_min_rtt(ack);
}

// bbr_run_fast_path(), Linux only: an application-limited ACK that shows neither more bandwidth nor
// congestion leaves the model alone; if it changes no phase either, the controls stay too.
bool Bbr3::take_fast_path(const AckEvent& ack, bool& updates_model) {
  if (!p_.fast_path || !may_take_fast_path_ || !ack.sample.is_app_limited ||
      sample_bps_ >= max_bandwidth_bps() || signals_.loss_in_round || signals_.ecn_in_round) {
    return false;
  }
  const Phase phase = phase_;
  const Duration min_rtt_ns = min_rtt_.value_ns();
  check_drain(ack);
  update_cycle(ack);
  update_min_rtt(ack);
  updates_model = false;
  return phase_ == phase && min_rtt_.value_ns() == min_rtt_ns && may_take_fast_path_;
}

// UpdateLatestDeliverySignals(): the best of this round, and whether the round of losses is over.
void Bbr3::update_latest(const AckEvent& ack) {
  is_loss_round_start_ = false;
  if (!ack.sample.is_valid() || ack.sample.newly_acked_packets <= 0) return;
  if (p_.probe_loss_counts_twice) signals_.take_losses(ack.sample);
  signals_.take(ack.sample, sample_bps_);
  is_loss_round_start_ = signals_.ends_round(ack);
}

// UpdateCongestionSignals().
void Bbr3::update_congestion_signals(const AckEvent& ack) {
  if (!ack.sample.is_valid() || ack.sample.newly_acked_packets <= 0) return;
  if (!ack.sample.is_app_limited || sample_bps_ >= max_bandwidth_bps()) {
    take_bandwidth();
  }
  if (!is_loss_round_start_) return;
  adapt_lower_bounds();
  signals_.loss_in_round = signals_.ecn_in_round = false;
}

// UpdateMaxBw(). By the draft an ended cycle is forgotten with the next sample, not before it.
void Bbr3::take_bandwidth() {
  const bool ends_cycle = bandwidth_filter_.ends_with_next_sample();
  const BitRate before_bps = max_bandwidth_bps();
  bandwidth_filter_.take_late(sample_bps_);
  if (ends_cycle) tell_bandwidth_renewed(before_bps);
}

void Bbr3::tell_bandwidth_renewed(BitRate before_bps) const {
  tell(CauseKind::kBandwidthRenewed, "cycle_ended",
       {amount(before_bps), amount(max_bandwidth_bps()), kNoValue, kNoValue});
}

// AdaptLowerBoundsFromCongestion(): once per loss round, not while probing, which needs to push.
// Marks are Linux's (bbr_adapt_lower_bounds()); unlike in BBRv2 they leave the bandwidth alone.
void Bbr3::adapt_lower_bounds() {
  if (!p_.lower_bounds || is_probing()) return;
  const Bbr2Bounds before = bounds_;
  const Bbr2Bounds::Round round{max_bandwidth_bps(), controls_.cwnd_packets,
                                signals_.bandwidth_latest_bps, signals_.inflight_latest_packets};
  Packets ecn_inflight_packets = kUnbounded;
  if (signals_.ecn_in_round && p_.ecn_factor.numerator() > 0) {
    const Gain cut = Gain::in_256ths(p_.ecn_factor.times(ecn_average_.alpha().numerator()));
    bounds_.start_lower(round, false);
    ecn_inflight_packets = cut.complement().times(bounds_.inflight_lo_packets);
  }
  if (signals_.loss_in_round) bounds_.cut_for_loss(round, p_.beta);
  bounds_.inflight_lo_packets = std::min(bounds_.inflight_lo_packets, ecn_inflight_packets);
  tell_lower_bounds(before);
}

void Bbr3::tell_lower_bounds(const Bbr2Bounds& before) const {
  if (before.inflight_lo_packets == bounds_.inflight_lo_packets &&
      before.bandwidth_lo_bps == bounds_.bandwidth_lo_bps) {
    return;
  }
  tell(CauseKind::kLowerBoundsSet, signals_.loss_in_round ? "loss" : "ecn",
       {bound_or_nan(before.inflight_lo_packets), bound_or_nan(bounds_.inflight_lo_packets),
        bound_or_nan(before.bandwidth_lo_bps), bound_or_nan(bounds_.bandwidth_lo_bps)});
}

// ResetShortTermModel().
void Bbr3::reset_lower_bounds(const char* reason) {
  if (bounds_.inflight_lo_packets != kUnbounded || bounds_.bandwidth_lo_bps != kUnbounded) {
    tell(CauseKind::kLowerBoundsReset, reason,
         {bound_or_nan(bounds_.inflight_lo_packets), bound_or_nan(bounds_.bandwidth_lo_bps),
          kNoValue, kNoValue});
  }
  bounds_.reset_lower();
}

// HandleRestartFromIdle(): pace at the bandwidth; there is no need to probe and no reason to
// overflow a buffer.
void Bbr3::on_packet_sent(const SentEvent& sent) {
  if (sent.in_flight_before_packets > 0 || !sent.was_app_limited) return;
  now_ns_ = sent.now_ns;
  restarts_from_idle_ = true;
  aggregation_.restart(sent.now_ns);
  if (is_in_probe_bw()) {
    set_pacing(FineGain{});
  } else if (is_in_probe_rtt() && probe_rtt_dwell_.is_time_over(sent.now_ns)) {
    exit_probe_rtt();
  }
}

}  // namespace ccsim
