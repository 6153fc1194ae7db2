// Single flows against what follows from the specifications: bandwidth, minimum RTT, ProbeRTT's
// clock, sawtooth depths, the loss formulas. Expectations that are only deduced are printed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cc/recorded_run.h"
#include "support/shorthand.h"

namespace ccsim {
namespace {

using testing::add_flow;
using testing::dumbbell;
using testing::record_run;
using testing::RecordedRun;

constexpr double kPacketTime = 0.0012;  // 1500 bytes at 10 Mbit/s
constexpr double kBdpBytes = 50'000;    // 10 Mbit/s * 40 ms

double mean_after(const std::vector<double>& values, std::size_t first) {
  double sum = 0;
  for (std::size_t i = first; i < values.size(); ++i) {
    sum += values[i];
  }
  return sum / static_cast<double>(values.size() - first);
}

class BbrAlone : public ::testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] RecordedRun record(double buffer_packets, Duration duration_ns) const {
    Scenario scenario = dumbbell({10'000'000, buffer_packets, 0, duration_ns});
    add_flow(scenario, GetParam(), kRtt);
    return record_run(scenario);
  }
};

INSTANTIATE_TEST_SUITE_P(Theory, BbrAlone, ::testing::Values("bbr1", "bbr2", "fairtt"),
                         [](const auto& test) { return test.param; });

TEST_P(BbrAlone, LearnsThePathInADeepBuffer) {
  const RecordedRun recorded = record(333, 60 * kSecond);
  const auto& series = recorded.flow_series.at(0);
  for (std::size_t i = 50; i < 600; ++i) {
    ASSERT_LE(series.at("bandwidth_estimate_bps")[i], 1e7 * 1.0001) << i;
  }
  EXPECT_NEAR(mean_after(series.at("bandwidth_estimate_bps"), 50), 1e7, 1e7 * 0.02);
  // Propagation and transmission, plus at most one packet time of another packet's service.
  EXPECT_GE(series.at("min_rtt_s").back(), 0.04);
  EXPECT_LE(series.at("min_rtt_s").back(), 0.04 + 2 * kPacketTime + 1e-9);
  EXPECT_EQ(recorded.result.links[0].dropped_packets, 0);
  std::printf("[inferred] %s alone, 10 BDP: utilisation %.4f (>= 0.96), queue %.3f BDP (< 0.3)\n",
              GetParam().c_str(), recorded.result.links[0].utilisation_ratio,
              recorded.result.links[0].mean_queue_bytes / kBdpBytes);
}

TEST_P(BbrAlone, KeepsGoingInAShallowBuffer) {
  const RecordedRun recorded = record(4, 30 * kSecond);
  EXPECT_GT(recorded.result.flows[0].goodput_bps, 5e6);
  EXPECT_LE(recorded.result.links[0].max_queue_bytes, 4 * 1500);
  std::printf("[inferred] %s alone, buffer of 4 packets: goodput %.2f Mbit/s, repeated %.2f%%\n",
              GetParam().c_str(), recorded.result.flows[0].goodput_bps / 1e6,
              100 * recorded.result.flows[0].retransmit_ratio);
}

// A second, unresponsive queue of its own making keeps the minimum from being seen again: with two
// flows the queue never empties by itself.
void expect_probe_rtt_cadence(const std::string& algorithm, double least_s, double most_s) {
  Scenario scenario = dumbbell({10'000'000, 333, 0, 100 * kSecond});
  add_flow(scenario, algorithm, kRtt);
  add_flow(scenario, algorithm, kRtt);
  scenario.groups[1].start_ns = 300 * kMillisecond;
  const RecordedRun recorded = record_run(scenario);
  const auto dips = recorded.phases_of(0, "probe_rtt");
  ASSERT_GE(dips.size(), 3U);
  for (const PhaseInterval& dip : dips) {
    const double length_s = static_cast<double>(dip.end_ns - dip.start_ns) / 1e9;
    EXPECT_GE(length_s, 0.2);
    EXPECT_LE(length_s, 0.2 + 0.25);  // and a round trip or two to drain and to see it
  }
  for (std::size_t i = 1; i < dips.size(); ++i) {
    const double gap_s = static_cast<double>(dips[i].start_ns - dips[i - 1].end_ns) / 1e9;
    EXPECT_GE(gap_s, least_s);
  }
  std::printf("[inferred] %s, two flows: %zu ProbeRTTs in 100 s, at most every %.0f s\n",
              algorithm.c_str(), dips.size(), most_s);
}

TEST(Bbr1InTheory, ProbesTheRttAfterTenSecondsAtTheEarliest) {
  expect_probe_rtt_cadence("bbr1", 9.99, 10);
}

TEST(Bbr2InTheory, ProbesTheRttAfterFiveSecondsAtTheEarliest) {
  expect_probe_rtt_cadence("bbr2", 4.99, 5);
}

TEST(Bbr2InTheory, HoldsTheFlightAtHalfABdpDuringProbeRtt) {
  Scenario scenario = dumbbell({10'000'000, 333, 0, 30 * kSecond});
  scenario.sample_interval_ns = 10 * kMillisecond;
  add_flow(scenario, "bbr2", kRtt);
  add_flow(scenario, "bbr2", kRtt);
  const RecordedRun recorded = record_run(scenario);
  const auto dips = recorded.phases_of(0, "probe_rtt");
  ASSERT_FALSE(dips.empty());
  const auto& series = recorded.flow_series.at(0);
  const auto last = static_cast<std::size_t>(dips[0].end_ns / scenario.sample_interval_ns) - 2;
  const double bdp_bytes =
      series.at("bandwidth_estimate_bps")[last] * series.at("min_rtt_s")[last] / 8;
  EXPECT_LE(series.at("cwnd_bytes")[last], std::max(bdp_bytes / 2 + 1500, 4.0 * 1500));
}

// Sawtooth: the window after a loss over the window before it.
double mean_reduction(const std::string& algorithm) {
  Scenario scenario = dumbbell({10'000'000, 34, 0, 120 * kSecond});
  scenario.sample_interval_ns = 10 * kMillisecond;
  add_flow(scenario, algorithm, kRtt);
  const RecordedRun recorded = record_run(scenario);
  const auto& ssthresh = recorded.flow_series.at(0).at("ssthresh_bytes");
  const auto& cwnd = recorded.flow_series.at(0).at("cwnd_bytes");
  double sum = 0;
  double count = 0;
  for (const PhaseInterval& recovery : recorded.phases_of(0, "recovery")) {
    // The sample before the loss and the one after it, 10 ms apart.
    const auto after = static_cast<std::size_t>(recovery.start_ns / scenario.sample_interval_ns);
    if (recovery.start_ns > 10 * kSecond && after < cwnd.size()) {
      sum += ssthresh[after] / cwnd[after - 1];
      count += 1;
    }
  }
  return sum / count;
}

TEST(CubicInTheory, FallsToSeventyPercent) {
  EXPECT_NEAR(mean_reduction("cubic"), 0.7, 0.03);
}

TEST(NewRenoInTheory, FallsToHalf) {
  EXPECT_NEAR(mean_reduction("newreno"), 0.5, 0.03);
}

TEST(NewRenoInTheory, FollowsTheInverseSquareRootOfLoss) {
  // MSS / R * sqrt(3 / (2 p)) (Mathis et al., CCR 27(3), 1997), with one ACK per packet, far from
  // the link's rate. Their constant is for delayed ACKs 0.87; Linux counts packets, not ACKs.
  const auto window_packets = [](double loss) {
    Scenario scenario = dumbbell({100'000'000, 1000, loss, 400 * kSecond});
    add_flow(scenario, "newreno", kRtt);
    scenario.groups[0].receiver.ack_every_packets = 1;
    const RunResult result = run(scenario, 1);
    return result.flows[0].throughput_bps * 0.04 / 12000;
  };
  const double at_one = window_packets(0.01);
  const double at_quarter = window_packets(0.0025);
  EXPECT_NEAR(at_one, 1.22 / std::sqrt(0.01), 0.2 * 12.2);
  EXPECT_NEAR(at_quarter / at_one, 2, 0.35);
}

// Rows of a list of expectations that are deduced, not specified: printed for the eye.
TEST(InferredExpectations, ArePrinted) {
  const auto two = [](const std::string& algorithm, Duration a_ns, Duration b_ns, double packets,
                      double loss) {
    Scenario scenario = dumbbell({10'000'000, packets, loss, 60 * kSecond});
    scenario.transport.host_jitter_ns = 20 * kMicrosecond;  // who wins must not hang on exact ties
    add_flow(scenario, algorithm, a_ns);
    add_flow(scenario, algorithm, b_ns);
    return run(scenario, 1);
  };
  const RunResult equal = two("bbr1", kRtt, kRtt, 333, 0);
  std::printf("[inferred] two BBRv1, 40/40 ms, 10 BDP: queue %.2f BDP (0.8 to 1.6), Jain %.3f\n",
              equal.links[0].mean_queue_bytes / kBdpBytes, equal.fairness.jain_index);
  const RunResult deep = two("bbr1", 60 * kMillisecond, 20 * kMillisecond, 133, 0);
  const RunResult shallow = two("bbr1", 60 * kMillisecond, 20 * kMillisecond, 5, 0);
  std::printf("[inferred] BBRv1 60/20 ms: ratio %.2f at 8 BDP (above 1.5), %.2f at 0.3 BDP\n",
              deep.fairness.throughput_ratio, shallow.fairness.throughput_ratio);
  const RunResult one_percent = two("bbr2", kRtt, kRtt, 333, 0.01);
  const RunResult five_percent = two("bbr2", kRtt, kRtt, 333, 0.05);
  std::printf("[inferred] two BBRv2: utilisation %.2f at 1%% loss (0.8), %.2f at 5%%\n",
              one_percent.links[0].utilisation_ratio, five_percent.links[0].utilisation_ratio);
  const RunResult fair = two("fairtt", 80 * kMillisecond, kRtt, 1000, 0);
  std::printf("[inferred] FaiRTT 80/40 ms: ratio %.2f, queue %.1f ms\n",
              fair.fairness.throughput_ratio, fair.links[0].mean_queue_bytes * 8 / 1e4);
  EXPECT_GT(deep.fairness.throughput_ratio, shallow.fairness.throughput_ratio);
}

}  // namespace
}  // namespace ccsim
