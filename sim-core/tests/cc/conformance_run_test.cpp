// What every controller must keep in the simulation: conservation, limits, determinism.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "cc/recorded_run.h"
#include "ccsim/algorithm.h"
#include "support/shorthand.h"

namespace ccsim {
namespace {

using testing::add_flow;
using testing::dumbbell;
using testing::PathOptions;
using testing::record_run;
using testing::RecordedRun;

class ConformanceInRuns : public ::testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] Scenario alone(const PathOptions& options, Duration rtt_ns = kRtt) const {
    Scenario scenario = dumbbell(options);
    add_flow(scenario, GetParam(), rtt_ns);
    return scenario;
  }
};

INSTANTIATE_TEST_SUITE_P(Simulation, ConformanceInRuns, ::testing::ValuesIn(algorithm_names()),
                         [](const auto& test) { return test.param; });

// Every packet sent has arrived, was dropped, was lost, or is still on its way.
void expect_conservation(const RunResult& result, Packets most_on_the_way) {
  for (const FlowSummary& flow : result.flows) {
    const Packets on_the_way = flow.sent_packets - flow.received_packets - flow.dropped_packets -
                               flow.randomly_lost_packets;
    EXPECT_GE(on_the_way, 0);
    EXPECT_LE(on_the_way, most_on_the_way);
    EXPECT_LE(flow.unique_packets, flow.received_packets);
    EXPECT_LE(flow.unique_packets, flow.sent_packets - flow.retransmitted_packets);
  }
}

// Bit by bit: NaN equals NaN, and 0.0 does not equal -0.0.
bool is_same(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) {
           return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
         });
}

TEST_P(ConformanceInRuns, ConservesPacketsUnderLossAndOverflow) {
  Scenario scenario = dumbbell({10'000'000, 20, 0.01, 20 * kSecond});
  add_flow(scenario, GetParam(), kRtt);
  add_flow(scenario, GetParam(), kRtt / 2);
  const RunResult result = run(scenario, 3);
  expect_conservation(result, 20 + 2 * 34);
  EXPECT_GT(result.flows[0].randomly_lost_packets, 0);
  EXPECT_GT(result.links[0].transmitted_packets, 0);
}

TEST_P(ConformanceInRuns, FillsADeepBufferedPathAlone) {
  const RunResult result = run(alone({}), 1);
  EXPECT_GT(result.links[0].utilisation_ratio, 0.9);
  EXPECT_EQ(result.flows[0].rto_count, 0);
}

TEST_P(ConformanceInRuns, WorksWithABufferOfOnePacket) {
  const RunResult result = run(alone({10'000'000, 1, 0, 20 * kSecond}), 1);
  // Unpaced pairs lose their second packet each time: little gets through, but the run continues.
  EXPECT_GT(result.flows[0].goodput_bps, 2e5);
  expect_conservation(result, 100);
}

TEST_P(ConformanceInRuns, WorksWithAReceiveWindowOfOnePacket) {
  Scenario scenario = alone({});
  scenario.groups[0].receiver.window_bytes = scenario.packet_bytes - scenario.header_bytes;
  const RunResult result = run(scenario, 1);
  // One packet per round trip, or per delayed-ACK timeout on top of it.
  const double seconds = 30;
  EXPECT_GT(result.flows[0].unique_packets, static_cast<Packets>(seconds / 0.0852) - 10);
  EXPECT_LT(result.flows[0].unique_packets, static_cast<Packets>(seconds / 0.0412) + 10);
}

TEST_P(ConformanceInRuns, WorksAtOneKilobitPerSecond) {
  const RunResult result = run(alone({1'000, 20, 0, 600 * kSecond}), 1);
  EXPECT_GE(result.flows[0].received_packets, 20);  // of 50 at 12 s each
  expect_conservation(result, 40);
}

TEST_P(ConformanceInRuns, WorksAtTenGigabitPerSecond) {
  const RunResult result =
      run(alone({10'000'000'000, 2000, 0, 200 * kMillisecond}, kMillisecond), 1);
  EXPECT_GT(result.flows[0].goodput_bps, 1e9);
}

TEST_P(ConformanceInRuns, WorksAtTenSecondsOfRoundTrip) {
  const RunResult result = run(alone({1'000'000, 1000, 0, 120 * kSecond}, 10 * kSecond), 1);
  EXPECT_GT(result.flows[0].unique_packets, 100);
}

TEST_P(ConformanceInRuns, DoesTheSameAgainWithTheSameSeed) {
  Scenario scenario = dumbbell({10'000'000, 30, 0.002, 15 * kSecond});
  scenario.start_jitter_ns = 100 * kMillisecond;
  add_flow(scenario, GetParam(), kRtt);
  add_flow(scenario, GetParam(), 2 * kRtt);
  const RecordedRun first = record_run(scenario, 5);
  const RecordedRun second = record_run(scenario, 5);
  const RecordedRun other = record_run(scenario, 6);
  ASSERT_EQ(first.flow_series.size(), 2U);
  for (const auto& [flow, series] : first.flow_series) {
    for (const auto& [metric, values] : series) {
      EXPECT_TRUE(is_same(values, second.flow_series.at(flow).at(metric))) << metric;
    }
  }
  EXPECT_FALSE(is_same(first.flow_series.at(0).at("throughput_bps"),
                       other.flow_series.at(0).at("throughput_bps")));
}

TEST_P(ConformanceInRuns, LeavesTheLinkToOthersWhenItStops) {
  Scenario scenario = dumbbell({});
  add_flow(scenario, GetParam(), kRtt);
  add_flow(scenario, GetParam(), kRtt);
  scenario.groups[0].stop_ns = 5 * kSecond;
  const RecordedRun recorded = record_run(scenario);
  const std::vector<double>& stopped = recorded.flow_series.at(0).at("sent_packets");
  const std::vector<double>& stays = recorded.flow_series.at(1).at("throughput_bps");
  double sent_late = 0;
  double rate_late_bps = 0;
  for (std::size_t i = 100; i < stays.size(); ++i) {
    sent_late += std::isnan(stopped[i]) ? 0 : stopped[i];
    rate_late_bps += stays[i] / static_cast<double>(stays.size() - 100);
  }
  EXPECT_EQ(sent_late, 0);
  EXPECT_GT(rate_late_bps, 8.5e6);
}

TEST_P(ConformanceInRuns, FillsThePhasesOfTheWholeRun) {
  const RecordedRun recorded = record_run(alone({}));
  ASSERT_FALSE(recorded.phases.empty());
  for (std::size_t i = 1; i < recorded.phases.size(); ++i) {
    EXPECT_EQ(recorded.phases[i].start_ns, recorded.phases[i - 1].end_ns);
  }
  EXPECT_EQ(recorded.phases.back().end_ns, 30 * kSecond);
}

// ---- FaiRTT with an infinite threshold is BBRv2

TEST(FairttInRuns, EqualsBbr2ByteByByteWithGammaOneAndAnInfiniteThreshold) {
  const auto make = [](const std::string& algorithm, std::vector<NamedParameter> parameters) {
    Scenario scenario = dumbbell({10'000'000, 200, 0.0015, 60 * kSecond});
    scenario.packet_bytes = 1000;
    scenario.start_jitter_ns = 100 * kMillisecond;
    add_flow(scenario, algorithm, 35 * kMillisecond, parameters);
    add_flow(scenario, algorithm, 25 * kMillisecond, parameters);
    return record_run(scenario, 11);
  };
  const RecordedRun host = make("bbr2", {});
  const RecordedRun variant =
      make("fairtt", {{"gamma_ratio", 1.0}, {"alpha", std::string("infinite")}});
  for (const auto& [flow, series] : host.flow_series) {
    for (const auto& [metric, values] : series) {
      EXPECT_TRUE(is_same(values, variant.flow_series.at(flow).at(metric))) << metric;
    }
  }
  for (const auto& [metric, values] : host.link_series) {
    EXPECT_TRUE(is_same(values, variant.link_series.at(metric))) << metric;
  }
  ASSERT_EQ(host.phases.size(), variant.phases.size());
  for (std::size_t i = 0; i < host.phases.size(); ++i) {
    EXPECT_EQ(host.phases[i].start_ns, variant.phases[i].start_ns);
    EXPECT_EQ(host.phases[i].phase, variant.phases[i].phase);
  }
}

TEST(FairttInRuns, DiffersFromBbr2InEveryNamedReading) {
  const auto ratio = [](const std::string& algorithm, std::vector<NamedParameter> parameters) {
    Scenario scenario = dumbbell({10'000'000, 200, 0, 20 * kSecond});
    add_flow(scenario, algorithm, 80 * kMillisecond, parameters);
    add_flow(scenario, algorithm, 40 * kMillisecond, parameters);
    return run(scenario, 1).fairness.throughput_ratio;
  };
  const double host = ratio("bbr2", {});
  for (const char* reading : {"algorithm1_letter", "shared_threshold", "bdp_and_pacing"}) {
    EXPECT_NE(ratio("fairtt", {{"reading", std::string(reading)}}), host) << reading;
  }
}

}  // namespace
}  // namespace ccsim
