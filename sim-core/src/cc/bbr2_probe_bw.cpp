// The ProbeBW cycle of BBRv2: DOWN, CRUISE, REFILL, UP, and the upper bounds that probing finds.
// What every ACK asks is in bbr2_cycle.h.
#include <algorithm>
#include <bit>

#include "bbr2.h"
#include "bbr2_cycle.h"
#include "loss_threshold.h"
#include "observed.h"

namespace ccsim {

bool Bbr2::heed_if_too_high(const RateSample& sample) {
  const ProbeSample seen{sample.tx_in_flight_packets, sample.lost_since_packets,
                         sample.delivered_packets, sample.ce_since_packets, sample.is_app_limited};
  if (!is_too_high(seen)) return false;
  if (samples_reflect_probe_) handle_too_high(seen, seen.tx_in_flight_packets);
  return true;
}

// The last ACKs of the probe are in. The bandwidth filter forgets the cycle before: a better
// sample than now will not come soon. A probe that stopped with care at the upper bound and met
// no congestion is repeated at once and goes beyond.
bool Bbr2::end_probe_feedback(bool is_app_limited) {
  samples_reflect_probe_ = false;
  ack_phase_ = AckPhase::kInit;
  if (!is_in_probe_bw()) return false;
  if (!is_app_limited && forgets_bandwidth_after_probe()) forget_bandwidth();
  if (has_stopped_risky_probe_ && !was_probe_too_high_) {
    start_refill(0, "careful_probe_was_safe");
    return true;
  }
  return false;
}

void Bbr2::forget_bandwidth() {
  const BitRate before_bps = max_bandwidth_bps();
  bandwidth_filter_.advance();
  tell(CauseKind::kBandwidthRenewed, "cycle_ended",
       {amount(before_bps), amount(max_bandwidth_bps()), kNoValue, kNoValue});
}

// bbr2_probe_inflight_hi_upward(): only a flow that uses its bound may raise it.
void Bbr2::grow_upper_bound(const AckEvent& ack) {
  if (!ack.is_cwnd_limited || controls_.cwnd_packets < bounds_.inflight_hi_packets) {
    growth_.drop_credit();
    return;
  }
  bounds_.inflight_hi_packets += growth_.grow(ack.sample.newly_acked_packets);
  if (rounds_.is_start()) growth_.raise_slope(controls_.cwnd_packets);
}

// bbr2_is_inflight_too_high().
bool Bbr2::is_too_high(const ProbeSample& sample) const {
  if (is_loss_too_high(sample.lost_packets, sample.tx_in_flight_packets, p_.loss_threshold)) {
    return true;
  }
  return sample.ce_packets > 0 && sample.delivered_packets > 0 && is_ecn_eligible_ &&
         p_.ecn_threshold.numerator() > 0 &&
         sample.ce_packets >= p_.ecn_threshold.times(sample.delivered_packets);
}

// bbr2_handle_inflight_too_high(): once per probe. `bound_packets` is the flight at which it became
// too much. A sample that the application limited has not probed the flight, so it sets no bound.
void Bbr2::handle_too_high(const ProbeSample& sample, Packets bound_packets) {
  if (!p_.upper_bounds) return;
  was_probe_too_high_ = true;
  samples_reflect_probe_ = false;
  if (!sample.is_app_limited) {
    const Packets target =
        std::min(target_packets(bandwidth_bps(), kUnitGain), controls_.cwnd_packets);
    const Packets before_packets = bounds_.inflight_hi_packets;
    bounds_.inflight_hi_packets = std::max(bound_packets, p_.beta.complement().times(target));
    const bool is_loss =
        is_loss_too_high(sample.lost_packets, sample.tx_in_flight_packets, p_.loss_threshold);
    tell(CauseKind::kInflightHiSet, is_loss ? "loss" : "ecn",
         {bound_or_nan(before_packets), amount(bounds_.inflight_hi_packets),
          amount(sample.lost_packets), amount(sample.tx_in_flight_packets)});
    if (p_.ecn_cuts_bandwidth_hi && is_ecn_eligible_ && !has_good_probe_sample_) {
      const Gain cut = Gain::in_256ths(p_.ecn_factor.times(ecn_average_.alpha().numerator()));
      const BitRate from_bps =
          bounds_.bandwidth_hi_bps == kUnbounded ? max_bandwidth_bps() : bounds_.bandwidth_hi_bps;
      bounds_.bandwidth_hi_bps = cut.complement().times(from_bps);
    }
  }
  if (phase_ == Phase::kUp) {
    start_down();
    announce(Phase::kDown, "probe_too_high");
  }
}

bool Bbr2::have_marks_ceased(const AckEvent& ack) const {
  return p_.ecn_reprobe_gain.numerator() > 0 && is_ecn_eligible_ && signals_.ecn_in_cycle &&
         !signals_.loss_in_cycle && ack.state == CaState::kOpen &&
         bounds_.inflight_hi_packets != kUnbounded;
}

void Bbr2::start_refill_for_marks() {
  const auto growth_packets = static_cast<std::uint64_t>(
      std::max<Packets>(p_.ecn_reprobe_gain.times(bounds_.inflight_hi_packets), 1));
  start_refill(static_cast<std::int64_t>(std::bit_width(growth_packets)) - 1, "marks_ceased");
}

// Probing ends at the bound at which the last probe failed, or, after a minimum RTT, when the
// flight shows a queue. Too much loss ends it elsewhere, in handle_too_high().
void Bbr2::leave_up_if_done(Packets flight_packets) {
  const char* reason = nullptr;
  if (was_probe_too_high_ && flight_packets >= bounds_.inflight_hi_packets) {
    has_stopped_risky_probe_ = true;
    reason = "upper_bound_reached";
  } else if (has_min_rtt_elapsed() &&
             flight_packets >= target_packets(max_bandwidth_bps(), p_.up_inflight_gain)) {
    reason = "queue_built";
  }
  if (reason != nullptr) {
    was_probe_too_high_ = false;
    start_down();
    announce(Phase::kDown, reason);
  }
}

// bbr2_check_time_to_cruise().
bool Bbr2::may_cruise(Packets flight_packets) const {
  if (flight_packets >
      bounds_.inflight_with_headroom_packets(p_.headroom, p_.minimum_cwnd_packets)) {
    return false;
  }
  const bool is_drained = flight_packets <= target_packets(max_bandwidth_bps(), kUnitGain);
  return is_drained || (!p_.drain_to_target && has_min_rtt_elapsed());
}

// bbr2_start_bw_probe_down(), bbr2_pick_probe_wait().
void Bbr2::start_down() {
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

// bbr2_start_bw_probe_cruise().
void Bbr2::start_cruise() {
  if (bounds_.inflight_lo_packets != kUnbounded) {
    bounds_.inflight_lo_packets =
        std::min(bounds_.inflight_lo_packets, bounds_.inflight_hi_packets);
  }
  phase_ = Phase::kCruise;
  may_take_fast_path_ = false;
}

// bbr2_start_bw_probe_refill(): fill the pipe before pushing, or a loss would come too early.
void Bbr2::start_refill(std::int64_t doublings, const char* reason) {
  reset_lower_bounds("probe");
  if (bounds_.inflight_hi_packets != kUnbounded) {
    bounds_.inflight_hi_packets += p_.refill_added_packets;
  }
  growth_.restart(doublings);
  has_stopped_risky_probe_ = false;
  has_good_probe_sample_ = false;
  ack_phase_ = AckPhase::kRefilling;
  rounds_.restart(delivered_packets_);
  may_take_fast_path_ = false;
  enter(Phase::kRefill, reason);
}

// bbr2_start_bw_probe_up().
void Bbr2::start_up(const char* reason) {
  ack_phase_ = AckPhase::kProbeStarting;
  rounds_.restart(delivered_packets_);
  cycle_start_ns_ = now_ns_;
  growth_.raise_slope(controls_.cwnd_packets);
  may_take_fast_path_ = false;
  enter(Phase::kUp, reason);
}

}  // namespace ccsim
