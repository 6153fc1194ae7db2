// How long each limit has held. The time of a connection is cut without gaps: a limit holds from
// the moment at which it was found to the moment at which another one is. The caller
// keeps which one holds: it is compared much more often than it changes.
#pragma once

#include <algorithm>

#include "ccsim/send_limit.h"
#include "ccsim/units.h"
#include "engine/assert.h"

namespace ccsim {

class LimitClock {
 public:
  // Until `now_ns`, `limit` was what held the sender back.
  void end(SendLimit limit, SimTime now_ns) {
    CCSIM_ASSERT(now_ns >= since_ns_);
    times_ns_[static_cast<std::size_t>(limit)] += now_ns - since_ns_;
    since_ns_ = now_ns;
  }

  // From the first limit of the connection to `now_ns`, while `limit` holds; their sum is the age
  // of the connection.
  [[nodiscard]] LimitTimes at(SendLimit limit, SimTime now_ns) const {
    LimitTimes times_ns;
    std::copy_n(times_ns_.begin(), kSendLimitCount, times_ns.begin());
    const auto current = static_cast<std::size_t>(limit);
    if (current < kSendLimitCount) times_ns[current] += now_ns - since_ns_;
    return times_ns;
  }

 private:
  SimTime since_ns_ = 0;
  std::array<Duration, kSendLimitCount + 1> times_ns_ = {};  // the last: before the connection
};

// The share of each limit in the time between two readings of one clock: sums to 1, NaN if no
// time of the connection lies between them.
[[nodiscard]] inline LimitRatios limit_ratios(const LimitTimes& from, const LimitTimes& to) {
  Duration total_ns = 0;
  for (std::size_t i = 0; i < kSendLimitCount; ++i) total_ns += to[i] - from[i];
  LimitRatios ratios;
  ratios.fill(kNoValue);
  if (total_ns <= 0) return ratios;
  for (std::size_t i = 0; i < kSendLimitCount; ++i) {
    ratios[i] = static_cast<double>(to[i] - from[i]) / static_cast<double>(total_ns);
  }
  return ratios;
}

// The shares under their names, in a summary or a sample.
template <typename Numbers>
void fill_limits(const LimitRatios& ratios, Numbers& numbers) {
  const auto of = [&ratios](SendLimit limit) { return ratios[static_cast<std::size_t>(limit)]; };
  numbers.limited_cwnd_ratio = of(SendLimit::kCwnd);
  numbers.limited_pacing_ratio = of(SendLimit::kPacing);
  numbers.limited_recovery_ratio = of(SendLimit::kRecovery);
  numbers.limited_receive_window_ratio = of(SendLimit::kReceiveWindow);
  numbers.limited_application_ratio = of(SendLimit::kApplication);
}

}  // namespace ccsim
