// A product that is asked for with every ACK and seldom changes: bandwidth times RTT.
#pragma once

#include "ccsim/units.h"
#include "gain.h"
#include "wire_units.h"

namespace ccsim {

class LastBdp {
 public:
  struct Factors {
    BitRate bandwidth_bps = 0;
    Duration rtt_ns = kNoDuration;
    Gain gain;

    bool operator==(const Factors&) const = default;
  };

  // As WireUnits::bdp_packets().
  [[nodiscard]] Packets packets(const WireUnits& units, const Factors& factors) {
    if (factors != factors_) {
      factors_ = factors;
      packets_ = units.bdp_packets(factors.bandwidth_bps, factors.rtt_ns, factors.gain);
    }
    return packets_;
  }

 private:
  Factors factors_;
  Packets packets_ = 0;  // of an RTT that nothing has: never given out
};

}  // namespace ccsim
