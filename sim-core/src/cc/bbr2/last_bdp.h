// A product that is asked for with every ACK and seldom changes: bandwidth times RTT.
#pragma once

#include <cstdint>

#include "ccsim/packed_int.h"
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
  };

  // As WireUnits::bdp_packets().
  [[nodiscard]] Packets packets(const WireUnits& units, const Factors& factors) {
    if (factors.bandwidth_bps != bandwidth_bps_ || factors.rtt_ns != rtt_ns_ ||
        factors.gain != gain_) {
      const Packets packets =
          units.bdp_packets(factors.bandwidth_bps, factors.rtt_ns, factors.gain);
      if (packets > UINT32_MAX) return packets;  // more than there is room for: not kept
      bandwidth_bps_ = factors.bandwidth_bps;
      rtt_ns_ = factors.rtt_ns;
      gain_ = factors.gain;
      packets_ = packets;
    }
    return packets_;
  }

 private:
  // One by one, so that the last two share a word.
  BitRate bandwidth_bps_ = 0;
  Duration rtt_ns_ = kNoDuration;
  Gain gain_;
  PackedUint32 packets_{0};  // of an RTT that nothing has: never given out
};

}  // namespace ccsim
