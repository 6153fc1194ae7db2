#include <gtest/gtest.h>

#include <cmath>

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
    EXPECT_GT(rig.control->controls().ssthresh_packets, 34) << algorithm;
    EXPECT_LT(rig.control->controls().ssthresh_packets, 16 * 34) << algorithm;
  }
}

TEST(Search, StaysInSlowStartWhereTheWindowIsNotTheLimit) {
  ControllerRig rig({"newreno", {{"slow_start", "search"}}});
  rig.is_cwnd_limited = false;  // the window stays, and all that is sent is delivered
  rig.run_path({}, 3 * kSecond);
  EXPECT_EQ(rig.phases.entries.size(), 1U);
}

// Bins are 3.5 / 10 of the first RTT of 41.2 ms, so three of them hold 43.3 ms: 36 packets of
// 1.2 ms.
TEST(Search, DrainsToWhatThePathDeliversInTheFirstRoundTripsTime) {
  for (const auto& [algorithm, parameter] :
       {std::pair{"newreno", "slow_start"}, std::pair{"cubic", "hystart"}}) {
    ControllerRig rig({algorithm, {{parameter, "search"}, {"search_exit", "drain"}}});
    EXPECT_EQ(rig.control->window_binding(), Binding::kSlowStart) << algorithm;
    rig.run_until_phase("search_drain");
    EXPECT_EQ(rig.phases.entries.back().reason, "search_deliveries") << algorithm;
    EXPECT_EQ(rig.control->window_binding(), Binding::kSearchDrain) << algorithm;
    const Packets at_exit = rig.control->controls().cwnd_packets;
    EXPECT_GT(at_exit, 2 * 36) << algorithm;
    // Two thirds of the delivered packets are not sent again: 10 of 30 packets.
    rig.run_path({}, 36 * kMillisecond);
    EXPECT_NEAR(static_cast<double>(rig.control->controls().cwnd_packets),
                static_cast<double>(at_exit - 20), 2)
        << algorithm;
    rig.run_until_phase("congestion_avoidance");
    EXPECT_EQ(rig.phases.entries.back().reason, "search_drained") << algorithm;
    EXPECT_NE(rig.control->window_binding(), Binding::kSearchDrain) << algorithm;
    EXPECT_NEAR(static_cast<double>(rig.control->controls().ssthresh_packets), 36, 1) << algorithm;
  }
}

TEST(Search, DrainsToNoLessThanTheInitialWindow) {
  ControllerRig rig({"newreno", {{"slow_start", "search"}, {"search_exit", "drain"}}, 1500, 50});
  rig.run_until_phase("congestion_avoidance");
  EXPECT_EQ(rig.control->controls().ssthresh_packets, 50);
}

TEST(Search, StopsDrainingAtALoss) {
  ControllerRig rig({"newreno", {{"slow_start", "search"}, {"search_exit", "drain"}}});
  rig.run_until_phase("search_drain");
  const Packets at_exit = rig.control->controls().cwnd_packets;
  rig.lose(1);
  EXPECT_EQ(rig.phases.entries.back().phase, "recovery");
  EXPECT_EQ(rig.control->controls().ssthresh_packets, at_exit / 2);
  rig.end_recovery();
  EXPECT_EQ(rig.phases.entries.back().phase, "congestion_avoidance");
  EXPECT_GE(rig.control->controls().cwnd_packets, at_exit / 2);
}

TEST(Search, ShowsWhatItCompares) {
  ControllerRig rig({"newreno", {{"slow_start", "search"}}});
  EXPECT_TRUE(std::isnan(testing::metric(*rig.control, "search_behind_ratio")));
  rig.run_until_phase("congestion_avoidance");
  const double delivered_bytes = testing::metric(*rig.control, "search_delivered_bytes");
  const double sent_bytes = testing::metric(*rig.control, "search_sent_bytes");
  const double behind = testing::metric(*rig.control, "search_behind_ratio");
  EXPECT_DOUBLE_EQ(behind, 1 - delivered_bytes / sent_bytes);
  EXPECT_GE(behind, 0.26);
  EXPECT_LT(behind, 0.4);  // a bin earlier it was below
  // Ten bins of 14.4 ms, full for the most part: 120 packets at most.
  EXPECT_LE(delivered_bytes, 121 * 1500);
  EXPECT_GT(delivered_bytes, 60 * 1500);
}

TEST(Search, IsOffUnlessAskedFor) {
  ControllerRig rig({"newreno"});
  rig.run_path({}, kSecond);
  EXPECT_EQ(rig.phases.entries.size(), 1U);
}

}  // namespace
}  // namespace ccsim
