// The pacing rate of BBR: gain times bandwidth, a little below (1%), and until the pipe has been
// full only ever upwards. Linux bbr_set_pacing_rate(), bbr_init_pacing_rate_from_rtt().
#pragma once

#include <algorithm>
#include <cstdint>

#include "ccsim/units.h"
#include "gain.h"
#include "wire_units.h"

namespace ccsim {

template <class AnyGain>
class BbrPacingOf {
 public:
  BbrPacingOf(WireUnits units, std::int64_t margin_percent, AnyGain startup_gain)
      : units_(units),
        margin_percent_(static_cast<std::int32_t>(margin_percent)),
        startup_gain_(startup_gain) {}

  // The window over the RTT, at Startup's gain; a nominal millisecond while there is no RTT.
  void start_from_window(Packets cwnd_packets, Duration srtt_ns) {
    constexpr Duration kNominalRtt = kMillisecond;
    has_seen_rtt_ = srtt_ns > 0;
    const Duration rtt_ns = has_seen_rtt_ ? std::max(srtt_ns, kMicrosecond) : kNominalRtt;
    rate_bps_ = scaled(units_.rate_floor_bps(cwnd_packets, rtt_ns), startup_gain_);
  }

  struct Target {
    BitRate bandwidth_bps = 0;
    AnyGain gain;
    bool is_pipe_full = false;

    bool operator==(const Target&) const = default;
  };
  // Returns whether the rate may have changed.
  bool set(const Target& target, Packets cwnd_packets, Duration srtt_ns) {
    if (!has_seen_rtt_ && srtt_ns > 0) {
      start_from_window(cwnd_packets, srtt_ns);
    } else if (target == last_) {
      return false;  // nothing but a start changes the rate in between
    }
    last_ = target;
    const BitRate rate_bps = scaled(target.bandwidth_bps, target.gain);
    if (target.is_pipe_full || rate_bps > rate_bps_) rate_bps_ = rate_bps;
    return true;
  }

  [[nodiscard]] BitRate rate_bps() const { return rate_bps_; }

 private:
  // At least one byte per second (v2alpha): zero would ask the transport not to pace at all.
  [[nodiscard]] BitRate scaled(BitRate bandwidth_bps, AnyGain gain) const {
    constexpr std::int64_t kPercent = 100;
    return std::max(mul_div_floor(gain.times(bandwidth_bps), kPercent - margin_percent_, kPercent),
                    kBitsPerByte);
  }

  BitRate rate_bps_ = 0;
  Target last_{-1, AnyGain{}, false};
  WireUnits units_;
  std::int32_t margin_percent_;
  AnyGain startup_gain_;
  bool has_seen_rtt_ = false;
};

using BbrPacing = BbrPacingOf<Gain>;

}  // namespace ccsim
