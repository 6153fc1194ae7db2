// Startup, Drain, ProbeRTT of BBRv2, and the names of its phases.
#include <algorithm>

#include "bbr2.h"
#include "observed.h"

namespace ccsim {

bool Bbr2::is_probing() const {
  return phase_ == Phase::kStartup || phase_ == Phase::kRefill || phase_ == Phase::kUp ||
         (phase_ == Phase::kOwn && own_phase_.is_probing);
}

void Bbr2::announce(Phase phase, const char* reason) {
  static constexpr const char* kNames[] = {
      "startup",         "drain", "probe_bw_down", "probe_bw_cruise",
      "probe_bw_refill", "",      "probe_bw_up",   "probe_rtt",
  };
  if (context_.phases != nullptr) {
    const bool is_own = phase == Phase::kOwn;
    context_.phases->on_phase(
        now_ns_, is_own ? own_phase_.name : kNames[static_cast<std::size_t>(phase)], reason);
  }
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

void Bbr2::enter(Phase phase, const char* reason) {
  phase_ = phase;
  announce(phase, reason);
}

// bbr2_check_loss_too_high_in_startup(): many ACKs with losses in one round of recovery, and more
// loss than the threshold. Waiting for the end of the round gives a better view of the excess.
void Bbr2::check_startup_loss(const AckEvent& ack) {
  if (full_pipe_.is_full() || !p_.upper_bounds) return;
  constexpr std::int64_t kMostEvents = 15;  // loss_events_in_round has four bits in the kernel
  if (ack.sample.newly_lost_packets > 0 && startup_loss_events_ < kMostEvents) {
    startup_loss_events_ += 1;
  }
  if (!is_loss_round_start_) return;
  const ProbeSample sample{ack.sample.tx_in_flight_packets, ack.sample.lost_since_packets,
                           ack.sample.delivered_packets, ack.sample.ce_since_packets,
                           ack.sample.is_app_limited};
  if (p_.startup_loss_events > 0 && ack.state == CaState::kRecovery &&
      startup_loss_events_ >= p_.startup_loss_events && is_too_high(sample)) {
    end_startup_by_congestion("startup_loss");
    return;
  }
  startup_loss_events_ = 0;
}

// bbr2_check_ecn_too_high_in_startup().
void Bbr2::check_startup_ecn(Gain mark_ratio) {
  if (full_pipe_.is_full() || !is_ecn_eligible_ || p_.startup_ecn_rounds == 0 ||
      p_.ecn_threshold.numerator() == 0) {
    return;
  }
  startup_ecn_rounds_ = mark_ratio >= p_.ecn_threshold ? startup_ecn_rounds_ + 1 : 0;
  if (startup_ecn_rounds_ >= p_.startup_ecn_rounds) end_startup_by_congestion("startup_ecn");
}

// bbr2_handle_queue_too_high_in_startup().
void Bbr2::end_startup_by_congestion(const char* reason) {
  full_pipe_.declare_full();
  full_pipe_reason_ = reason;
  const Packets before_packets = bounds_.inflight_hi_packets;
  bounds_.inflight_hi_packets = target_packets(max_bandwidth_bps(), kUnitGain);
  tell(CauseKind::kInflightHiSet, reason,
       {bound_or_nan(before_packets), amount(bounds_.inflight_hi_packets), kNoValue, kNoValue});
}

// bbr_check_drain(), bbr2_check_drain().
void Bbr2::check_drain(const AckEvent& ack) {
  if (phase_ == Phase::kStartup && full_pipe_.is_full()) {
    enter(Phase::kDrain, full_pipe_reason_);
    tell(CauseKind::kPipeFull, full_pipe_reason_,
         {amount(max_bandwidth_bps()), bound_or_nan(bounds_.inflight_hi_packets), kNoValue,
          kNoValue});
    signals_.reset();
  }
  if (phase_ == Phase::kDrain && in_network_packets(ack, ack.in_flight_packets) <=
                                     target_packets(max_bandwidth_bps(), kUnitGain)) {
    start_down();
    announce(Phase::kDown, "drained");
  }
}

// bbr_update_min_rtt(): two minima, one to time ProbeRTT, one for the model.
void Bbr2::take_rtt_sample(const AckEvent& ack, bool is_probe_rtt_expired) {
  const Duration rtt_ns = ack.sample.rtt_ns;
  if (rtt_ns >= 0 && (probe_rtt_minimum_.is_matched_by(rtt_ns) ||
                      (is_probe_rtt_expired && !ack.sample.is_ack_delayed))) {
    probe_rtt_minimum_.set(rtt_ns, ack.now_ns);
  }
  if (!probe_rtt_minimum_.has_value()) return;
  const bool is_lower = min_rtt_.is_matched_by(probe_rtt_minimum_.value_ns());
  if (is_lower || min_rtt_.is_expired(ack.now_ns, p_.min_rtt_window_ns)) {
    tell_min_rtt(is_lower ? "lower_rtt_seen" : "expired", min_rtt_.value_ns(),
                 probe_rtt_minimum_.value_ns());
    min_rtt_.set(probe_rtt_minimum_.value_ns(), probe_rtt_minimum_.stamp_ns());
  }
}

void Bbr2::update_min_rtt(const AckEvent& ack) {
  const bool is_expired = probe_rtt_minimum_.is_expired(ack.now_ns, p_.probe_rtt_interval_ns);
  take_rtt_sample(ack, is_expired);
  if (p_.probe_rtt_duration_ns > 0 && is_expired && !restarts_from_idle_ && !is_in_probe_rtt()) {
    enter(Phase::kProbeRtt, "min_rtt_expired");
    tell(CauseKind::kProbeRttEntered, "min_rtt_expired",
         {amount(controls_.cwnd_packets), amount(probe_rtt_cwnd_packets()), kNoValue, kNoValue});
    save_cwnd();
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

// bbr_check_probe_rtt_done(), bbr2_exit_probe_rtt(): the flight is below the BDP, so cruising is
// fine; the next probe is a full random wait away.
void Bbr2::exit_probe_rtt() {
  probe_rtt_minimum_.renew(now_ns_);
  restore_window("probe_rtt_done");
  reset_lower_bounds("probe_rtt_done");
  if (full_pipe_.is_full()) {
    start_down();
    start_cruise();
    announce(phase_, "probe_rtt_done");
  } else {
    enter(Phase::kStartup, "probe_rtt_done");
  }
}

}  // namespace ccsim
