// The moments of something that happens at a steady rate. The n-th is computed from the first, so
// no fraction of a nanosecond is lost, however many there are.
#pragma once

#include <cstdint>

#include "ccsim/units.h"

namespace ccsim {

class SteadyTimes {
 public:
  // `count_per_turn` things in each `turn_ns`.
  SteadyTimes(std::int64_t turn_ns, std::int64_t count_per_turn)
      : turn_ns_(turn_ns), count_per_turn_(count_per_turn) {}

  void start(SimTime first_ns) {
    first_ns_ = first_ns;
    taken_ = 0;
  }
  // The next moment, and on to the one after it.
  SimTime take() { return first_ns_ + mul_div_floor(taken_++, turn_ns_, count_per_turn_); }

 private:
  std::int64_t turn_ns_;
  std::int64_t count_per_turn_;
  SimTime first_ns_ = 0;
  std::int64_t taken_ = 0;
};

}  // namespace ccsim
