// The order of work per ACK, the model of the path, and what recovery does to it.
#include "bbr2/bbr2.h"

#include <algorithm>

#include "bbr2/bbr2_cycle.h"

namespace ccsim {

Bbr2::Bbr2(const Bbr2Parameters& parameters, const ControllerContext& context)
    : BbrProbing(parameters, context),
      aggregation_({parameters_.extra_acked_gain, parameters_.extra_acked_window_rounds,
                    parameters_.extra_acked_max_ns},
                   units_, context.now_ns),
      full_pipe_(parameters_.full_pipe_growth, parameters_.full_pipe_rounds) {}

// bbr2_main().
void Bbr2::on_ack(const AckEvent& ack) {
  begin_ack(ack);
  if (ack.has_ecn_echo) signals_.ecn_in_round = true;
  if (update_model(ack)) {
    if (has_own_steps_) on_model_updated(ack);
    if (phase_ != gains_phase_ || phase_ == Phase::kOwn) {
      gains_phase_ = phase_;
      update_gains();
    }
    const BitRate model_bps = bandwidth_bps();
    set_pacing(model_bps, pacing_gain_);
    set_cwnd(ack, model_bps);
    bound_window();
  }
  end_ack(ack);
  record_noted_window();
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
  return ack.sample.is_app_limited && parameters_.fast_path && may_take_fast_path_ &&
         sample_bps_ < max_bandwidth_bps() && !signals_.loss_in_round && !signals_.ecn_in_round;
}

// bbr2_update_ecn_alpha(): at round starts.
void Bbr2::update_ecn(const AckEvent& ack) {
  if (parameters_.ecn_factor.numerator() == 0 || !ecn_average_.has_news(ack)) return;
  const bool is_near = min_rtt_.has_value() && min_rtt_.value_ns() <= parameters_.ecn_max_rtt_ns;
  is_ecn_eligible_ =
      is_ecn_eligible_ || (parameters_.ecn && (parameters_.ecn_max_rtt_ns == 0 || is_near));
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

void Bbr2::update_ack_aggregation(const AckEvent& ack) {
  const bool is_short = parameters_.extra_acked_in_startup && !full_pipe_.is_full();
  aggregation_.update(ack, {bandwidth_bps(), controls_.cwnd_packets, rounds_.is_start(),
                            is_short ? 1 : aggregation_.window_rounds()});
}

// bbr_check_drain(), bbr2_check_drain().
void Bbr2::check_drain(const AckEvent& ack) {
  if (phase_ == Phase::kStartup && full_pipe_.is_full()) {
    enter_drain();
    signals_.reset();
  }
  if (phase_ == Phase::kDrain && in_network_packets(ack, ack.in_flight_packets) <=
                                     target_packets(max_bandwidth_bps(), kUnitGain)) {
    start_down();
    announce(Phase::kDown, "drained");
  }
}

// bbr_update_min_rtt(): two minima, one to time ProbeRTT, one for the model.
void Bbr2::update_min_rtt(const AckEvent& ack) {
  const bool is_expired =
      probe_rtt_minimum_.is_expired(ack.now_ns, parameters_.probe_rtt_interval_ns);
  const Duration rtt_ns = ack.sample.rtt_ns;
  if (rtt_ns >= 0 &&
      (probe_rtt_minimum_.is_matched_by(rtt_ns) || (is_expired && !ack.sample.is_ack_delayed))) {
    probe_rtt_minimum_.set(rtt_ns, ack.now_ns);
  }
  if (probe_rtt_minimum_.has_value()) {
    renew_min_rtt(ack, min_rtt_.is_matched_by(probe_rtt_minimum_.value_ns()));
  }
  update_probe_rtt(ack, is_expired);
}

void Bbr2::enter_own(const OwnPhase& phase, const char* reason) {
  own_phase_ = phase;
  may_take_fast_path_ = false;
  enter(Phase::kOwn, reason);
}

void Bbr2::restart_startup() {
  full_pipe_.reopen();
  phase_ = Phase::kStartup;
}

void Bbr2::note_restart() {
  aggregation_.restart_epoch(now_ns_);
  if (is_in_probe_bw()) set_pacing(bandwidth_bps(), kUnitGain);
}

// bbr2_skb_marked_lost().
void Bbr2::on_packet_lost(const PacketLostEvent& lost) {
  now_ns_ = lost.now_ns;
  delivered_packets_ = lost.delivered_packets;
  signals_.note_loss(lost.delivered_packets);
  test_lost_packet(lost);
}

// bbr2_ssthresh() at the start of an episode, bbr2_set_state() on a timeout.
void Bbr2::on_congestion(const CongestionEvent& congestion) {
  if (congestion.kind == CongestionKind::kEcn) {
    return;  // classic ECN (RFC 3168) is not BBR's signal
  }
  if (congestion.reduces_ssthresh) {  // the start of an episode: ssthresh() is called
    save_window();
    undo_bounds_ = bounds_;
  }
  if (congestion.kind != CongestionKind::kRto) return;
  previous_state_ = CaState::kLoss;
  full_pipe_.forget_baseline();
  if (parameters_.lower_bounds && !is_probing() && bounds_.inflight_lo_packets == kUnbounded) {
    bounds_.inflight_lo_packets = prior_cwnd_packets_;
  }
  now_ns_ = congestion.now_ns;
  collapse_window(congestion);
}

void Bbr2::on_recovery_exit(const RecoveryExitEvent& exit) {
  if (previous_state_ == CaState::kLoss) {
    now_ns_ = exit.now_ns;
    restore_window("recovered", controls_.cwnd_packets);
    may_take_fast_path_ = false;
  }
}

// bbr2_undo_cwnd().
void Bbr2::on_undo(const UndoEvent& undo) {
  full_pipe_.restart();
  signals_.loss_in_round = false;
  if (parameters_.undo) {
    now_ns_ = undo.now_ns;
    bounds_.raise_to(undo_bounds_);
    note_window(CauseKind::kWindowRestored, "undo", controls_.cwnd_packets);
    controls_.cwnd_packets = std::max<Packets>(prior_cwnd_packets_, 1);
  }
}

}  // namespace ccsim
