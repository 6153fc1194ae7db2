#include "metrics/limit_clock.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ccsim {
namespace {

TEST(LimitClock, CutsTheTimeOfAConnectionWithoutGaps) {
  LimitClock clock;
  clock.set(SendLimit::kPacing, 100);  // the connection stands
  clock.set(SendLimit::kCwnd, 130);
  clock.set(SendLimit::kCwnd, 140);  // found again: nothing changes
  clock.set(SendLimit::kPacing, 200);
  const LimitTimes times_ns = clock.at(250);
  EXPECT_EQ(times_ns, (LimitTimes{70, 80, 0, 0, 0}));
}

TEST(LimitClock, GivesSharesBetweenTwoReadings) {
  LimitClock clock;
  clock.set(SendLimit::kRecovery, 0);
  const LimitTimes from = clock.at(10);
  clock.set(SendLimit::kApplication, 40);
  const LimitRatios ratios = limit_ratios(from, clock.at(50));
  EXPECT_EQ(ratios, (LimitRatios{0, 0, 0.75, 0, 0.25}));
}

TEST(LimitClock, HasNoSharesBeforeTheConnectionStands) {
  LimitClock clock;
  for (const double ratio : limit_ratios(clock.at(0), clock.at(1000))) {
    EXPECT_TRUE(std::isnan(ratio));
  }
  // The part of a sample before the connection counts for nothing.
  clock.set(SendLimit::kCwnd, 1900);
  EXPECT_EQ(limit_ratios(clock.at(1900), clock.at(2000)), (LimitRatios{1, 0, 0, 0, 0}));
}

}  // namespace
}  // namespace ccsim
