// Where the RTT goes: its parts in whole runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ccsim/components.h"
#include "ccsim/rng.h"
#include "ccsim/rtt_parts.h"
#include "simulation/simulation.h"
#include "support/shorthand.h"

namespace ccsim {
namespace {

constexpr double kMicro = 1e-6;
constexpr BitRate kTenMbit = 10'000'000;

using Columns = std::map<std::string, std::vector<double>>;

struct Recorded {
  RunResult result;
  std::vector<Columns> flows;         // only what kFlowRttSeries has
  std::vector<double> retransmitted;  // by flow, packets in the whole run
};

Recorded record(const Scenario& scenario, std::uint64_t seed = 1, PipeWay way = PipeWay::kFast) {
  Recorded found;
  found.flows.resize(scenario.flow_count());
  found.retransmitted.resize(scenario.flow_count());
  const std::vector<std::string> names = names_of(kFlowRttSeries);
  RunOptions options;
  options.records_causes = true;
  options.on_chunk = [&](SeriesChunk&& chunk) {
    for (SubjectSeries& subject : chunk.subjects) {
      if (subject.subject != SubjectKind::kFlow) continue;
      const auto flow = static_cast<std::size_t>(subject.subject_index);
      for (SeriesColumn& column : subject.columns) {
        if (column.metric == "retransmitted_packets") {
          for (const double packets : column.values) found.retransmitted[flow] += packets;
        }
        if (std::find(names.begin(), names.end(), column.metric) == names.end()) continue;
        std::vector<double>& values = found.flows[flow][column.metric];
        values.insert(values.end(), column.values.begin(), column.values.end());
      }
    }
  };
  found.result = std::make_unique<Simulation>(scenario, seed, options, way)->run();
  return found;
}

double mean_s(const FlowRttParts& parts, RttPart wanted, int link_index = -1) {
  for (const RttPartMean& part : parts.parts) {
    if (part.part == wanted && part.link_index == link_index) return part.mean_s;
  }
  return kNoValue;
}

// What must hold of every run. Returns the number of samples that were compared.
int expect_sums(const Recorded& recorded) {
  int compared = 0;
  for (const Columns& columns : recorded.flows) {
    if (columns.empty()) continue;
    const std::vector<double>& means = columns.at("rtt_mean_s");
    for (std::size_t i = 0; i < means.size(); ++i) {
      double sum_s = 0;
      for (const auto& [name, values] : columns) {
        if (name == "rtt_mean_s") continue;
        EXPECT_EQ(std::isnan(values[i]), std::isnan(means[i])) << name << " of sample " << i;
        if (!std::isnan(values[i])) {
          EXPECT_GE(values[i], 0) << name << " of sample " << i;
        }
        sum_s += values[i];
      }
      if (std::isnan(means[i])) continue;
      EXPECT_NEAR(sum_s, means[i], kMicro) << "sample " << i;
      ++compared;
    }
  }
  for (const FlowSummary& flow : recorded.result.flows) {
    const auto index = static_cast<std::size_t>(flow.flow_index);
    const FlowRttParts& parts = recorded.result.rtt_parts[index];
    if (parts.packets == 0) continue;
    double sum_s = 0;
    for (const RttPartMean& part : parts.parts) sum_s += part.mean_s;
    EXPECT_NEAR(sum_s, parts.mean_rtt_s, kMicro);
    EXPECT_NEAR(parts.mean_rtt_s, flow.mean_rtt_s, 1e-9);
    if (recorded.retransmitted[index] == 0) {
      EXPECT_EQ(mean_s(parts, RttPart::kUnattributed), 0);
    }
  }
  return compared;
}

Scenario dumbbell(const std::string& algorithm = "cubic") {
  Scenario scenario;
  scenario.duration_ns = 10 * kSecond;
  scenario.warmup_ns = kSecond;
  scenario.sample_interval_ns = 100 * kMs;
  scenario.bottleneck.rate_bps = kTenMbit;
  scenario.bottleneck.delay_ns = 5 * kMs;
  scenario.bottleneck.buffer_bytes = 60 * 1500;
  FlowGroupConfig group;
  group.algorithm = algorithm;
  group.rtt_ns = kRtt;
  scenario.groups.push_back(group);
  return scenario;
}

// A window of one packet meets no queue: all is known beforehand.
TEST(RttParts, OfALonePacketAreThoseOfItsPath) {
  Scenario scenario = dumbbell();
  scenario.transport.host_jitter_ns = 0;
  scenario.groups[0].receiver.window_bytes = 1448;
  scenario.groups[0].receiver.quick_ack_packets = 0;
  scenario.groups[0].receiver.acks_pushed = false;
  scenario.groups[0].receiver.ack_timeout_ns = 30 * kMs;
  const FlowRttParts parts = record(scenario).result.rtt_parts[0];
  EXPECT_NEAR(mean_s(parts, RttPart::kPropagation), 0.04, 1e-9);
  EXPECT_NEAR(mean_s(parts, RttPart::kTransmission), 0.0012, 1e-9);
  EXPECT_NEAR(mean_s(parts, RttPart::kReceiverHold), 0.03, 1e-9);
  EXPECT_NEAR(parts.mean_rtt_s, 0.0712, 1e-9);
}

TEST(RttParts, OfAFullQueueAreItsWait) {
  const Recorded recorded = record(dumbbell());
  const FlowRttParts& parts = recorded.result.rtt_parts[0];
  const double queue_s = mean_s(parts, RttPart::kQueueOut, 0);
  EXPECT_GT(queue_s, 0.01);
  // Little's law: what waits on average, over the rate.
  const double waited_s = recorded.result.links[0].mean_queue_bytes * 8 / kTenMbit;
  EXPECT_NEAR(queue_s, waited_s, 0.05 * waited_s);
  EXPECT_GT(mean_s(parts, RttPart::kHost), 0);
  EXPECT_LT(mean_s(parts, RttPart::kHost), 0.0001);
}

// 8 kbit/s for ACKs of 52 bytes: 52 ms for each.
TEST(RttParts, OfANarrowWayBackAreItsQueue) {
  Scenario scenario = dumbbell();
  BottleneckConfig back;
  back.rate_bps = 100'000;
  back.delay_ns = 2 * kMs;
  back.buffer_bytes = 50'000;
  scenario.further_links = {back};
  scenario.groups[0].return_path = {1};
  const Recorded recorded = record(scenario);
  EXPECT_GT(expect_sums(recorded), 80);
  const FlowRttParts& parts = recorded.result.rtt_parts[0];
  const double back_s = mean_s(parts, RttPart::kQueueBack, 1);
  EXPECT_GT(back_s, 0.5 * parts.mean_rtt_s);
  EXPECT_LT(mean_s(parts, RttPart::kQueueOut, 0), 0.1 * back_s);
  EXPECT_NEAR(mean_s(parts, RttPart::kTransmission), 0.0012 + 0.00416, 1e-5);
  EXPECT_EQ(recorded.flows[0].count("rtt_queue_back_1_s"), 1U);
  EXPECT_EQ(recorded.flows[0].count("rtt_queue_back_2_s"), 0U);
}

TEST(RttParts, OfAPathThatChangesFollowIt) {
  Scenario scenario = dumbbell();
  scenario.groups[0].receiver.window_bytes = 4 * 1448;
  scenario.bottleneck.changes.delays = {{5 * kSecond, 55 * kMs, 0}};
  const Recorded recorded = record(scenario);
  const std::vector<double>& propagation = recorded.flows[0].at("rtt_propagation_s");
  EXPECT_NEAR(propagation[40], 0.04, 1e-9);
  EXPECT_NEAR(propagation[90], 0.09, 1e-9);
}

TEST(RttParts, OfLinksThatJitterHaveIt) {
  Scenario scenario = dumbbell();
  scenario.duration_ns = 40 * kSecond;
  scenario.groups[0].receiver.window_bytes = 1448;
  scenario.bottleneck.changes.jitter_ns = 10 * kMs;
  const FlowRttParts parts = record(scenario).result.rtt_parts[0];
  EXPECT_NEAR(mean_s(parts, RttPart::kJitter), 0.005, 0.0005);
  EXPECT_NEAR(mean_s(parts, RttPart::kPropagation), 0.04, 1e-9);
}

TEST(RttParts, OfHeldAcksAreTheReceivers) {
  Scenario scenario = dumbbell();
  scenario.groups[0].receiver.ack_aggregation_ns = 100 * kMs;
  scenario.groups[0].receiver.window_bytes = 20 * 1448;
  const Recorded recorded = record(scenario);
  expect_sums(recorded);
  EXPECT_GT(mean_s(recorded.result.rtt_parts[0], RttPart::kReceiverHold), 0.02);
}

// A sample is that of the newest packet of its ACK, which an earlier ACK covered only where ACKs
// leave that nothing has arrived for: a slow reader's, which announce room.
TEST(RttParts, OfAcksThatGetLostAreAPartOfTheirOwn) {
  Scenario scenario = dumbbell();
  scenario.groups[0].receiver.window_bytes = 8 * 1448;
  scenario.groups[0].receiver.read_rate_bps = 1'000'000;
  scenario.bottleneck.loss.model = {"bernoulli", {{"probability", 0.3}}};
  scenario.bottleneck.loss.direction = LossDirection::kAck;
  const Recorded recorded = record(scenario);
  expect_sums(recorded);
  EXPECT_GT(mean_s(recorded.result.rtt_parts[0], RttPart::kLostAcks), 0.0001);
}

TEST(RttParts, AreNotRecordedOfManyFlowsNorUnlessAskedFor) {
  Scenario scenario = dumbbell();
  scenario.duration_ns = kSecond;
  scenario.warmup_ns = 0;
  EXPECT_TRUE(run(scenario, 1).rtt_parts.empty());
  scenario.groups[0].count = 101;
  const Recorded recorded = record(scenario);
  EXPECT_TRUE(recorded.result.rtt_parts.empty());
  EXPECT_TRUE(recorded.flows[0].empty());
}

// --- networks at random

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : stream_(seed, 0, RandomPurpose::kTraffic) {}
  std::int64_t below(std::int64_t bound) { return stream_.next_below(bound); }
  bool happens(double probability) { return stream_.next_uniform() < probability; }
  template <typename T>
  T one_of(const std::vector<T>& items) {
    return items[static_cast<std::size_t>(below(static_cast<std::int64_t>(items.size())))];
  }

 private:
  RandomStream stream_;
};

void change(Draw& draw, LinkChanges& changes) {
  if (draw.happens(0.3)) {
    changes.jitter_ns = 1 + draw.below(10 * kMs);
    changes.jitter_reorders = draw.happens(0.5);
  }
  if (draw.happens(0.3)) {
    changes.delays = {{kSecond, draw.below(50 * kMs), 0},
                      {2 * kSecond, draw.below(20 * kMs), draw.below(kSecond)}};
  }
  if (draw.happens(0.2)) {
    changes.rates = {
        {kSecond, 500'000, 0}, {kSecond + 100 * kMs, 0, 0}, {2 * kSecond, 4'000'000, 0}};
  }
  if (draw.happens(0.1)) changes.outages = {{kSecond, kSecond + draw.below(kSecond), {}}};
}

BottleneckConfig random_link(Draw& draw) {
  BottleneckConfig link;
  link.rate_bps = draw.one_of<BitRate>({300'000, 2'000'000, kTenMbit, 50'000'000});
  link.delay_ns = draw.below(5 * kMs);
  link.buffer_bytes = (2 + draw.below(80)) * 1500;
  if (draw.happens(0.5)) link.queue = {draw.one_of(queues()).name, {}};
  if (draw.happens(0.3)) {
    link.loss.model = {"bernoulli", {{"probability", 0.02}}};
    link.loss.direction = draw.one_of<LossDirection>(
        {LossDirection::kData, LossDirection::kAck, LossDirection::kBoth});
    link.loss.position = draw.happens(0.5) ? LossPosition::kBeforeQueue : LossPosition::kAfterQueue;
  }
  change(draw, link.changes);
  link.filters_acks = draw.happens(0.3);
  return link;
}

FlowGroupConfig random_group(Draw& draw, std::size_t link_count) {
  FlowGroupConfig group;
  group.algorithm = draw.one_of(algorithm_names());
  group.count = 1 + draw.below(2);
  group.rtt_ns = 80 * kMs + draw.below(50 * kMs);
  group.start_ns = draw.below(kSecond);
  group.receiver.ack_every_packets = 1 + draw.below(4);
  group.receiver.quick_ack_packets = draw.below(300);
  group.receiver.acks_pushed = draw.happens(0.7);
  if (draw.happens(0.3)) group.receiver.ack_aggregation_ns = draw.below(30 * kMs);
  if (draw.happens(0.2)) {
    group.receiver.window_bytes = 40 * 1448;
    group.receiver.read_rate_bps = 1'000'000;
  }
  if (draw.happens(0.2)) group.traffic = {"udp", {{"rate_bps", std::int64_t{500'000}}}};
  if (draw.happens(0.3)) group.ecn = EcnFeedback::kAccurate;
  if (link_count == 1) return group;
  group.path.clear();
  for (std::uint8_t link = 0; link < link_count; ++link) {
    if (draw.happens(0.6)) group.path.push_back(link);
  }
  if (group.path.empty()) group.path.push_back(0);
  for (std::uint8_t link = 0; link < link_count; ++link) {
    if (draw.happens(0.3)) group.return_path.push_back(link);
  }
  return group;
}

Scenario random_scenario(std::uint64_t seed) {
  Draw draw(seed);
  Scenario scenario;
  scenario.duration_ns = 4 * kSecond;
  scenario.warmup_ns = draw.below(2 * kSecond);
  scenario.sample_interval_ns = 50 * kMs;
  scenario.transport.host_jitter_ns = draw.one_of<Duration>({0, 20 * kUs, kMs});
  // A half are single links of which most are steady: they are computed ahead of the clock.
  const std::size_t link_count =
      draw.happens(0.5) ? 1 : 2 + static_cast<std::size_t>(draw.below(5));
  scenario.bottleneck = random_link(draw);
  scenario.bottleneck.filters_acks = false;
  if (link_count == 1 && draw.happens(0.7)) {
    scenario.bottleneck.changes = {};
    scenario.bottleneck.queue = {"droptail", {}};
  }
  for (std::size_t i = 1; i < link_count; ++i) scenario.further_links.push_back(random_link(draw));
  const std::int64_t group_count = 1 + draw.below(3);
  for (std::int64_t i = 0; i < group_count; ++i) {
    scenario.groups.push_back(random_group(draw, link_count));
  }
  return scenario;
}

class RttPartsAtRandom : public ::testing::TestWithParam<int> {};

TEST_P(RttPartsAtRandom, AddUpToTheRttAtEverySampleWhateverTheNetwork) {
  constexpr int kEach = 25;
  int compared = 0;
  for (int i = 0; i < kEach; ++i) {
    const auto seed = static_cast<std::uint64_t>(GetParam() * kEach + i);
    SCOPED_TRACE(seed);
    const Scenario scenario = random_scenario(seed);
    const Recorded fast = record(scenario, seed);
    compared += expect_sums(fast);
    // What is computed ahead of the clock has the same parts.
    const Recorded general = record(scenario, seed, PipeWay::kGeneral);
    for (std::size_t flow = 0; flow < fast.flows.size(); ++flow) {
      for (const auto& [name, values] : fast.flows[flow]) {
        const std::vector<double>& others = general.flows[flow].at(name);
        ASSERT_EQ(values.size(), others.size());
        for (std::size_t s = 0; s < values.size(); ++s) {
          if (!std::isnan(values[s]) || !std::isnan(others[s])) {
            EXPECT_EQ(values[s], others[s]) << name << " of flow " << flow << ", sample " << s;
          }
        }
      }
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 20 * kEach);
}

INSTANTIATE_TEST_SUITE_P(Networks, RttPartsAtRandom, ::testing::Range(0, 4));

}  // namespace
}  // namespace ccsim
