// ECN in whole runs: marks instead of drops, what controllers make of them, and that nothing says a
// word of ECN where there is none.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "ccsim/simulation.h"
#include "support/declared.h"
#include "support/fingerprint.h"
#include "support/queue_runs.h"

namespace ccsim {
namespace {

Scenario ecn_scenario(const ComponentChoice& queue, const std::string& algorithm,
                      std::optional<EcnFeedback> ecn, Duration rtt_ns = 40 * kMillisecond) {
  Scenario scenario = queue_scenario(queue, 20'000'000, 2 * kSecond, 10 * kSecond);
  scenario.start_jitter_ns = 100 * kMillisecond;
  add_flows(scenario, algorithm, rtt_ns, 2);
  for (FlowGroupConfig& group : scenario.groups) group.ecn = ecn;
  return scenario;
}

std::uint64_t fingerprint(const Scenario& scenario) {
  Fingerprint print;
  RunOptions options;
  options.on_chunk = [&print](SeriesChunk&& chunk) { take(print, chunk); };
  take(print, run(scenario, 1, options));
  return print.value();
}

std::vector<ComponentChoice> marking_queues() {
  return {{"codel", {{"ecn", true}}},
          {"fq_codel", {{"ecn", true}}},
          {"red", {{"ecn", true}, {"weight_ratio", 0.02}}},
          {"pie", {{"ecn", true}}},
          {"step", {{"threshold_packets", std::int64_t{30}}}},
          {"dualpi2", {}}};
}

TEST(EcnRun, EveryMarkingQueueMarksClassicAndAccurateFlowsInsteadOfDropping) {
  for (const ComponentChoice& queue : marking_queues()) {
    for (const EcnFeedback ecn : {EcnFeedback::kClassic, EcnFeedback::kAccurate}) {
      for (const char* algorithm : {"newreno", "cubic"}) {
        const RunResult result = run(ecn_scenario(queue, algorithm, ecn), 1, {});
        const LinkSummary& link = result.links[0];
        EXPECT_GT(link.marked_packets, 5) << queue.kind << algorithm;
        // PIE drops while its probability is above 10%, which slow start can reach.
        EXPECT_LT(link.dropped_packets, queue.kind == "pie" ? link.marked_packets : 1)
            << queue.kind << algorithm;
        EXPECT_GT(link.utilisation_ratio, 0.75) << queue.kind << algorithm;
        EXPECT_LT(link.mean_queue_bytes, 400'000) << queue.kind << algorithm;
        EXPECT_EQ(result.flows[0].marked_packets + result.flows[1].marked_packets,
                  link.marked_packets);
      }
    }
  }
}

TEST(EcnRun, AMarkReducesTheWindowOncePerRoundTrip) {
  std::vector<SimTime> reductions;
  RunOptions options;
  options.on_chunk = [&reductions](SeriesChunk&& chunk) {
    for (const Event& event : chunk.events) {
      if (event.flow_index == 0 && event.kind == EventKind::kEcnReduction) {
        reductions.push_back(event.time_ns);
      }
    }
  };
  // A step at one packet: everything is marked.
  const ComponentChoice step = {"step", {{"threshold_packets", std::int64_t{1}}}};
  static_cast<void>(run(ecn_scenario(step, "newreno", EcnFeedback::kAccurate), 1, options));
  ASSERT_GT(reductions.size(), 20U);
  for (std::size_t i = 1; i < reductions.size(); ++i) {
    EXPECT_GE(reductions[i] - reductions[i - 1], 40 * kMillisecond);
  }
}

TEST(EcnRun, WithoutEcnNothingIsMarkedAndNoColumnIsAdded) {
  Scenario scenario = ecn_scenario({"codel", {{"ecn", true}}}, "cubic", std::nullopt);
  const QueueRun run = run_queue(scenario);
  EXPECT_EQ(run.result.links[0].marked_packets, 0);
  EXPECT_GT(run.result.links[0].dropped_packets, 0);
  EXPECT_FALSE(run.link_series.contains("marked_packets"));
  const std::uint64_t asked_for_nothing = fingerprint(scenario);
  for (FlowGroupConfig& group : scenario.groups) group.ecn = EcnFeedback::kOff;
  EXPECT_EQ(fingerprint(scenario), asked_for_nothing);
}

// A queue that cannot mark: flows that use ECN are as those that do not.
TEST(EcnRun, WhereNothingCanMarkEcnChangesNothing) {
  for (const char* algorithm : {"cubic", "bbr2"}) {
    Scenario scenario = ecn_scenario({"droptail", {}}, algorithm, EcnFeedback::kOff);
    const std::uint64_t off = fingerprint(scenario);
    for (const EcnFeedback ecn : {EcnFeedback::kClassic, EcnFeedback::kAccurate}) {
      for (FlowGroupConfig& group : scenario.groups) group.ecn = ecn;
      EXPECT_EQ(fingerprint(scenario), off) << algorithm;
    }
  }
}

TEST(EcnRun, SeriesOfFlowsAndLinkCountTheSameMarks) {
  double of_flows = 0;
  double of_link = 0;
  RunOptions options;
  options.on_chunk = [&](SeriesChunk&& chunk) {
    for (const SubjectSeries& subject : chunk.subjects) {
      for (const SeriesColumn& column : subject.columns) {
        if (column.metric != "marked_packets") continue;
        double& sum = subject.subject == SubjectKind::kFlow ? of_flows : of_link;
        for (const double value : column.values) sum += value;
      }
    }
  };
  Scenario scenario = ecn_scenario({"codel", {{"ecn", true}}}, "cubic", EcnFeedback::kClassic);
  scenario.warmup_ns = 0;
  const RunResult result = run(scenario, 1, options);
  EXPECT_GT(of_link, 0);
  EXPECT_EQ(of_flows, of_link);
  EXPECT_EQ(of_link, static_cast<double>(result.links[0].marked_packets));
}

TEST(EcnRun, PacketEventsShowWhatTheHeadersCarry) {
  RunOptions options;
  options.packet_window = {0, 10 * kSecond, 1'000'000};
  const Scenario scenario =
      ecn_scenario({"codel", {{"ecn", true}}}, "newreno", EcnFeedback::kClassic);
  const RunResult result = run(scenario, 1, options);
  std::set<std::int64_t> marked;
  Packets arrived_marked = 0;
  Packets echoes = 0;
  Packets reacted = 0;
  for (const PacketRecord& record : result.packets) {
    const unsigned ip = record.ecn_bits & 3U;
    const unsigned tcp = record.ecn_bits >> 2U;
    switch (record.kind) {
      case PacketEventKind::kSent:
        EXPECT_EQ(ip, 2U);  // ECT(0)
        reacted += (tcp & 2U) != 0 ? 1 : 0;
        break;
      case PacketEventKind::kMarked:
        EXPECT_EQ(ip, 3U);
        if (record.flow_index == 0) marked.insert(record.sequence);
        break;
      case PacketEventKind::kDelivered:
        if (ip == 3U && record.flow_index == 0) {
          ++arrived_marked;
          EXPECT_TRUE(marked.contains(record.sequence));
        }
        break;
      case PacketEventKind::kAckReceived:
        echoes += (tcp & 1U) != 0 ? 1 : 0;
        break;
      default:
        break;
    }
  }
  EXPECT_GT(arrived_marked, 0);
  EXPECT_GT(echoes, arrived_marked);
  EXPECT_GT(reacted, 0);
}

TEST(EcnRun, AccurateAcksCarryTheLastBitsOfTheirCount) {
  RunOptions options;
  options.packet_window = {0, 10 * kSecond, 1'000'000};
  const RunResult result =
      run(ecn_scenario({"step", {{"threshold_packets", std::int64_t{20}}}}, "dctcp", std::nullopt),
          1, options);
  std::set<unsigned> counts;
  for (const PacketRecord& record : result.packets) {
    if (record.kind == PacketEventKind::kAckReceived) counts.insert(record.ecn_bits >> 2U);
  }
  EXPECT_EQ(counts.size(), 8U);
}

// DCTCP's queue stands about its threshold K, and its window follows 2 / p (RFC 8257 is silent on
// it; Alizadeh et al. 2011, section 3): here within what a sawtooth of one and two flows allows.
TEST(EcnRun, DctcpKeepsTheQueueAtItsThreshold) {
  Scenario scenario = queue_scenario({"step", {{"threshold_packets", std::int64_t{20}}}},
                                     100'000'000, 5 * kSecond, 20 * kSecond);
  add_flows(scenario, "dctcp", 10 * kMillisecond, 2);
  const QueueRun run = run_queue(scenario);
  EXPECT_GT(run.result.links[0].utilisation_ratio, 0.98);
  EXPECT_EQ(run.result.links[0].dropped_packets, 0);
  EXPECT_LT(run.result.links[0].max_queue_bytes, 60 * 1500);
  EXPECT_NEAR(run.result.links[0].mean_queue_bytes / 1500, 20, 10);
}

// BBRv2 near its receiver (2 ms) over a step: with `ecn` on each of the nine parameters counts.
TEST(EcnRun, EachOfBbr2sParametersForEcnHasAnEffect) {
  for (const char* algorithm : {"bbr2", "fairtt"}) {
    // One threshold or the other: a bound counts only where it binds.
    const auto with = [&](const std::vector<NamedParameter>& parameters) {
      std::vector<std::uint64_t> prints;
      for (const std::int64_t threshold : {8, 2}) {
        Scenario scenario = ecn_scenario({"step", {{"threshold_packets", threshold}}}, algorithm,
                                         std::nullopt, 4 * kMillisecond);
        for (FlowGroupConfig& group : scenario.groups) group.parameters = parameters;
        prints.push_back(fingerprint(scenario));
      }
      return prints;
    };
    const std::vector<std::uint64_t> on = with({{"ecn", true}});
    EXPECT_NE(on, with({})) << algorithm;
    const std::vector<NamedParameter> changes = {{"startup_ecn_rounds", std::int64_t{0}},
                                                 {"ecn_max_rtt_s", 0.001},
                                                 {"ecn_alpha_gain_ratio", 0.5},
                                                 {"ecn_alpha_initial_ratio", 0.0},
                                                 {"ecn_factor_ratio", 0.9},
                                                 {"ecn_threshold_ratio", 0.05},
                                                 {"ecn_reprobe_gain_ratio", 0.5},
                                                 {"ecn_cuts_bandwidth_lo", false},
                                                 {"ecn_cuts_bandwidth_hi", false}};
    for (const NamedParameter& change : changes) {
      EXPECT_NE(with({{"ecn", true}, change}), on) << algorithm << " " << change.name;
    }
  }
}

TEST(EcnRun, Bbr2LosesLessWhereMarksSignalCongestion) {
  Scenario scenario = ecn_scenario({"step", {{"threshold_packets", std::int64_t{8}}}}, "bbr2",
                                   std::nullopt, 4 * kMillisecond);
  scenario.bottleneck.buffer_bytes = 30'000;
  const RunResult without = run(scenario, 1, {});
  for (FlowGroupConfig& group : scenario.groups) group.parameters = {{"ecn", true}};
  const RunResult with = run(scenario, 1, {});
  EXPECT_LT(with.links[0].mean_queue_bytes, without.links[0].mean_queue_bytes);
  EXPECT_GT(with.links[0].utilisation_ratio, 0.8);
}

// RFC 9332's point: the L4S queue waits about a millisecond while the classic one is at its target,
// and flows of both kinds get about the same.
TEST(EcnRun, PragueAndCubicShareADualQueue) {
  Scenario scenario = queue_scenario({"dualpi2", {}}, 40'000'000, 10 * kSecond, 40 * kSecond);
  add_flows(scenario, "prague", 20 * kMillisecond, 4);
  add_flows(scenario, "cubic", 20 * kMillisecond, 4);
  const QueueRun run = run_queue(scenario);
  EXPECT_GT(run.result.fairness.throughput_ratio, 0.5);
  EXPECT_LT(run.result.fairness.throughput_ratio, 2);
  EXPECT_LT(run.mean_of("l4s_delay_s"), 0.002);
  EXPECT_NEAR(run.mean_of("classic_delay_s"), 0.015, 0.003);
  EXPECT_GT(run.result.links[0].utilisation_ratio, 0.95);
}

// Under a single queue with a step the same CUBIC starves: it halves where Prague gives up a
// little.
TEST(EcnRun, PragueStarvesCubicUnderOneQueueWithAStep) {
  Scenario scenario = queue_scenario({"step", {{"threshold", std::string("sojourn")}}}, 40'000'000,
                                     10 * kSecond, 40 * kSecond);
  add_flows(scenario, "prague", 20 * kMillisecond, 1);
  add_flows(scenario, "cubic", 20 * kMillisecond, 1);
  scenario.groups.back().ecn = EcnFeedback::kClassic;
  const RunResult result = run(scenario, 1, {});
  EXPECT_GT(result.flows[0].throughput_bps, 8 * result.flows[1].throughput_bps);
}

}  // namespace
}  // namespace ccsim
