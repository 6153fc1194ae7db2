// Shares of the limits over whole runs: what must hold for every algorithm.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "ccsim/algorithm.h"
#include "ccsim/send_limit.h"
#include "ccsim/simulation.h"
#include "support/shorthand.h"
#include "support/three_flows.h"

namespace ccsim {
namespace {

std::vector<double> ratios_of(const FlowSummary& flow) {
  return {flow.limited_cwnd_ratio, flow.limited_pacing_ratio, flow.limited_recovery_ratio,
          flow.limited_receive_window_ratio, flow.limited_application_ratio};
}

using Columns = std::map<std::string, std::vector<double>>;

// The five columns of every flow, in one piece each.
std::vector<Columns> limits_of_run(const Scenario& scenario, RunResult& result) {
  std::vector<Columns> flows(scenario.groups.size());
  RunOptions options;
  options.on_chunk = [&flows](SeriesChunk&& chunk) {
    for (const SubjectSeries& subject : chunk.subjects) {
      if (subject.subject != SubjectKind::kFlow) continue;
      for (const SeriesColumn& column : subject.columns) {
        if (!column.metric.starts_with("limited_")) continue;
        auto& values = flows[static_cast<std::size_t>(subject.subject_index)][column.metric];
        values.insert(values.end(), column.values.begin(), column.values.end());
      }
    }
  };
  result = run(scenario, 3, options);
  return flows;
}

double sum_at(const Columns& columns, std::size_t sample) {
  double sum = 0;
  for (const auto& [metric, values] : columns) sum += values[sample];
  return sum;
}

class LimitsOfEveryAlgorithm : public ::testing::TestWithParam<std::string> {};

TEST_P(LimitsOfEveryAlgorithm, SumToOneInTheSummaryAndInEverySample) {
  Scenario scenario = three_flows(GetParam());
  scenario.bottleneck.loss.model = {"bernoulli", {{"probability", 0.01}}};
  RunResult result;
  const std::vector<Columns> flows = limits_of_run(scenario, result);
  for (const FlowSummary& flow : result.flows) {
    double sum = 0;
    for (const double ratio : ratios_of(flow)) {
      EXPECT_GE(ratio, 0);
      sum += ratio;
    }
    EXPECT_NEAR(sum, 1, 1e-12);
  }
  for (std::size_t flow = 0; flow < flows.size(); ++flow) {
    ASSERT_EQ(flows[flow].size(), kSendLimitCount);
    for (std::size_t sample = 0; sample < 120; ++sample) {
      const bool stands =
          (static_cast<std::int64_t>(sample) + 1) * 100 * kMs > result.flows[flow].start_ns;
      const double sum = sum_at(flows[flow], sample);
      EXPECT_EQ(stands, !std::isnan(sum)) << flow << " " << sample;
      EXPECT_FALSE(std::abs(sum - 1) > 1e-12) << flow << " " << sample;
    }
  }
}

// Samples of equal length: the mean of their shares is the share of the whole.
TEST_P(LimitsOfEveryAlgorithm, AreTheMeanOfTheSamples) {
  RunResult result;
  const std::vector<Columns> flows = limits_of_run(three_flows(GetParam()), result);
  double cwnd = 0;
  for (std::size_t sample = 10; sample < 120; ++sample) {  // from the warm-up on
    cwnd += flows[0].at("limited_cwnd_ratio")[sample] / 110;
  }
  EXPECT_NEAR(cwnd, result.flows[0].limited_cwnd_ratio, 1e-9);
}

TEST_P(LimitsOfEveryAlgorithm, ShowBulkFlowsNeverLimitedByTheApplicationButAfterTheirStop) {
  RunResult result;
  const std::vector<Columns> flows = limits_of_run(three_flows(GetParam()), result);
  for (const FlowSummary& flow : result.flows) EXPECT_EQ(flow.limited_application_ratio, 0);
  EXPECT_EQ(flows[1].at("limited_application_ratio")[119], 1);
}

INSTANTIATE_TEST_SUITE_P(Registry, LimitsOfEveryAlgorithm, ::testing::ValuesIn([] {
                           std::vector<std::string> names;
                           for (const AlgorithmInfo& info : algorithms()) {
                             names.push_back(info.name);
                           }
                           return names;
                         }()),
                         [](const auto& info) { return info.param; });

// Six packets are less than the first window, and nothing is lost: it is the receiver all the time.
TEST(Limits, ShowTheSmallReceiveWindow) {
  Scenario scenario = three_flows("cubic");
  scenario.groups.erase(scenario.groups.begin(), scenario.groups.begin() + 2);
  const RunResult result = run(scenario, 3);
  EXPECT_EQ(result.flows[0].limited_receive_window_ratio, 1);
  EXPECT_EQ(result.flows[0].limited_cwnd_ratio, 0);
}

TEST(Limits, ShowNoPacingForSendersWithoutAPacer) {
  for (const char* algorithm : {"newreno", "cubic"}) {
    const RunResult result = run(three_flows(algorithm), 3);
    for (const FlowSummary& flow : result.flows) EXPECT_EQ(flow.limited_pacing_ratio, 0);
    EXPECT_GT(result.flows[0].limited_cwnd_ratio, 0.5);
    EXPECT_GT(result.flows[0].limited_recovery_ratio, 0);
  }
}

// A lone BBR flow paces at the rate of the link with a window of twice what it needs.
TEST(Limits, ShowALoneBbrFlowLimitedByPacing) {
  Scenario scenario = three_flows("bbr1");
  scenario.groups.resize(1);
  scenario.bottleneck.buffer_bytes = 500'000;
  scenario.warmup_ns = 2 * kSecond;
  const RunResult result = run(scenario, 3);
  EXPECT_GT(result.flows[0].limited_pacing_ratio, 0.9);
  EXPECT_EQ(result.flows[0].limited_recovery_ratio, 0);
}

// Several together: their bandwidth maxima add up to more than the link, so that the window of two
// BDPs becomes what holds them (Hock et al., "Experimental Evaluation of BBR Congestion Control",
// ICNP 2017, section III).
TEST(Limits, ShowCompetingBbrFlowsLimitedByTheirWindows) {
  Scenario scenario = three_flows("bbr1");
  scenario.groups.resize(1);
  scenario.groups[0].count = 4;
  scenario.bottleneck.buffer_bytes = 500'000;
  scenario.warmup_ns = 2 * kSecond;
  const RunResult result = run(scenario, 3);
  for (const FlowSummary& flow : result.flows) EXPECT_GT(flow.limited_cwnd_ratio, 0.5);
}

}  // namespace
}  // namespace ccsim
