// Queue disciplines by name, with what a test wants of them.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "net/queue_discipline.h"

namespace ccsim {

inline std::unique_ptr<QueueDiscipline> queue_of(
    const std::string& kind, Bytes buffer_bytes,
    const std::vector<NamedParameter>& parameters = {}) {
  return make_queue({kind, parameters}, {.buffer_bytes = buffer_bytes,
                                         .packet_bytes = 1500,
                                         .rate_bps = 10'000'000,
                                         .random = {1, kNoFlow, RandomPurpose::kQueue}});
}

// Writes down what a queue throws away.
struct Discards final : DiscardListener {
  void on_discard(const Packet& packet, LossReason reason, SimTime) override {
    sequences.push_back(packet.sequence);
    discard_reasons.insert(reason);
  }
  void on_mark(const Packet& packet, LossReason reason, SimTime) override {
    marked.push_back(packet.sequence);
    mark_reasons.insert(reason);
  }
  std::vector<std::int64_t> sequences;
  std::vector<std::int64_t> marked;
  std::set<LossReason> discard_reasons;
  std::set<LossReason> mark_reasons;
};

// What a queue says of itself at a moment.
inline std::map<std::string, double> readings_of(const QueueDiscipline& queue, SimTime now_ns) {
  struct Sink final : StateSink {
    void number(std::string_view name, double value) override { values[std::string(name)] = value; }
    std::map<std::string, double> values;
  };
  Sink sink;
  queue.observe(now_ns, sink);
  return sink.values;
}

inline Packet packet_of(std::int64_t sequence, std::uint16_t wire_bytes = 1500) {
  Packet packet;
  packet.sequence = sequence;
  packet.wire_bytes = wire_bytes;
  return packet;
}

// Two packets fill a buffer of 3,000 bytes; the smallest one more is refused and none is thrown
// out.
inline void expect_refusal_of_what_does_not_fit(const std::string& kind) {
  Discards discards;
  const auto queue = queue_of(kind, 3000);
  EXPECT_TRUE(queue->enqueue(packet_of(0), 0, discards));
  EXPECT_TRUE(queue->enqueue(packet_of(1), 0, discards));
  EXPECT_FALSE(queue->enqueue(packet_of(2, 40), 0, discards));
  EXPECT_TRUE(discards.sequences.empty());
}

}  // namespace ccsim
