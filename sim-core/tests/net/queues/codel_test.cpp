#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "support/queues.h"

namespace ccsim {
namespace {

constexpr Duration kServiceTime = 1200 * kMicrosecond;  // 1500 bytes at 10 Mbit/s

struct Drop {
  std::int64_t sequence = 0;
  SimTime at_ns = 0;
};

// A queue that is served without a pause, and what it drops.
struct ServedQueue final : DiscardListener {
  std::unique_ptr<QueueDiscipline> queue = queue_of("codel", 10'000'000);
  std::vector<Drop> drops;
  SimTime now_ns = 0;
  std::int64_t next_sequence = 0;

  void on_mark(const Packet&, LossReason, SimTime) override {}
  void on_discard(const Packet& packet, LossReason, SimTime at_ns) override {
    drops.push_back({packet.sequence, at_ns});
  }
  void arrive(int count) {
    for (int i = 0; i < count; ++i) {
      Packet packet = packet_of(next_sequence++);
      packet.enqueued_ns = now_ns;
      ASSERT_TRUE(queue->enqueue(packet, now_ns, *this));
    }
  }
  Packet serve() {
    now_ns += kServiceTime;
    Packet packet;
    EXPECT_TRUE(queue->dequeue(packet, now_ns, *this));
    return packet;
  }
  // One packet comes for each that is sent: the queue stays as long as it is.
  void serve_steadily(Duration duration_ns) {
    for (const SimTime end_ns = now_ns + duration_ns; now_ns < end_ns;) {
      serve();
      arrive(1);
    }
  }
};

TEST(Codel, LeavesAQueueBelowTheTargetAlone) {
  ServedQueue served;
  served.arrive(3);  // 3.6 ms
  served.serve_steadily(5 * kSecond);
  EXPECT_TRUE(served.drops.empty());
}

TEST(Codel, WaitsAnIntervalBeforeItDropsAtTheHead) {
  ServedQueue served;
  served.arrive(100);
  served.serve_steadily(kSecond / 5);
  ASSERT_FALSE(served.drops.empty());
  // The fifth packet is the first to have waited for 5 ms; an interval of 100 ms begins there.
  const SimTime above_ns = 5 * kServiceTime;
  EXPECT_GE(served.drops[0].at_ns, above_ns + 100 * kMillisecond);
  EXPECT_LE(served.drops[0].at_ns, above_ns + 100 * kMillisecond + kServiceTime);
  // Everything before it had left: it was the oldest.
  EXPECT_EQ(served.drops[0].sequence, served.drops[0].at_ns / kServiceTime - 1);
}

// RFC 8289 3.3: from the n-th drop to the next passes interval / sqrt(n).
TEST(Codel, DropsFasterWithTheSquareRootOfTheCount) {
  ServedQueue served;
  served.arrive(2000);
  served.serve_steadily(kSecond);
  ASSERT_GE(served.drops.size(), 15U);
  double expected_ns = static_cast<double>(served.drops[0].at_ns);
  for (std::size_t n = 1; n < served.drops.size(); ++n) {
    expected_ns += 100e6 / std::sqrt(static_cast<double>(n));
    // A drop falls on the first departure after its time.
    const double late_ns = static_cast<double>(served.drops[n].at_ns) - expected_ns;
    EXPECT_GE(late_ns, -static_cast<double>(n)) << n;  // each step is cut to whole nanoseconds
    EXPECT_LE(late_ns, static_cast<double>(kServiceTime)) << n;
  }
}

TEST(Codel, StopsAsSoonAsTheDelayIsBelowTheTarget) {
  ServedQueue served;
  served.arrive(100);
  served.serve_steadily(300 * kMillisecond);
  const std::size_t dropped = served.drops.size();
  ASSERT_GT(dropped, 0U);
  while (served.queue->waiting_packets() > 3) served.serve();
  const std::size_t until_short = served.drops.size();
  served.serve_steadily(kSecond);
  EXPECT_EQ(served.drops.size(), until_short);
}

TEST(Codel, RemembersItsRateForSixteenIntervals) {
  std::map<Duration, Duration>
      gaps_ns;  // between the first two drops of the second phase, by pause
  for (const Duration pause_ns : {200 * kMillisecond, 3 * kSecond}) {
    ServedQueue served;
    served.arrive(1000);
    served.serve_steadily(800 * kMillisecond);
    while (served.queue->waiting_packets() > 2) served.serve();
    served.serve_steadily(pause_ns);
    const std::size_t before = served.drops.size();
    served.arrive(1000);
    served.serve_steadily(400 * kMillisecond);
    ASSERT_GE(served.drops.size(), before + 2);
    gaps_ns[pause_ns] = served.drops[before + 1].at_ns - served.drops[before].at_ns;
  }
  EXPECT_LT(gaps_ns[200 * kMillisecond], 60 * kMillisecond);
  EXPECT_NEAR(static_cast<double>(gaps_ns[3 * kSecond]), 100e6, kServiceTime);
}

TEST(Codel, NeverDropsTheLastMtu) {
  ServedQueue served;
  served.arrive(2);
  for (int i = 0; i < 1000; ++i) {
    served.now_ns += kSecond / 2;  // each packet waits far longer than the target
    served.serve();
    served.arrive(1);
  }
  EXPECT_TRUE(served.drops.empty());
}

TEST(Codel, RefusesWhatDoesNotFit) {
  expect_refusal_of_what_does_not_fit("codel");
}

}  // namespace
}  // namespace ccsim
