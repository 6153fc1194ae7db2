// The order of work per ACK and the model of the path.
#include "bbr3/bbr3.h"

#include <algorithm>

namespace ccsim {

Bbr3::Bbr3(const Bbr3Parameters& parameters, const ControllerContext& context)
    : BbrProbing(parameters, context),
      aggregation_({parameters_.extra_acked, parameters_.aggregation_by_slots,
                    parameters_.extra_acked_window_rounds, parameters_.extra_acked_most_ns},
                   units_, context.now_ns),
      plateau_({parameters_.full_pipe_growth, parameters_.full_pipe_rounds,
                parameters_.full_pipe_on_every_ack}) {}

// UpdateOnACK(); bbr_main().
void Bbr3::on_ack(const AckEvent& ack) {
  begin_ack(ack);
  signals_.ecn_in_round = signals_.ecn_in_round || (is_ecn_eligible_ && ack.has_ecn_echo);
  update_latest(ack);
  bool updates_model = true;
  if (!take_fast_path(ack, updates_model)) {
    if (updates_model) update_model(ack);
    bandwidth_bps_ = bounded_bandwidth_bps();  // BoundBWForModel()
    update_gains();
    set_pacing(pacing_gain_);
    set_cwnd(ack);
    bound_window();
  }
  // AdvanceLatestDeliverySignals().
  if (is_loss_round_start_) signals_.restart_latest(ack.sample, sample_bps_);
  end_ack(ack);
  record_noted_window();
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
  if (!parameters_.fast_path || !may_take_fast_path_ || !ack.sample.is_app_limited ||
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
  if (parameters_.probe_loss_counts_twice) signals_.take_losses(ack.sample);
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
  if (ends_cycle) record_bandwidth_renewed(before_bps);
}

// Linux bbr_update_ecn_alpha(), at round starts. Unlike BBRv2 the average begins when the flow is
// found to be near enough.
void Bbr3::update_ecn(const AckEvent& ack) {
  const bool is_near = min_rtt_.has_value() && min_rtt_.value_ns() <= parameters_.ecn_max_rtt_ns;
  is_ecn_eligible_ =
      is_ecn_eligible_ || (parameters_.ecn && parameters_.ecn_factor.numerator() > 0 &&
                           (parameters_.ecn_max_rtt_ns == 0 || is_near));
  if (is_ecn_eligible_ && ecn_average_.has_news(ack)) check_startup_ecn(ecn_average_.update(ack));
}

// CheckStartupDone(), CheckDrainDone().
void Bbr3::check_drain(const AckEvent& ack) {
  if (phase_ == Phase::kStartup && plateau_.was_full()) {
    enter_drain();
    drain_start_round_ = rounds_.count();
    if (parameters_.drain_forgets_losses) signals_.reset();
  }
  if (phase_ != Phase::kDrain) return;
  constexpr std::int64_t kMostRounds = 3;
  const bool is_over =
      !parameters_.drain_until_empty && rounds_.count() > drain_start_round_ + kMostRounds;
  if (!is_drained(ack) && !is_over) return;
  start_down();
  announce(Phase::kDown, is_drained(ack) ? "drained" : "drain_rounds_over");
}

bool Bbr3::is_drained(const AckEvent& ack) const {
  const BitRate model_bps = parameters_.drain_until_empty ? max_bandwidth_bps() : bandwidth_bps();
  return flight_packets(ack, ack.in_flight_packets) <= inflight_packets(model_bps);
}

// UpdateMinRTT(): two minima, one to time ProbeRTT, one for the model. An equal sample puts off
// ProbeRTT no longer, as it did in BBRv2. In whole microseconds, as the kernel's clock has it:
// below that, chance would find a lower sample again and again, and put off ProbeRTT by seconds.
void Bbr3::update_min_rtt(const AckEvent& ack) {
  const bool is_expired =
      probe_rtt_minimum_.is_expired(ack.now_ns, parameters_.probe_rtt_interval_ns);
  const Duration sample_ns = ack.sample.rtt_ns;
  const Duration rtt_ns = sample_ns < 0 ? sample_ns : sample_ns / kMicrosecond * kMicrosecond;
  if (rtt_ns >= 0 &&
      (probe_rtt_minimum_.is_undercut_by(rtt_ns) || (is_expired && !ack.sample.is_ack_delayed))) {
    probe_rtt_minimum_.set(rtt_ns, ack.now_ns);
  }
  if (probe_rtt_minimum_.has_value()) {
    const Duration recent_ns = probe_rtt_minimum_.value_ns();
    renew_min_rtt(ack, parameters_.min_rtt_renewed_by_equal ? min_rtt_.is_matched_by(recent_ns)
                                                            : min_rtt_.is_undercut_by(recent_ns));
  }
  update_probe_rtt(ack, is_expired);
}

void Bbr3::note_restart() {
  aggregation_.restart(now_ns_);
  if (is_in_probe_bw()) set_pacing(FineGain{});
}

}  // namespace ccsim
