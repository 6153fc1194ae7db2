// What each controller says of its own decisions: which rule binds, and with what numbers it was
// set.
#include <gtest/gtest.h>

#include <cmath>

#include "cc/controller_rig.h"
#include "cc/recorded_run.h"
#include "support/shorthand.h"

namespace ccsim {
namespace {

using testing::ControllerRig;
using testing::kPath;
using testing::metric;

constexpr double kWireBytes = 1500;

Binding window_of(const ControllerRig& rig) {
  return rig.control->window_binding();
}

TEST(CausesOfBbr2, GoFromStartupToTheBdp) {
  ControllerRig rig({"bbr2"});
  EXPECT_EQ(window_of(rig), Binding::kStartupWindow);
  EXPECT_EQ(rig.control->rate_binding(), Binding::kStartupRate);
  rig.run_path(kPath, 4 * kSecond);
  rig.run_until_phase("probe_bw_cruise");
  rig.run_path(kPath, 50 * kMillisecond);
  EXPECT_EQ(window_of(rig), Binding::kBdp);
  EXPECT_EQ(rig.control->rate_binding(), Binding::kBandwidth);
  const auto full = rig.causes.of(CauseKind::kPipeFull);
  ASSERT_EQ(full.size(), 1U);
  EXPECT_EQ(full[0].reason, "bandwidth_plateau");
  EXPECT_NEAR(full[0].numbers[0], 1e7, 2e5);
}

TEST(CausesOfBbr2, TellTheLossThatSetTheUpperBound) {
  ControllerRig rig({"bbr2"});
  rig.run_path(kPath, 4 * kSecond);
  rig.run_until_phase("probe_bw_up");
  rig.run_path(kPath, 5 * kMillisecond);
  rig.lose(6);
  const auto set = rig.causes.of(CauseKind::kInflightHiSet);
  ASSERT_EQ(set.size(), 1U);
  EXPECT_EQ(set[0].reason, "loss");
  EXPECT_TRUE(std::isnan(set[0].numbers[0]));  // there was none before
  EXPECT_EQ(set[0].numbers[1] * kWireBytes, metric(*rig.control, "inflight_hi_bytes"));
  // More than the 2% of its flight, rounded down to whole packets.
  EXPECT_GT(set[0].numbers[2], std::floor(set[0].numbers[3] * 5 / 256));
  EXPECT_EQ(set[0].now_ns, rig.now_ns);
}

TEST(CausesOfBbr2, NameTheBoundsThatCapTheWindow) {
  ControllerRig rig({"bbr2"});
  rig.run_path(kPath, 4 * kSecond);
  rig.run_until_phase("probe_bw_up");
  rig.run_path(kPath, 5 * kMillisecond);
  rig.lose(6);
  rig.end_recovery();
  rig.run_until_phase("probe_bw_cruise");
  rig.run_path(kPath, 100 * kMillisecond);
  EXPECT_EQ(window_of(rig), Binding::kInflightHeadroom);
  rig.run_until_phase("probe_bw_refill");
  rig.run_path(kPath, 30 * kMillisecond);
  EXPECT_EQ(window_of(rig), Binding::kInflightHi);
}

TEST(CausesOfBbr2, TellOfTheLowerBoundsAndOfTheirEnd) {
  ControllerRig rig({"bbr2"});
  rig.run_path(kPath, 5 * kSecond);
  rig.run_until_phase("probe_bw_cruise");
  rig.lose(1);
  rig.end_recovery();
  rig.run_path(kPath, 60 * kMillisecond);
  const auto set = rig.causes.of(CauseKind::kLowerBoundsSet);
  ASSERT_FALSE(set.empty());
  EXPECT_TRUE(std::isnan(set[0].numbers[0]));
  EXPECT_EQ(set.back().numbers[1] * kWireBytes, metric(*rig.control, "inflight_lo_bytes"));
  EXPECT_EQ(set.back().numbers[3], metric(*rig.control, "bandwidth_lo_bps"));
  rig.run_until_phase("probe_bw_refill");
  const auto reset = rig.causes.of(CauseKind::kLowerBoundsReset);
  ASSERT_FALSE(reset.empty());
  EXPECT_EQ(reset.back().reason, "probe");
}

TEST(CausesOfBbr2, TellOfProbeRttAndOfANewMinimum) {
  ControllerRig rig({"bbr2"});
  rig.run_path(kPath, 3 * kSecond);
  const ControllerRig::Path longer{10'000'000, 60 * kMillisecond, 1, 0};
  while (rig.phases.entries.back().phase != "probe_rtt") rig.run_path(longer, kMillisecond);
  const auto entered = rig.causes.of(CauseKind::kProbeRttEntered);
  ASSERT_EQ(entered.size(), 1U);
  EXPECT_EQ(entered[0].numbers[1], static_cast<double>(rig.control->controls().cwnd_packets));
  EXPECT_EQ(window_of(rig), Binding::kProbeRttWindow);
  rig.run_path(longer, 8 * kSecond);
  const auto minima = rig.causes.of(CauseKind::kMinRttSet);
  ASSERT_FALSE(minima.empty());
  EXPECT_EQ(minima.back().reason, "expired");
  EXPECT_GT(minima.back().numbers[1], minima.back().numbers[0]);
  EXPECT_EQ(minima.back().numbers[1], metric(*rig.control, "min_rtt_s"));
}

TEST(CausesOfBbr2, TellOfATimeout) {
  ControllerRig rig({"bbr2"});
  rig.run_path(kPath, 4 * kSecond);
  const auto before = static_cast<double>(rig.control->controls().cwnd_packets);
  rig.rto();
  const auto collapsed = rig.causes.of(CauseKind::kWindowCollapsed);
  ASSERT_EQ(collapsed.size(), 1U);
  EXPECT_EQ(collapsed[0].now_ns, rig.now_ns);
  EXPECT_EQ(collapsed[0].numbers[0], before);
  EXPECT_EQ(collapsed[0].numbers[1], static_cast<double>(rig.control->controls().cwnd_packets));
}

TEST(CausesOfFairtt, NameTheCoefficientWhileItCuts) {
  ControllerRig rig({"fairtt", {{"reading", std::string("algorithm1_letter")}}});
  rig.run_path(kPath, 4 * kSecond);
  rig.run_until_phase("probe_bw_cruise");
  rig.run_path(kPath, 50 * kMillisecond);
  rig.advance(40 * kMillisecond);
  rig.ack(1);
  ASSERT_LT(metric(*rig.control, "fairtt_coefficient_ratio"), 0.6);
  EXPECT_EQ(window_of(rig), Binding::kCoefficient);
  const auto applied = rig.causes.of(CauseKind::kCoefficientApplied);
  ASSERT_FALSE(applied.empty());
  EXPECT_LT(applied.back().numbers[0], 1);
  EXPECT_GT(applied.back().numbers[1], applied.back().numbers[2]);  // RTT above the threshold
}

TEST(CausesOfFairtt, NameTheCoefficientInTheRate) {
  ControllerRig rig({"fairtt", {{"reading", std::string("bdp_and_pacing")}}});
  rig.run_path(kPath, 4 * kSecond);
  rig.run_until_phase("probe_bw_cruise");
  rig.run_path(kPath, 50 * kMillisecond);
  rig.advance(40 * kMillisecond);
  rig.ack(1);
  EXPECT_EQ(rig.control->rate_binding(), Binding::kCoefficientRate);
}

TEST(CausesOfBbr1, NameTheBdpAndTheConservedWindow) {
  ControllerRig rig({"bbr1"});
  rig.run_path(kPath, 8 * kSecond);
  EXPECT_EQ(window_of(rig), Binding::kBdp);
  const auto before = static_cast<double>(rig.control->controls().cwnd_packets);
  rig.fill_window();
  rig.lose(5);
  rig.ack(1);
  EXPECT_EQ(window_of(rig), Binding::kConservedWindow);
  const auto conserved = rig.causes.of(CauseKind::kWindowConserved);
  ASSERT_EQ(conserved.size(), 1U);
  EXPECT_LE(conserved[0].numbers[0], before);
  EXPECT_LT(conserved[0].numbers[1], conserved[0].numbers[0]);
}

TEST(CausesOfBbr1, TellTheWindowWithWhichItGoesOnAfterARecovery) {
  ControllerRig rig({"bbr1"});
  rig.run_path(kPath, 200 * kMillisecond);
  rig.fill_window();
  rig.lose(5);
  rig.ack(1);
  rig.end_recovery();
  rig.ack(3);
  const auto restored = rig.causes.of(CauseKind::kWindowRestored);
  ASSERT_EQ(restored.size(), 1U);
  EXPECT_EQ(restored[0].reason, "recovered");
  EXPECT_EQ(restored[0].numbers[1], static_cast<double>(rig.control->controls().cwnd_packets));
}

TEST(CausesOfBbr1, TellOfAPolicer) {
  // A quarter of the packets is lost: more than the threshold in every interval.
  Scenario scenario = testing::dumbbell({.loss_probability = 0.25});
  testing::add_flow(scenario, "bbr1", kRtt);
  RunOptions options;
  options.records_causes = true;
  const RunResult result = run(scenario, 1, options);
  const CauseSummary* detected = nullptr;
  const CauseSummary* expired = nullptr;
  for (const CauseSummary& summary : result.causes.flows[0].causes) {
    if (summary.kind == CauseKind::kPolicerDetected) detected = &summary;
    if (summary.kind == CauseKind::kPolicerExpired) expired = &summary;
  }
  ASSERT_NE(detected, nullptr);
  ASSERT_NE(expired, nullptr);
  const CauseNumbers& first = detected->kept[0].numbers;
  EXPECT_GT(first[0], 0);
  // 50/256 of the delivered packets, at least.
  EXPECT_GE(first[1] * 256, 50 * first[2]);
  EXPECT_EQ(expired->kept[0].numbers[0], first[0]);
}

TEST(CausesOfCubic, TellWhereOnItsCurveTheWindowIs) {
  ControllerRig rig({"cubic", {{"hystart", std::string("off")}, {"tcp_friendliness", false}}});
  EXPECT_EQ(window_of(rig), Binding::kSlowStart);
  for (int i = 0; i < 4; ++i) rig.run_round(100 * kMillisecond);
  const auto before = static_cast<double>(rig.control->controls().cwnd_packets);
  rig.lose(1);
  rig.end_recovery();
  const auto reduced = rig.causes.of(CauseKind::kWindowReduced);
  ASSERT_EQ(reduced.size(), 1U);
  EXPECT_EQ(reduced[0].reason, "loss");
  EXPECT_EQ(reduced[0].numbers[0], before);
  EXPECT_EQ(reduced[0].numbers[1], std::floor(before * 717 / 1024));
  EXPECT_EQ(reduced[0].numbers[2], before);
  rig.run_round(100 * kMillisecond);
  EXPECT_EQ(window_of(rig), Binding::kCubicBelow);
  for (int i = 0; i < 150; ++i) rig.run_round(100 * kMillisecond);
  EXPECT_EQ(window_of(rig), Binding::kCubicBeyond);
  EXPECT_EQ(rig.control->rate_binding(), Binding::kWindowRate);
}

TEST(CausesOfCubic, NameRenosGrowthWhereItIsFaster) {
  ControllerRig rig({"cubic", {{"hystart", std::string("off")}}});
  rig.run_round(5 * kMillisecond);
  rig.fill_window();
  rig.lose(1);
  rig.end_recovery();
  bool was_friendly = false;
  for (int i = 0; i < 40; ++i) {
    rig.run_round(5 * kMillisecond);  // hardly any time passes for the cubic function
    was_friendly = was_friendly || window_of(rig) == Binding::kRenoFriendly;
  }
  EXPECT_TRUE(was_friendly);
}

TEST(CausesOfNewReno, TellOfReductionsTimeoutsAndUndos) {
  ControllerRig rig({"newreno"});
  for (int i = 0; i < 3; ++i) rig.run_round(kRtt);
  const auto before = static_cast<double>(rig.control->controls().cwnd_packets);
  rig.lose(1);
  const auto reduced = rig.causes.of(CauseKind::kWindowReduced);
  ASSERT_EQ(reduced.size(), 1U);
  EXPECT_EQ(reduced[0].numbers[1], before / 2);
  EXPECT_TRUE(std::isnan(reduced[0].numbers[2]));
  rig.undo();
  const auto restored = rig.causes.of(CauseKind::kWindowRestored);
  ASSERT_EQ(restored.size(), 1U);
  EXPECT_EQ(restored[0].numbers[1], before);
  rig.rto();
  ASSERT_EQ(rig.causes.of(CauseKind::kWindowCollapsed).size(), 1U);
  EXPECT_EQ(window_of(rig), Binding::kSlowStart);
}

}  // namespace
}  // namespace ccsim
