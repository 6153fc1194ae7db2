// BBRv1 as a state machine, and its policer detector.
#include <gtest/gtest.h>

#include <algorithm>

#include "bbr1/policer_detector.h"
#include "cc/controller_rig.h"
#include "support/shorthand.h"

namespace ccsim {
namespace {

using testing::ControllerRig;
using testing::kPath;
using testing::metric;

TEST(Bbr1, FindsTheBandwidthAndTheMinimumRttOfAnEmptyPath) {
  ControllerRig rig({"bbr1"});
  rig.run_path(kPath, 8 * kSecond);
  EXPECT_NEAR(metric(*rig.control, "bandwidth_estimate_bps"), 1e7, 1e7 * 0.02);
  EXPECT_NEAR(metric(*rig.control, "min_rtt_s"), 0.0412, 0.0013);
  EXPECT_EQ(rig.phases.entries[1].phase, "drain");
}

TEST(Bbr1, KeepsAWindowOfTwoBdpPlusThreeQuantaMadeEven) {
  ControllerRig rig({"bbr1", {{"extra_acked", false}}});
  rig.run_path(kPath, 8 * kSecond);
  rig.run_until_phase("probe_bw_cruise");
  rig.run_path(kPath, 50 * kMillisecond);
  const double bdp = std::ceil(2 * metric(*rig.control, "bandwidth_estimate_bps") *
                               metric(*rig.control, "min_rtt_s") / 12000);
  const auto with_quanta = static_cast<Packets>(bdp) + 6;
  EXPECT_EQ(rig.control->controls().cwnd_packets, with_quanta + with_quanta % 2);
}

TEST(Bbr1, CyclesThroughEightPhasesOfAMinimumRtt) {
  ControllerRig rig({"bbr1"});
  rig.run_path(kPath, 3 * kSecond);
  rig.phases.entries.clear();
  rig.run_path(kPath, 4 * kSecond);
  std::vector<SimTime> ups;
  for (const auto& entry : rig.phases.entries) {
    if (entry.phase == "probe_bw_up") ups.push_back(entry.now_ns);
  }
  ASSERT_GT(ups.size(), 5U);
  for (std::size_t i = 1; i < ups.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(ups[i] - ups[i - 1]) / 1e9, 8 * 0.0425, 0.06);
  }
}

TEST(Bbr1, DipsToFourPacketsWhenNoLowRttWasSeenForTenSeconds) {
  ControllerRig rig({"bbr1"});
  rig.run_path(kPath, 3 * kSecond);
  const SimTime changed_ns = rig.now_ns;
  while (rig.phases.entries.back().phase != "probe_rtt" && rig.now_ns < changed_ns + 20 * kSecond) {
    rig.run_path({10'000'000, 60 * kMillisecond, 1, 0}, 10 * kMillisecond);
  }
  ASSERT_EQ(rig.phases.entries.back().phase, "probe_rtt");
  EXPECT_LT(rig.now_ns - changed_ns, 10 * kSecond + 200 * kMillisecond);
  EXPECT_EQ(rig.control->controls().cwnd_packets, 4);
  EXPECT_EQ(rig.control->controls().after_ack, AfterAck::kMarkAppLimited);
  rig.run_path({10'000'000, 60 * kMillisecond, 1, 0}, 600 * kMillisecond);
  EXPECT_TRUE(rig.phases.entries.back().phase.starts_with("probe_bw"));
  EXPECT_NEAR(metric(*rig.control, "min_rtt_s"), 0.0612, 0.0013);
}

TEST(Bbr1, ConservesPacketsInTheFirstRoundOfRecoveryThenRestoresItsWindow) {
  ControllerRig rig({"bbr1"});
  rig.run_path(kPath, 8 * kSecond);
  const Packets before = rig.control->controls().cwnd_packets;
  rig.fill_window();
  rig.lose(5);  // reports losses only; the next ACK delivers
  rig.ack(1);
  EXPECT_EQ(rig.control->controls().cwnd_packets, rig.in_flight() + 1);
  rig.end_recovery();
  rig.ack(1);
  EXPECT_GE(rig.control->controls().cwnd_packets, before);
}

TEST(Bbr1, PaysNoAttentionToALossAfterRecovery) {
  ControllerRig rig({"bbr1"});
  rig.run_path({10'000'000, kRtt, 1, 50}, 8 * kSecond);
  EXPECT_NEAR(metric(*rig.control, "bandwidth_estimate_bps"), 1e7, 1e7 * 0.03);
}

// ---- the policer detector, by hand

PolicerDetector::Input input(SimTime ms, Packets delivered, Packets lost, bool has_losses,
                             bool is_round_start) {
  return {ms * kMillisecond, delivered, lost, has_losses, false, is_round_start, true};
}

constexpr PolicerDetector::Outcome kNothing = PolicerDetector::Outcome::kNothing;

TEST(PolicerDetector, NeedsTwoLossyIntervalsOfTheSameRate) {
  PolicerDetector detector({}, WireUnits(1000));
  EXPECT_EQ(detector.update(input(0, 0, 1, true, false)), kNothing);  // the interval begins
  for (Packets round = 1; round <= 3; ++round) {
    EXPECT_EQ(detector.update(input(100 * round, 100 * round, 30 * round, true, true)), kNothing);
  }
  // Round 4 ends it: 400 packets in 400 ms = 8 Mbit/s, loss 119/400 above 50/256.
  EXPECT_EQ(detector.update(input(400, 400, 120, true, true)), kNothing);
  EXPECT_FALSE(detector.is_policed());
  EXPECT_EQ(detector.rate_bps(), 8'000'000);
  for (Packets round = 5; round <= 7; ++round) {
    EXPECT_EQ(detector.update(input(100 * round, 100 * round, 30 * round, true, true)), kNothing);
  }
  EXPECT_EQ(detector.update(input(800, 820, 250, true, true)), PolicerDetector::Outcome::kDetected);
  EXPECT_TRUE(detector.is_policed());
  EXPECT_EQ(detector.rate_bps(), 8'200'000);  // mean of 8.0 and 8.4
}

TEST(PolicerDetector, DistrustsRatesThatDifferByMoreThanAnEighth) {
  PolicerDetector detector({}, WireUnits(1000));
  detector.update(input(0, 0, 1, true, false));
  for (Packets round = 1; round <= 4; ++round) {
    detector.update(input(100 * round, 100 * round, 30 * round, true, true));
  }
  for (Packets round = 5; round <= 8; ++round) {
    detector.update(input(100 * round, 400 + 120 * (round - 4), 60 * round, true, true));
  }
  EXPECT_FALSE(detector.is_policed());
  EXPECT_EQ(detector.rate_bps(), 9'600'000);  // the newer interval is what to compare with next
}

TEST(PolicerDetector, GivesUpAnIntervalWithLittleLossAfterSixteenRounds) {
  PolicerDetector detector({}, WireUnits(1000));
  detector.update(input(0, 0, 1, true, false));
  for (Packets round = 1; round <= 17; ++round) {
    detector.update(input(100 * round, 100 * round, 1 + round, true, true));
  }
  EXPECT_EQ(detector.rate_bps(), 0);
  // Sampling starts over with the next loss.
  EXPECT_EQ(detector.update(input(1800, 1800, 20, false, true)), kNothing);
  EXPECT_EQ(detector.rate_bps(), 0);
}

TEST(PolicerDetector, UsesTheRateForFortyEightRounds) {
  PolicerDetector detector({}, WireUnits(1000));
  detector.update(input(0, 0, 1, true, false));
  for (Packets round = 1; round <= 8; ++round) {
    detector.update(input(100 * round, 100 * round, 30 * round, true, true));
  }
  ASSERT_TRUE(detector.is_policed());
  for (int round = 1; round < 48; ++round) {
    EXPECT_EQ(detector.update(input(1000 + round, 1000, 300, false, true)), kNothing) << round;
  }
  EXPECT_EQ(detector.update(input(2000, 1000, 300, false, true)),
            PolicerDetector::Outcome::kExpired);
  EXPECT_FALSE(detector.is_policed());
}

TEST(PolicerDetector, StaysQuietWhenSwitchedOff) {
  PolicerDetector detector({.is_on = false}, WireUnits(1000));
  for (Packets round = 0; round <= 20; ++round) {
    EXPECT_EQ(detector.update(input(100 * round, 100 * round, 50 * round, true, true)), kNothing);
  }
  EXPECT_FALSE(detector.is_policed());
}

}  // namespace
}  // namespace ccsim
