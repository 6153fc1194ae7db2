// From the controller's integers to what a series shows: SI units, NaN where nothing is set.
#pragma once

#include <cstdint>
#include <limits>

#include "ccsim/congestion_control.h"
#include "ccsim/units.h"

namespace ccsim {

inline constexpr std::int64_t kUnbounded = std::numeric_limits<std::int64_t>::max();

// Of a rate or a window: an infinite bound is shown as absent.
[[nodiscard]] constexpr double bound_or_nan(std::int64_t bound, std::int64_t unit = 1) {
  return bound == kUnbounded ? kNoValue : static_cast<double>(bound) * static_cast<double>(unit);
}

// Of a cause: the same, as a number among others.
[[nodiscard]] constexpr double amount(std::int64_t value) {
  return static_cast<double>(value);
}

}  // namespace ccsim
