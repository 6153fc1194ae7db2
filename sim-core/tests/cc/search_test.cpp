#include <gtest/gtest.h>

#include "cc/controller_rig.h"

namespace ccsim {
namespace {

using testing::ControllerRig;

// 10 Mbit/s and 40 ms: a BDP of 34 packets. A path that loses nothing, so that only what watches
// slow start can end it.
TEST(Search, LeavesSlowStartSoonAfterTheCapacityIsReached) {
  for (const auto& [algorithm, parameter] :
       {std::pair{"newreno", "slow_start"}, std::pair{"cubic", "hystart"}}) {
    ControllerRig rig({algorithm, {{parameter, "search"}}});
    rig.run_path({}, 3 * kSecond);
    ASSERT_FALSE(rig.phases.entries.size() < 2) << algorithm;
    EXPECT_EQ(rig.phases.entries[1].reason, "search_deliveries") << algorithm;
    // Once the link is full, the deliveries of 3.5 round trips take two to three of them to fall
    // behind by a quarter, while the window doubles: past one BDP, below sixteen.
    EXPECT_GT(rig.control->ssthresh_packets(), 34) << algorithm;
    EXPECT_LT(rig.control->ssthresh_packets(), 16 * 34) << algorithm;
  }
}

TEST(Search, StaysInSlowStartWhereTheWindowIsNotTheLimit) {
  ControllerRig rig({"newreno", {{"slow_start", "search"}}});
  rig.is_cwnd_limited = false;  // the window stays, and all that is sent is delivered
  rig.run_path({}, 3 * kSecond);
  EXPECT_EQ(rig.phases.entries.size(), 1U);
}

TEST(Search, IsOffUnlessAskedFor) {
  ControllerRig rig({"newreno"});
  rig.run_path({}, kSecond);
  EXPECT_EQ(rig.phases.entries.size(), 1U);
}

}  // namespace
}  // namespace ccsim
