#include <gtest/gtest.h>

#include "cc/controller_rig.h"

namespace ccsim {
namespace {

using testing::ControllerRig;
using testing::metric;

constexpr Duration kRtt = 40 * kMillisecond;

// A link of one packet of 1,500 bytes per ms for a while.
void run_link(ControllerRig& rig, int packets, Duration rtt_ns = kRtt) {
  rig.is_cwnd_limited = false;
  for (int i = 0; i < packets; ++i) {
    rig.fill_window();
    if (i == 0) rig.advance(rtt_ns);
    rig.advance(kMillisecond);
    rig.ack(1);
  }
}

TEST(Westwood, EstimatesTheRateOfItsAcks) {
  ControllerRig rig({"westwood", {}, 1500, 40});
  run_link(rig, 4000);
  // 1,500 bytes on the wire per ms, in whole bytes of payload per jiffy of 4 ms.
  EXPECT_NEAR(metric(*rig.control, "bandwidth_estimate_bps"), 12e6, 0.05e6);
}

TEST(Westwood, HalvesDuringTheReductionAndThenTakesTheEstimate) {
  ControllerRig rig({"westwood", {}, 1500, 40});
  run_link(rig, 4000);
  const auto estimated_bytes = metric(*rig.control, "bandwidth_window_bytes");
  EXPECT_NEAR(estimated_bytes / 1500, 40, 2);  // 12 Mbit/s for 40 ms
  rig.fill_window();
  rig.lose(1);
  EXPECT_EQ(rig.control->controls().ssthresh_packets, 20);
  rig.end_recovery();
  rig.ack(1);
  EXPECT_EQ(rig.control->controls().ssthresh_packets * 1500, static_cast<Packets>(estimated_bytes));
  EXPECT_EQ(rig.control->controls().cwnd_packets, rig.control->controls().ssthresh_packets);
  // The record has the window after the cut.
  const auto set = rig.causes.of(CauseKind::kWindowSet);
  ASSERT_EQ(set.size(), 1U);
  EXPECT_EQ(set[0].numbers[0], 20);
  EXPECT_EQ(set[0].numbers[1], static_cast<double>(rig.control->controls().cwnd_packets));
}

TEST(Westwood, TakesTheEstimateAsTheThresholdOfATimeout) {
  ControllerRig rig({"westwood", {}, 1500, 40});
  run_link(rig, 4000);
  const auto estimated_bytes = metric(*rig.control, "bandwidth_window_bytes");
  rig.fill_window();
  rig.rto();
  EXPECT_EQ(rig.control->controls().ssthresh_packets * 1500, static_cast<Packets>(estimated_bytes));
  EXPECT_EQ(rig.control->controls().cwnd_packets, 1);
}

// Only the lowest since the last timeout counts (reset_rtt_min).
TEST(Westwood, SeeksTheLowestRttAnewAfterATimeout) {
  ControllerRig rig({"westwood", {{"jiffy_s", 0.001}}, 1500, 20});
  run_link(rig, 200);
  rig.fill_window();
  rig.advance(3 * kRtt);
  rig.ack(rig.in_flight());
  EXPECT_DOUBLE_EQ(metric(*rig.control, "min_rtt_s"), 0.02);  // 20 packets of 1 ms
  rig.fill_window();
  rig.rto();
  rig.end_recovery();
  rig.fill_window();
  rig.ack(1);
  EXPECT_DOUBLE_EQ(metric(*rig.control, "min_rtt_s"), 0.12);
}

TEST(Westwood, CountsRttsInWholeJiffiesRoundedUp) {
  ControllerRig rig({"westwood", {{"jiffy_s", 0.004}}, 1500, 10});
  rig.fill_window();
  rig.advance(41 * kMillisecond);
  rig.ack(1);
  rig.ack(1);  // the RTT of the ACK before counts
  EXPECT_DOUBLE_EQ(metric(*rig.control, "min_rtt_s"), 0.044);
}

TEST(Westwood, NeverGoesBelowTwoPackets) {
  ControllerRig rig({"westwood", {}, 1500, 10});
  rig.fill_window();
  rig.rto();
  EXPECT_EQ(rig.control->controls().ssthresh_packets, 2);  // no estimate yet
}

}  // namespace
}  // namespace ccsim
