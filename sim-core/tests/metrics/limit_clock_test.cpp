#include "metrics/limit_clock.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ccsim {
namespace {

TEST(LimitClock, CutsTheTimeOfAConnectionWithoutGaps) {
  LimitClock clock;
  clock.end(SendLimit::kNotEstablished, 100);  // the connection stands
  clock.end(SendLimit::kPacing, 130);
  clock.end(SendLimit::kCwnd, 200);
  const LimitTimes times_ns = clock.at(SendLimit::kPacing, 250);
  EXPECT_EQ(times_ns, (LimitTimes{70, 80, 0, 0, 0}));
}

TEST(LimitClock, GivesSharesBetweenTwoReadings) {
  LimitClock clock;
  clock.end(SendLimit::kNotEstablished, 0);
  const LimitTimes from = clock.at(SendLimit::kRecovery, 10);
  clock.end(SendLimit::kRecovery, 40);
  const LimitRatios ratios = limit_ratios(from, clock.at(SendLimit::kApplication, 50));
  EXPECT_EQ(ratios, (LimitRatios{0, 0, 0.75, 0, 0.25}));
}

TEST(LimitClock, HasNoSharesBeforeTheConnectionStands) {
  LimitClock clock;
  const auto none = SendLimit::kNotEstablished;
  for (const double ratio : limit_ratios(clock.at(none, 0), clock.at(none, 1000))) {
    EXPECT_TRUE(std::isnan(ratio));
  }
  // The part of a sample before the connection counts for nothing.
  clock.end(none, 1900);
  const auto at = [&clock](SimTime now_ns) { return clock.at(SendLimit::kCwnd, now_ns); };
  EXPECT_EQ(limit_ratios(at(1900), at(2000)), (LimitRatios{1, 0, 0, 0, 0}));
}

}  // namespace
}  // namespace ccsim
