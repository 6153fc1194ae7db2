// What each discipline declares of itself is what it does: explanations and drawings read nothing
// else of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ccsim/components.h"
#include "support/declared.h"
#include "support/queues.h"

namespace ccsim {
namespace {

std::unique_ptr<QueueDiscipline> made_queue(const QueueInfo& info, Bytes buffer_bytes) {
  return ccsim::queue_of(info.name, buffer_bytes, required_of(info.parameters));
}

Packet numbered_packet(std::int64_t sequence, std::uint32_t flow, EcnCodepoint ecn) {
  Packet packet = packet_of(sequence);
  packet.flow_index = flow;
  packet.ecn = ecn;
  return packet;
}

// In which order packets of two flows leave that came at one time: the second flow's last.
std::vector<std::int64_t> order_of(const QueueInfo& info, EcnCodepoint second) {
  const auto queue = made_queue(info, 1'000'000);
  Discards discards;
  for (std::int64_t sequence = 0; sequence < 8; ++sequence) {
    const Packet packet = sequence < 6 ? numbered_packet(sequence, 0, EcnCodepoint::kNotEct)
                                       : numbered_packet(sequence, 1, second);
    EXPECT_TRUE(queue->enqueue(packet, 0, discards)) << info.name;
  }
  std::vector<std::int64_t> found;
  for (Packet packet; queue->dequeue(packet, 0, discards);) found.push_back(packet.sequence);
  EXPECT_EQ(found.size(), 8U) << info.name;
  return found;
}

TEST(QueueTraits, SayInWhichOrderPacketsLeave) {
  for (const QueueInfo& info : queues()) {
    const auto of_classic = order_of(info, EcnCodepoint::kNotEct);
    const auto of_l4s = order_of(info, EcnCodepoint::kEct1);
    const bool keeps_classic = std::is_sorted(of_classic.begin(), of_classic.end());
    const bool keeps_l4s = std::is_sorted(of_l4s.begin(), of_l4s.end());
    switch (info.traits.order) {
      case ServiceOrder::kArrival:
        EXPECT_TRUE(keeps_classic && keeps_l4s) << info.name;
        break;
      case ServiceOrder::kFlow:
        EXPECT_FALSE(keeps_classic) << info.name;
        break;
      case ServiceOrder::kClass:
        EXPECT_TRUE(keeps_classic) << info.name;
        EXPECT_FALSE(keeps_l4s) << info.name;
        break;
    }
  }
}

TEST(QueueTraits, SayForWhichReasonAndAtWhichEndAFullBufferDrops) {
  for (const QueueInfo& info : queues()) {
    const auto queue = made_queue(info, 3'000);
    Discards discards;
    EXPECT_TRUE(queue->enqueue(packet_of(0), 0, discards)) << info.name;
    EXPECT_TRUE(queue->enqueue(packet_of(1), 0, discards)) << info.name;
    const Admission last = queue->enqueue(packet_of(2), 0, discards);
    if (info.traits.overflow_end == QueueEnd::kTail) {
      EXPECT_EQ(last.reason(), info.traits.overflow) << info.name;
      EXPECT_TRUE(discards.sequences.empty()) << info.name;
    } else {
      EXPECT_TRUE(last) << info.name;
      ASSERT_FALSE(discards.sequences.empty()) << info.name;
      EXPECT_EQ(discards.sequences.front(), 0) << info.name;
      EXPECT_EQ(discards.discard_reasons, std::set<LossReason>{info.traits.overflow}) << info.name;
    }
  }
}

// Packets come at ten times what may pass of a link that sends each at once: none ever waits.
TEST(QueueTraits, SayWhetherWhatComesTooFastWaits) {
  for (const QueueInfo& info : queues()) {
    const auto queue = made_queue(info, 10'000'000);
    Discards discards;
    Packets refused = 0;
    Packet packet;
    for (std::int64_t sequence = 0; sequence < 10'000; ++sequence) {
      const SimTime now_ns = sequence * 120 * kMicrosecond;
      packet = packet_of(sequence);
      packet.enqueued_ns = now_ns;
      if (!queue->enqueue(packet, now_ns, discards)) ++refused;
      static_cast<void>(queue->dequeue(packet, now_ns, discards));
    }
    EXPECT_EQ(queue->waiting_packets(), 0) << info.name;
    EXPECT_EQ(refused > 0, !info.traits.delays_excess) << info.name;
    EXPECT_TRUE(discards.sequences.empty()) << info.name;
    const std::string& share = info.traits.passing_share_parameter;
    EXPECT_EQ(share.empty(), info.traits.delays_excess) << info.name;
    const bool has_it =
        std::any_of(info.parameters.begin(), info.parameters.end(),
                    [&share](const ParameterInfo& parameter) { return parameter.name == share; });
    EXPECT_EQ(has_it, !share.empty()) << info.name;
  }
}

}  // namespace
}  // namespace ccsim
