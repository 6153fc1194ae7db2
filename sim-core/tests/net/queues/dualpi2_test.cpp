#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/queues.h"

namespace ccsim {
namespace {

constexpr Duration kDualPi2Update = 16 * kMillisecond;

struct Dual {
  std::unique_ptr<QueueDiscipline> queue;
  Discards events;
  std::int64_t next_sequence = 0;

  explicit Dual(const std::vector<NamedParameter>& parameters = {})
      : queue(queue_of("dualpi2", 1'000'000'000, parameters)) {}

  void put(EcnCodepoint ecn, SimTime now_ns, int count = 1) {
    for (int i = 0; i < count; ++i) {
      Packet packet = packet_of(next_sequence++);
      packet.ecn = ecn;
      packet.enqueued_ns = now_ns;
      ASSERT_TRUE(queue->enqueue(packet, now_ns, events));
    }
  }
  Packet take(SimTime now_ns) {
    Packet packet;
    EXPECT_TRUE(queue->dequeue(packet, now_ns, events));
    return packet;
  }
  double reading(const std::string& name, SimTime now_ns) {
    return readings_of(*queue, now_ns)[name];
  }
};

TEST(DualPi2, SortsByWhatThePacketsCarry) {
  Dual dual;
  dual.put(EcnCodepoint::kNotEct, 0);
  dual.put(EcnCodepoint::kEct0, 0);
  dual.put(EcnCodepoint::kEct1, 0);
  dual.put(EcnCodepoint::kCe, 0);
  EXPECT_EQ(dual.reading("classic_queue_bytes", 0), 3000);
  EXPECT_EQ(dual.reading("l4s_queue_bytes", 0), 3000);
}

// 0.16 per second above 15 ms and 3.2 per second of growth, of the head that has waited longer.
TEST(DualPi2, ComputesItsProbabilityFromTheLongerDelayAndItsGrowth) {
  Dual dual;
  dual.put(EcnCodepoint::kNotEct, 0);
  dual.put(EcnCodepoint::kEct1, 10 * kMillisecond);
  const double first = 0.16 * 0.001 + 3.2 * 0.016;
  EXPECT_EQ(dual.reading("base_probability", kDualPi2Update - 1), 0);
  EXPECT_NEAR(dual.reading("base_probability", kDualPi2Update), first, 1e-12);
  const double second = first + 0.16 * 0.017 + 3.2 * 0.016;
  EXPECT_NEAR(dual.reading("base_probability", 2 * kDualPi2Update), second, 1e-12);
  EXPECT_NEAR(dual.reading("classic_probability", 2 * kDualPi2Update), second * second, 1e-12);
  EXPECT_NEAR(dual.reading("l4s_probability", 2 * kDualPi2Update), 2 * second, 1e-12);
}

// At 10% the classic queue gets one packet of ten while both have some.
TEST(DualPi2, SharesTheLinkByWeightWhileBothQueuesHavePackets) {
  Dual dual;
  dual.put(EcnCodepoint::kEct0, 0, 200);
  dual.put(EcnCodepoint::kEct1, 0, 200);
  int classic = 0;
  for (int i = 0; i < 100; ++i) classic += dual.take(0).sequence < 200 ? 1 : 0;
  EXPECT_NEAR(classic, 10, 1);
}

TEST(DualPi2, MarksInTheL4sQueueWhatWaitedLongerThanTheStep) {
  Dual dual;
  dual.put(EcnCodepoint::kEct1, 0, 5);
  EXPECT_EQ(dual.take(kMillisecond).ecn, EcnCodepoint::kEct1);
  EXPECT_EQ(dual.take(kMillisecond + 1).ecn, EcnCodepoint::kCe);
  EXPECT_EQ(dual.reading("l4s_marked_packets", 2 * kMillisecond), 1);
  dual.put(EcnCodepoint::kEct0, 2 * kMillisecond);
  while (dual.queue->waiting_packets() > 1) dual.take(2 * kMillisecond);
  EXPECT_EQ(dual.take(4 * kMillisecond).ecn, EcnCodepoint::kEct0);  // no step for this one
}

// One long wait: the probability stands at p, so the L4S queue is marked at 2 p and the classic
// queue struck at p squared.
TEST(DualPi2, CouplesMarksAndSquaresDrops) {
  Dual dual;
  dual.put(EcnCodepoint::kNotEct, 0, 20'001);
  const double base = 0.16 * 0.001 + 3.2 * 0.016 + 0.16 * 0.017 + 3.2 * 0.016;  // 0.105
  const SimTime now_ns = 2 * kDualPi2Update;
  int classic = 0;
  for (int i = 0; i < 15'000; ++i) {
    static_cast<void>(dual.take(now_ns));
    ++classic;
  }
  const double struck = static_cast<double>(dual.events.sequences.size());
  EXPECT_NEAR(struck / (struck + classic), base * base, 0.003);
  Dual other;
  other.put(EcnCodepoint::kNotEct, 0, 20);
  static_cast<void>(other.reading("base_probability", now_ns));
  other.put(EcnCodepoint::kEct1, now_ns, 10'000);
  int l4s = 0;
  int marked = 0;
  while (l4s < 8000) {
    const Packet packet = other.take(now_ns);
    if (packet.sequence < 20) continue;
    ++l4s;
    marked += packet.ecn == EcnCodepoint::kCe ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(marked) / l4s, 2 * base, 0.015);
}

// Beyond a probability of 1/2 marks of the L4S queue are certain; then both classes are dropped.
TEST(DualPi2, DropsOfBothClassesOnOverloadUnlessSetNotTo) {
  const auto overloaded = [](bool drops) {
    Dual dual({{"drops_on_overload", drops}});
    dual.put(EcnCodepoint::kEct0, 0, 100);
    static_cast<void>(dual.reading("base_probability", 20 * kDualPi2Update));
    dual.put(EcnCodepoint::kEct1, 20 * kDualPi2Update, 100);
    while (dual.queue->waiting_packets() > 2) {
      Packet packet;
      if (!dual.queue->dequeue(packet, 20 * kDualPi2Update, dual.events)) break;
    }
    return dual.events.sequences;
  };
  const std::vector<std::int64_t> dropped = overloaded(true);
  const auto is_l4s = [](std::int64_t sequence) { return sequence >= 100; };
  EXPECT_GT(std::count_if(dropped.begin(), dropped.end(), is_l4s), 10);
  EXPECT_GT(std::count_if(dropped.begin(), dropped.end(), std::not_fn(is_l4s)), 10);
  EXPECT_TRUE(overloaded(false).empty());  // ECT is marked, and the queue grows
}

TEST(DualPi2, LeavesABacklogOfLessThanTwoPacketsAlone) {
  Dual dual;
  dual.put(EcnCodepoint::kNotEct, 0, 2);
  EXPECT_EQ(dual.take(50 * kDualPi2Update).sequence, 0);
  EXPECT_EQ(dual.take(50 * kDualPi2Update).sequence, 1);
  EXPECT_TRUE(dual.events.sequences.empty());
}

TEST(DualPi2, RefusesWhatDoesNotFit) {
  expect_refusal_of_what_does_not_fit("dualpi2");
}

}  // namespace
}  // namespace ccsim
