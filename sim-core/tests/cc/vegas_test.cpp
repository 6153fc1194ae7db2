#include <gtest/gtest.h>

#include "cc/controller_rig.h"

namespace ccsim {
namespace {

using testing::ControllerRig;
using testing::metric;

// A round trip of this length: the flight is acked packet by packet, the window refilled.
void run_vegas_round(ControllerRig& rig, Duration rtt_ns) {
  rig.fill_window();
  rig.advance(rtt_ns);
  for (Packets left = rig.in_flight(); left > 0; --left) {
    rig.ack(1);
    rig.fill_window();
  }
}

// Past slow start, which a first loss ends, with a base RTT of 40 ms and so many packets.
ControllerRig in_vegas_avoidance(Packets window, std::vector<NamedParameter> parameters = {}) {
  ControllerRig rig({"vegas", std::move(parameters), 1500, 2 * window});
  rig.fill_window();
  rig.advance(40 * kMillisecond);
  rig.ack(1);
  rig.lose(1);
  rig.end_recovery();
  rig.ack(rig.in_flight());
  EXPECT_EQ(rig.control->controls().cwnd_packets, window);
  // The base RTT is measured anew after the pause, and the first round trip only begins to count.
  run_vegas_round(rig, 40 * kMillisecond);
  return rig;
}

TEST(Vegas, AddsAPacketPerRoundTripBelowAlpha) {
  ControllerRig rig = in_vegas_avoidance(20);
  const Packets before = rig.control->controls().cwnd_packets;
  for (int round = 0; round < 5; ++round) run_vegas_round(rig, 40 * kMillisecond);
  EXPECT_EQ(rig.control->controls().cwnd_packets, before + 5);
  EXPECT_EQ(metric(*rig.control, "diff_packets"), 0);
}

// cwnd * (rtt - base) / base: about 20 * 6 / 40 = 3 packets, between alpha and beta.
TEST(Vegas, StaysBetweenAlphaAndBeta) {
  ControllerRig rig = in_vegas_avoidance(20);
  run_vegas_round(rig, 46 * kMillisecond);
  const Packets before = rig.control->controls().cwnd_packets;
  for (int round = 0; round < 5; ++round) run_vegas_round(rig, 46 * kMillisecond);
  EXPECT_EQ(rig.control->controls().cwnd_packets, before);
  EXPECT_EQ(metric(*rig.control, "diff_packets"), 3);
}

TEST(Vegas, TakesAPacketAwayPerRoundTripAboveBeta) {
  ControllerRig rig = in_vegas_avoidance(20);
  run_vegas_round(rig, 52 * kMillisecond);
  const Packets before = rig.control->controls().cwnd_packets;
  for (int round = 0; round < 2; ++round) run_vegas_round(rig, 52 * kMillisecond);
  EXPECT_EQ(rig.control->controls().cwnd_packets, before - 2);
}

TEST(Vegas, LeavesSlowStartForTheWindowThatTheRateFills) {
  ControllerRig rig({"vegas", {}, 1500, 10});
  run_vegas_round(rig, 40 * kMillisecond);
  run_vegas_round(rig, 40 * kMillisecond);
  EXPECT_GT(rig.control->controls().cwnd_packets, 20);
  EXPECT_FALSE(rig.phases.has("congestion_avoidance"));
  run_vegas_round(rig,
                  80 * kMillisecond);  // the round trip before this one ends with its first ACK
  const Packets before = rig.control->controls().cwnd_packets;
  rig.fill_window();
  rig.advance(80 * kMillisecond);
  rig.ack(1);  // half of the window waits: more than gamma
  EXPECT_NEAR(static_cast<double>(rig.control->controls().cwnd_packets),
              static_cast<double>(before / 2 + 1), 1);
  EXPECT_EQ(rig.phases.entries.back().phase, "congestion_avoidance");
  EXPECT_EQ(rig.phases.entries.back().reason, "vegas_diff");
}

TEST(Vegas, HalvesAfterALossAsRenoDoes) {
  ControllerRig rig = in_vegas_avoidance(20);
  const Packets before = rig.control->controls().cwnd_packets;
  rig.fill_window();
  rig.lose(1);
  EXPECT_EQ(rig.control->controls().ssthresh_packets, before / 2);
}

TEST(Vegas, ForgetsTheBaseRttAfterAPause) {
  ControllerRig rig = in_vegas_avoidance(20);
  EXPECT_NEAR(metric(*rig.control, "base_rtt_s"), 0.040001, 1e-9);  // in whole microseconds, + 1
  rig.go_idle(kSecond);
  run_vegas_round(rig, 60 * kMillisecond);
  EXPECT_NEAR(metric(*rig.control, "base_rtt_s"), 0.060001, 1e-9);
}

// A latecomer takes the others' queue for part of the path (Mo et al., INFOCOM 1999).
TEST(Vegas, TakesAQueueThatIsAlwaysThereForThePath) {
  ControllerRig rig = in_vegas_avoidance(20);
  rig.go_idle(kSecond);
  run_vegas_round(rig, 52 * kMillisecond);
  run_vegas_round(rig, 52 * kMillisecond);
  EXPECT_EQ(metric(*rig.control, "diff_packets"), 0);
}

}  // namespace
}  // namespace ccsim
