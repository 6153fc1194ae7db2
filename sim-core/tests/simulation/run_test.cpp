// Whole runs: what must hold for every scenario, and theory where it is exact.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "ccsim/algorithm.h"
#include "ccsim/simulation.h"
#include "support/shorthand.h"

namespace ccsim {
namespace {

Scenario two_flows(const std::string& algorithm, double buffer_bdp = 1.0) {
  Scenario scenario;
  scenario.duration_ns = 20 * kSecond;
  scenario.bottleneck.rate_bps = 10'000'000;
  scenario.bottleneck.delay_ns = 10 * kMs;
  scenario.bottleneck.buffer_bytes = static_cast<Bytes>(buffer_bdp * 31'250);  // BDP of 25 ms
  FlowGroupConfig group;
  group.algorithm = algorithm;
  group.rtt_ns = 35 * kMs;
  scenario.groups.push_back(group);
  group.rtt_ns = 25 * kMs;
  scenario.groups.push_back(group);
  return scenario;
}

Scenario one_flow(const std::string& algorithm, double buffer_bdp) {
  Scenario scenario = two_flows(algorithm, buffer_bdp);
  scenario.groups.pop_back();
  return scenario;
}

// A run as text that shows every bit.
class Transcript {
 public:
  void number(double value) { text_ += std::to_string(std::bit_cast<std::uint64_t>(value)) + ","; }
  void number(std::int64_t value) { text_ += std::to_string(value) + ","; }
  void chunk(const SeriesChunk& chunk) {
    number(chunk.first_sample);
    for (const SubjectSeries& subject : chunk.subjects) {
      for (const SeriesColumn& column : subject.columns) {
        text_ += column.metric;
        for (const double value : column.values) number(value);
      }
    }
    for (const PhaseInterval& phase : chunk.phases) {
      text_ += phase.phase + phase.reason;
      number(phase.start_ns);
      number(phase.end_ns);
    }
    for (const Event& event : chunk.events) {
      text_ += std::string(name_of(event.kind)) + event.reason;
      number(event.time_ns);
    }
  }
  void result(const RunResult& result) {
    // Not how many events it took: who reads a recorder has what is due by then settled.
    number(result.simulated_packets);
    number(result.chunk_count);
    number(result.sample_count);
    for (const FlowSummary& flow : result.flows) {
      number(flow.throughput_bps);
      number(flow.goodput_bps);
      number(flow.mean_rtt_s);
      number(flow.p99_rtt_s);
      number(flow.mean_queue_bytes);
      number(flow.sent_packets);
      number(flow.retransmitted_packets);
      number(flow.recovery_count);
    }
    for (const LinkSummary& link : result.links) {
      number(link.utilisation_ratio);
      number(link.mean_queue_bytes);
      number(link.p95_queue_bytes);
    }
    number(result.fairness.jain_index);
    number(result.fairness.mean_1s_goodput_ratio);
    number(result.fairness.min_1s_jain_index);
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string transcript_of(const Scenario& scenario, std::uint64_t seed) {
  Transcript transcript;
  RunOptions options;
  options.on_chunk = [&transcript](SeriesChunk&& chunk) { transcript.chunk(chunk); };
  transcript.result(run(scenario, seed, options));
  return transcript.text();
}

std::string summary_of(const RunResult& result) {
  Transcript transcript;
  transcript.result(result);
  return transcript.text();
}

class EveryAlgorithm : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryAlgorithm, GivesTheSameBytesTwice) {
  Scenario scenario = two_flows(GetParam());
  scenario.bottleneck.loss.model = {"bernoulli", {{"probability", 0.002}}};
  const std::string first = transcript_of(scenario, 7);
  EXPECT_EQ(first, transcript_of(scenario, 7));
  EXPECT_NE(first, transcript_of(scenario, 8));
}

TEST_P(EveryAlgorithm, GivesTheSameBytesInPieces) {
  const Scenario scenario = two_flows(GetParam());
  const std::string whole = transcript_of(scenario, 7);
  for (const std::int64_t most_events : {1, 777, 1'000'000'000}) {
    Transcript transcript;
    RunOptions options;
    options.on_chunk = [&transcript](SeriesChunk&& chunk) { transcript.chunk(chunk); };
    RunInPieces pieces(scenario, 7, options);
    while (pieces.advance(most_events)) {
    }
    transcript.result(pieces.finish());
    EXPECT_EQ(transcript.text(), whole);
  }
}

TEST_P(EveryAlgorithm, GivesTheSameSummaryWithAndWithoutSeries) {
  const Scenario scenario = two_flows(GetParam(), 0.3);
  RunOptions options;
  options.on_chunk = [](SeriesChunk&&) {};
  options.on_progress = [](SimTime) { return true; };
  options.progress_every_events = 1000;
  EXPECT_EQ(summary_of(run(scenario, 3, options)), summary_of(run(scenario, 3)));
}

// run() checks conservation of packets at its end and aborts if one is missing.
TEST_P(EveryAlgorithm, ConservesPacketsUnderEveryKindOfLoss) {
  for (const double buffer_bdp : {0.01, 0.2, 5.0}) {
    for (const LossPosition position : {LossPosition::kBeforeQueue, LossPosition::kAfterQueue}) {
      Scenario scenario = two_flows(GetParam(), buffer_bdp);
      scenario.duration_ns = 10 * kSecond;
      scenario.bottleneck.loss.model = {
          "gilbert_elliott", {{"good_to_bad_probability", 0.01}, {"bad_to_good_probability", 0.3}}};
      scenario.bottleneck.loss.direction = LossDirection::kBoth;
      scenario.bottleneck.loss.position = position;
      const RunResult result = run(scenario, 5);
      EXPECT_GT(result.flows[0].received_packets, 0);
      EXPECT_GT(result.flows[0].randomly_lost_packets, 0);
    }
  }
}

TEST_P(EveryAlgorithm, KeepsItsSumsConsistent) {
  const RunResult result = run(two_flows(GetParam(), 0.5), 2);
  Packets dropped = 0;
  double received_bps = 0;
  double queue_bytes = 0;
  for (const FlowSummary& flow : result.flows) {
    dropped += flow.dropped_packets;
    received_bps += flow.throughput_bps * static_cast<double>(flow.active_ns);
    queue_bytes += flow.mean_queue_bytes * static_cast<double>(flow.active_ns);
    EXPECT_LE(flow.unique_packets, flow.received_packets);
    EXPECT_LE(flow.min_rtt_s, flow.mean_rtt_s);
    EXPECT_LE(flow.mean_rtt_s, flow.max_rtt_s);
    EXPECT_GE(flow.min_rtt_s, 0.025);
  }
  const LinkSummary& link = result.links[0];
  EXPECT_EQ(dropped, link.dropped_packets);
  const double window_ns = 20e9;
  EXPECT_LE(received_bps / window_ns, 10e6);
  EXPECT_NEAR(received_bps / window_ns, link.utilisation_ratio * 10e6, 0.02e6);
  EXPECT_NEAR(queue_bytes / window_ns, link.mean_queue_bytes, 1);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryAlgorithm, ::testing::ValuesIn([] {
                           std::vector<std::string> names;
                           for (const AlgorithmInfo& info : algorithms()) {
                             names.push_back(info.name);
                           }
                           return names;
                         }()),
                         [](const auto& info) { return info.param; });

TEST(Run, CancelsWhenTheCallbackSaysSo) {
  const Scenario scenario = two_flows("newreno");
  RunOptions options;
  int calls = 0;
  options.progress_every_events = 500;
  options.on_progress = [&calls](SimTime) { return ++calls < 3; };
  const RunResult result = run(scenario, 1, options);
  EXPECT_EQ(result.status, RunStatus::kCancelled);
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(result.processed_events, 1500);
  EXPECT_GT(result.simulated_ns, 0);
  EXPECT_LT(result.simulated_ns, scenario.duration_ns);
}

TEST(Run, EndsAsCancelledIfItIsNotContinued) {
  RunInPieces pieces(two_flows("newreno"), 1, {});
  ASSERT_TRUE(pieces.advance(1500));
  const RunResult result = pieces.finish();
  EXPECT_EQ(result.status, RunStatus::kCancelled);
  EXPECT_GE(result.processed_events, 1500);
}

// Of a flow whose packets the link takes ahead of the clock: all that was counted has happened.
TEST(Run, CountsUpToItsEndWhenCancelled) {
  Scenario scenario = one_flow("newreno", 1.0);
  RunOptions options;
  options.progress_every_events = 500;
  SimTime cancelled_ns = 0;
  options.on_progress = [&cancelled_ns](SimTime now_ns) {
    cancelled_ns = now_ns;
    return false;
  };
  const RunResult cancelled = run(scenario, 1, options);
  EXPECT_EQ(cancelled.status, RunStatus::kCancelled);
  EXPECT_GT(cancelled.simulated_ns, cancelled_ns);
  EXPECT_LE(cancelled.simulated_ns - cancelled_ns, 35 * kMs / 2 - 10 * kMs);
  scenario.duration_ns = cancelled.simulated_ns;
  const RunResult whole = run(scenario, 1);
  EXPECT_EQ(cancelled.flows[0].received_packets, whole.flows[0].received_packets);
  EXPECT_EQ(cancelled.simulated_packets, whole.simulated_packets);
  EXPECT_EQ(cancelled.links[0].utilisation_ratio, whole.links[0].utilisation_ratio);
  EXPECT_EQ(cancelled.links[0].mean_queue_bytes, whole.links[0].mean_queue_bytes);
}

TEST(Run, PassesAnExceptionOfACallbackThrough) {
  RunOptions options;
  options.progress_every_events = 100;
  options.on_progress = [](SimTime) -> bool { throw std::runtime_error("stop"); };
  EXPECT_THROW(static_cast<void>(run(two_flows("newreno"), 1, options)), std::runtime_error);
}

// NewReno halves its window: with a buffer of one BDP the link never runs dry.
TEST(Run, NewRenoFillsTheLinkWithABufferOfOneBdp) {
  Scenario scenario = one_flow("newreno", 1.4);  // one BDP of the 35 ms flow
  scenario.duration_ns = 60 * kSecond;
  scenario.warmup_ns = 10 * kSecond;
  const RunResult result = run(scenario, 1);
  EXPECT_GT(result.links[0].utilisation_ratio, 0.995);
  EXPECT_NEAR(result.flows[0].goodput_bps, 10e6 * 1448 / 1500, 0.1e6);
}

// ... and without a buffer it oscillates between half a BDP and a BDP: three quarters.
TEST(Run, NewRenoUsesThreeQuartersWithoutABuffer) {
  Scenario scenario = one_flow("newreno", 0.0);
  scenario.bottleneck.rate_bps = 50'000'000;
  scenario.bottleneck.buffer_bytes = 15'000;  // bursts of an ACK-clocked sender need some room
  scenario.duration_ns = 120 * kSecond;
  scenario.warmup_ns = 20 * kSecond;
  EXPECT_NEAR(run(scenario, 1).links[0].utilisation_ratio, 0.78, 0.05);
}

TEST(Run, MeasuresFromTheWarmUpOn) {
  Scenario scenario = one_flow("newreno", 1.0);
  scenario.warmup_ns = 5 * kSecond;
  const RunResult result = run(scenario, 1);
  EXPECT_EQ(result.flows[0].active_ns, 15 * kSecond);
  EXPECT_EQ(result.fairness.jain_second_count, 15);
}

// The data of a connection without a handshake leaves at its start.
TEST(Run, MeasuresWhatLeavesAtTheInstantAtWhichMeasuringBegins) {
  for (const Duration warmup_ns : {Duration{0}, 5 * kSecond}) {
    Scenario scenario = one_flow("newreno", 1.0);
    scenario.start_jitter_ns = 0;
    scenario.transport.handshake_round_trips = 0;
    scenario.warmup_ns = warmup_ns;
    scenario.groups[0].start_ns = warmup_ns;
    scenario.groups[0].traffic = {"transfer", {{"size_bytes", std::int64_t{14'480}}}};
    const RunResult result = run(scenario, 1);
    EXPECT_EQ(result.flows[0].sent_packets, 10);
    EXPECT_EQ(result.flows[0].active_ns, 20 * kSecond - warmup_ns);
  }
}

TEST(Run, StartsAndStopsFlowsAtTheGivenTimes) {
  Scenario scenario = two_flows("newreno");
  scenario.start_jitter_ns = 0;
  scenario.groups[1].start_ns = 5 * kSecond;
  scenario.groups[1].stop_ns = 15 * kSecond;
  const RunResult result = run(scenario, 1);
  EXPECT_EQ(result.flows[0].start_ns, 35 * kMs);
  EXPECT_EQ(result.flows[0].active_ns, 20 * kSecond - 35 * kMs);
  EXPECT_EQ(result.flows[1].start_ns, 5 * kSecond + 25 * kMs);
  EXPECT_EQ(result.flows[1].active_ns, 10 * kSecond - 25 * kMs);
  EXPECT_EQ(result.fairness.jain_second_count, 9);  // seconds 6 to 14
  EXPECT_GT(result.flows[0].throughput_bps, result.flows[1].throughput_bps * 0.2);
}

TEST(Run, SpreadsStartsOverTheJitter) {
  Scenario scenario = two_flows("newreno");
  scenario.duration_ns = kSecond;
  scenario.groups[0].count = 50;
  const RunResult result = run(scenario, 9);
  for (std::size_t i = 0; i < 50; ++i) {
    EXPECT_GE(result.flows[i].start_ns, 35 * kMs);
    EXPECT_LT(result.flows[i].start_ns, 135 * kMs);
  }
  EXPECT_NE(result.flows[0].start_ns, result.flows[1].start_ns);
}

// Loss is drawn per transmission, so a lossy channel loses its share whatever the algorithm does.
TEST(Run, LosesTheConfiguredShare) {
  for (const char* algorithm : {"newreno", "bbr2"}) {
    Scenario scenario = one_flow(algorithm, 5.0);
    scenario.duration_ns = 60 * kSecond;
    scenario.bottleneck.loss.model = {"bernoulli", {{"probability", 0.01}}};
    const FlowSummary flow = run(scenario, 4).flows[0];
    const double sent = static_cast<double>(flow.sent_packets);
    EXPECT_NEAR(static_cast<double>(flow.randomly_lost_packets) / sent, 0.01,
                5 * std::sqrt(0.01 * 0.99 / sent));
    EXPECT_NEAR(flow.retransmit_ratio, 0.01, 0.004);
  }
}

TEST(Run, SurvivesTheLossOfAcks) {
  Scenario scenario = one_flow("newreno", 2.0);
  scenario.bottleneck.loss.model = {"bernoulli", {{"probability", 0.1}}};
  scenario.bottleneck.loss.direction = LossDirection::kAck;
  const RunResult result = run(scenario, 1);
  EXPECT_EQ(result.flows[0].randomly_lost_packets, 0);
  EXPECT_GT(result.links[0].utilisation_ratio, 0.95);
}

TEST(Run, DeclaresEachSeriesColumnOnceWithItsUnit) {
  for (const AlgorithmInfo& info : algorithms()) {
    Scenario scenario = one_flow(info.name, 1.0);
    scenario.duration_ns = 2 * kSecond;
    for (const ParameterInfo& parameter : info.parameters) {
      if (parameter.name == "search_series") {
        scenario.groups[0].parameters.push_back({parameter.name, true});
      }
    }
    std::vector<SeriesChunk> chunks;
    RunOptions options;
    options.on_chunk = [&chunks](SeriesChunk&& chunk) { chunks.push_back(std::move(chunk)); };
    const RunResult result = run(scenario, 1, options);
    ASSERT_EQ(result.sample_count, 20);
    ASSERT_EQ(chunks.size(), static_cast<std::size_t>(result.chunk_count));
    std::vector<std::string> seen;
    for (const SeriesColumn& column : chunks[0].subjects[0].columns) {
      EXPECT_EQ(column.values.size(), 20U);
      EXPECT_EQ(std::count(seen.begin(), seen.end(), column.metric), 0) << column.metric;
      seen.push_back(column.metric);
    }
    for (const MetricInfo& metric : info.metrics) {
      EXPECT_EQ(std::count(seen.begin(), seen.end(), metric.name), 1) << metric.name;
    }
  }
}

TEST(Run, SampledPacketsAddUpToTheSummary) {
  const Scenario scenario = one_flow("newreno", 0.5);
  double sent = 0;
  double dropped = 0;
  RunOptions options;
  options.on_chunk = [&](SeriesChunk&& chunk) {
    for (const SubjectSeries& subject : chunk.subjects) {
      for (const SeriesColumn& column : subject.columns) {
        for (const double value : column.values) {
          if (column.metric == "sent_packets") sent += value;
          if (column.metric == "dropped_packets") dropped += value;
        }
      }
    }
  };
  const RunResult result = run(scenario, 1, options);
  EXPECT_DOUBLE_EQ(sent, static_cast<double>(result.flows[0].sent_packets));
  EXPECT_DOUBLE_EQ(dropped, static_cast<double>(result.links[0].dropped_packets));
}

TEST(CoreVersion, IsReleaseAndTwelveHexDigits) {
  const std::string version(core_version());
  const std::size_t plus = version.find('+');
  ASSERT_NE(plus, std::string::npos);
  EXPECT_EQ(version.substr(plus + 1).find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_EQ(version.size() - plus - 1, 12U);
}

}  // namespace
}  // namespace ccsim
