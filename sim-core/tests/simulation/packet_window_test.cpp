// Single packets of a part of a run: the window changes nothing, and shows all that happens in it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "ccsim/simulation.h"
#include "support/shorthand.h"

namespace ccsim {
namespace {

constexpr std::int64_t kPlenty = 10'000'000;

using Kind = PacketEventKind;

Scenario lossy_pair() {
  Scenario scenario;
  scenario.duration_ns = 10 * kSecond;
  scenario.bottleneck.rate_bps = 10'000'000;
  scenario.bottleneck.delay_ns = 5 * kMs;
  scenario.bottleneck.buffer_bytes = 30'000;
  scenario.bottleneck.loss.model = {"bernoulli", {{"probability", 0.005}}};
  scenario.bottleneck.loss.direction = LossDirection::kBoth;
  FlowGroupConfig group;
  group.algorithm = "cubic";
  group.rtt_ns = 40 * kMs;
  scenario.groups.push_back(group);
  group.algorithm = "bbr2";
  scenario.groups.push_back(group);
  return scenario;
}

RunResult run_with(const Scenario& scenario, SimTime from_ns, SimTime to_ns,
                   std::int64_t max_records = kPlenty) {
  RunOptions options;
  options.packet_window = {from_ns, to_ns, max_records};
  return run(scenario, 3, options);
}

std::map<Kind, Packets> counts_of(const RunResult& result, std::uint32_t flow) {
  std::map<Kind, Packets> counts;
  for (const PacketRecord& record : result.packets) {
    if (record.flow_index == flow) ++counts[record.kind];
  }
  return counts;
}

TEST(PacketWindow, OfTheWholeRunAgreesWithTheSummary) {
  const RunResult result = run_with(lossy_pair(), 0, kNever);
  ASSERT_FALSE(result.packets_truncated);
  for (const FlowSummary& flow : result.flows) {
    auto counts = counts_of(result, static_cast<std::uint32_t>(flow.flow_index));
    EXPECT_EQ(counts[Kind::kSent] + counts[Kind::kRetransmitted], flow.sent_packets);
    EXPECT_EQ(counts[Kind::kRetransmitted], flow.retransmitted_packets);
    EXPECT_EQ(counts[Kind::kDropped], flow.dropped_packets);
    EXPECT_EQ(counts[Kind::kLost], flow.randomly_lost_packets);
    EXPECT_EQ(counts[Kind::kDelivered], flow.received_packets);
    EXPECT_GT(counts[Kind::kAckLost], 0);
    EXPECT_LE(counts[Kind::kAckReceived], counts[Kind::kAckSent]);
    EXPECT_GT(counts[Kind::kDequeued], 0);
    EXPECT_LE(counts[Kind::kDequeued], counts[Kind::kEnqueued]);
  }
}

// A host takes now a shorter, now a longer time; what the next ACK finds is not older.
TEST(PacketWindow, ShowsAcksInOrderWhateverTheHostsJitter) {
  Scenario scenario = lossy_pair();
  scenario.transport.host_jitter_ns = 20 * kMs;
  const RunResult result = run_with(scenario, 0, kNever);
  std::map<std::uint32_t, std::int64_t> una_sequence;
  std::map<std::uint32_t, std::map<std::int64_t, SimTime>> first_left_ns;
  SimTime shortest_ns = kNever;
  SimTime longest_ns = 0;
  for (const PacketRecord& record : result.packets) {
    auto& left_ns = first_left_ns[record.flow_index];
    if (record.kind == Kind::kAckSent) left_ns.try_emplace(record.sequence, record.time_ns);
    if (record.kind != Kind::kAckReceived) continue;
    EXPECT_GE(record.sequence, una_sequence[record.flow_index]);
    if (record.sequence > una_sequence[record.flow_index] && left_ns.contains(record.sequence)) {
      shortest_ns = std::min(shortest_ns, record.time_ns - left_ns[record.sequence]);
      longest_ns = std::max(longest_ns, record.time_ns - left_ns[record.sequence]);
    }
    una_sequence[record.flow_index] = record.sequence;
  }
  EXPECT_GE(shortest_ns, 20 * kMs);
  EXPECT_LT(shortest_ns, 21 * kMs);
  EXPECT_GT(longest_ns, 35 * kMs);
}

TEST(PacketWindow, ChangesNothingElse) {
  const RunResult plain = run(lossy_pair(), 3);
  const RunResult watched = run_with(lossy_pair(), 2 * kSecond, 3 * kSecond);
  // Only the count of events differs: what is to be seen at its own time takes an event.
  EXPECT_LT(plain.processed_events, watched.processed_events);
  EXPECT_EQ(plain.simulated_packets, watched.simulated_packets);
  for (std::size_t i = 0; i < plain.flows.size(); ++i) {
    EXPECT_EQ(plain.flows[i].sent_packets, watched.flows[i].sent_packets);
    EXPECT_EQ(plain.flows[i].mean_rtt_s, watched.flows[i].mean_rtt_s);
  }
  EXPECT_TRUE(plain.packets.empty());
}

TEST(PacketWindow, IsTheSamePartOfTheWhole) {
  const SimTime from_ns = 4 * kSecond;
  const SimTime to_ns = from_ns + 250 * kMs;
  const RunResult whole = run_with(lossy_pair(), 0, kNever);
  const RunResult part = run_with(lossy_pair(), from_ns, to_ns);
  std::vector<PacketRecord> expected;
  std::copy_if(whole.packets.begin(), whole.packets.end(), std::back_inserter(expected),
               [&](const auto& r) { return r.time_ns >= from_ns && r.time_ns < to_ns; });
  ASSERT_EQ(part.packets.size(), expected.size());
  ASSERT_GT(expected.size(), 500U);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(part.packets[i].time_ns, expected[i].time_ns);
    EXPECT_EQ(part.packets[i].kind, expected[i].kind);
    EXPECT_EQ(part.packets[i].sequence, expected[i].sequence);
    EXPECT_EQ(part.packets[i].queue_bytes, expected[i].queue_bytes);
  }
}

TEST(PacketWindow, StopsAtItsLimitAndSaysSo) {
  const RunResult result = run_with(lossy_pair(), 0, kNever, 100);
  EXPECT_EQ(result.packets.size(), 100U);
  EXPECT_TRUE(result.packets_truncated);
}

// One packet of ten, alone: 40 ms of base RTT, 1.2 ms on the link, 5 ms of it behind the link.
TEST(PacketWindow, FollowsOnePacketThroughTheNetwork) {
  Scenario scenario = lossy_pair();
  scenario.bottleneck.loss = LossConfig{};
  scenario.start_jitter_ns = 0;
  scenario.transport.host_jitter_ns = 0;
  scenario.groups.resize(1);
  const RunResult result = run_with(scenario, 0, 90 * kMs);
  std::vector<std::pair<Kind, SimTime>> way;
  for (const PacketRecord& record : result.packets) {
    const bool is_ack = record.kind == Kind::kAckSent || record.kind == Kind::kAckReceived;
    // The ACK that covers packet 1 asks for packet 2.
    if (record.sequence == (is_ack ? 2 : 1)) way.emplace_back(record.kind, record.time_ns);
  }
  // Established at 40 ms; 15 ms of access; packet 0 is on the link first.
  const std::vector<std::pair<Kind, SimTime>> expected = {
      {Kind::kSent, 40 * kMs},
      {Kind::kEnqueued, 55 * kMs},
      {Kind::kDequeued, 55 * kMs + 1'200'000},
      {Kind::kTransmitted, 55 * kMs + 2'400'000},
      {Kind::kDelivered, 60 * kMs + 2'400'000},
      {Kind::kAckSent, 60 * kMs + 2'400'000},
      {Kind::kAckReceived, 80 * kMs + 2'400'000}};
  EXPECT_EQ(way, expected);
  // Ten leave together: nine wait behind the one on the link.
  const auto deepest =
      std::max_element(result.packets.begin(), result.packets.end(),
                       [](const auto& a, const auto& b) { return a.queue_bytes < b.queue_bytes; });
  EXPECT_EQ(deepest->queue_bytes, 9 * 1500);
}

}  // namespace
}  // namespace ccsim
