#include <gtest/gtest.h>

#include "cc/controller_rig.h"

namespace ccsim {
namespace {

using testing::ControllerRig;
using testing::metric;

constexpr Duration kLedbatBase = 40 * kMillisecond;

void run_ledbat_round(ControllerRig& rig, Duration rtt_ns) {
  rig.fill_window();
  rig.advance(rtt_ns);
  for (Packets left = rig.in_flight(); left > 0; --left) {
    rig.ack(1);
    rig.fill_window();
  }
}

// In congestion avoidance, with so many packets, without slowdowns.
ControllerRig in_ledbat_avoidance(Packets window) {
  ControllerRig rig({"ledbatpp", {{"slowdowns", false}}});
  run_ledbat_round(rig, kLedbatBase);
  while (rig.control->controls().cwnd_packets < 2 * window) run_ledbat_round(rig, kLedbatBase);
  rig.fill_window();
  rig.lose(1);
  rig.end_recovery();
  rig.advance(kLedbatBase);
  rig.ack(rig.in_flight());
  return rig;
}

// Draft 4.2: 1 / min(16, ceil(120 ms / base)).
TEST(LedbatPlusPlus, GrowsByTheGain) {
  for (const auto& [base_ms, gain] :
       {std::pair{5, 1.0 / 16}, std::pair{40, 1.0 / 3}, std::pair{50, 1.0 / 3}, {200, 1.0}}) {
    ControllerRig rig({"ledbatpp"});
    run_ledbat_round(rig, base_ms * kMillisecond);
    EXPECT_DOUBLE_EQ(metric(*rig.control, "gain_ratio"), gain) << base_ms;
  }
  ControllerRig rig = in_ledbat_avoidance(30);
  const Packets before = rig.control->controls().cwnd_packets;
  for (int i = 0; i < 9; ++i) run_ledbat_round(rig, kLedbatBase);
  EXPECT_NEAR(static_cast<double>(rig.control->controls().cwnd_packets - before), 3, 1);
}

TEST(LedbatPlusPlus, StartsWithTwoPacketsAndTheGain) {
  ControllerRig rig({"ledbatpp"});
  EXPECT_EQ(rig.control->controls().cwnd_packets, 2);
  for (int i = 0; i < 6; ++i) run_ledbat_round(rig, kLedbatBase);
  // 2 (1 + 1/3)^6 = 11
  EXPECT_NEAR(static_cast<double>(rig.control->controls().cwnd_packets), 11, 2);
}

TEST(LedbatPlusPlus, LeavesTheFirstSlowStartAtThreeQuartersOfTheTarget) {
  for (const auto& [delay_ms, leaves] : {std::pair{44, false}, std::pair{46, true}}) {
    ControllerRig rig({"ledbatpp"});
    run_ledbat_round(rig, kLedbatBase);
    for (int i = 0; i < 4; ++i) run_ledbat_round(rig, kLedbatBase + delay_ms * kMillisecond);
    EXPECT_EQ(rig.phases.has("congestion_avoidance"), leaves) << delay_ms;
  }
}

// Draft 4.3: a round trip at 90 ms of delay takes half of the window less the gain.
TEST(LedbatPlusPlus, ShrinksByTheShareOfTheExcess) {
  ControllerRig rig = in_ledbat_avoidance(40);
  for (int i = 0; i < 2; ++i) run_ledbat_round(rig, kLedbatBase + 50 * kMillisecond);
  const auto before = static_cast<double>(rig.control->controls().cwnd_packets);
  run_ledbat_round(rig, kLedbatBase + 72 * kMillisecond);  // a fifth above the target
  EXPECT_NEAR(static_cast<double>(rig.control->controls().cwnd_packets), before * 0.82,
              0.04 * before);
}

TEST(LedbatPlusPlus, SlowsDownTwoRoundTripsAfterTheFirstSlowStart) {
  ControllerRig rig({"ledbatpp"});
  for (int i = 0; i < 8; ++i) run_ledbat_round(rig, kLedbatBase);
  const Packets before = rig.control->controls().cwnd_packets;
  while (!rig.phases.has("slowdown")) {
    run_ledbat_round(rig, kLedbatBase + 50 * kMillisecond);
    ASSERT_LT(rig.phases.entries.size(), 10U);
  }
  EXPECT_EQ(rig.control->controls().cwnd_packets, 2);
  EXPECT_NEAR(static_cast<double>(rig.control->controls().ssthresh_packets),
              static_cast<double>(before), 3);
  for (int i = 0; i < 5; ++i) run_ledbat_round(rig, kLedbatBase);
  EXPECT_EQ(rig.phases.entries.back().phase, "slow_start");
  while (rig.phases.entries.back().phase == "slow_start") run_ledbat_round(rig, kLedbatBase);
  EXPECT_GE(rig.control->controls().cwnd_packets, before - 3);  // back where it was
}

TEST(LedbatPlusPlus, HalvesAfterALoss) {
  ControllerRig rig = in_ledbat_avoidance(40);
  const Packets before = rig.control->controls().cwnd_packets;
  rig.fill_window();
  rig.lose(1);
  EXPECT_EQ(rig.control->controls().ssthresh_packets, before / 2);
}

}  // namespace
}  // namespace ccsim
