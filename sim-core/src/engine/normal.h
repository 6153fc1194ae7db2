// Normally distributed numbers, the same on every system.
#pragma once

#include <cmath>

#include "ccsim/exact_math.h"
#include "ccsim/rng.h"

namespace ccsim {

// Of mean 0 and standard deviation 1: Marsaglia's polar method (Marsaglia and Bray, SIAM Review
// 6(3), 1964). The second number is not used, so that each draw stands for itself.
[[nodiscard]] inline double next_normal(RandomStream& random) {
  for (;;) {
    const double x = 2 * random.next_uniform() - 1;
    const double y = 2 * random.next_uniform() - 1;
    const double square = x * x + y * y;
    if (square > 0 && square < 1) return x * std::sqrt(-2 * exact_ln(square) / square);
  }
}

}  // namespace ccsim
