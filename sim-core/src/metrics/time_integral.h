// The integral over time of a value that changes in steps: exact, in integers.
#pragma once

#include "ccsim/units.h"
#include "engine/assert.h"

namespace ccsim {

class TimeIntegral {
 public:
  // The value from `now_ns` on.
  void set(std::int64_t value, SimTime now_ns) {
    if (value == value_) return;
    advance(now_ns);
    value_ = value;
  }
  [[nodiscard]] std::int64_t value() const { return value_; }

  // Integral from the start of the run to `now_ns`, in value times nanoseconds.
  [[nodiscard]] __int128 at(SimTime now_ns) const {
    return sum_ + static_cast<__int128>(value_) * (now_ns - since_ns_);
  }

 private:
  void advance(SimTime now_ns) {
    CCSIM_ASSERT(now_ns >= since_ns_);
    sum_ += static_cast<__int128>(value_) * (now_ns - since_ns_);
    since_ns_ = now_ns;
  }

  std::int64_t value_ = 0;
  SimTime since_ns_ = 0;
  __int128 sum_ = 0;
};

// Mean of the value over an interval of length `length_ns`, from the integral over it.
[[nodiscard]] inline double mean_over(__int128 integral, Duration length_ns) {
  return static_cast<double>(integral) / static_cast<double>(length_ns);
}

}  // namespace ccsim
