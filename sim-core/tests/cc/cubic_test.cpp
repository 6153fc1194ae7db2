// CUBIC: its window function by plain numbers, then the controller.
#include <gtest/gtest.h>

#include "cc/controller_rig.h"
#include "loss/cubic_window.h"

namespace ccsim {
namespace {

using testing::ControllerRig;
using testing::metric;

SimTime seconds(double time_s) {
  return static_cast<SimTime>(time_s * 1e9);
}

TEST(CubicWindow, TakesKOf4217MillisecondsFromSeventyToAHundred) {
  CubicWindow window(0.4);
  window.begin(0, 70, 100);
  // K = cbrt(30 / 0.4) = 4.217 s; C is 410/1024 = 0.40039 here, so 4.2158 s.
  EXPECT_NEAR(static_cast<double>(window.k_ticks()) / 1024, 4.217, 0.003);
  EXPECT_EQ(window.at(0), 71);  // 100 - 0.40039 * 4.2158^3 = 70.0, rounded towards the plateau
  EXPECT_NEAR(static_cast<double>(window.at(seconds(4.217))), 100, 1);
  EXPECT_NEAR(static_cast<double>(window.at(seconds(8.434))), 130, 1);
}

TEST(CubicWindow, PassesTheWindowAtOnceWithoutAnEarlierMaximum) {
  CubicWindow window(0.4);
  window.begin(seconds(1), 50, 0);
  EXPECT_EQ(window.k_ticks(), 0);
  EXPECT_EQ(window.at(seconds(1)), 50);
  EXPECT_EQ(window.at(seconds(6)), 100);  // 50 + 0.40039 * 125 = 100.05
}

TEST(CubicWindow, DoesNotCountIdleTime) {
  CubicWindow window(0.4);
  window.begin(0, 50, 0);
  window.skip_idle(seconds(10), seconds(5));
  EXPECT_EQ(window.at(seconds(10)), 100);
  window.skip_idle(seconds(10), seconds(100));  // never beyond now
  EXPECT_EQ(window.at(seconds(10)), 50);
}

TEST(CubicWindow, SurvivesHoursAndLargeWindows) {
  CubicWindow window(0.4);
  window.begin(0, 1'000'000, 300'000'000);
  // K = cbrt(299e6 / 0.40039) = 907.3 s; at 0 the function is back at the reduced window.
  EXPECT_NEAR(static_cast<double>(window.at(0)), 1e6, 1e6);
  EXPECT_GT(window.at(seconds(3600)), 300'000'000);
}

ControllerRig lossless_cubic(std::vector<NamedParameter> parameters = {}) {
  return ControllerRig({"cubic", std::move(parameters), 1500, 100});
}

TEST(Cubic, ReducesBySevenTenthsOnce) {
  ControllerRig rig = lossless_cubic();
  rig.fill_window();
  rig.lose(1);
  EXPECT_EQ(rig.control->controls().ssthresh_packets, 70);  // 100 * 717/1024 = 70.02
  rig.lose(1);
  EXPECT_EQ(rig.control->controls().ssthresh_packets, 70);
  rig.end_recovery();
  EXPECT_EQ(rig.control->controls().cwnd_packets, 70);
  EXPECT_EQ(metric(*rig.control, "w_max_bytes"), 100 * 1500);
}

TEST(Cubic, GivesUpMoreWhenItsMaximumFalls) {
  ControllerRig rig = lossless_cubic();
  rig.fill_window();
  rig.lose(1);
  rig.end_recovery();
  rig.lose(1);                                                // at 70, below the maximum of 100
  EXPECT_EQ(metric(*rig.control, "w_max_bytes"), 59 * 1500);  // 70 * 1741/2048 = 59.5
  EXPECT_EQ(rig.control->controls().ssthresh_packets, 49);
}

TEST(Cubic, KeepsItsMaximumWithoutFastConvergence) {
  ControllerRig rig = lossless_cubic({{"fast_convergence", false}});
  rig.fill_window();
  rig.lose(1);
  rig.end_recovery();
  rig.lose(1);
  EXPECT_EQ(metric(*rig.control, "w_max_bytes"), 70 * 1500);
}

TEST(Cubic, IsBackAtItsMaximumAfterK) {
  ControllerRig rig = lossless_cubic({{"tcp_friendliness", false}});
  rig.fill_window();
  rig.lose(1);
  rig.end_recovery();
  const SimTime begin_ns = rig.now_ns;
  Packets before_plateau = 0;
  while (rig.now_ns < begin_ns + 6 * kSecond) {
    rig.run_round(40 * kMillisecond);
    if (rig.now_ns < begin_ns + 2 * kSecond) before_plateau = rig.control->controls().cwnd_packets;
  }
  EXPECT_NEAR(static_cast<double>(before_plateau), 96, 2);  // 100 - 0.4 * 2.2^3 = 95.7
  // At 6 s: 100 + 0.4 * (6 - 4.216 + 0.04)^3 = 102.4
  EXPECT_NEAR(static_cast<double>(rig.control->controls().cwnd_packets), 102, 1.5);
}

TEST(Cubic, DoublesInSlowStartAndCollapsesOnATimeout) {
  ControllerRig rig({"cubic", {{"hystart", std::string("off")}}});
  rig.fill_window();
  rig.advance(40 * kMillisecond);
  rig.ack(10);
  EXPECT_EQ(rig.control->controls().cwnd_packets, 20);
  rig.fill_window();
  rig.rto();
  EXPECT_EQ(rig.control->controls().cwnd_packets, 1);
  EXPECT_EQ(rig.control->controls().ssthresh_packets, 14);
}

TEST(Cubic, RestoresItsWindowWhenALossWasSpurious) {
  ControllerRig rig = lossless_cubic();
  rig.fill_window();
  rig.lose(1);
  rig.undo();
  EXPECT_EQ(rig.control->controls().cwnd_packets, 100);
  EXPECT_EQ(rig.control->controls().ssthresh_packets, INT64_MAX);
}

TEST(Cubic, LeavesSlowStartWhenTheDelayRises) {
  ControllerRig rig({"cubic", {}, 1500, 32});
  SimTime rtt_ns = 40 * kMillisecond;
  for (int round = 0; round < 4 && rig.control->controls().ssthresh_packets == INT64_MAX; ++round) {
    rig.run_round(rtt_ns);
    rtt_ns += 10 * kMillisecond;
  }
  EXPECT_LE(rig.control->controls().ssthresh_packets,
            128);  // in the round with 50 ms at the latest
  EXPECT_EQ(rig.phases.entries.back().reason, "hystart_delay");
}

TEST(Cubic, StaysInSlowStartWithoutHystart) {
  ControllerRig rig({"cubic", {{"hystart", std::string("off")}}, 1500, 32});
  SimTime rtt_ns = 40 * kMillisecond;
  for (int round = 0; round < 3; ++round) {
    rig.fill_window();
    rig.advance(rtt_ns);
    rig.ack(rig.in_flight());
    rtt_ns *= 2;
  }
  EXPECT_EQ(rig.control->controls().cwnd_packets, 256);
}

TEST(Cubic, ReportsConservativeSlowStartAsAPhase) {
  ControllerRig rig({"cubic", {{"hystart", std::string("plus_plus")}}, 1500, 32});
  SimTime rtt_ns = 40 * kMillisecond;
  for (int round = 0; round < 8; ++round) {
    rig.fill_window();
    rig.advance(rtt_ns);
    while (rig.in_flight() > 0) {
      rig.ack(2);
    }
    rtt_ns += 10 * kMillisecond;
  }
  EXPECT_TRUE(rig.phases.has("css"));
  EXPECT_LT(rig.control->controls().ssthresh_packets, INT64_MAX);
}

}  // namespace
}  // namespace ccsim
