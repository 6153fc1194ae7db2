#include <gtest/gtest.h>

#include <cmath>

#include "cc/controller_rig.h"

namespace ccsim {
namespace {

using testing::ControllerRig;
using testing::metric;

double window_packets(const ControllerRig& rig) {
  return metric(*rig.control, "fractional_cwnd_bytes") / 1500;
}

TEST(Prague, DoublesPerRoundUntilTheFirstMark) {
  ControllerRig rig({"prague"});
  rig.fill_window();
  rig.ack(10);
  EXPECT_EQ(rig.control->controls().cwnd_packets, 20);
  EXPECT_EQ(rig.phases.entries.back().phase, "slow_start");
  rig.fill_window();
  rig.mark(1);
  EXPECT_DOUBLE_EQ(window_packets(rig), 10);
  EXPECT_EQ(rig.phases.entries.back().phase, "congestion_avoidance");
  rig.end_recovery();
}

TEST(Prague, RecordsTheFirstMarkAsOneCut) {
  ControllerRig rig({"prague", {}, 1500, 20});
  rig.fill_window();
  rig.mark(1);
  const auto reduced = rig.causes.of(CauseKind::kWindowReduced);
  ASSERT_EQ(reduced.size(), 1U);
  EXPECT_EQ(reduced[0].numbers[0], 20);
  EXPECT_EQ(reduced[0].numbers[1], 10);
}

// A probe repaired the last packet before a pause: slow start continues as if nothing had been
// lost.
TEST(Prague, RecordsACutThatSlowStartOvertakes) {
  ControllerRig rig({"prague", {}, 1500, 20});
  rig.fill_window();
  rig.state = CaState::kRecovery;
  rig.control->on_congestion({.now_ns = rig.now_ns,
                              .kind = CongestionKind::kFastRecovery,
                              .in_flight_packets = 20,
                              .is_cwnd_limited = true});
  rig.end_recovery();
  rig.ack(1);
  EXPECT_EQ(rig.control->controls().cwnd_packets, 21);
  const auto restored = rig.causes.of(CauseKind::kWindowRestored);
  ASSERT_EQ(restored.size(), 1U);
  EXPECT_EQ(restored[0].reason, "slow_start_went_on");
  EXPECT_EQ(restored[0].numbers[0], 20);
  EXPECT_EQ(restored[0].numbers[1], 20);
}

TEST(Prague, StepsTowardsItsWindowOnePacketPerAck) {
  ControllerRig rig({"prague", {}, 1500, 20});
  rig.fill_window();
  rig.mark(1);
  EXPECT_EQ(rig.control->controls().cwnd_packets, 19);
  rig.ack(1);
  EXPECT_EQ(rig.control->controls().cwnd_packets, 18);
}

TEST(Prague, GrowsByWhatCameUnmarkedAlsoWhileItReduces) {
  ControllerRig rig({"prague", {}, 1500, 20});
  rig.fill_window();
  rig.mark(1);  // 10, alpha 0
  const double before = window_packets(rig);
  rig.ack(1);
  EXPECT_NEAR(window_packets(rig), before + 1 / before, 1e-9);
  rig.mark(1);
  EXPECT_NEAR(window_packets(rig), before + 1 / before, 1e-9);  // nothing for a mark
}

TEST(Prague, AveragesMarksOverRoundsAndReducesByHalfOfTheAverage) {
  ControllerRig rig({"prague", {}, 1500, 20});
  rig.fill_window();
  rig.mark(1);
  rig.end_recovery();
  while (rig.in_flight() > 0) rig.ack(1);
  EXPECT_GT(metric(*rig.control, "alpha_ratio"), 0);
  EXPECT_LE(metric(*rig.control, "alpha_ratio"), 1.0 / 16);
  const double alpha = metric(*rig.control, "alpha_ratio");
  const double before = window_packets(rig);
  rig.fill_window();
  rig.mark(1);
  EXPECT_NEAR(window_packets(rig), before * (1 - alpha / 2), 1e-6);
}

TEST(Prague, HalvesAfterALossAndDoesNotGrowUntilItIsRepaired) {
  ControllerRig rig({"prague", {}, 1500, 40});
  rig.fill_window();
  rig.lose(1);
  EXPECT_DOUBLE_EQ(window_packets(rig), 20);
  rig.ack(1);
  EXPECT_DOUBLE_EQ(window_packets(rig), 20);
  rig.end_recovery();
}

// What it aims at is half, what it uses is one packet: a second timeout cuts no more than that.
TEST(Prague, RecordsATimeoutByTheWindowInUse) {
  ControllerRig rig({"prague", {}, 1500, 40});
  rig.fill_window();
  rig.rto();
  rig.rto();
  const auto collapsed = rig.causes.of(CauseKind::kWindowCollapsed);
  ASSERT_EQ(collapsed.size(), 2U);
  EXPECT_EQ(collapsed[0].numbers[0], 40);
  EXPECT_EQ(collapsed[0].numbers[1], 1);
  EXPECT_EQ(collapsed[1].numbers[0], 1);
}

// With an RTT of 10 ms and a virtual one of 25 ms growth is (10/25)^2 per RTT.
TEST(Prague, GrowsAsAFlowWithTheVirtualRttOnceItIsOldEnough) {
  ControllerRig rig(
      {"prague", {{"transition_rounds", std::int64_t{2}}}, 1500, 20, 10 * kMillisecond});
  rig.fill_window();
  rig.mark(1);
  rig.end_recovery();
  EXPECT_EQ(metric(*rig.control, "increase_ratio"), 1);
  for (int round = 0; round < 6; ++round) rig.run_round(10 * kMillisecond);
  const double ratio = metric(*rig.control, "increase_ratio");
  EXPECT_NEAR(ratio, 0.16, 0.02);
  ControllerRig without({"prague", {{"virtual_rtt_s", 0.0}}, 1500, 20, 10 * kMillisecond});
  without.fill_window();
  without.mark(1);
  for (int round = 0; round < 6; ++round) without.run_round(10 * kMillisecond);
  EXPECT_EQ(metric(*without.control, "increase_ratio"), 1);
}

// Two packets a round trip: with less it would wait for the pacer, use no window and so never grow.
TEST(Prague, KeepsTwoPackets) {
  ControllerRig rig({"prague", {{"alpha_gain_ratio", 1.0}}, 1500, 4});
  for (int round = 0; round < 20; ++round) {
    rig.fill_window();
    while (rig.in_flight() > 0) rig.mark(1);
    rig.end_recovery();
    EXPECT_GE(window_packets(rig), 2);
  }
  EXPECT_DOUBLE_EQ(window_packets(rig), 2);
  EXPECT_EQ(rig.control->controls().cwnd_packets, 2);
  rig.fill_window();
  rig.lose(1);
  EXPECT_DOUBLE_EQ(window_packets(rig), 2);
}

TEST(Prague, HalvesForALossAlsoWhileItReducesForMarksAndSendsSinglePackets) {
  ControllerRig rig({"prague", {}, 1500, 40});
  rig.fill_window();
  rig.mark(1);
  const double before = window_packets(rig);
  rig.lose(1);
  EXPECT_DOUBLE_EQ(window_packets(rig), before / 2);
  EXPECT_TRUE(rig.control->traits().reacts_to_losses_in_cwr);
  EXPECT_EQ(rig.control->traits().least_burst_packets, 1);
}

// prague_state(): CWR cuts by half of alpha, and CWR within CWR is no change of state.
TEST(Prague, CutsByAlphaWhereAProbeHasRepairedALoss) {
  ControllerRig rig({"prague", {}, 1500, 20});
  rig.fill_window();
  rig.mark(1);
  rig.end_recovery();
  while (rig.in_flight() > 0) rig.ack(1);
  const double alpha = metric(*rig.control, "alpha_ratio");
  ASSERT_GT(alpha, 0);
  const double before = window_packets(rig);
  CongestionEvent repair{.now_ns = rig.now_ns, .kind = CongestionKind::kProbeRepair};
  repair.is_in_cwr = true;
  rig.control->on_congestion(repair);
  EXPECT_DOUBLE_EQ(window_packets(rig), before);
  repair.is_in_cwr = false;
  rig.control->on_congestion(repair);
  EXPECT_DOUBLE_EQ(window_packets(rig), before * (1 - alpha / 2));
  EXPECT_EQ(rig.causes.of(CauseKind::kWindowReduced).back().reason, "loss");
}

// prague_cwnd_undo(): the rate before the loss, over the long average of the SRTT.
TEST(Prague, TakesTheRateBackWhereALossWasSpurious) {
  ControllerRig rig({"prague", {}, 1500, 40});
  rig.fill_window();
  rig.lose(1);
  EXPECT_DOUBLE_EQ(window_packets(rig), 20);
  rig.undo();
  EXPECT_DOUBLE_EQ(window_packets(rig), 40);
  // The SRTT falls to about half, its average hardly: as many packets at twice the rate are twice
  // the window.
  for (int round = 0; round < 40; ++round) rig.run_round(20 * kMillisecond);
  const double window = window_packets(rig);
  rig.fill_window();
  rig.lose(1);
  rig.undo();
  EXPECT_GT(window_packets(rig), 1.4 * window);
}

TEST(Prague, PacesByTheWholePacketsOfItsWindowOverTheSmoothedRtt) {
  ControllerRig rig({"prague", {}, 1500, 20});
  rig.fill_window();
  rig.advance(40 * kMillisecond);
  rig.mark(1);
  const double packets =
      std::max(std::floor(window_packets(rig)), static_cast<double>(rig.in_flight()));
  EXPECT_NEAR(static_cast<double>(rig.control->controls().pacing_rate_bps), packets * 12'000 / 0.04,
              packets * 12'000 / 0.04 * 0.01);
}

}  // namespace
}  // namespace ccsim
