#include <gtest/gtest.h>

#include "cc/controller_rig.h"

namespace ccsim {
namespace {

using testing::ControllerRig;
using testing::metric;

constexpr Duration kCopaBase = 40 * kMillisecond;

// A round trip of this length: the flight is acked packet by packet, the window refilled.
void run_copa_round(ControllerRig& rig, Duration rtt_ns) {
  rig.fill_window();
  rig.advance(rtt_ns);
  for (Packets left = rig.in_flight(); left > 0; --left) {
    rig.ack(1);
    rig.fill_window();
  }
}

void run_copa_rounds(ControllerRig& rig, int count, Duration rtt_ns) {
  for (int i = 0; i < count; ++i) run_copa_round(rig, rtt_ns);
}

TEST(Copa, DoublesPerRoundTripUntilItsRateExceedsTheTarget) {
  ControllerRig rig({"copa", {}, 1500, 10});
  run_copa_rounds(rig, 2, kCopaBase);
  EXPECT_EQ(rig.control->controls().cwnd_packets, 40);
  EXPECT_FALSE(rig.phases.has("default_mode"));
  // 20 ms of queue: 1 / (0.5 x 20 ms) = 100 packets/s, and the window has 40 / 60 ms.
  run_copa_round(rig, kCopaBase + 20 * kMillisecond);
  EXPECT_TRUE(rig.phases.has("default_mode"));
  EXPECT_NEAR(metric(*rig.control, "target_rate_bps"), 100 * 12'000, 1);
}

// A step per ACK of v / (delta window): v / delta packets per round trip.
TEST(Copa, MovesByOneOverDeltaPacketsPerRoundTripAtFirst) {
  for (const double delta : {0.5, 0.25}) {
    ControllerRig rig({"copa", {{"delta_ratio", delta}, {"mode_switching", false}}, 1500, 40});
    run_copa_rounds(rig, 2, kCopaBase + 40 * kMillisecond);
    run_copa_round(rig, kCopaBase);  // the lowest RTT: the rounds before had a queue
    run_copa_round(rig, kCopaBase + 40 * kMillisecond);
    const Packets before = rig.control->controls().cwnd_packets;
    run_copa_round(rig, kCopaBase + 40 * kMillisecond);
    EXPECT_NEAR(static_cast<double>(before - rig.control->controls().cwnd_packets),
                metric(*rig.control, "velocity_packets") / delta, 1 / delta + 1)
        << delta;
  }
}

TEST(Copa, DoublesItsStepAfterThreeRoundTripsInOneDirection) {
  ControllerRig rig({"copa", {{"mode_switching", false}}, 1500, 200});
  run_copa_round(rig, kCopaBase);
  run_copa_rounds(rig, 4, 2 * kCopaBase);
  const double slow = metric(*rig.control, "velocity_packets");
  run_copa_rounds(rig, 3, 2 * kCopaBase);
  EXPECT_GE(slow, 1);
  EXPECT_GE(metric(*rig.control, "velocity_packets"), 4 * slow);
  // A turn makes the first step small again.
  run_copa_rounds(rig, 2, kCopaBase);
  EXPECT_EQ(metric(*rig.control, "velocity_packets"), 1);
}

TEST(Copa, CompetesWhereTheQueueNeverEmptiesAndStopsWhenItDoes) {
  ControllerRig rig({"copa", {}, 1500, 20});
  run_copa_round(rig, kCopaBase);
  for (int i = 0; i < 12; ++i) run_copa_round(rig, kCopaBase + (60 + i % 3) * kMillisecond);
  EXPECT_EQ(rig.phases.entries.back().phase, "competitive_mode");
  // 1 / delta has grown by one per round trip.
  EXPECT_LT(metric(*rig.control, "delta_ratio"), 0.34);
  const double before = metric(*rig.control, "delta_ratio");
  rig.fill_window();
  rig.lose(1);
  rig.end_recovery();
  run_copa_round(rig, kCopaBase + 60 * kMillisecond);
  EXPECT_NEAR(metric(*rig.control, "delta_ratio"), std::min(2 * before, 0.5), 0.12);
  run_copa_rounds(rig, 3, kCopaBase);
  EXPECT_EQ(rig.phases.entries.back().phase, "default_mode");
  EXPECT_EQ(metric(*rig.control, "delta_ratio"), 0.5);
}

// An RTT 4 ms above the lowest is far from it while the queue swings by 8 ms, and near it once the
// queue swings by 60: both belong to the same five round trips.
TEST(Copa, JudgesWhatIsNearlyEmptyByTheSwingOfNow) {
  ControllerRig rig({"copa", {}, 1500, 20});
  run_copa_round(rig, kCopaBase);
  for (int i = 0; i < 12; ++i) run_copa_round(rig, kCopaBase + (8 - i % 2 * 4) * kMillisecond);
  EXPECT_EQ(rig.phases.entries.back().phase, "competitive_mode");
  run_copa_round(rig, kCopaBase + 60 * kMillisecond);
  EXPECT_EQ(rig.phases.entries.back().phase, "default_mode");
}

TEST(Copa, TakesNoNoticeOfALossInDefaultMode) {
  ControllerRig rig({"copa", {}, 1500, 20});
  run_copa_rounds(rig, 2, kCopaBase);
  const Packets before = rig.control->controls().cwnd_packets;
  rig.fill_window();
  rig.lose(3);
  EXPECT_EQ(rig.control->controls().cwnd_packets, before);
}

TEST(Copa, PacesAtTwiceItsWindowPerStandingRtt) {
  ControllerRig rig({"copa", {}, 1500, 10});
  run_copa_round(rig, kCopaBase);
  EXPECT_NEAR(static_cast<double>(rig.control->controls().pacing_rate_bps), 2 * 20 * 12'000 / 0.04,
              1);
}

}  // namespace
}  // namespace ccsim
