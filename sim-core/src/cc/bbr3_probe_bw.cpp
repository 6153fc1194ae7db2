// The ProbeBW cycle of BBRv3: DOWN, CRUISE, REFILL, UP, and the upper bound that probing finds.
#include <algorithm>
#include <bit>

#include "bbr3.h"
#include "loss_threshold.h"

namespace ccsim {

// UpdateProbeBWCyclePhase(). The upper bound adapts in every phase once the pipe was full.
void Bbr3::update_cycle(const AckEvent& ack) {
  if (!plateau_.was_full() || adapt_upper_bound(ack) || !is_in_probe_bw()) return;
  // A level that is to be reached is reached before the ACK takes from it: after it, a flight that
  // the bound caps could never be at the bound, and no probe would be a careful one.
  const bool is_before = p_.flight_at_departure || phase_ == Phase::kUp;
  const Packets flight_packets = in_network_packets(
      ack, is_before ? ack.sample.prior_in_flight_packets : ack.in_flight_packets);
  switch (phase_) {
    case Phase::kCruise:
      static_cast<void>(start_probe_if_due(ack));
      break;
    case Phase::kRefill:
      // One round after REFILL began, ACKs show what a full pipe does: the probe may push.
      if (rounds_.is_start()) {
        samples_reflect_probe_ = true;
        start_up();
      }
      break;
    case Phase::kUp:
      leave_up_if_done(ack, flight_packets);
      break;
    case Phase::kDown:
      if (!start_probe_if_due(ack) && may_cruise(flight_packets)) {
        start_cruise();
        announce(Phase::kCruise, "drained");
      }
      break;
    default:
      break;
  }
}

// AdaptLongTermModel(). True if it has changed the phase.
bool Bbr3::adapt_upper_bound(const AckEvent& ack) {
  if (rounds_.is_start() && ack_phase_ == AckPhase::kProbeStarting) {
    ack_phase_ = AckPhase::kProbeFeedback;
  }
  if (rounds_.is_start() && ack_phase_ == AckPhase::kProbeStopping &&
      end_probe_feedback(ack.sample.is_app_limited)) {
    return true;
  }
  const ProbeSample sample{ack.sample.tx_in_flight_packets, ack.sample.lost_since_packets,
                           ack.sample.delivered_packets, ack.sample.ce_since_packets,
                           ack.sample.is_app_limited};
  if (!is_too_high(sample)) {
    raise_upper_bound(ack);
  } else if (samples_reflect_probe_ && (p_.probe_tests_every_ack || is_ecn_eligible_)) {
    handle_too_high(sample, sample.tx_in_flight_packets);
  }
  return false;
}

// AdvanceMaxBwFilter().
void Bbr3::end_bandwidth_cycle() {
  if (!p_.bandwidth_forgotten_at_once) {
    bandwidth_filter_.advance_late();
    return;
  }
  const BitRate before_bps = max_bandwidth_bps();
  bandwidth_filter_.advance();
  tell_bandwidth_renewed(before_bps);
}

// The last ACKs of the probe are in. The bandwidth filter forgets the cycle before. A probe that
// stopped with care at the upper bound and met no congestion is repeated at once and goes beyond.
// Drafts 02 to 05 do not set ack_phase here, so that the filter advances in every round; 06 does.
bool Bbr3::end_probe_feedback(bool is_app_limited) {
  samples_reflect_probe_ = false;
  ack_phase_ = AckPhase::kInit;
  if (!is_in_probe_bw()) return false;
  if (!is_app_limited) {
    end_bandwidth_cycle();
  }
  if (was_probe_precautionary_ && !was_probe_too_high_) {
    start_refill(0, "careful_probe_was_safe");
    return true;
  }
  return false;
}

// A sample without much loss proves that its flight is safe, in any phase. Beyond it the bound
// grows only in UP and only if the flow uses it (ProbeInflightLongtermUpward()).
void Bbr3::raise_upper_bound(const AckEvent& ack) {
  if (bounds_.inflight_hi_packets == kUnbounded) return;
  bounds_.inflight_hi_packets =
      std::max(bounds_.inflight_hi_packets, ack.sample.tx_in_flight_packets);
  if (phase_ != Phase::kUp) return;
  if (!ack.is_cwnd_limited || controls_.cwnd_packets < bounds_.inflight_hi_packets) return;
  const Packets growth_packets = growth_.grow(ack.sample.newly_acked_packets);
  bounds_.inflight_hi_packets += growth_packets;
  if (growth_packets > 0) may_take_fast_path_ = false;
  if (rounds_.is_start()) growth_.raise_slope(controls_.cwnd_packets);
}

// IsInflightTooHigh(); marks are Linux's.
bool Bbr3::is_too_high(const ProbeSample& sample) const {
  if (is_loss_too_high(sample.lost_packets, sample.tx_in_flight_packets, p_.loss_threshold)) {
    return true;
  }
  return sample.ce_packets > 0 && sample.delivered_packets > 0 && is_ecn_eligible_ &&
         p_.ecn_threshold.numerator() > 0 &&
         sample.ce_packets > p_.ecn_threshold.times(sample.delivered_packets);
}

// HandleInflightTooHigh(): once per probe. `bound_packets` is the flight at which it became too
// much. A sample that the application limited has not probed the flight, so it sets no bound.
void Bbr3::handle_too_high(const ProbeSample& sample, Packets bound_packets) {
  if (!p_.upper_bounds) return;
  was_probe_too_high_ = true;
  samples_reflect_probe_ = false;
  decided_ns_ = now_ns_;
  if (!sample.is_app_limited) {
    const Packets before_packets = bounds_.inflight_hi_packets;
    bounds_.inflight_hi_packets =
        std::max(bound_packets, p_.beta.complement().times(target_inflight_packets()));
    const bool is_loss =
        is_loss_too_high(sample.lost_packets, sample.tx_in_flight_packets, p_.loss_threshold);
    tell(CauseKind::kInflightHiSet, is_loss ? "loss" : "ecn",
         {bound_or_nan(before_packets), amount(bounds_.inflight_hi_packets),
          amount(sample.lost_packets), amount(sample.tx_in_flight_packets)});
  }
  if (phase_ != Phase::kUp) return;
  undo_phase_ = Phase::kUp;
  start_down();
  announce(Phase::kDown, "probe_too_high");
}

// IsTimeToProbeBW(); the reaction to marks that have ceased is Linux's.
bool Bbr3::start_probe_if_due(const AckEvent& ack) {
  if (p_.ecn_reprobe_gain.numerator() > 0 && is_ecn_eligible_ && signals_.ecn_in_cycle &&
      !signals_.loss_in_cycle && ack.state == CaState::kOpen &&
      bounds_.inflight_hi_packets != kUnbounded) {
    const auto growth_packets = static_cast<std::uint64_t>(
        std::max<Packets>(p_.ecn_reprobe_gain.times(bounds_.inflight_hi_packets), 1));
    start_refill(static_cast<std::int64_t>(std::bit_width(growth_packets)) - 1, "marks_ceased");
    return true;
  }
  if (now_ns_ > cycle_start_ns_ + probe_wait_ns_) {
    start_refill(0, "probe_wait_elapsed");
    return true;
  }
  if (is_reno_probe_time()) {
    start_refill(0, "reno_rounds_elapsed");
    return true;
  }
  return false;
}

// IsRenoCoexistenceProbeTime(): an ideal Reno flow meets a loss once in as many rounds as its
// window has packets.
bool Bbr3::is_reno_probe_time() const {
  std::int64_t rounds = p_.probe_wait_max_rounds;
  if (p_.reno_coexistence) rounds = std::min(rounds, target_inflight_packets());
  return rounds_since_probe_ >= rounds;
}

// IsTimeToGoDown(): at the bound at which the last probe failed, or when the bandwidth has stopped
// growing and the bound is not what stopped it.
void Bbr3::leave_up_if_done(const AckEvent& ack, Packets flight_packets) {
  const char* reason = nullptr;
  if (was_probe_too_high_ && flight_packets >= bounds_.inflight_hi_packets) {
    was_probe_precautionary_ = true;
    reason = "upper_bound_reached";
  } else if (ack.is_cwnd_limited && controls_.cwnd_packets >= bounds_.inflight_hi_packets) {
    plateau_.restart_from(sample_bps_);
  } else if (plateau_.is_flat()) {
    reason = "bandwidth_plateau";
  }
  if (reason == nullptr) return;
  was_probe_too_high_ = false;
  start_down();
  announce(Phase::kDown, reason);
}

// IsTimeToCruise().
bool Bbr3::may_cruise(Packets flight_packets) const {
  return flight_packets <=
             bounds_.inflight_with_headroom_packets(p_.headroom, p_.minimum_cwnd_packets) &&
         flight_packets <= inflight_packets(max_bandwidth_bps());
}

// StartProbeBW_DOWN(), PickProbeWait().
void Bbr3::start_down() {
  signals_.reset();
  growth_.stop();
  rounds_since_probe_ = context_.random.next_below(p_.probe_wait_random_rounds);
  probe_wait_ns_ =
      p_.probe_wait_base_ns +
      (p_.probe_wait_random_ns > 0 ? context_.random.next_below(p_.probe_wait_random_ns) : 0);
  cycle_start_ns_ = now_ns_;
  ack_phase_ = AckPhase::kProbeStopping;
  rounds_.restart(delivered_packets_);
  phase_ = Phase::kDown;
  may_take_fast_path_ = false;
}

// StartProbeBW_CRUISE().
void Bbr3::start_cruise() {
  if (p_.cruise_lowers_bound && bounds_.inflight_lo_packets != kUnbounded) {
    bounds_.inflight_lo_packets =
        std::min(bounds_.inflight_lo_packets, bounds_.inflight_hi_packets);
  }
  phase_ = Phase::kCruise;
  may_take_fast_path_ = false;
}

// StartProbeBW_REFILL(): fill the pipe before pushing, or a loss would come too early.
void Bbr3::start_refill(std::int64_t doublings, const char* reason) {
  reset_lower_bounds("probe");
  growth_.restart(doublings);
  was_probe_precautionary_ = false;
  ack_phase_ = AckPhase::kRefilling;
  rounds_.restart(delivered_packets_);
  may_take_fast_path_ = false;
  enter(Phase::kRefill, reason);
}

// StartProbeBW_UP().
void Bbr3::start_up() {
  ack_phase_ = AckPhase::kProbeStarting;
  rounds_.restart(delivered_packets_);
  cycle_start_ns_ = now_ns_;
  plateau_.restart_from(sample_bps_);
  growth_.raise_slope(controls_.cwnd_packets);
  may_take_fast_path_ = false;
  enter(Phase::kUp, "pipe_refilled");
}

}  // namespace ccsim
