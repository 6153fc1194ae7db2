#include <gtest/gtest.h>

#include "cc/controller_rig.h"

namespace ccsim {
namespace {

using testing::ControllerRig;

TEST(NewReno, DoublesPerRoundInSlowStart) {
  ControllerRig rig({"newreno"});
  for (const Packets expected : {20, 40, 80}) {
    rig.fill_window();
    rig.advance(40 * kMillisecond);
    rig.ack(rig.in_flight());
    EXPECT_EQ(rig.control->controls().cwnd_packets, expected);
  }
}

TEST(NewReno, HalvesOncePerEpisodeAndThenAddsOnePacketPerRound) {
  ControllerRig rig({"newreno", {}, 1500, 100});
  rig.fill_window();
  rig.lose(1);
  rig.lose(3);
  EXPECT_EQ(rig.control->controls().ssthresh_packets, 50);
  rig.end_recovery();
  EXPECT_EQ(rig.control->controls().cwnd_packets, 50);
  rig.ack(rig.in_flight() - 1);
  const Packets before = rig.control->controls().cwnd_packets;
  for (Packets round = 1; round <= 3; ++round) {
    const Packets window = rig.control->controls().cwnd_packets;
    rig.ack(rig.in_flight());
    rig.fill_window();
    rig.advance(40 * kMillisecond);
    for (Packets i = 0; i < window; ++i) {
      rig.ack(1);
      rig.fill_window();
    }
  }
  EXPECT_NEAR(static_cast<double>(rig.control->controls().cwnd_packets - before), 6, 1);
}

TEST(NewReno, CountsLeftOverAcksInAvoidance) {
  ControllerRig rig({"newreno", {}, 1500, 20});
  rig.fill_window();
  rig.lose(1);
  rig.end_recovery();  // window and threshold 10
  rig.ack(9);
  EXPECT_EQ(rig.control->controls().cwnd_packets, 10);
  rig.ack(1);
  EXPECT_EQ(rig.control->controls().cwnd_packets, 11);
}

TEST(NewReno, DoesNotGrowAWindowThatIsNotUsed) {
  ControllerRig rig({"newreno"});
  rig.is_cwnd_limited = false;
  rig.fill_window(5);
  rig.ack(5);
  EXPECT_EQ(rig.control->controls().cwnd_packets, 10);
}

// Linux tcp_may_raise_cwnd(): beyond the default degree of reordering any delivery counts.
TEST(NewReno, GrowsWithSacksWhereThePathReordersFar) {
  for (const char* algorithm : {"newreno", "cubic"}) {
    ControllerRig rig({algorithm});
    AckEvent sacks;
    sacks.now_ns = rig.now_ns;
    sacks.sample.newly_acked_packets = 2;
    sacks.state = CaState::kDisorder;
    sacks.is_cwnd_limited = true;
    sacks.lifetime_min_rtt_ns = sacks.srtt_ns = 40 * kMillisecond;
    rig.control->on_ack(sacks);
    EXPECT_EQ(rig.control->controls().cwnd_packets, 10) << algorithm;
    sacks.reorders_far = true;
    rig.control->on_ack(sacks);
    EXPECT_EQ(rig.control->controls().cwnd_packets, 12) << algorithm;
    sacks.state = CaState::kRecovery;  // PRR has the window
    rig.control->on_ack(sacks);
    EXPECT_EQ(rig.control->controls().cwnd_packets, 12) << algorithm;
    sacks.state = CaState::kDisorder;
    sacks.sample.newly_acked_packets = 0;
    rig.control->on_ack(sacks);
    EXPECT_EQ(rig.control->controls().cwnd_packets, 12) << algorithm;
  }
}

TEST(NewReno, KeepsItsThresholdWhenATimeoutInterruptsRecovery) {
  ControllerRig rig({"newreno", {}, 1500, 64});
  rig.fill_window();
  rig.lose(1);
  EXPECT_EQ(rig.control->controls().ssthresh_packets, 32);
  rig.rto();
  EXPECT_EQ(rig.control->controls().ssthresh_packets, 32);
  EXPECT_EQ(rig.control->controls().cwnd_packets, 1);
  EXPECT_EQ(rig.phases.entries.back().reason, "rto");
}

TEST(NewReno, ReturnsToSlowStartBelowTheThresholdAfterATimeout) {
  ControllerRig rig({"newreno", {}, 1500, 64});
  rig.fill_window();
  rig.rto();
  EXPECT_EQ(rig.control->controls().ssthresh_packets, 32);
  rig.end_recovery();
  for (const Packets expected : {2, 4, 8, 16, 32, 33}) {
    rig.fill_window();
    rig.advance(40 * kMillisecond);
    rig.ack(rig.in_flight());
    EXPECT_EQ(rig.control->controls().cwnd_packets, expected);
  }
}

TEST(NewReno, NeverGoesBelowTwoPacketsOfThreshold) {
  ControllerRig rig({"newreno", {}, 1500, 2});
  rig.fill_window();
  rig.lose(1);
  EXPECT_EQ(rig.control->controls().ssthresh_packets, 2);
}

}  // namespace
}  // namespace ccsim
