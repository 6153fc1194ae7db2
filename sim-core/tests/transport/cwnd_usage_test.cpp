#include "transport/cwnd_usage.h"

#include <gtest/gtest.h>

namespace ccsim {
namespace {

TEST(CwndUsage, RemembersALimitForTheRestOfTheRound) {
  CwndUsage usage;
  usage.update(true, 0, 10, 10);
  EXPECT_TRUE(usage.is_limited());
  usage.update(false, 5, 12, 7);  // same round: the limit stays
  EXPECT_TRUE(usage.is_limited());
  usage.update(false, 10, 15, 5);  // next round
  EXPECT_FALSE(usage.is_limited());
}

TEST(CwndUsage, InSlowStartAllowsTwiceWhatWasOutstanding) {
  CwndUsage usage;
  usage.update(false, 0, 6, 6);
  EXPECT_TRUE(usage.is_limited_in_slow_start(11));
  EXPECT_FALSE(usage.is_limited_in_slow_start(12));
  usage.update(false, 0, 8, 8);  // a new maximum within the round counts
  EXPECT_TRUE(usage.is_limited_in_slow_start(15));
}

}  // namespace
}  // namespace ccsim
