// The kernel's coarse clock. Parts of Linux's TCP read time in jiffies (1/250 s or 1/1000 s): at
// round trips of a few jiffies that changes what CUBIC does.
#pragma once

#include <algorithm>
#include <cstdint>

#include "ccsim/units.h"

namespace ccsim {

class JiffyClock {
 public:
  // `jiffy_ns` 0: an exact clock.
  explicit constexpr JiffyClock(Duration jiffy_ns) : jiffy_ns_(std::max<Duration>(jiffy_ns, 1)) {}

  // tcp_jiffies32, as a time.
  [[nodiscard]] constexpr SimTime read(SimTime now_ns) const { return now_ns - now_ns % jiffy_ns_; }
  // usecs_to_jiffies(): rounded up.
  [[nodiscard]] constexpr Duration round_up(Duration duration_ns) const {
    return read(duration_ns + jiffy_ns_ - 1);
  }
  // HZ / divisor in whole jiffies.
  [[nodiscard]] constexpr Duration part_of_second(std::int64_t divisor) const {
    return kSecond / jiffy_ns_ / divisor * jiffy_ns_;
  }

 private:
  Duration jiffy_ns_;
};

}  // namespace ccsim
