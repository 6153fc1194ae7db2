// FaiRTT: threshold, count and coefficient by hand; equality with BBRv2; the shared oracle.
#include <gtest/gtest.h>

#include "cc/controller_rig.h"
#include "fairtt/fairtt_parameters.h"
#include "fairtt/shared_oracle.h"
#include "support/shorthand.h"

namespace ccsim {
namespace {

using testing::ControllerRig;
using testing::kPath;
using testing::metric;

std::string text(const char* value) {
  return value;
}

// A controller that cruises, with one more ACK that comes `late_ns` late.
void cruise_and_sample(ControllerRig& rig, Duration late_ns) {
  rig.run_path(kPath, 4 * kSecond);
  rig.run_until_phase("probe_bw_cruise");
  rig.run_path(kPath, 50 * kMillisecond);
  rig.advance(late_ns);
  rig.ack(1);
}

double coefficient_of(const ControllerRig& rig) {
  return 0.99 * metric(*rig.control, "min_rtt_s") / (static_cast<double>(rig.last_rtt_ns) / 1e9);
}

TEST(Fairtt, CutsByGammaTimesMinimumOverLatestRtt) {
  ControllerRig rig({"fairtt", {{"reading", text("algorithm1_letter")}}});
  cruise_and_sample(rig, 40 * kMillisecond);
  // One minimum, times one.
  EXPECT_NEAR(metric(*rig.control, "fairtt_alpha_s"), metric(*rig.control, "min_rtt_s"), 1e-6);
  EXPECT_EQ(metric(*rig.control, "fairtt_distinct_count"), 1);
  EXPECT_GT(rig.last_rtt_ns, 70 * kMillisecond);
  EXPECT_NEAR(metric(*rig.control, "fairtt_coefficient_ratio"), coefficient_of(rig), 1e-9);
}

TEST(Fairtt, CutsNothingAtTheMinimumRtt) {
  ControllerRig rig({"fairtt", {{"reading", text("algorithm1_letter")}}});
  cruise_and_sample(rig, 0);
  // Paced below the bandwidth, the queue empties.
  const SimTime limit_ns = rig.now_ns + 10 * kSecond;
  while (rig.last_rtt_ns > rig.smallest_rtt_ns && rig.now_ns < limit_ns) {
    rig.run_path(kPath, kMillisecond);
  }
  ASSERT_EQ(rig.last_rtt_ns, rig.smallest_rtt_ns);
  EXPECT_EQ(metric(*rig.control, "fairtt_coefficient_ratio"), 1);
}

TEST(Fairtt, CutsNothingOutsideOfProbeBw) {
  ControllerRig rig({"fairtt", {{"alpha", text("always")}}});
  rig.fill_window();
  rig.advance(100 * kMillisecond);
  rig.ack(2);
  EXPECT_EQ(rig.phases.entries.back().phase, "startup");
  EXPECT_EQ(metric(*rig.control, "fairtt_coefficient_ratio"), 1);
}

TEST(Fairtt, CutsTheWindowByTheCoefficient) {
  ControllerRig rig({"fairtt", {{"reading", text("algorithm1_letter")}, {"extra_acked", false}}});
  cruise_and_sample(rig, 40 * kMillisecond);
  const double bandwidth = metric(*rig.control, "bandwidth_estimate_bps");
  const double minimum = metric(*rig.control, "min_rtt_s");
  const double coefficient = metric(*rig.control, "fairtt_coefficient_ratio");
  EXPECT_LT(coefficient, 0.6);
  EXPECT_EQ(rig.control->controls().cwnd_packets,
            static_cast<Packets>(std::ceil(2 * bandwidth * coefficient * minimum / 12000)));
  // The pacing rate is left alone.
  EXPECT_NEAR(static_cast<double>(rig.control->controls().pacing_rate_bps), 0.99 * bandwidth, 2);
}

TEST(Fairtt, CutsThePacingRateTooInTheReadingThatSaysSo) {
  ControllerRig rig({"fairtt", {{"reading", text("bdp_and_pacing")}}});
  cruise_and_sample(rig, 40 * kMillisecond);
  const double bandwidth = metric(*rig.control, "bandwidth_estimate_bps");
  const double coefficient = metric(*rig.control, "fairtt_coefficient_ratio");
  EXPECT_NEAR(static_cast<double>(rig.control->controls().pacing_rate_bps),
              0.99 * coefficient * bandwidth, 3);
}

TEST(Fairtt, SumsTheMinimaOfTwoFlowsInTheSharedThreshold) {
  auto oracle = make_shared_oracle();
  ControllerRig mouse(
      {"fairtt", {{"reading", text("shared_threshold")}}, 1500, 10, kRtt, 1, 1, oracle.get()});
  ControllerRig elephant({"fairtt",
                          {{"reading", text("shared_threshold")}},
                          1500,
                          10,
                          80 * kMillisecond,
                          1,
                          0,
                          oracle.get()});
  mouse.run_path(kPath, 2 * kSecond);
  elephant.run_path({10'000'000, 80 * kMillisecond, 1, 0}, 2 * kSecond);
  EXPECT_EQ(metric(*elephant.control, "fairtt_distinct_count"), 2);
  EXPECT_NEAR(metric(*elephant.control, "fairtt_alpha_s"), 0.0406 + 0.08, 0.0015);
  // The elephant is alone when the mouse has gone.
  mouse.control.reset();
  elephant.run_path({10'000'000, 80 * kMillisecond, 1, 0}, 100 * kMillisecond);
  EXPECT_EQ(metric(*elephant.control, "fairtt_distinct_count"), 1);
}

TEST(Fairtt, LetsAGivenChoiceGoBeforeTheReading) {
  const AlgorithmInfo* info = find_algorithm("fairtt");
  const auto read = [info](const std::vector<NamedParameter>& given) {
    return fairtt_parameters(ParameterSet(info->parameters, given));
  };
  const FairttParameters letter = read({{"reading", text("algorithm1_letter")}});
  EXPECT_EQ(letter.alpha, FairttParameters::Alpha::kOwnCount);
  EXPECT_EQ(letter.applied_to, FairttParameters::AppliedTo::kCwnd);
  EXPECT_FALSE(letter.needs_oracle());
  const FairttParameters shared = read({{"reading", text("shared_threshold")}});
  EXPECT_EQ(shared.alpha, FairttParameters::Alpha::kRegistryMean);
  EXPECT_TRUE(shared.needs_oracle());
  const FairttParameters changed =
      read({{"reading", text("shared_threshold")}, {"applied_to", text("bdp")}});
  EXPECT_EQ(changed.alpha, FairttParameters::Alpha::kRegistryMean);
  EXPECT_EQ(changed.applied_to, FairttParameters::AppliedTo::kBdp);
}

// Same operations, same controls, packet by packet.
void expect_equal_course(const std::vector<NamedParameter>& fairtt_parameters) {
  ControllerRig host({"bbr2"});
  ControllerRig variant({"fairtt", fairtt_parameters});
  for (int step = 0; step < 3000; ++step) {
    const Duration base_ns = step < 1500 ? kRtt : 2 * kRtt;
    for (ControllerRig* rig : {&host, &variant}) {
      rig->run_path({10'000'000, base_ns, 2, 300}, 5 * kMillisecond);
    }
    ASSERT_EQ(host.now_ns, variant.now_ns);
    ASSERT_EQ(host.control->controls().cwnd_packets, variant.control->controls().cwnd_packets)
        << step;
    ASSERT_EQ(host.control->controls().pacing_rate_bps, variant.control->controls().pacing_rate_bps)
        << step;
  }
}

TEST(Fairtt, EqualsBbr2WithGammaOneAndAnInfiniteThreshold) {
  expect_equal_course({{"gamma_ratio", 1.0}, {"alpha", text("infinite")}});
}

TEST(Fairtt, EqualsBbr2WithAnInfiniteThresholdWhateverItAppliesTo) {
  expect_equal_course({{"alpha", text("infinite")}, {"applied_to", text("bdp_and_pacing")}});
}

TEST(SharedOracle, CountsBinsAndAveragesFlows) {
  SharedOracle oracle;
  EXPECT_EQ(oracle.mean_over_flows_ns(), kNoDuration);
  EXPECT_EQ(oracle.lowest_min_rtt_ns(), kNoDuration);
  oracle.report(0, {0, 35'200'000, 35'000'000, kMillisecond});
  oracle.report(1, {0, 25'800'000, 26'000'000, kMillisecond});
  oracle.report(2, {0, 25'100'000, 26'000'000, kMillisecond});
  EXPECT_EQ(oracle.distinct_count(), 2);
  EXPECT_EQ(oracle.mean_over_flows_ns(), 29'000'000);
  EXPECT_EQ(oracle.lowest_min_rtt_ns(), 25'100'000);
  oracle.report(0, {1, 25'300'000, 26'000'000, kMillisecond});  // the flow has learnt
  EXPECT_EQ(oracle.distinct_count(), 1);
  oracle.remove(2);
  EXPECT_EQ(oracle.flow_count(), 2);
  EXPECT_EQ(oracle.lowest_min_rtt_ns(), 25'300'000);
}

TEST(SharedOracle, AveragesTheLastReportsOfAnyFlow) {
  SharedOracle oracle;
  oracle.report(0, {0, 30'000'000, 30'000'000, kMillisecond});
  oracle.report(1, {0, 20'000'000, 20'000'000, kMillisecond});
  oracle.report(1, {0, 20'000'000, 20'000'000, kMillisecond});
  oracle.report(1, {0, 20'000'000, 20'000'000, kMillisecond});
  EXPECT_EQ(oracle.mean_over_reports_ns(2), 20'000'000);
  EXPECT_EQ(oracle.mean_over_reports_ns(4), 22'500'000);
  EXPECT_EQ(oracle.mean_over_reports_ns(1000), 22'500'000);
}

TEST(SharedOracle, ForgetsAFlowThatReportsNoMore) {
  SharedOracle oracle;
  oracle.report(0, {0, 30'000'000, 30'000'000, kMillisecond});
  for (SimTime second = 1; second <= 12; ++second) {
    oracle.report(1, {second * kSecond, 20'000'000, 20'000'000, kMillisecond});
  }
  EXPECT_EQ(oracle.flow_count(), 1);
  EXPECT_EQ(oracle.lowest_min_rtt_ns(), 20'000'000);
}

}  // namespace
}  // namespace ccsim
