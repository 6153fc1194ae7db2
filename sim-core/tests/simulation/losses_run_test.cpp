// The table of losses of whole runs: every lost or marked packet is in it once, with the reason for
// which its queue or its path decided.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "ccsim/components.h"
#include "ccsim/simulation.h"
#include "support/declared.h"
#include "support/scenario_matrix.h"

namespace ccsim {
namespace {

using Reasons = std::set<LossReason>;

// Two flows that overflow a shallow buffer.
Scenario losing_scenario(const ComponentChoice& queue, const std::string& algorithm = "cubic") {
  Scenario scenario = matrix_dumbbell(algorithm, 2, 0.7);
  scenario.duration_ns = 3 * kSecond;
  scenario.warmup_ns = kSecond;
  scenario.bottleneck.queue = queue;
  return scenario;
}

Reasons reasons_of(const RunResult& result, bool is_mark) {
  Reasons reasons;
  for (const LossRow& row : result.losses.rows) {
    if (row.key.is_mark == is_mark) reasons.insert(row.key.reason);
  }
  return reasons;
}

using Key = std::tuple<std::uint32_t, int, LossReason, bool, bool>;

Key key_of(const LossRow& row) {
  return {row.key.flow_index, row.key.link_index, row.key.reason, row.key.is_mark, row.key.is_ack};
}

struct Sums {
  Packets dropped = 0;
  Packets lost = 0;
  Packets marked = 0;

  bool operator==(const Sums&) const = default;
};

// Not of the queue.
bool is_of_the_path(LossReason reason) {
  return reason == LossReason::kRandom || reason == LossReason::kBurst ||
         reason == LossReason::kOutage || reason == LossReason::kAckFilter;
}

// Of data; of a link also the ACKs that its queue drops.
void add_to(Sums& sums, const LossRow& row, bool with_acks) {
  if (row.key.is_mark) {
    sums.marked += row.window_packets;
  } else if (!is_of_the_path(row.key.reason)) {
    if (with_acks || !row.key.is_ack) sums.dropped += row.window_packets;
  } else if (!row.key.is_ack) {
    sums.lost += row.window_packets;
  }
}

// The table says what the summaries say, and its parts agree.
void expect_whole(const RunResult& result, const std::string& name) {
  std::map<int, Sums> links;
  for (const LossRow& row : result.losses.rows) {
    EXPECT_NE(row.key.reason, LossReason::kNone) << name;
    EXPECT_LE(row.first_ns, row.last_ns) << name;
    EXPECT_LE(row.window_packets, row.packets) << name;
    Packets in_buckets = 0;
    std::int64_t last_bucket = -1;
    for (const LossBucket& bucket : row.buckets) {
      EXPECT_GT(bucket.bucket, last_bucket) << name;
      EXPECT_GT(bucket.packets, 0) << name;
      last_bucket = bucket.bucket;
      in_buckets += bucket.packets;
    }
    EXPECT_EQ(in_buckets, row.packets) << name;
    EXPECT_EQ(row.buckets.front().bucket, row.first_ns / result.losses.bucket_ns) << name;
    EXPECT_EQ(last_bucket, row.last_ns / result.losses.bucket_ns) << name;
    if (row.key.link_index != kNoLink) add_to(links[row.key.link_index], row, true);
  }
  for (std::size_t link = 0; link < result.links.size(); ++link) {
    const LinkSummary& summary = result.links[link];
    const Sums counted{summary.dropped_packets, summary.randomly_lost_packets,
                       summary.marked_packets};
    EXPECT_EQ(links[static_cast<int>(link)], counted) << name << " link " << link;
  }
}

void expect_equal(const LossReport& a, const LossReport& b, const std::string& name) {
  const auto rows_of = [](const LossReport& report) {
    using Row = std::tuple<Key, Packets, Packets, SimTime, SimTime, std::size_t>;
    std::set<Row> rows;
    for (const LossRow& row : report.rows) {
      rows.insert({key_of(row), row.window_packets, row.packets, row.first_ns, row.last_ns,
                   row.buckets.size()});
    }
    return rows;
  };
  EXPECT_EQ(rows_of(a), rows_of(b)) << name;
}

RunResult with_packets(const Scenario& scenario) {
  RunOptions options;
  options.packet_window = {0, scenario.duration_ns + 1, 2'000'000};
  return run(scenario, 1, options);
}

// Single packets are written down where the table is not looked at: they are its oracle.
void expect_packets_in_table(const Scenario& scenario, const std::string& name) {
  const RunResult result = with_packets(scenario);
  ASSERT_FALSE(result.packets_truncated);
  expect_whole(result, name);
  std::map<Key, Packets> left;
  for (const LossRow& row : result.losses.rows) left[key_of(row)] = row.packets;
  Sums events;
  Packets lost_acks = 0;
  for (const PacketRecord& record : result.packets) {
    const bool is_lost_ack = record.kind == PacketEventKind::kAckLost;
    const bool has_reason = record.kind == PacketEventKind::kDropped ||
                            record.kind == PacketEventKind::kLost ||
                            record.kind == PacketEventKind::kMarked || is_lost_ack;
    EXPECT_EQ(record.reason != LossReason::kNone, has_reason) << name;
    if (has_reason) {
      --left[{record.flow_index, record.link_index, record.reason,
              record.kind == PacketEventKind::kMarked, is_lost_ack}];
    }
    events.dropped += record.kind == PacketEventKind::kDropped ? 1 : 0;
    events.lost += record.kind == PacketEventKind::kLost ? 1 : 0;
    events.marked += record.kind == PacketEventKind::kMarked ? 1 : 0;
    lost_acks += record.kind == PacketEventKind::kAckLost ? 1 : 0;
  }
  Sums reported;
  Packets reported_acks = 0;
  for (const LossRow& row : result.losses.rows) {
    LossRow whole = row;
    whole.window_packets = row.packets;
    add_to(reported, whole, false);
    if (row.key.is_ack) reported_acks += row.packets;
  }
  for (const auto& [key, packets] : left) EXPECT_EQ(packets, 0) << name;
  EXPECT_EQ(reported, events) << name;
  EXPECT_EQ(reported_acks, lost_acks) << name;
  expect_equal(run(scenario, 1, {}).losses, result.losses, name);
}

TEST(Losses, EveryLostOrMarkedPacketOfEveryQueueIsInTheTable) {
  for (const QueueInfo& info : queues()) {
    std::vector<NamedParameter> parameters = required_of(info.parameters);
    Scenario scenario = losing_scenario({info.name, parameters});
    expect_packets_in_table(scenario, info.name);
    if (!info.can_mark) continue;
    scenario.groups.front().ecn = EcnFeedback::kClassic;
    for (const ParameterInfo& parameter : info.parameters) {
      if (parameter.name == "ecn") parameters.push_back({"ecn", true});
    }
    scenario.bottleneck.queue = {info.name, parameters};
    expect_packets_in_table(scenario, info.name + " with marks");
  }
}

TEST(Losses, AreDistinguishedByTheirCauseAtTheLink) {
  for (const LossInfo& info : losses()) {
    for (const LossPosition position : {LossPosition::kAfterQueue, LossPosition::kBeforeQueue}) {
      Scenario scenario = losing_scenario({"droptail", {}});
      std::vector<NamedParameter> parameters = required_of(info.parameters);
      for (NamedParameter& parameter : parameters) parameter.value = 0.01;
      scenario.bottleneck.loss = {{info.name, parameters}, position, LossDirection::kBoth};
      expect_packets_in_table(scenario, info.name);
      const Reasons reasons = reasons_of(run(scenario, 1, {}), false);
      EXPECT_TRUE(reasons.contains(info.reason)) << info.name;
    }
  }
  Scenario out = losing_scenario({"droptail", {}});
  out.bottleneck.changes.outages = {{kSecond, kSecond + 300 * kMillisecond, LossDirection::kBoth}};
  expect_packets_in_table(out, "outage");
  for (const LossRow& row : run(out, 1, {}).losses.rows) {
    if (row.key.reason != LossReason::kOutage) continue;
    EXPECT_GE(row.first_ns, kSecond);
    EXPECT_LT(row.last_ns, kSecond + 300 * kMillisecond);
  }
}

TEST(Losses, AQueueIsNeverBlamedForWhatAnotherPartDid) {
  const auto drops = [](const ComponentChoice& queue) {
    return reasons_of(run(losing_scenario(queue), 1, {}), false);
  };
  EXPECT_EQ(drops({"droptail", {}}), Reasons{LossReason::kBufferFull});
  EXPECT_EQ(drops({"policer", {}}), Reasons{LossReason::kPolicer});
  EXPECT_EQ(drops({"fq_codel", {{"target_s", 0.9}}}), Reasons{LossReason::kFlowOverflow});
  EXPECT_TRUE(drops({"red", {}}).contains(LossReason::kEarly));
  Scenario deep = losing_scenario({"codel", {}});
  deep.bottleneck.buffer_bytes *= 100;
  EXPECT_EQ(reasons_of(run(deep, 1, {}), false), Reasons{LossReason::kDelay});
  deep.bottleneck.queue = {"pie", {}};
  EXPECT_EQ(reasons_of(run(deep, 1, {}), false), Reasons{LossReason::kEarly});
  deep.bottleneck.queue = {"step", {{"threshold_packets", std::int64_t{5}}}};
  for (FlowGroupConfig& group : deep.groups) group.ecn = EcnFeedback::kClassic;
  EXPECT_EQ(reasons_of(run(deep, 1, {}), true), Reasons{LossReason::kStep});
}

Reasons of_traits(const std::vector<LossReason>& reasons) {
  return {reasons.begin(), reasons.end()};
}

// Shallow and deep buffers, with and without ECN, and flows of L4S: what a discipline drops and
// marks for is what it declares, and all of it comes up.
TEST(Losses, EveryQueueDropsAndMarksForWhatItsTraitsSay) {
  for (const QueueInfo& info : queues()) {
    Reasons drops;
    Reasons marks;
    for (const bool has_ecn : {false, true}) {
      if (has_ecn && !info.can_mark) continue;
      for (const int factor : {1, 100}) {
        for (const std::string algorithm : {"cubic", "prague"}) {
          std::vector<NamedParameter> parameters = required_of(info.parameters);
          for (const ParameterInfo& parameter : info.parameters) {
            if (has_ecn && parameter.name == "ecn") parameters.push_back({"ecn", true});
            // Beside a threshold so low, there is no delay to mark for.
            if (parameter.name == "ce_threshold_s" && algorithm == "prague") {
              parameters.push_back({"ce_threshold_s", 0.001});
            }
            if (parameter.name == "blue_up_ratio") parameters.push_back({"blue_up_ratio", 0.5});
            if (parameter.name == "threshold_packets") {
              parameters.push_back({"threshold_packets", std::int64_t{5}});
            }
          }
          Scenario scenario = losing_scenario({info.name, parameters}, algorithm);
          scenario.bottleneck.buffer_bytes *= factor;
          if (has_ecn) {
            for (FlowGroupConfig& group : scenario.groups) {
              group.ecn = algorithm == "prague" ? EcnFeedback::kAccurate : EcnFeedback::kClassic;
            }
          }
          const RunResult result = run(scenario, 1, {});
          drops.merge(reasons_of(result, false));
          marks.merge(reasons_of(result, true));
        }
      }
    }
    Reasons declared = of_traits(info.traits.early_drops);
    declared.insert(info.traits.overflow);
    EXPECT_EQ(drops, declared) << info.name;
    EXPECT_EQ(marks, of_traits(info.traits.marks)) << info.name;
  }
}

// COBALT of an overflow has BLUE drop later, too.
TEST(Losses, OfCobaltAreDelayOverflowAndBlue) {
  Scenario scenario = losing_scenario({"cobalt", {{"blue_up_ratio", 0.5}}});
  scenario.bottleneck.buffer_bytes /= 4;
  const Reasons reasons = reasons_of(run(scenario, 1, {}), false);
  EXPECT_TRUE(reasons.contains(LossReason::kBufferFull));
  EXPECT_TRUE(reasons.contains(LossReason::kBlue));
}

// ACKs that a full link on the way back drops are that link's.
TEST(Losses, OfAcksAreAtTheLinkOfTheWayBack) {
  Scenario scenario = losing_scenario({"droptail", {}});
  BottleneckConfig back;
  back.rate_bps = 100'000;
  back.buffer_bytes = 2'000;
  scenario.further_links = {back};
  scenario.header_bytes = 52;
  for (FlowGroupConfig& group : scenario.groups) group.return_path = {1};
  scenario.further_links.front().filters_acks = true;
  expect_packets_in_table(scenario, "ACK filter");
  scenario.further_links.front().filters_acks = false;
  expect_packets_in_table(scenario, "narrow way back");
  Packets acks = 0;
  for (const LossRow& row : run(scenario, 1, {}).losses.rows) {
    EXPECT_EQ(row.key.is_ack, row.key.link_index == 1);
    if (row.key.is_ack) acks += row.packets;
  }
  EXPECT_GT(acks, 0);
}

}  // namespace
}  // namespace ccsim
