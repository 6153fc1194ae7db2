#include <gtest/gtest.h>

#include <set>

#include "cc/controller_rig.h"

namespace ccsim {
namespace {

using testing::ControllerRig;
using testing::metric;

// 10 Mbit/s and 40 ms, without limit to the queue.
double vivace_rate_after(Duration duration_ns, const std::vector<NamedParameter>& parameters = {},
                         Packets lose_every_packets = 0) {
  ControllerRig rig({"vivace", parameters});
  ControllerRig::Path path;
  path.lose_every_packets = lose_every_packets;
  rig.run_path(path, duration_ns);
  return metric(*rig.control, "target_rate_bps");
}

TEST(Vivace, StartsAtTheInitialWindowPerRoundTripAndDoublesWhileItPays) {
  ControllerRig rig({"vivace"});
  // 10 packets in 40 ms.
  EXPECT_DOUBLE_EQ(metric(*rig.control, "target_rate_bps"), 3e6);
  ControllerRig::Path fast;
  fast.rate_bps = 1'000'000'000;
  rig.run_path(fast, kSecond);
  EXPECT_GE(metric(*rig.control, "target_rate_bps"), 96e6);
}

TEST(Vivace, LeavesItsStartWhenTwiceTheRateIsWorthLess) {
  ControllerRig rig({"vivace"});
  rig.run_until_phase("probing");
  EXPECT_EQ(rig.phases.entries.back().reason, "utility_fell");
  EXPECT_LT(metric(*rig.control, "target_rate_bps"), 24e6);
}

TEST(Vivace, SettlesNearTheCapacity) {
  EXPECT_NEAR(vivace_rate_after(30 * kSecond), 10e6, 3e6);
}

// x^0.9 - 11.35 x L falls from the start on once L exceeds 0.9 x^-0.1 / 11.35: 6.3% at 10 Mbit/s.
TEST(Vivace, BearsThreePerCentOfLossButNotTwenty) {
  EXPECT_GT(vivace_rate_after(30 * kSecond, {}, 33), 6e6);
  EXPECT_LT(vivace_rate_after(30 * kSecond, {}, 5), 4e6);
  EXPECT_GT(vivace_rate_after(30 * kSecond, {{"loss_coefficient", 0.0}}, 5), 6e6);
}

TEST(Vivace, TriesPairsOfAHigherAndALowerRate) {
  ControllerRig rig({"vivace"});
  rig.run_until_phase("probing");
  std::set<BitRate> rates;
  const double centre = metric(*rig.control, "target_rate_bps");
  for (int i = 0; i < 300 && rig.phases.entries.back().phase == "probing"; ++i) {
    rig.run_path({}, kMillisecond);
    if (metric(*rig.control, "target_rate_bps") == centre) {
      rates.insert(rig.control->controls().pacing_rate_bps);
    }
  }
  EXPECT_TRUE(rates.contains(static_cast<BitRate>(centre * 1.05)));
  EXPECT_TRUE(rates.contains(static_cast<BitRate>(centre * 0.95)));
}

}  // namespace
}  // namespace ccsim
