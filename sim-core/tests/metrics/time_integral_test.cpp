#include "metrics/time_integral.h"

#include <gtest/gtest.h>

namespace ccsim {
namespace {

TEST(TimeIntegral, WeighsEachValueByItsTime) {
  TimeIntegral integral;
  integral.set(10, 100);
  integral.set(30, 300);
  EXPECT_EQ(static_cast<std::int64_t>(integral.at(300)), 2000);
  integral.set(0, 400);
  // 0 for 100, 10 for 200, 30 for 100, then 0.
  EXPECT_EQ(static_cast<std::int64_t>(integral.at(1000)), 5000);
  EXPECT_DOUBLE_EQ(mean_over(integral.at(1000), 1000), 5.0);
}

TEST(StepMoment, GivesTheIntegralOfAValueThatIsKeptElsewhere) {
  StepMoment moment;
  moment.add(10, 100);
  moment.add(20, 300);
  EXPECT_EQ(static_cast<std::int64_t>(moment.at(30, 400)), 5000);
}

TEST(TimeIntegral, DoesNotOverflowOverAnHourOfALargeQueue) {
  TimeIntegral integral;
  constexpr std::int64_t kHuge = 1'000'000'000'000;
  integral.set(kHuge, 0);
  EXPECT_DOUBLE_EQ(mean_over(integral.at(3600 * kSecond), 3600 * kSecond), 1e12);
}

}  // namespace
}  // namespace ccsim
