// The ProbeBW cycle of BBRv3, where it is not BBRv2's, and the upper bound that probing finds.
#include <algorithm>

#include "bbr3/bbr3.h"

namespace ccsim {

// A level that is to be reached is reached before the ACK takes from it: after it, a flight that
// the bound caps could never be at the bound, and no probe would be a careful one.
Packets Bbr3::cycle_flight_packets(const AckEvent& ack) const {
  const bool is_before = parameters_.flight_at_departure || phase_ == Phase::kUp;
  return flight_packets(ack,
                        is_before ? ack.sample.prior_in_flight_packets : ack.in_flight_packets);
}

// AdaptLongTermModel(). True if it has changed the phase.
bool Bbr3::adapt_upper_bounds(const AckEvent& ack) {
  if (rounds_.is_start() && advance_ack_phase(ack)) return true;
  const ProbeSample sample = probe_sample(ack.sample);
  if (!is_too_high(sample)) {
    raise_upper_bound(ack);
  } else if (samples_reflect_probe_ && (parameters_.probe_tests_every_ack || is_ecn_eligible_)) {
    handle_too_high(sample, sample.tx_in_flight_packets);
  }
  return false;
}

// AdvanceMaxBwFilter().
void Bbr3::end_bandwidth_cycle() {
  if (!parameters_.bandwidth_forgotten_at_once) {
    bandwidth_filter_.advance_late();
    return;
  }
  const BitRate before_bps = max_bandwidth_bps();
  bandwidth_filter_.advance();
  record_bandwidth_renewed(before_bps);
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

// IsRenoCoexistenceProbeTime(): an ideal Reno flow meets a loss once in as many rounds as its
// window has packets.
bool Bbr3::is_reno_probe_time() const {
  std::int64_t rounds = parameters_.probe_wait_max_rounds;
  if (parameters_.reno_coexistence) rounds = std::min(rounds, target_inflight_packets());
  return rounds_since_probe_ >= rounds;
}

// IsTimeToGoDown(): at the bound at which the last probe failed, or when the bandwidth has stopped
// growing and the bound is not what stopped it.
void Bbr3::leave_up_if_done(const AckEvent& ack, Packets flight_packets) {
  if (was_probe_too_high_ && flight_packets >= bounds_.inflight_hi_packets) {
    was_probe_precautionary_ = true;
    leave_up("upper_bound_reached");
  } else if (ack.is_cwnd_limited && controls_.cwnd_packets >= bounds_.inflight_hi_packets) {
    plateau_.restart_from(sample_bps_);
  } else if (plateau_.is_flat()) {
    leave_up("bandwidth_plateau");
  }
}

// IsTimeToCruise().
bool Bbr3::may_cruise(Packets flight_packets) const {
  return flight_packets <= bounds_.inflight_with_headroom_packets(
                               parameters_.headroom, parameters_.minimum_cwnd_packets) &&
         flight_packets <= inflight_packets(max_bandwidth_bps());
}

// StartProbeBW_UP(): the bandwidth has to grow anew.
void Bbr3::start_up(const char* reason) {
  plateau_.restart_from(sample_bps_);
  BbrProbing::start_up(reason);
}

}  // namespace ccsim
