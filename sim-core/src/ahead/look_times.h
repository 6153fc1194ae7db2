// When the counters of links and flows are read: known before a run begins, unless it is
// cancelled. Until the next reading, events at their own time and events computed ahead of it make
// no visible difference.
#pragma once

#include <algorithm>
#include <vector>

#include "ccsim/scenario.h"
#include "ccsim/units.h"

namespace ccsim {

class LookTimes {
 public:
  // Samples count only while series are recorded.
  LookTimes(const Scenario& scenario, bool records_series)
      : fixed_ns_{scenario.warmup_ns, scenario.duration_ns} {
    periods_ns_.push_back(kSecond);
    if (records_series) periods_ns_.push_back(scenario.sample_interval_ns);
    for (const FlowGroupConfig& group : scenario.groups) {
      if (group.stop_ns < scenario.duration_ns) fixed_ns_.push_back(group.stop_ns);
    }
    std::sort(fixed_ns_.begin(), fixed_ns_.end());
  }

  // The first look at `now_ns`, which never falls, or later.
  [[nodiscard]] SimTime next_ns(SimTime now_ns) {
    if (now_ns > next_ns_) [[unlikely]]
      advance(now_ns);
    return next_ns_;
  }
  // The run is cancelled: from now on counters may be read at any time.
  void look_always() {
    fixed_ns_.clear();
    periods_ns_ = {1};
    next_ns_ = 0;
  }

 private:
  [[gnu::noinline]] void advance(SimTime now_ns) {
    const auto fixed = std::lower_bound(fixed_ns_.begin(), fixed_ns_.end(), now_ns);
    next_ns_ = fixed == fixed_ns_.end() ? kNever : *fixed;
    for (const Duration period_ns : periods_ns_) {
      next_ns_ = std::min(next_ns_, (now_ns + period_ns - 1) / period_ns * period_ns);
    }
  }

  std::vector<SimTime> fixed_ns_;
  std::vector<Duration> periods_ns_;
  SimTime next_ns_ = -1;
};

}  // namespace ccsim
