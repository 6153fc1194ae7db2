// What every ACK asks of BBRv2's cycle: here, so that it is in line with the rest of the ACK. What
// it leads to now and then is in bbr2_probe_bw.cpp.
#pragma once

#include <algorithm>

#include "bbr2/bbr2.h"

namespace ccsim {

// bbr2_adapt_upper_bounds(). True if it has changed the phase.
inline bool Bbr2::adapt_upper_bounds(const AckEvent& ack) {
  if (rounds_.is_start() && advance_ack_phase(ack)) return true;
  const bool has_signal = (ack.sample.lost_since_packets | ack.sample.ce_since_packets) != 0;
  if (!has_signal || !react_if_too_high(ack.sample)) raise_upper_bounds(ack);
  return false;
}

// A sample without much loss proves that its rate and flight are safe, in any phase.
inline void Bbr2::raise_upper_bounds(const AckEvent& ack) {
  if (samples_reflect_probe_) has_good_probe_sample_ = true;
  if (bounds_.inflight_hi_packets == kUnbounded && bounds_.bandwidth_hi_bps == kUnbounded) return;
  bounds_.inflight_hi_packets =
      std::max(bounds_.inflight_hi_packets, ack.sample.tx_in_flight_packets);
  bounds_.bandwidth_hi_bps = std::max(bounds_.bandwidth_hi_bps, sample_bps_);
  if (phase_ == Phase::kUp) grow_upper_bound(ack);
}

// bbr2_is_reno_coexistence_probe_time(): an ideal Reno flow meets a loss once in as many rounds as
// its window has packets. The least that the target can be is asked first: it takes no product.
inline bool Bbr2::is_reno_probe_time() const {
  if (rounds_since_probe_ >= parameters_.probe_wait_max_rounds) return true;
  if (!parameters_.reno_coexistence || parameters_.reno_gain.numerator() == 0) return false;
  const Packets least = std::min(parameters_.minimum_cwnd_packets, controls_.cwnd_packets);
  if (rounds_since_probe_ < parameters_.reno_gain.times(least)) return false;
  return rounds_since_probe_ >= parameters_.reno_gain.times(target_inflight_packets());
}

}  // namespace ccsim
