// CDG: when it backs off, how much, what it leaves alone, how it leaves slow start.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cc/controller_rig.h"

namespace ccsim {
namespace {

using testing::ControllerRig;
using testing::metric;

constexpr const char* kCdg = "cdg";
// So steep that any growth of the RTT is certain to reduce, or none.
constexpr std::int64_t kCdgCertain = 5'000;
constexpr std::int64_t kCdgNever = 0;

void run_cdg_round(ControllerRig& rig, Duration rtt_ns) {
  rig.fill_window();
  rig.advance(rtt_ns);
  for (Packets left = rig.in_flight(); left > 0; --left) {
    rig.ack(1);
    rig.fill_window();
  }
  if (rig.state == CaState::kCwr) rig.end_recovery();
}

// Past slow start, with this window, all rounds at 40 ms.
ControllerRig in_cdg_avoidance(Packets window, std::vector<NamedParameter> parameters) {
  ControllerRig rig({kCdg, std::move(parameters), 1500, 2 * window});
  rig.fill_window();
  rig.advance(40 * kMillisecond);
  rig.ack(1);
  rig.lose(1);
  rig.end_recovery();
  rig.ack(rig.in_flight());
  for (int round = 0; round < 3; ++round) run_cdg_round(rig, 40 * kMillisecond);
  return rig;
}

int cdg_reductions(const ControllerRig& rig) {
  int count = 0;
  for (const auto& entry : rig.phases.entries) count += entry.reason == "delay";
  return count;
}

TEST(Cdg, GrowsLikeRenoWhileTheRttStays) {
  ControllerRig rig = in_cdg_avoidance(40, {{"backoff_factor", kCdgCertain}});
  const Packets before = rig.control->controls().cwnd_packets;
  for (int round = 0; round < 5; ++round) run_cdg_round(rig, 40 * kMillisecond);
  EXPECT_NEAR(static_cast<double>(rig.control->controls().cwnd_packets),
              static_cast<double>(before + 5), 1);
  EXPECT_EQ(cdg_reductions(rig), 0);
}

TEST(Cdg, BacksOffToSevenTenthsWhenTheRttGrows) {
  ControllerRig rig = in_cdg_avoidance(40, {{"backoff_factor", kCdgCertain}});
  // One of the first ACKs ends a round trip whose highest RTT has grown.
  rig.fill_window();
  rig.advance(44 * kMillisecond);
  Packets before = 0;
  for (int i = 0; i < 4 && rig.state == CaState::kOpen; ++i) {
    before = rig.control->controls().cwnd_packets;
    rig.ack(1);
  }
  EXPECT_EQ(rig.state, CaState::kCwr);
  EXPECT_EQ(rig.phases.entries.back().reason, "delay");
  EXPECT_EQ(rig.control->controls().ssthresh_packets, before * 724 / 1024);
  EXPECT_GT(metric(*rig.control, "cdg_gradient_s"), 0);
}

TEST(Cdg, NeverBacksOffWithoutAFactor) {
  ControllerRig rig = in_cdg_avoidance(40, {{"backoff_factor", kCdgNever}});
  for (int round = 1; round < 10; ++round) run_cdg_round(rig, (40 + round) * kMillisecond);
  EXPECT_EQ(cdg_reductions(rig), 0);
}

// 1 - exp(-42 x 8000 / 10^6) = 0.285 for a millisecond more in a round: the first gradient counts
// for all of its window.
TEST(Cdg, BacksOffWithAProbabilityThatTheGradientGives) {
  constexpr int kDraws = 400;
  int count = 0;
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
    ControllerRig rig({kCdg, {}, 1500, 30, 40 * kMillisecond, seed});
    run_cdg_round(rig, 40 * kMillisecond);
    rig.fill_window();
    rig.advance(41 * kMillisecond);
    rig.ack(1);
    count += cdg_reductions(rig);
  }
  const double expected = 1 - std::exp(-42.0 * 8 * 1000 / 1e6);
  const double deviation = std::sqrt(expected * (1 - expected) / kDraws);
  EXPECT_NEAR(static_cast<double>(count) / kDraws, expected, 4 * deviation);
}

// The queue of another flow grows whatever it does.
TEST(Cdg, StopsAfterFiveReductionsWithoutEffect) {
  ControllerRig rig = in_cdg_avoidance(200, {{"backoff_factor", kCdgCertain}});
  for (int round = 0; round < 60; ++round) run_cdg_round(rig, (41 + 2 * round) * kMillisecond);
  EXPECT_EQ(cdg_reductions(rig), 5);
  ControllerRig always = in_cdg_avoidance(
      200, {{"backoff_factor", kCdgCertain}, {"ineffectual_backoff_count", std::int64_t{0}}});
  for (int round = 0; round < 60; ++round) run_cdg_round(always, (41 + 2 * round) * kMillisecond);
  EXPECT_GT(cdg_reductions(always), 5);
}

TEST(Cdg, HalvesTheWindowThatDelayHasNotReduced) {
  for (const bool uses_shadow : {true, false}) {
    ControllerRig rig =
        in_cdg_avoidance(100, {{"backoff_factor", kCdgCertain}, {"shadow_window", uses_shadow}});
    for (int round = 0; round < 4; ++round) run_cdg_round(rig, (42 + 2 * round) * kMillisecond);
    ASSERT_GE(cdg_reductions(rig), 1);
    ASSERT_EQ(rig.state, CaState::kOpen);
    const Packets window = rig.control->controls().cwnd_packets;
    const auto shadow = static_cast<Packets>(metric(*rig.control, "cdg_shadow_packets"));
    ASSERT_GT(shadow, window);
    rig.lose(1);
    EXPECT_EQ(rig.control->controls().ssthresh_packets,
              uses_shadow ? std::min(shadow / 2, window) : window / 2);
  }
}

TEST(Cdg, ALossWhileTheQueueFillsNeedNotReduce) {
  ControllerRig rig =
      in_cdg_avoidance(40, {{"backoff_factor", kCdgNever}, {"loss_tolerance", true}});
  for (int round = 0; round < 3; ++round) run_cdg_round(rig, (42 + 2 * round) * kMillisecond);
  const Packets window = rig.control->controls().cwnd_packets;
  rig.lose(1);
  EXPECT_EQ(rig.control->controls().ssthresh_packets, window);
}

TEST(Cdg, LeavesSlowStartWhenTheLowestRttHasRisenByAnEighth) {
  ControllerRig rig({kCdg, {{"backoff_factor", kCdgNever}, {"hystart", std::string("delay")}}});
  run_cdg_round(rig, 40 * kMillisecond);
  run_cdg_round(rig, 44 * kMillisecond);
  EXPECT_FALSE(rig.phases.has("congestion_avoidance"));
  run_cdg_round(rig, 46 * kMillisecond);
  EXPECT_EQ(rig.phases.entries.back().reason, "delay_increase");
}

TEST(Cdg, LeavesSlowStartAfterATrainOfAcksHalfAsLongAsThePath) {
  ControllerRig rig({kCdg, {{"backoff_factor", kCdgNever}, {"hystart", std::string("ack_train")}}});
  rig.run_path({100'000'000, 40 * kMillisecond, 1, 0}, kSecond);
  ASSERT_TRUE(rig.phases.has("congestion_avoidance"));
  EXPECT_EQ(rig.phases.entries[1].reason, "ack_train");
}

TEST(Cdg, ForgetsGradientsAfterAPause) {
  ControllerRig rig = in_cdg_avoidance(40, {{"backoff_factor", kCdgNever}});
  run_cdg_round(rig, 50 * kMillisecond);
  run_cdg_round(rig, 50 * kMillisecond);
  EXPECT_GT(metric(*rig.control, "cdg_gradient_s"), 0);
  rig.control->on_idle_restart({rig.now_ns, 3});
  EXPECT_EQ(metric(*rig.control, "cdg_gradient_s"), 0);
}

}  // namespace
}  // namespace ccsim
