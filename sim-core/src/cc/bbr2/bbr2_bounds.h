// BBRv2's operating range, bounded from above: for a short time after losses (lo), and for long as
// probing found it (hi). Unbounded values are kUnbounded.
#pragma once

#include <algorithm>

#include "ccsim/units.h"
#include "gain.h"
#include "observed.h"

namespace ccsim {

struct Bbr2Bounds {
  BitRate bandwidth_lo_bps = kUnbounded;
  BitRate bandwidth_hi_bps = kUnbounded;
  Packets inflight_lo_packets = kUnbounded;
  Packets inflight_hi_packets = kUnbounded;

  // What the last round saw. Bounds that are still unbounded start from the maxima.
  struct Round {
    BitRate max_bandwidth_bps = 0;
    Packets cwnd_packets = 0;
    BitRate bandwidth_latest_bps = 0;
    Packets inflight_latest_packets = 0;
  };

  // Linux v2alpha bbr2_adapt_lower_bounds(): down to 1 - beta, but never below what the path has
  // just delivered.
  template <class AnyGain>
  void cut_for_loss(const Round& round, AnyGain beta) {
    start_lower(round, true);
    const AnyGain keep = beta.complement();
    bandwidth_lo_bps = std::max(round.bandwidth_latest_bps, keep.times(bandwidth_lo_bps));
    inflight_lo_packets = std::max(round.inflight_latest_packets, keep.times(inflight_lo_packets));
  }

  // Turns unbounded short-term bounds into the present maxima.
  void start_lower(const Round& round, bool with_bandwidth) {
    if (with_bandwidth && bandwidth_lo_bps == kUnbounded) {
      bandwidth_lo_bps = round.max_bandwidth_bps;
    }
    if (inflight_lo_packets == kUnbounded) inflight_lo_packets = round.cwnd_packets;
  }

  void reset_lower() {
    bandwidth_lo_bps = kUnbounded;
    inflight_lo_packets = kUnbounded;
  }

  // The upper bound with room left for others (bbr2_inflight_with_headroom()).
  template <class AnyGain>
  [[nodiscard]] Packets inflight_with_headroom_packets(AnyGain headroom,
                                                       Packets least_packets) const {
    if (inflight_hi_packets == kUnbounded) return kUnbounded;
    const Packets free_packets = std::max<Packets>(headroom.times(inflight_hi_packets), 1);
    return std::max(inflight_hi_packets - free_packets, least_packets);
  }

  // An undo never lowers a bound.
  void raise_to(const Bbr2Bounds& saved) {
    bandwidth_lo_bps = std::max(bandwidth_lo_bps, saved.bandwidth_lo_bps);
    inflight_lo_packets = std::max(inflight_lo_packets, saved.inflight_lo_packets);
    inflight_hi_packets = std::max(inflight_hi_packets, saved.inflight_hi_packets);
  }
};

}  // namespace ccsim
