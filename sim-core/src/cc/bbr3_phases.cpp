// Startup, Drain, ProbeRTT of BBRv3, and the names of its phases.
#include <algorithm>

#include "bbr3.h"

namespace ccsim {

void Bbr3::announce(Phase phase, const char* reason) {
  static constexpr const char* kNames[] = {
      "startup",         "drain",       "probe_bw_down", "probe_bw_cruise",
      "probe_bw_refill", "probe_bw_up", "probe_rtt",
  };
  if (context_.phases != nullptr) {
    context_.phases->on_phase(now_ns_, kNames[static_cast<std::size_t>(phase)], reason);
  }
}

void Bbr3::enter(Phase phase, const char* reason) {
  phase_ = phase;
  announce(phase, reason);
}

// CheckStartupHighLoss(): a whole round of recovery, more loss than the threshold, and many losses.
void Bbr3::check_startup_loss(const AckEvent& ack) {
  if (plateau_.was_full() || !p_.upper_bounds) return;
  constexpr std::int64_t kMostEvents = 15;  // loss_events_in_round has four bits in the kernel
  if (p_.startup_loss_by_acks && ack.sample.newly_lost_packets > 0) {
    startup_losses_ = std::min(startup_losses_ + 1, kMostEvents);
  }
  if (!is_loss_round_start_) return;
  const ProbeSample sample{ack.sample.tx_in_flight_packets, ack.sample.lost_since_packets,
                           ack.sample.delivered_packets, ack.sample.ce_since_packets,
                           ack.sample.is_app_limited};
  if (p_.startup_losses > 0 && ack.state == CaState::kRecovery &&
      startup_losses_ >= p_.startup_losses && is_too_high(sample)) {
    undo_phase_ = Phase::kStartup;
    decided_ns_ = now_ns_;
    end_startup_by_congestion("startup_loss");
    return;
  }
  startup_losses_ = 0;
}

// Linux bbr_update_ecn_alpha() and bbr_check_ecn_too_high_in_startup(), at round starts. Unlike
// BBRv2 the average begins when the flow is found to be near enough.
void Bbr3::update_ecn(const AckEvent& ack) {
  const bool is_near = min_rtt_.has_value() && min_rtt_.value_ns() <= p_.ecn_max_rtt_ns;
  is_ecn_eligible_ = is_ecn_eligible_ || (p_.ecn && p_.ecn_factor.numerator() > 0 &&
                                          (p_.ecn_max_rtt_ns == 0 || is_near));
  if (!is_ecn_eligible_ || !ecn_average_.has_news(ack)) return;
  const Gain mark_ratio = ecn_average_.update(ack);
  if (plateau_.was_full() || p_.startup_ecn_rounds == 0 || p_.ecn_threshold.numerator() == 0) {
    return;
  }
  startup_ecn_rounds_ = mark_ratio >= p_.ecn_threshold ? startup_ecn_rounds_ + 1 : 0;
  if (startup_ecn_rounds_ >= p_.startup_ecn_rounds) end_startup_by_congestion("startup_ecn");
}

// The safe flight is the BDP, or what the last round delivered, if that was more.
void Bbr3::end_startup_by_congestion(const char* reason) {
  plateau_.declare_full();
  full_pipe_reason_ = reason;
  const Packets before_packets = bounds_.inflight_hi_packets;
  const Packets bdp = p_.target_with_budget ? inflight_packets(max_bandwidth_bps())
                                            : bdp_packets(bandwidth_bps(), FineGain{});
  bounds_.inflight_hi_packets = std::max<Packets>(bdp, signals_.inflight_latest_packets);
  tell(CauseKind::kInflightHiSet, reason,
       {bound_or_nan(before_packets), amount(bounds_.inflight_hi_packets), kNoValue, kNoValue});
}

// CheckStartupDone(), EnterDrain(), CheckDrainDone().
void Bbr3::check_drain(const AckEvent& ack) {
  if (phase_ == Phase::kStartup && plateau_.was_full()) {
    enter(Phase::kDrain, full_pipe_reason_);
    tell(CauseKind::kPipeFull, full_pipe_reason_,
         {amount(max_bandwidth_bps()), bound_or_nan(bounds_.inflight_hi_packets), kNoValue,
          kNoValue});
    drain_start_round_ = rounds_.count();
    if (p_.drain_forgets_losses) signals_.reset();
  }
  if (phase_ != Phase::kDrain) return;
  constexpr std::int64_t kMostRounds = 3;
  const bool is_over = !p_.drain_until_empty && rounds_.count() > drain_start_round_ + kMostRounds;
  if (!is_drained(ack) && !is_over) return;
  start_down();
  announce(Phase::kDown, is_drained(ack) ? "drained" : "drain_rounds_over");
}

bool Bbr3::is_drained(const AckEvent& ack) const {
  const BitRate model_bps = p_.drain_until_empty ? max_bandwidth_bps() : bandwidth_bps();
  return in_network_packets(ack, ack.in_flight_packets) <= inflight_packets(model_bps);
}

// UpdateMinRTT(): two minima, one to time ProbeRTT, one for the model. An equal sample puts off
// ProbeRTT no longer, as it did in BBRv2. In whole microseconds, as the kernel's clock has it:
// below that, chance would find a lower sample again and again, and put off ProbeRTT by seconds.
void Bbr3::take_rtt_sample(const AckEvent& ack, bool is_probe_rtt_expired) {
  const Duration sample_ns = ack.sample.rtt_ns;
  const Duration rtt_ns = sample_ns < 0 ? sample_ns : sample_ns / kMicrosecond * kMicrosecond;
  if (rtt_ns >= 0 && (probe_rtt_minimum_.is_undercut_by(rtt_ns) ||
                      (is_probe_rtt_expired && !ack.sample.is_ack_delayed))) {
    probe_rtt_minimum_.set(rtt_ns, ack.now_ns);
  }
  if (!probe_rtt_minimum_.has_value()) return;
  const Duration recent_ns = probe_rtt_minimum_.value_ns();
  const bool is_lower = p_.min_rtt_renewed_by_equal ? min_rtt_.is_matched_by(recent_ns)
                                                    : min_rtt_.is_undercut_by(recent_ns);
  if (is_lower || min_rtt_.is_expired(ack.now_ns, p_.min_rtt_window_ns)) {
    tell_min_rtt(is_lower ? "lower_rtt_seen" : "expired", min_rtt_.value_ns(), recent_ns);
    min_rtt_.set(recent_ns, probe_rtt_minimum_.stamp_ns());
  }
}

// CheckProbeRTT(), HandleProbeRTT().
void Bbr3::update_min_rtt(const AckEvent& ack) {
  const bool is_expired = probe_rtt_minimum_.is_expired(ack.now_ns, p_.probe_rtt_interval_ns);
  take_rtt_sample(ack, is_expired);
  if (p_.probe_rtt_duration_ns > 0 && is_expired && !restarts_from_idle_ && !is_in_probe_rtt()) {
    enter(Phase::kProbeRtt, "min_rtt_expired");
    tell(CauseKind::kProbeRttEntered, "min_rtt_expired",
         {amount(controls_.cwnd_packets), amount(probe_rtt_cwnd_packets()), kNoValue, kNoValue});
    save_window();
    probe_rtt_dwell_.begin();
    ack_phase_ = AckPhase::kProbeStopping;
    rounds_.restart(ack.delivered_packets);
  }
  if (is_in_probe_rtt()) {
    controls_.after_ack = AfterAck::kMarkAppLimited;  // the low rate of this phase is our own doing
    if (probe_rtt_dwell_.update(ack, probe_rtt_cwnd_packets(), rounds_)) exit_probe_rtt();
  }
  // A restart from idle is over with the first delivery.
  if (ack.sample.delivered_packets > 0) restarts_from_idle_ = false;
}

// CheckProbeRTTDone(), ExitProbeRTT(): the flight is below the BDP, so cruising is fine; the next
// probe is a full random wait away.
void Bbr3::exit_probe_rtt() {
  probe_rtt_minimum_.renew(now_ns_);
  restore_window("probe_rtt_done");
  reset_lower_bounds("probe_rtt_done");
  if (plateau_.was_full()) {
    start_down();
    start_cruise();
    announce(Phase::kCruise, "probe_rtt_done");
  } else {
    enter(Phase::kStartup, "probe_rtt_done");
  }
}

}  // namespace ccsim
