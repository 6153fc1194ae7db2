#include <gtest/gtest.h>

#include "cc/controller_rig.h"

namespace ccsim {
namespace {

using testing::ControllerRig;
using testing::metric;

constexpr Duration kBase = 40 * kMillisecond;

// A round trip in which every ACK has this RTT.
void run_illinois_round(ControllerRig& rig, Duration rtt_ns) {
  rig.fill_window();
  rig.advance(rtt_ns);
  for (Packets left = rig.in_flight(); left > 0; --left) {
    rig.ack(1);
    rig.fill_window();
  }
}

// In congestion avoidance with RTTs between 40 and 140 ms behind it.
ControllerRig illinois_in_avoidance(Packets window) {
  ControllerRig rig({"illinois", {}, 1500, 2 * window});
  run_illinois_round(rig, kBase);
  rig.fill_window();
  rig.advance(kBase + 100 * kMillisecond);
  rig.ack(1);
  rig.lose(1);
  rig.end_recovery();
  rig.ack(rig.in_flight());
  return rig;
}

// alpha and beta after two round trips of this queueing delay, of at most 100 ms.
std::pair<double, double> at_delay(Duration delay_ns) {
  ControllerRig rig = illinois_in_avoidance(100);
  for (int round = 0; round < 3; ++round) run_illinois_round(rig, kBase + delay_ns);
  return {metric(*rig.control, "alpha_packets"), metric(*rig.control, "beta_ratio")};
}

// Liu et al. 2008, equations 3 and 4 with d1 = 1 ms, d2 = 10 ms, d3 = 80 ms, in 128ths and 64ths.
TEST(Illinois, FollowsTheCurvesOfThePaper) {
  const auto alpha_of = [](double delay_ms) {
    const double span = 99;  // longest less d1
    const double k1 = span * 0.297 * 10 / (10 - 0.297);
    const double k2 = span * 0.297 / (10 - 0.297) - 1;
    return k1 / (k2 + delay_ms);
  };
  for (const double delay_ms : {5.0, 20.0, 45.0, 70.0, 100.0}) {
    const auto [alpha, beta] = at_delay(static_cast<Duration>(delay_ms * kMillisecond));
    EXPECT_NEAR(alpha, alpha_of(delay_ms), 0.03 * alpha_of(delay_ms)) << delay_ms;
    const double line = 0.125 + (0.5 - 0.125) * (delay_ms - 10) / 70;
    EXPECT_NEAR(beta, std::clamp(line, 0.125, 0.5), 1.0 / 64) << delay_ms;
  }
}

TEST(Illinois, WaitsForFiveLowRoundTripsBeforeItGrowsFastest) {
  ControllerRig rig = illinois_in_avoidance(100);
  for (int round = 0; round < 3; ++round) run_illinois_round(rig, kBase + 50 * kMillisecond);
  EXPECT_LT(metric(*rig.control, "alpha_packets"), 1);
  int rounds = 0;
  while (metric(*rig.control, "alpha_packets") < 9) {
    run_illinois_round(rig, kBase);
    ASSERT_LT(++rounds, 20);
  }
  // The first still ends the round trip of the long delay.
  EXPECT_NEAR(rounds, 6, 1);
}

TEST(Illinois, GrowsByAlphaPerRoundTrip) {
  ControllerRig rig = illinois_in_avoidance(100);
  for (int round = 0; round < 3; ++round) run_illinois_round(rig, kBase);
  const Packets before = rig.control->controls().cwnd_packets;
  for (int round = 0; round < 4; ++round) run_illinois_round(rig, kBase);
  EXPECT_NEAR(static_cast<double>(rig.control->controls().cwnd_packets - before), 40, 8);
}

TEST(Illinois, GivesUpBetaAfterALoss) {
  ControllerRig rig = illinois_in_avoidance(100);
  for (int round = 0; round < 3; ++round) run_illinois_round(rig, kBase);
  EXPECT_EQ(metric(*rig.control, "beta_ratio"), 0.125);
  const Packets before = rig.control->controls().cwnd_packets;
  rig.fill_window();
  rig.lose(1);
  EXPECT_EQ(rig.control->controls().ssthresh_packets, before - before * 8 / 64);
}

TEST(Illinois, IsRenoBelowFifteenPacketsAndAfterATimeout) {
  ControllerRig small = illinois_in_avoidance(3);
  for (int round = 0; round < 3; ++round) run_illinois_round(small, kBase);
  EXPECT_EQ(metric(*small.control, "alpha_packets"), 1);
  EXPECT_EQ(metric(*small.control, "beta_ratio"), 0.5);
  ControllerRig rig = illinois_in_avoidance(100);
  rig.fill_window();
  rig.rto();
  EXPECT_EQ(metric(*rig.control, "alpha_packets"), 1);
  EXPECT_EQ(metric(*rig.control, "beta_ratio"), 0.5);
}

}  // namespace
}  // namespace ccsim
