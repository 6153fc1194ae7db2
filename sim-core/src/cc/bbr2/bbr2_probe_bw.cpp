// The ProbeBW cycle of BBRv2, where it is not BBRv3's, and the upper bounds that probing finds.
// What every ACK asks is in bbr2_cycle.h.
#include <algorithm>

#include "bbr2/bbr2.h"
#include "bbr2/bbr2_cycle.h"

namespace ccsim {

bool Bbr2::react_if_too_high(const RateSample& sample) {
  const ProbeSample seen = probe_sample(sample);
  if (!is_too_high(seen)) return false;
  if (samples_reflect_probe_) handle_too_high(seen, seen.tx_in_flight_packets);
  return true;
}

// bbr2_handle_inflight_too_high(): marks cut the bandwidth, too.
void Bbr2::note_too_high(const ProbeSample& sample) {
  if (sample.is_app_limited || !parameters_.ecn_cuts_bandwidth_hi || !is_ecn_eligible_ ||
      has_good_probe_sample_) {
    return;
  }
  const Gain cut = Gain::in_256ths(parameters_.ecn_factor.times(ecn_average_.alpha().numerator()));
  const BitRate from_bps =
      bounds_.bandwidth_hi_bps == kUnbounded ? max_bandwidth_bps() : bounds_.bandwidth_hi_bps;
  bounds_.bandwidth_hi_bps = cut.complement().times(from_bps);
}

// bbr2_advance_max_bw_filter().
void Bbr2::forget_bandwidth() {
  const BitRate before_bps = max_bandwidth_bps();
  bandwidth_filter_.advance();
  record_bandwidth_renewed(before_bps);
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

// Probing ends at the bound at which the last probe failed, or, after a minimum RTT, when the
// flight shows a queue. Too much loss ends it elsewhere, in handle_too_high().
void Bbr2::leave_up_if_done(const AckEvent&, Packets flight_packets) {
  if (was_probe_too_high_ && flight_packets >= bounds_.inflight_hi_packets) {
    was_probe_precautionary_ = true;
    leave_up("upper_bound_reached");
  } else if (has_min_rtt_elapsed() &&
             flight_packets >= target_packets(max_bandwidth_bps(), parameters_.up_inflight_gain)) {
    leave_up("queue_built");
  }
}

// bbr2_check_time_to_cruise().
bool Bbr2::may_cruise(Packets flight_packets) const {
  if (flight_packets > bounds_.inflight_with_headroom_packets(parameters_.headroom,
                                                              parameters_.minimum_cwnd_packets)) {
    return false;
  }
  const bool is_drained = flight_packets <= target_packets(max_bandwidth_bps(), kUnitGain);
  return is_drained || (!parameters_.drain_to_target && has_min_rtt_elapsed());
}

void Bbr2::start_refill(std::int64_t doublings, const char* reason) {
  if (bounds_.inflight_hi_packets != kUnbounded) {
    bounds_.inflight_hi_packets += parameters_.refill_added_packets;
  }
  has_good_probe_sample_ = false;
  BbrProbing::start_refill(doublings, reason);
}

}  // namespace ccsim
