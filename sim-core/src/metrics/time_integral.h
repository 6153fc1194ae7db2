// The integral over time of a value that changes in steps: exact, in integers.
//
// A step by d at time t adds d from t on, that is d * (now - t) at any later time. So the steps are
// kept as the sum of d, which is the value, and the sum of d * t.
#pragma once

#include "ccsim/units.h"

namespace ccsim {

// An __int128 begins at a multiple of 16 by itself, and so would all that it is a part of.
using WideSum [[gnu::aligned(8)]] = __int128;

// The second sum alone, of a value that is kept somewhere else.
class StepMoment {
 public:
  void add(std::int64_t change, SimTime now_ns) { sum_ += static_cast<__int128>(change) * now_ns; }
  // The integral until `now_ns`, when the value is `value`.
  [[nodiscard]] __int128 at(std::int64_t value, SimTime now_ns) const {
    return static_cast<__int128>(value) * now_ns - sum_;
  }

 private:
  WideSum sum_ = 0;
};

class TimeIntegral {
 public:
  // The value from `now_ns` on; `now_ns` never falls.
  void set(std::int64_t value, SimTime now_ns) { add(value - value_, now_ns); }
  // The same for a value that seldom changes.
  void follow(std::int64_t value, SimTime now_ns) {
    if (value != value_) set(value, now_ns);
  }
  void add(std::int64_t change, SimTime now_ns) {
    value_ += change;
    moment_.add(change, now_ns);
  }
  // A step up and, later, down again, added in one call: the value stays as it is. Until its
  // end lies in the past, at() is right only if add(change, until_ns) has taken its end back.
  void add_span(std::int64_t change, SimTime from_ns, SimTime until_ns) {
    moment_.add(-change, until_ns - from_ns);
  }
  [[nodiscard]] std::int64_t value() const { return value_; }

  // Integral from the start of the run to `now_ns`, in value times nanoseconds.
  [[nodiscard]] __int128 at(SimTime now_ns) const { return moment_.at(value_, now_ns); }

 private:
  std::int64_t value_ = 0;
  StepMoment moment_;
};

// Mean of the value over an interval of length `length_ns`, from the integral over it.
[[nodiscard]] inline double mean_over(__int128 integral, Duration length_ns) {
  return static_cast<double>(integral) / static_cast<double>(length_ns);
}

}  // namespace ccsim
