// Marks instead of drops: the rule that all disciplines share, and where each of them applies it.
#include "net/ecn_marking.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "support/queues.h"

namespace ccsim {
namespace {

Packet ect_packet(std::int64_t sequence, SimTime enqueued_ns = 0,
                  EcnCodepoint ecn = EcnCodepoint::kEct0) {
  Packet packet = packet_of(sequence);
  packet.enqueued_ns = enqueued_ns;
  packet.ecn = ecn;
  return packet;
}

TEST(EcnMarking, MarksCapablePacketsOnceAndReportsIt) {
  Discards events;
  Packet packet = packet_of(7);
  EXPECT_FALSE(mark_ce(packet, LossReason::kEarly, 0, events));
  EXPECT_EQ(packet.ecn, EcnCodepoint::kNotEct);
  for (const EcnCodepoint ecn : {EcnCodepoint::kEct0, EcnCodepoint::kEct1}) {
    packet.ecn = ecn;
    EXPECT_TRUE(mark_ce(packet, LossReason::kEarly, 0, events));
    EXPECT_EQ(packet.ecn, EcnCodepoint::kCe);
    EXPECT_TRUE(mark_ce(packet, LossReason::kEarly, 0, events));  // marked already: nothing new
  }
  EXPECT_EQ(events.marked, std::vector<std::int64_t>(2, 7));
}

// Of packets that came at 0, what a dequeue at each of these times does with the head.
struct CodelRun {
  std::unique_ptr<QueueDiscipline> queue;
  Discards events;

  explicit CodelRun(std::vector<NamedParameter> parameters, EcnCodepoint ecn)
      : queue(queue_of("codel", 1'000'000, parameters)) {
    for (std::int64_t s = 0; s < 100; ++s) {
      EXPECT_TRUE(queue->enqueue(ect_packet(s, 0, ecn), 0, events));
    }
  }
  Packet take(SimTime now_ns) {
    Packet packet;
    EXPECT_TRUE(queue->dequeue(packet, now_ns, events));
    return packet;
  }
};

TEST(EcnMarking, CodelMarksAtTheTimesAtWhichItWouldDrop) {
  // Above the target from 10 ms on, so from 110 ms: then after 100 ms / sqrt(1), / sqrt(2).
  const std::vector<Duration> times = {10, 110, 150, 210, 250, 281};
  CodelRun drops({{"ecn", true}}, EcnCodepoint::kNotEct);
  CodelRun marks({{"ecn", true}}, EcnCodepoint::kEct0);
  std::vector<bool> dropped;
  std::vector<bool> marked;
  for (const Duration time : times) {
    const std::size_t before = drops.events.sequences.size();
    static_cast<void>(drops.take(time * kMillisecond));
    dropped.push_back(drops.events.sequences.size() > before);
    marked.push_back(marks.take(time * kMillisecond).ecn == EcnCodepoint::kCe);
  }
  EXPECT_EQ(marked, dropped);
  EXPECT_EQ(marked, (std::vector<bool>{false, true, false, true, false, true}));
  EXPECT_TRUE(marks.events.sequences.empty());
  EXPECT_EQ(marks.queue->waiting_packets(), 94);
}

TEST(EcnMarking, CodelDropsWithoutItsSwitch) {
  CodelRun run({}, EcnCodepoint::kEct0);
  static_cast<void>(run.take(10 * kMillisecond));
  EXPECT_EQ(run.take(110 * kMillisecond).ecn, EcnCodepoint::kEct0);
  EXPECT_EQ(run.events.sequences.size(), 1U);
  EXPECT_TRUE(run.events.marked.empty());
}

TEST(EcnMarking, CodelsThresholdMarksWhatWaitedLonger) {
  CodelRun run({{"ce_threshold_s", 0.001}}, EcnCodepoint::kEct0);
  EXPECT_EQ(run.take(kMillisecond).ecn, EcnCodepoint::kEct0);
  EXPECT_EQ(run.take(kMillisecond + 1).ecn, EcnCodepoint::kCe);
}

TEST(EcnMarking, FqCodelMarksToo) {
  const auto queue = queue_of("fq_codel", 1'000'000, {{"ce_threshold_s", 0.001}, {"ecn", true}});
  Discards events;
  for (std::int64_t s = 0; s < 10; ++s) ASSERT_TRUE(queue->enqueue(ect_packet(s), 0, events));
  Packet packet;
  ASSERT_TRUE(queue->dequeue(packet, 2 * kMillisecond, events));
  EXPECT_EQ(packet.ecn, EcnCodepoint::kCe);
  EXPECT_EQ(readings_of(*queue, 0)["delay_dropped_packets"], 0);
}

// Far above the upper threshold RED signals congestion to every packet.
TEST(EcnMarking, RedMarksWhereItWouldDropAndStillRefusesWhatHasNoRoom) {
  const std::vector<NamedParameter> parameters = {
      {"ecn", true}, {"weight_ratio", 1.0}, {"min_threshold_packets", std::int64_t{1}}};
  const auto queue = queue_of("red", 15'000, parameters);
  Discards events;
  Packets taken = 0;
  for (std::int64_t s = 0; s < 20; ++s) taken += queue->enqueue(ect_packet(s), 0, events) ? 1 : 0;
  EXPECT_EQ(taken, 10);  // as many as have room
  EXPECT_GT(events.marked.size(), 2U);
  EXPECT_LT(events.marked.back(), 10);  // what is refused is not marked first
  EXPECT_FALSE(queue->enqueue(packet_of(20), 0, events));
}

TEST(EcnMarking, PieMarksUntilItsProbabilityIsTenPercent) {
  const auto queue = queue_of("pie", 1'000'000'000, {{"ecn", true}});
  Discards events;
  std::int64_t sequence = 0;
  const auto wait = [&](Duration delay_ns, SimTime now_ns) {
    Packet packet;
    while (queue->waiting_packets() > 0) static_cast<void>(queue->dequeue(packet, now_ns, events));
    for (int i = 0; i < 5; ++i) {
      static_cast<void>(queue->enqueue(ect_packet(sequence++, now_ns - delay_ns), now_ns, events));
    }
    static_cast<void>(queue->dequeue(packet, now_ns, events));
  };
  // 0.02 at each update while the delay is above 250 ms (RFC 8033 5.5), nothing in the first 150
  // ms.
  SimTime now_ns = 0;
  bool has_marked = false;
  while (readings_of(*queue, now_ns)["drop_probability"] <= 0.1) {
    EXPECT_TRUE(events.sequences.empty());
    now_ns += kMillisecond;
    wait(kSecond, now_ns);
    has_marked = has_marked || !events.marked.empty();
    if (now_ns > 2 * kSecond) break;
  }
  now_ns += 200 * kMillisecond;
  if (events.marked.empty()) now_ns = std::max(now_ns, kSecond);
  const std::size_t marked = events.marked.size();
  Packets refused = 0;
  for (int i = 0; i < 200; ++i) {
    refused += queue->enqueue(ect_packet(sequence++, now_ns), now_ns, events) ? 0 : 1;
  }
  EXPECT_GT(refused, 0);  // beyond 10% it drops what it could mark
  EXPECT_EQ(events.marked.size(), marked);
}

TEST(Step, MarksWhatArrivesWhileMoreThanKWait) {
  const auto queue = queue_of("step", 1'000'000, {{"threshold_packets", std::int64_t{3}}});
  Discards events;
  for (std::int64_t s = 0; s < 6; ++s) ASSERT_TRUE(queue->enqueue(ect_packet(s), 0, events));
  EXPECT_EQ(events.marked, (std::vector<std::int64_t>{3, 4, 5}));
  ASSERT_TRUE(queue->enqueue(packet_of(6), 0, events));  // cannot be marked and passes
  EXPECT_EQ(events.marked.size(), 3U);
}

TEST(Step, MarksWhatLeavesAfterAWaitAboveItsThreshold) {
  const auto queue =
      queue_of("step", 1'000'000, {{"threshold", std::string("sojourn")}, {"threshold_s", 0.002}});
  Discards events;
  for (std::int64_t s = 0; s < 3; ++s) ASSERT_TRUE(queue->enqueue(ect_packet(s), 0, events));
  EXPECT_TRUE(events.marked.empty());
  Packet packet;
  ASSERT_TRUE(queue->dequeue(packet, 2 * kMillisecond, events));
  EXPECT_EQ(packet.ecn, EcnCodepoint::kEct0);
  ASSERT_TRUE(queue->dequeue(packet, 2 * kMillisecond + 1, events));
  EXPECT_EQ(packet.ecn, EcnCodepoint::kCe);
}

TEST(Step, RefusesWhatDoesNotFit) {
  expect_refusal_of_what_does_not_fit("step");
}

}  // namespace
}  // namespace ccsim
