#include <gtest/gtest.h>

#include <vector>

#include "support/queues.h"

namespace ccsim {
namespace {

// 5 Mbit/s of tokens on a link of 10 Mbit/s: those of 1500 bytes come in 2.4 ms.
constexpr Duration kPolicerTokenTime = 2400 * kMicrosecond;

std::unique_ptr<QueueDiscipline> policer_of(double bucket_s, Bytes buffer_bytes = 1'000'000) {
  return queue_of("policer", buffer_bytes, {{"token_rate_ratio", 0.5}, {"bucket_s", bucket_s}});
}

// Offers so many packets at the same time.
int passed_of(QueueDiscipline& queue, int count, SimTime now_ns) {
  Discards discards;
  int passed = 0;
  for (int i = 0; i < count; ++i) passed += queue.enqueue(packet_of(i), now_ns, discards) ? 1 : 0;
  EXPECT_TRUE(discards.sequences.empty());
  return passed;
}

// 24 ms of tokens are ten packets.
TEST(Policer, PassesAFullBucketAtOnceAndNoMore) {
  const auto queue = policer_of(0.024);
  EXPECT_EQ(passed_of(*queue, 30, 0), 10);
  EXPECT_EQ(queue->waiting_packets(), 10);
  EXPECT_EQ(readings_of(*queue, 0).at("policed_packets"), 20);
  EXPECT_EQ(readings_of(*queue, 0).at("token_bytes"), 0);
}

TEST(Policer, PassesTheTokenRateOnceTheBucketIsEmpty) {
  const auto queue = policer_of(0.024);
  passed_of(*queue, 10, 0);
  EXPECT_EQ(passed_of(*queue, 1, kPolicerTokenTime - 1), 0);
  EXPECT_EQ(passed_of(*queue, 2, kPolicerTokenTime), 1);
  EXPECT_EQ(passed_of(*queue, 9, 4 * kPolicerTokenTime), 3);
}

TEST(Policer, FillsNoFurtherThanItsBucket) {
  const auto queue = policer_of(0.024);
  passed_of(*queue, 10, 0);
  EXPECT_EQ(readings_of(*queue, kSecond).at("token_bytes"), 15'000);
  EXPECT_EQ(passed_of(*queue, 30, kSecond), 10);
}

// What is dropped takes no tokens, so a small packet still passes.
TEST(Policer, TakesNoTokensForWhatItDrops) {
  const auto queue = policer_of(0.0048 + 0.0001);
  EXPECT_EQ(passed_of(*queue, 3, 0), 2);
  Discards discards;
  EXPECT_TRUE(queue->enqueue(packet_of(9, 60), 0, discards));
}

// With the shortest bucket one packet still passes, again and again.
TEST(Policer, HoldsAtLeastOnePacket) {
  const auto queue = policer_of(0.0001);
  EXPECT_EQ(passed_of(*queue, 2, 0), 1);
  EXPECT_EQ(passed_of(*queue, 2, kPolicerTokenTime), 1);
}

TEST(Policer, HasAQueueThatRefusesWhatDoesNotFit) {
  expect_refusal_of_what_does_not_fit("policer");
  EXPECT_EQ(readings_of(*policer_of(1, 3000), 0).at("policed_packets"), 0);
  const auto queue = policer_of(1, 3000);
  EXPECT_EQ(passed_of(*queue, 3, 0), 2);
  EXPECT_EQ(readings_of(*queue, 0).at("policed_packets"), 0);
}

}  // namespace
}  // namespace ccsim
