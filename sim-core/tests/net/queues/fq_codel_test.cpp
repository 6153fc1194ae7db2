#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "support/queue_runs.h"
#include "support/queues.h"

namespace ccsim {
namespace {

constexpr Duration kSlot = 1200 * kMicrosecond;  // 1500 bytes at 10 Mbit/s

Packet packet_of_flow(std::uint32_t flow_index, SimTime now_ns, std::uint16_t wire_bytes = 1500) {
  Packet packet = packet_of(0, wire_bytes);
  packet.flow_index = flow_index;
  packet.enqueued_ns = now_ns;
  return packet;
}

// The flows of the packets that leave now, in order.
std::vector<std::uint32_t> flows_leaving(QueueDiscipline& queue, int count, SimTime now_ns) {
  std::vector<std::uint32_t> flows;
  Discards discards;
  Packet packet;
  for (int i = 0; i < count && queue.dequeue(packet, now_ns, discards); ++i) {
    flows.push_back(packet.flow_index);
  }
  return flows;
}

// Whether the hash puts both flows into one queue.
bool share_a_queue(std::uint32_t a, std::uint32_t b, std::int64_t queue_count) {
  const auto queue = queue_of("fq_codel", 1'000'000, {{"queue_count", queue_count}});
  Discards discards;
  EXPECT_TRUE(queue->enqueue(packet_of_flow(a, 0), 0, discards));
  EXPECT_TRUE(queue->enqueue(packet_of_flow(b, 0), 0, discards));
  return readings_of(*queue, 0)["active_queue_count"] == 1;
}

TEST(FqCodel, ServesFlowsInTurn) {
  const auto queue = queue_of("fq_codel", 1'000'000, {{"quantum_bytes", std::int64_t{1500}}});
  Discards discards;
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(queue->enqueue(packet_of_flow(1, 0), 0, discards));
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(queue->enqueue(packet_of_flow(2, 0), 0, discards));
  EXPECT_EQ(flows_leaving(*queue, 9, 0), (std::vector<std::uint32_t>{1, 2, 1, 2, 1, 1}));
  EXPECT_EQ(queue->waiting_bytes(), 0);
  EXPECT_EQ(queue->waiting_packets(), 0);
}

// RFC 8290 4.2: turns are of bytes, not of packets.
TEST(FqCodel, SharesBytes) {
  const auto queue = queue_of("fq_codel", 10'000'000);
  Discards discards;
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(queue->enqueue(packet_of_flow(1, 0, 1500), 0, discards));
    for (int j = 0; j < 3; ++j) {
      ASSERT_TRUE(queue->enqueue(packet_of_flow(2, 0, 500), 0, discards));
    }
  }
  std::map<std::uint32_t, Bytes> sent_bytes;
  for (const std::uint32_t flow : flows_leaving(*queue, 2000, 0)) {
    sent_bytes[flow] += flow == 1 ? 1500 : 500;
  }
  EXPECT_NEAR(static_cast<double>(sent_bytes[1]), static_cast<double>(sent_bytes[2]), 2 * 1514);
}

// RFC 8290 4.2: a flow that sends less than its share finds its queue empty and goes first,
// but cannot stay first by sending more.
TEST(FqCodel, LetsASparseFlowPassAndNotABusyOne) {
  const auto queue = queue_of("fq_codel", 10'000'000, {{"quantum_bytes", std::int64_t{1500}}});
  Discards discards;
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(queue->enqueue(packet_of_flow(1, 0), 0, discards));
  EXPECT_EQ(flows_leaving(*queue, 3, 0), (std::vector<std::uint32_t>{1, 1, 1}));
  for (int round = 0; round < 10; ++round) {
    ASSERT_TRUE(queue->enqueue(packet_of_flow(2, 0), 0, discards));
    EXPECT_EQ(flows_leaving(*queue, 3, 0), (std::vector<std::uint32_t>{2, 1, 1})) << round;
  }
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(queue->enqueue(packet_of_flow(2, 0), 0, discards));
  EXPECT_EQ(flows_leaving(*queue, 5, 0), (std::vector<std::uint32_t>{2, 2, 1, 2, 1}));
}

// A flow that sends twice what the link takes, whatever is dropped, and one that sends a twelfth.
TEST(FqCodel, IsolatesAFlowFromAnUnresponsiveOne) {
  const auto queue = queue_of("fq_codel", 150'000);
  std::map<std::uint32_t, Packets> dropped;
  struct Counter final : DiscardListener {
    explicit Counter(std::map<std::uint32_t, Packets>& into) : counts(into) {}
    void on_mark(const Packet&, LossReason, SimTime) override {}
    void on_discard(const Packet& packet, LossReason, SimTime) override {
      ++counts[packet.flow_index];
    }
    std::map<std::uint32_t, Packets>& counts;
  } counter(dropped);
  Duration longest_ns = 0;
  for (int slot = 0; slot < 20'000; ++slot) {
    const SimTime now_ns = slot * kSlot;
    for (int i = 0; i < 2; ++i) queue->enqueue(packet_of_flow(1, now_ns), now_ns, counter);
    if (slot % 12 == 0) {
      EXPECT_TRUE(queue->enqueue(packet_of_flow(2, now_ns), now_ns, counter));
    }
    Packet packet;
    ASSERT_TRUE(queue->dequeue(packet, now_ns + kSlot / 2, counter));
    if (packet.flow_index == 2) {
      longest_ns = std::max(longest_ns, now_ns + kSlot / 2 - packet.enqueued_ns);
    }
    EXPECT_LE(queue->waiting_bytes(), 150'000);
  }
  EXPECT_GT(dropped[1], 15'000);
  EXPECT_EQ(dropped[2], 0);
  EXPECT_LE(longest_ns, 3 * kSlot);  // the first one stood behind a quantum of the other
}

// RFC 8290 4.1: half of the longest queue, from its head; the arrival of another flow is kept.
TEST(FqCodel, DropsHalfOfTheLongestQueueWhenTheBufferIsFull) {
  const auto queue = queue_of("fq_codel", 30'000);
  Discards discards;
  for (int i = 0; i < 18; ++i) {
    Packet packet = packet_of_flow(1, 0);
    packet.sequence = i;
    ASSERT_TRUE(queue->enqueue(packet, 0, discards));
  }
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(queue->enqueue(packet_of_flow(2, 0), 0, discards));
  EXPECT_TRUE(discards.sequences.empty());
  EXPECT_TRUE(queue->enqueue(packet_of_flow(3, 0), 0, discards));
  EXPECT_EQ(discards.sequences, (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(queue->waiting_packets(), 12);
  EXPECT_EQ(readings_of(*queue, 0)["overflow_dropped_packets"], 9);
  EXPECT_EQ(readings_of(*queue, 0)["active_queue_count"], 3);
}

TEST(FqCodel, DropsABatchAtMost) {
  const auto queue = queue_of("fq_codel", 1500 * 300);
  Discards discards;
  for (int i = 0; i < 300; ++i) ASSERT_TRUE(queue->enqueue(packet_of_flow(1, 0), 0, discards));
  ASSERT_TRUE(queue->enqueue(packet_of_flow(1, 0), 0, discards));
  EXPECT_EQ(discards.sequences.size(), 64U);
}

TEST(FqCodel, RefusesAnArrivalThatIsAllOfTheLongestQueue) {
  const auto queue = queue_of("fq_codel", 3000);
  Discards discards;
  EXPECT_TRUE(queue->enqueue(packet_of_flow(1, 0, 1000), 0, discards));
  EXPECT_TRUE(queue->enqueue(packet_of_flow(2, 0, 1000), 0, discards));
  EXPECT_FALSE(queue->enqueue(packet_of_flow(3, 0, 1500), 0, discards));
  EXPECT_TRUE(discards.sequences.empty());
  EXPECT_EQ(queue->waiting_packets(), 2);
}

TEST(FqCodel, HashesEachFlowToOneQueue) {
  EXPECT_TRUE(share_a_queue(4, 4, 65'536));
  EXPECT_TRUE(share_a_queue(1, 2, 1));
  int shared = 0;
  for (std::uint32_t flow = 1; flow <= 1000; ++flow) shared += share_a_queue(0, flow, 10) ? 1 : 0;
  EXPECT_NEAR(shared, 100, 4 * 9.5);  // binomial: a tenth of a thousand
}

// Each flow's own CoDel: the short queue of a neighbour is left alone.
TEST(FqCodel, DropsForDelayInTheQueueThatIsLong) {
  const auto queue = queue_of("fq_codel", 10'000'000);
  std::vector<std::uint32_t> dropped;
  struct Listener final : DiscardListener {
    explicit Listener(std::vector<std::uint32_t>& into) : flows(into) {}
    void on_mark(const Packet&, LossReason, SimTime) override {}
    void on_discard(const Packet& packet, LossReason, SimTime) override {
      flows.push_back(packet.flow_index);
    }
    std::vector<std::uint32_t>& flows;
  } listener(dropped);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(queue->enqueue(packet_of_flow(1, 0), 0, listener));
  for (SimTime now_ns = kSlot; now_ns < kSecond; now_ns += kSlot) {
    ASSERT_TRUE(queue->enqueue(packet_of_flow(1, now_ns), now_ns, listener));
    if (now_ns % (10 * kSlot) == 0) {
      ASSERT_TRUE(queue->enqueue(packet_of_flow(2, now_ns), now_ns, listener));
    }
    Packet packet;
    ASSERT_TRUE(queue->dequeue(packet, now_ns, listener));
  }
  EXPECT_GT(dropped.size(), 10U);
  for (const std::uint32_t flow : dropped) EXPECT_EQ(flow, 1U);
  EXPECT_EQ(readings_of(*queue, kSecond)["delay_dropped_packets"],
            static_cast<double>(dropped.size()));
}

// Max-min: each of two flows gets half, whatever its round-trip time. CUBIC alone with a queue of
// 5 ms uses 1 - 0.3 / 4 of a long path after one drop in each of its cycles and 1 - 0.51 / 4 after
// two; the other flow takes the rest. The interval covers the longer round-trip time (RFC
// 8289 4.3): with a shorter one CoDel drops again before the flow has answered.
TEST(FqCodel, GivesFlowsOfTenfoldRoundTripTimesEqualShares) {
  const ComponentChoice queue = {"fq_codel", {{"interval_s", 0.3}}};
  Scenario scenario = queue_scenario(queue, 20'000'000, 30 * kSecond, 90 * kSecond);
  add_flows(scenario, "cubic", 20 * kMillisecond, 1);
  add_flows(scenario, "cubic", 200 * kMillisecond, 1);
  const RunResult result = run_queue(scenario).result;
  const double total_bps = result.flows[0].goodput_bps + result.flows[1].goodput_bps;
  EXPECT_GE(result.flows[1].goodput_bps / total_bps, 0.42);
  EXPECT_LE(result.flows[1].goodput_bps / total_bps, 0.51);
  EXPECT_GT(result.links[0].utilisation_ratio, 0.95);
}

// BBRv1 takes far more than half of a drop-tail queue of one BDP from CUBIC, and half here.
TEST(FqCodel, GivesFlowsOfDifferentAlgorithmsEqualShares) {
  Scenario scenario = queue_scenario({"fq_codel", {}}, 20'000'000, 20 * kSecond, 60 * kSecond);
  add_flows(scenario, "cubic", 20 * kMillisecond, 1);
  add_flows(scenario, "bbr1", 20 * kMillisecond, 1);
  const RunResult result = run_queue(scenario).result;
  const double total_bps = result.flows[0].goodput_bps + result.flows[1].goodput_bps;
  EXPECT_NEAR(result.flows[0].goodput_bps / total_bps, 0.5, 0.08);
}

}  // namespace
}  // namespace ccsim
