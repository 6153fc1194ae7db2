// A minimum RTT with the time at which it was last seen. BBRv1 keeps one (10 s), BBRv2 two (5 s to
// time ProbeRTT, 10 s for the model).
#pragma once

#include "ccsim/units.h"

namespace ccsim {

class TimedMinimum {
 public:
  // `first_ns` may be kNoDuration: no sample yet, so any sample is lower.
  TimedMinimum(Duration first_ns, SimTime now_ns) : value_ns_(first_ns), stamp_ns_(now_ns) {}

  [[nodiscard]] bool is_expired(SimTime now_ns, Duration window_ns) const {
    return now_ns > stamp_ns_ + window_ns;
  }
  [[nodiscard]] bool has_value() const { return value_ns_ >= 0; }
  [[nodiscard]] Duration value_ns() const { return value_ns_; }
  [[nodiscard]] SimTime stamp_ns() const { return stamp_ns_; }

  // A sample equal to the minimum renews it: the path has shown again that it is this short.
  [[nodiscard]] bool is_matched_by(Duration rtt_ns) const {
    return !has_value() || rtt_ns <= value_ns_;
  }
  // BBRv3 asks for a lower one.
  [[nodiscard]] bool is_undercut_by(Duration rtt_ns) const {
    return !has_value() || rtt_ns < value_ns_;
  }
  void set(Duration rtt_ns, SimTime stamp_ns) {
    value_ns_ = rtt_ns;
    stamp_ns_ = stamp_ns;
  }
  // Keeps the value and restarts its age.
  void renew(SimTime now_ns) { stamp_ns_ = now_ns; }

 private:
  Duration value_ns_;
  SimTime stamp_ns_;
};

}  // namespace ccsim
