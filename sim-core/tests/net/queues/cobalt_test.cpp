#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/queues.h"

namespace ccsim {
namespace {

constexpr Duration kCobaltServiceTime = 1200 * kMicrosecond;  // 1500 bytes at 10 Mbit/s

struct CobaltDrop {
  std::int64_t sequence = 0;
  SimTime at_ns = 0;
};

// A queue that is served without a pause.
struct ServedCobalt final : DiscardListener {
  explicit ServedCobalt(Bytes buffer_bytes = 10'000'000,
                        std::vector<NamedParameter> parameters = {})
      : queue(queue_of("cobalt", buffer_bytes, parameters)) {}
  void on_mark(const Packet& packet, LossReason, SimTime) override {
    marked.push_back(packet.sequence);
  }
  void on_discard(const Packet& packet, LossReason, SimTime at_ns) override {
    drops.push_back({packet.sequence, at_ns});
  }
  void arrive(int count) {
    for (int i = 0; i < count; ++i) {
      Packet packet = packet_of(next_sequence++);
      packet.enqueued_ns = now_ns;
      packet.ecn = codepoint;
      EXPECT_TRUE(queue->enqueue(packet, now_ns, *this));
    }
  }
  bool serve() {
    now_ns += kCobaltServiceTime;
    Packet packet;
    return queue->dequeue(packet, now_ns, *this);
  }
  void serve_steadily(Duration duration_ns) {
    for (const SimTime end_ns = now_ns + duration_ns; now_ns < end_ns;) {
      EXPECT_TRUE(serve());
      arrive(1);
    }
  }
  [[nodiscard]] double reading(const std::string& name) const {
    return readings_of(*queue, now_ns).at(name);
  }

  std::unique_ptr<QueueDiscipline> queue;
  std::vector<CobaltDrop> drops;
  std::vector<std::int64_t> marked;
  EcnCodepoint codepoint = EcnCodepoint::kNotEct;
  SimTime now_ns = 0;
  std::int64_t next_sequence = 0;
};

// The target is 5 ms, but four packets take 4.8 ms at 10 Mbit/s.
TEST(Cobalt, LeavesAQueueOfFourPacketsAlone) {
  ServedCobalt served;
  served.arrive(4);
  served.serve_steadily(5 * kSecond);
  EXPECT_TRUE(served.drops.empty());
}

// Linux starts with an inverse root of 0, so the first interval of all is none.
TEST(Cobalt, DropsAtTheHeadWithTheSecondPacketThatWaitedTooLong) {
  ServedCobalt served;
  served.arrive(100);
  while (served.drops.empty()) ASSERT_TRUE(served.serve());
  EXPECT_EQ(served.drops[0].sequence, 5);  // the fifth is the first of 5 ms and more
}

TEST(Cobalt, DropsFasterWithTheSquareRootOfTheCount) {
  ServedCobalt served;
  served.arrive(2000);
  served.serve_steadily(kSecond);
  ASSERT_GE(served.drops.size(), 15U);
  double expected_ns = static_cast<double>(served.drops[0].at_ns);
  for (std::size_t n = 1; n < 15; ++n) {
    expected_ns += 100e6 / std::sqrt(static_cast<double>(n + 1));
    EXPECT_NEAR(static_cast<double>(served.drops[n].at_ns), expected_ns,
                static_cast<double>(static_cast<Duration>(n + 1) * kCobaltServiceTime));
  }
}

// CoDel forgets its count at once or keeps it; here it falls step by step while the delay is low.
TEST(Cobalt, LetsTheCountFallWhileTheDelayIsLow) {
  ServedCobalt served;
  served.arrive(2000);
  served.serve_steadily(kSecond);
  while (served.serve()) {
  }
  const double risen = served.reading("drop_count");
  EXPECT_GT(risen, 20);
  const std::size_t drop_count = served.drops.size();
  served.arrive(2);
  served.serve_steadily(300 * kMillisecond);
  EXPECT_LT(served.reading("drop_count"), risen);
  EXPECT_GT(served.reading("drop_count"), 0);
  served.serve_steadily(30 * kSecond);
  EXPECT_EQ(served.reading("drop_count"), 0);
  EXPECT_EQ(served.drops.size(), drop_count);
}

TEST(Cobalt, MarksWhereItWouldDrop) {
  ServedCobalt served(10'000'000, {{"ecn", true}});
  served.codepoint = EcnCodepoint::kEct0;
  served.arrive(100);
  served.serve_steadily(kSecond);
  EXPECT_TRUE(served.drops.empty());
  EXPECT_GE(served.marked.size(), 10U);
}

TEST(Cobalt, DropsTheOldestWhenTheBufferIsFull) {
  ServedCobalt served(3000);
  served.arrive(3);
  ASSERT_EQ(served.drops.size(), 1U);
  EXPECT_EQ(served.drops[0].sequence, 0);
  EXPECT_EQ(served.queue->waiting_bytes(), 3000);
}

// BLUE: a step up for an overflow, once in a target delay; a step down when it runs empty.
TEST(Cobalt, RaisesItsProbabilityWhenFullAndLowersItWhenEmpty) {
  ServedCobalt served(15'000, {{"blue_up_ratio", 0.25}, {"blue_down_ratio", 0.125}});
  served.now_ns = 6 * kMillisecond;
  served.arrive(20);
  EXPECT_EQ(served.reading("drop_probability"), 0.25);
  served.now_ns += 4 * kMillisecond;
  served.arrive(20);
  EXPECT_EQ(served.reading("drop_probability"), 0.25);
  served.now_ns += 2 * kMillisecond;
  served.arrive(20);
  EXPECT_EQ(served.reading("drop_probability"), 0.5);
  while (served.serve()) {
  }
  EXPECT_EQ(served.reading("drop_probability"), 0.375);
  served.now_ns += 3 * kMillisecond;
  EXPECT_FALSE(served.serve());
  EXPECT_EQ(served.reading("drop_probability"), 0.375);
  served.now_ns += kMillisecond;
  EXPECT_FALSE(served.serve());
  EXPECT_EQ(served.reading("drop_probability"), 0.25);
}

// Packets that did not wait at all, of flows that could be marked.
TEST(Cobalt, DropsByChanceWhatDoesNotAnswer) {
  ServedCobalt served(3000, {{"blue_up_ratio", 0.25}, {"blue_down_ratio", 0.0}, {"ecn", true}});
  served.codepoint = EcnCodepoint::kEct0;
  served.now_ns = 6 * kMillisecond;
  served.arrive(3);
  served.drops.clear();
  for (int i = 0; i < 4000; ++i) {
    ASSERT_TRUE(served.serve());
    if (served.queue->waiting_packets() == 0) served.arrive(1);
    served.arrive(1);
  }
  const double share =
      static_cast<double>(served.drops.size()) / static_cast<double>(served.drops.size() + 4000);
  // Of two that wait one may be dropped; the last never is.
  EXPECT_GT(share, 0.1);
  EXPECT_LT(share, 0.3);
}

TEST(Cobalt, NeverDropsTheLastPacket) {
  ServedCobalt served(3000, {{"blue_up_ratio", 1.0}});
  served.now_ns = 6 * kMillisecond;
  served.arrive(3);
  served.drops.clear();
  EXPECT_TRUE(served.serve());  // one is dropped by chance, the other is the last
  EXPECT_EQ(served.drops.size(), 1U);
  EXPECT_EQ(served.queue->waiting_packets(), 0);
}

}  // namespace
}  // namespace ccsim
