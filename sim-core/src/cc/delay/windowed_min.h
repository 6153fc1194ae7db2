// Lowest value of the last so many nanoseconds, exact, in amortised constant time. The window may
// change from sample to sample: what has once left it does not come back.
#pragma once

#include <deque>

#include "ccsim/units.h"

namespace ccsim {

class WindowedMin {
 public:
  void update(SimTime now_ns, std::int64_t value, Duration window_ns) {
    while (!kept_.empty() && kept_.back().value >= value) kept_.pop_back();
    kept_.push_back({now_ns, value});
    while (kept_.front().time_ns < now_ns - window_ns) kept_.pop_front();
  }

  [[nodiscard]] bool has_value() const { return !kept_.empty(); }
  [[nodiscard]] std::int64_t value() const { return kept_.front().value; }

 private:
  struct Sample {
    SimTime time_ns = 0;
    std::int64_t value = 0;
  };
  std::deque<Sample> kept_;
};

}  // namespace ccsim
