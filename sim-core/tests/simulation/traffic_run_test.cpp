// Kinds of traffic in whole runs, against what follows from the path by hand: 10 Mbit/s, so 1.2 ms
// per packet of 1500 bytes, 1448 of them payload, and a base RTT of 40 ms.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "ccsim/algorithm.h"
#include "ccsim/components.h"
#include "ccsim/simulation.h"
#include "support/shorthand.h"

namespace ccsim {
namespace {

constexpr Duration kPacketTime = 1200 * kUs;
constexpr Bytes kPayload = 1448;

Scenario path(const ComponentChoice& traffic, const std::string& algorithm = "newreno") {
  Scenario scenario;
  scenario.duration_ns = 20 * kSecond;
  scenario.bottleneck.rate_bps = 10'000'000;
  scenario.bottleneck.buffer_bytes = 1'500'000;
  scenario.start_jitter_ns = 0;
  scenario.transport.host_jitter_ns = 0;
  FlowGroupConfig group;
  group.rtt_ns = 40 * kMs;
  group.algorithm = algorithm;
  group.traffic = traffic;
  scenario.groups.push_back(group);
  return scenario;
}

void add_bulk(Scenario& scenario, const std::string& algorithm = "cubic") {
  FlowGroupConfig group = scenario.groups.front();
  group.algorithm = algorithm;
  group.traffic = {"bulk", {}};
  scenario.groups.push_back(group);
}

ComponentChoice transfer_of(Bytes size_bytes, std::int64_t count = 1, double think_s = 0) {
  return {"transfer",
          {{"size_bytes", size_bytes}, {"transfer_count", count}, {"think_s", think_s}}};
}

ComponentChoice udp(BitRate rate_bps) {
  return {"udp", {{"rate_bps", rate_bps}}};
}

std::map<std::string, std::vector<double>> series_of_flow(const Scenario& scenario,
                                                          std::int64_t flow_index = 0) {
  std::map<std::string, std::vector<double>> series;
  RunOptions options;
  options.on_chunk = [&](SeriesChunk&& chunk) {
    for (const SubjectSeries& subject : chunk.subjects) {
      if (subject.subject != SubjectKind::kFlow || subject.subject_index != flow_index) continue;
      for (const SeriesColumn& column : subject.columns) {
        std::vector<double>& all = series[column.metric];
        all.insert(all.end(), column.values.begin(), column.values.end());
      }
    }
  };
  static_cast<void>(run(scenario, 1, options));
  return series;
}

double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

// SYN and its answer, half a round trip for the data, and ten packets one after the other. The
// last ACK is back another half later.
TEST(Transfer, OfAnInitialWindowTakesOneAndAHalfRoundTripsAndItsTransmission) {
  const RunResult result = run(path(transfer_of(10 * kPayload)), 1, {});
  ASSERT_EQ(result.transfers.size(), 1U);
  ASSERT_EQ(result.transfers[0].transfers.size(), 1U);
  const TransferRecord& transfer = result.transfers[0].transfers[0];
  EXPECT_EQ(transfer.start_ns, 0);
  EXPECT_EQ(transfer.completion_ns, 60 * kMs + 10 * kPacketTime);
  EXPECT_EQ(transfer.acknowledged_ns, 80 * kMs + 10 * kPacketTime);
  EXPECT_DOUBLE_EQ(result.flows[0].mean_completion_s, 0.072);
  EXPECT_EQ(result.flows[0].sent_packets, 10);
}

// Windows of 10, 20, 40 take a round trip each while they are shorter than it; 34 packets fill one.
// Ten begin at 40 ms; the first ACK is there at 81.2 ms and each releases two packets. So 30
// packets end with the last of the 20, which leaves the link 24 packet times after the first ACK.
TEST(Transfer, DoublesItsWindowFromRoundToRound) {
  const RunResult result = run(path(transfer_of(30 * kPayload)), 1, {});
  EXPECT_EQ(result.transfers[0].transfers[0].completion_ns,
            40 * kMs + 41'200 * kUs + 20 * kMs + 20 * kPacketTime);
}

TEST(Transfer, SendsWholePackets) {
  const RunResult one = run(path(transfer_of(1)), 1, {});
  EXPECT_EQ(one.flows[0].sent_packets, 1);
  const RunResult eleven = run(path(transfer_of(10 * kPayload + 1)), 1, {});
  EXPECT_EQ(eleven.flows[0].sent_packets, 11);
}

// The connection stands, so one trip and the transmission; the next begins with the last ACK.
TEST(Transfer, RepeatsOverOneConnectionAfterThinking) {
  const RunResult result = run(path(transfer_of(5 * kPayload, 3, 0.1)), 1, {});
  const std::vector<TransferRecord>& transfers = result.transfers[0].transfers;
  ASSERT_EQ(transfers.size(), 3U);
  EXPECT_EQ(transfers[0].completion_ns, 60 * kMs + 5 * kPacketTime);
  EXPECT_EQ(transfers[1].start_ns, transfers[0].acknowledged_ns + 100 * kMs);
  EXPECT_EQ(transfers[1].completion_ns, 20 * kMs + 5 * kPacketTime);
  EXPECT_EQ(transfers[2].start_ns,
            transfers[1].start_ns + transfers[1].acknowledged_ns + 100 * kMs);
  EXPECT_EQ(result.flows[0].completed_transfer_count, 3);
  EXPECT_GT(result.flows[0].limited_application_ratio, 0.9);
}

// After a pause of many timeouts the window is the initial one again (RFC 5681 4.1), so the second
// transfer needs what the first did but for the SYN exchange. After a short one all 30 leave at
// once.
TEST(Transfer, StartsSlowlyAfterALongPause) {
  Scenario scenario = path(transfer_of(30 * kPayload, 2, 10));
  const auto after_pause = run(scenario, 1, {}).transfers.at(0).transfers;
  EXPECT_EQ(after_pause.at(1).completion_ns, after_pause.at(0).completion_ns - 40 * kMs);
  scenario.groups[0].traffic = transfer_of(30 * kPayload, 2, 0.05);
  const auto at_once = run(scenario, 1, {}).transfers.at(0).transfers;
  EXPECT_EQ(at_once.at(1).completion_ns, 20 * kMs + 30 * kPacketTime);
}

TEST(Transfer, IsNotCompleteAtTheEndOfTheRun) {
  const RunResult result = run(path(transfer_of(1'000'000'000)), 1, {});
  EXPECT_EQ(result.flows[0].transfer_count, 1);
  EXPECT_EQ(result.flows[0].completed_transfer_count, 0);
  EXPECT_TRUE(std::isnan(result.flows[0].mean_completion_s));
  EXPECT_EQ(result.transfers[0].transfers[0].completion_ns, kNoDuration);
}

// A lost packet must not count as received: a fifth of the packets go, all transfers arrive whole.
TEST(Transfer, IsCompleteInSpiteOfLosses) {
  Scenario scenario = path(transfer_of(40 * kPayload, 5));
  scenario.bottleneck.loss = {
      {"bernoulli", {{"probability", 0.2}}}, LossPosition::kAfterQueue, LossDirection::kBoth};
  scenario.duration_ns = 300 * kSecond;
  const RunResult result = run(scenario, 1, {});
  EXPECT_EQ(result.flows[0].completed_transfer_count, 5);
  EXPECT_EQ(result.flows[0].unique_packets, 200);
}

TEST(OnOff, SendsForTheShareOfTimeThatItIsOn) {
  Scenario scenario =
      path({"on_off", {{"on_s", 1.0}, {"off_s", 3.0}, {"period_distribution", "fixed"}}});
  scenario.duration_ns = 40 * kSecond;
  const auto series = series_of_flow(scenario);
  const std::vector<double>& sent = series.at("sent_packets");
  // The second second of each turn of four is silent, but for what is repaired.
  EXPECT_GT(sent[5], 0);
  EXPECT_EQ(sent[25], 0);
  EXPECT_GT(sent[45], 0);
  const RunResult result = run(scenario, 1, {});
  EXPECT_GT(result.flows[0].limited_application_ratio, 0.6);
}

// What is written is what arrives, and the rate sample must not take the application for the path.
TEST(RateLimited, GetsItsRateAndIsLimitedByTheApplication) {
  for (const std::string algorithm : {"newreno", "cubic", "bbr1", "bbr2"}) {
    Scenario scenario = path({"rate_limited", {{"rate_bps", std::int64_t{2'000'000}}}}, algorithm);
    scenario.warmup_ns = 5 * kSecond;
    const RunResult result = run(scenario, 1, {});
    EXPECT_NEAR(result.flows[0].goodput_bps, 2e6, 2e6 * 0.002) << algorithm;
    EXPECT_GT(result.flows[0].limited_application_ratio, 0.95) << algorithm;
    EXPECT_NEAR(result.flows[0].max_rtt_s, 0.0412, 0.003) << algorithm;
  }
}

// BBR must keep the bandwidth that a burst has shown, although the application uses a fifth of it.
TEST(RateLimited, DoesNotLowerABandwidthEstimate) {
  Scenario scenario = path(transfer_of(2'000'000), "bbr1");
  add_bulk(scenario, "bbr1");
  scenario.groups[0].traffic = {"rate_limited", {{"rate_bps", std::int64_t{2'000'000}}}};
  scenario.groups.pop_back();
  const auto series = series_of_flow(scenario);
  EXPECT_GT(series.at("bandwidth_estimate_bps").back(), 2e6 * 0.9);
}

TEST(RateLimited, KeepsWhatTheNetworkDoesNotTake) {
  const RunResult result =
      run(path({"rate_limited", {{"rate_bps", std::int64_t{50'000'000}}}}), 1, {});
  EXPECT_GT(result.links[0].utilisation_ratio, 0.9);
  EXPECT_LT(result.flows[0].limited_application_ratio, 0.1);
}

// Nine packets per frame, alone: half a round trip and nine packet times.
TEST(Media, FramesOfAnIdlePathTakeTheirTransmission) {
  Scenario scenario = path({"media", {}});
  scenario.warmup_ns = kSecond;
  const RunResult result = run(scenario, 1, {});
  const FlowSummary& flow = result.flows[0];
  EXPECT_NEAR(static_cast<double>(flow.frame_count), 19 * 30, 2);
  EXPECT_EQ(flow.late_frame_count, 0);
  EXPECT_NEAR(flow.mean_frame_delay_s, 0.020 + 9 * 0.0012, 1e-4);
  EXPECT_NEAR(flow.offered_bps, 3e6, 3e6 * 0.01);
}

TEST(Media, MissesDeadlinesBehindAQueueThatIsTooLong) {
  Scenario scenario = path({"media", {}}, "cubic");
  scenario.warmup_ns = 5 * kSecond;
  add_bulk(scenario);
  const RunResult result = run(scenario, 1, {});
  EXPECT_GT(result.flows[0].late_frame_ratio, 0.5);
  EXPECT_GT(result.flows[0].p99_frame_delay_s, 0.15);
  const auto series = series_of_flow(scenario);
  EXPECT_GT(series.at("frame_delay_s").back(), 0.1);
}

TEST(Udp, SendsAtItsRate) {
  const RunResult result = run(path(udp(4'000'000), "none"), 1, {});
  const FlowSummary& flow = result.flows[0];
  EXPECT_NEAR(flow.throughput_bps, 4e6, 4e6 * 0.002);
  EXPECT_EQ(flow.dropped_packets, 0);
  EXPECT_NEAR(static_cast<double>(flow.sent_packets), 20 * 4e6 / 12'000, 1.5);
  EXPECT_EQ(flow.retransmitted_packets, kNoCount);
  EXPECT_EQ(flow.rto_count, kNoCount);
  EXPECT_TRUE(std::isnan(flow.mean_rtt_s));
  EXPECT_TRUE(std::isnan(flow.mean_cwnd_bytes));
  EXPECT_TRUE(std::isnan(flow.limited_cwnd_ratio));
  const auto series = series_of_flow(path(udp(4'000'000), "none"));
  EXPECT_TRUE(std::isnan(series.at("cwnd_bytes").back()));
  EXPECT_TRUE(std::isnan(series.at("retransmitted_packets").back()));
  EXPECT_NEAR(series.at("throughput_bps").back(), 4e6, 4e6 * 0.04);
}

TEST(Udp, AboveTheRateOfTheLinkLosesTheDifference) {
  Scenario scenario = path(udp(12'500'000), "none");
  scenario.warmup_ns = 5 * kSecond;  // the buffer is full by then
  const RunResult result = run(scenario, 1, {});
  EXPECT_NEAR(result.flows[0].throughput_bps, 10e6, 10e6 * 0.001);
  EXPECT_NEAR(result.flows[0].loss_ratio, 0.2, 0.001);
}

TEST(Udp, DoesNotYieldInASharedQueueAndIsIsolatedByFairQueueing) {
  Scenario scenario = path(udp(9'000'000), "none");
  scenario.warmup_ns = 5 * kSecond;
  scenario.duration_ns = 60 * kSecond;
  scenario.bottleneck.buffer_bytes = 50'000;
  add_bulk(scenario);
  const RunResult shared = run(scenario, 1, {});
  EXPECT_GT(shared.flows[0].throughput_bps, 8.3e6);
  EXPECT_LT(shared.flows[1].throughput_bps, 1.7e6);
  scenario.bottleneck.buffer_bytes = 1'500'000;
  scenario.bottleneck.queue = {"fq_codel", {}};
  const RunResult fair = run(scenario, 1, {});
  EXPECT_NEAR(fair.flows[1].throughput_bps, 5e6, 0.4e6);
}

ComponentChoice poisson(double rate_hz, std::vector<NamedParameter> more = {}) {
  more.push_back({"arrival_rate_hz", rate_hz});
  return {"poisson_transfers", more};
}

TEST(PoissonTransfers, StartsEachConnectionAnew) {
  const Scenario scenario =
      path(poisson(2, {{"smallest_bytes", 10 * kPayload}, {"largest_bytes", 10 * kPayload}}));
  const RunResult result = run(scenario, 1, {});
  const std::vector<TransferRecord>& transfers = result.transfers.at(0).transfers;
  ASSERT_GT(transfers.size(), 20U);
  std::size_t alone = 0;
  for (const TransferRecord& transfer : transfers) {
    EXPECT_GE(transfer.completion_ns, 60 * kMs + 10 * kPacketTime);
    if (transfer.completion_ns == 60 * kMs + 10 * kPacketTime) ++alone;
  }
  EXPECT_GT(alone, transfers.size() / 2);  // most are alone
  EXPECT_EQ(result.flows[0].unique_packets, 10 * result.flows[0].completed_transfer_count);
  EXPECT_EQ(result.flows[0].sent_packets, result.flows[0].unique_packets);
}

// The run itself checks that no packet is lost track of.
TEST(PoissonTransfers, CarriesTheLoadThatIsOffered) {
  Scenario scenario = path(poisson(40), "cubic");
  scenario.duration_ns = 200 * kSecond;
  const RunResult result = run(scenario, 1, {});
  const FlowSummary& flow = result.flows[0];
  // Mean of the bounded Pareto from 4 kB to 10 MB with shape 1.2: 19,000 bytes.
  EXPECT_NEAR(static_cast<double>(flow.transfer_count), 8000, 300);
  EXPECT_GT(flow.completed_transfer_count, flow.transfer_count * 97 / 100);
  EXPECT_NEAR(flow.goodput_bps, flow.offered_bps, 0.05 * flow.offered_bps);
  EXPECT_LT(flow.mean_small_completion_s, flow.mean_large_completion_s);
  EXPECT_GE(flow.p99_small_completion_s, flow.mean_small_completion_s);
  const auto series = series_of_flow(scenario);
  EXPECT_GT(sum_of(series.at("open_connection_count")), 0);
}

TEST(PoissonTransfers, SharesALinkWithABulkFlow) {
  Scenario scenario = path(poisson(20), "cubic");
  scenario.bottleneck.buffer_bytes = 50'000;
  scenario.duration_ns = 60 * kSecond;
  add_bulk(scenario);
  const RunResult result = run(scenario, 1, {});
  EXPECT_GT(result.links[0].utilisation_ratio, 0.9);
  EXPECT_GT(result.flows[0].retransmitted_packets, 0);
  EXPECT_GT(result.flows[0].completed_transfer_count, 1000);
}

TEST(PoissonTransfers, RefusesWhatWouldBeOneTooMany) {
  Scenario scenario = path(poisson(1000, {{"most_open_count", std::int64_t{3}}}));
  scenario.groups[0].stop_ns = 10 * kSecond;
  const auto series = series_of_flow(scenario);
  for (const double open : series.at("open_connection_count")) EXPECT_LE(open, 3);
}

TEST(PoissonTransfers, MeetsTheSameArrivalsWithEveryAlgorithm) {
  const auto arrivals_of = [](const std::string& algorithm) {
    return run(path(poisson(10), algorithm), 7, {}).transfers.at(0).transfers;
  };
  const auto a = arrivals_of("cubic");
  const auto b = arrivals_of("bbr2");
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].start_ns, b[i].start_ns);
    EXPECT_EQ(a[i].size_bytes, b[i].size_bytes);
  }
}

// Losses, a shared queue, packets and causes written down: every connection in every state.
TEST(Traffic, OfEveryKindRunsWithEveryAlgorithmUnderLosses) {
  for (const TrafficInfo& traffic : traffic_kinds()) {
    for (const AlgorithmInfo& algorithm : algorithms()) {
      ComponentChoice choice{traffic.name, {}};
      for (const ParameterInfo& parameter : traffic.parameters) {
        if (parameter.is_required) {
          choice.parameters.push_back({parameter.name, parameter.default_value});
        }
      }
      Scenario scenario = path(choice, algorithm.name);
      scenario.duration_ns = 5 * kSecond;
      scenario.bottleneck.buffer_bytes = 15'000;
      scenario.bottleneck.loss = {
          {"bernoulli", {{"probability", 0.05}}}, LossPosition::kAfterQueue, LossDirection::kBoth};
      add_bulk(scenario);
      scenario.groups[0].stop_ns = 4 * kSecond;
      scenario.groups[0].count = 2;
      RunOptions options;
      options.packet_window = {0, 5 * kSecond, 1000};
      options.records_causes = true;
      const RunResult result = run(scenario, 1, options);
      EXPECT_GT(result.flows[0].received_packets, 0) << traffic.name << algorithm.name;
      EXPECT_EQ(result.causes.flows.size(), 3U);
    }
  }
}

}  // namespace
}  // namespace ccsim
