// Against the system's library, which is right to the last bits, whichever they are.
#include "ccsim/exact_math.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ccsim {
namespace {

TEST(ExactMath, LogarithmAgreesWithTheSystem) {
  for (const double value :
       {1e-300, 1e-17, 0.3, 0.70710678, 0.7071068, 1.0, 1.5, 2.0, 1e9, 1e300}) {
    EXPECT_NEAR(exact_ln(value), std::log(value), 1e-14 * std::max(1.0, std::abs(std::log(value))))
        << value;
  }
}

TEST(ExactMath, ExponentialAgreesWithTheSystem) {
  for (const double value : {-700.0, -20.0, -0.5, -1e-9, 0.0, 0.3, 0.34657, 1.0, 12.5, 700.0}) {
    EXPECT_NEAR(exact_exp(value) / std::exp(value), 1, 2e-13) << value;
  }
}

TEST(ExactMath, PowerAgreesWithTheSystem) {
  EXPECT_NEAR(exact_pow(4e-4, 1.2), std::pow(4e-4, 1.2), 1e-17);
  EXPECT_NEAR(exact_pow(2, 10), 1024, 1e-9);
  EXPECT_EQ(exact_pow(1, 3.7), 1);
}

}  // namespace
}  // namespace ccsim
