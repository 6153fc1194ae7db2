#include <gtest/gtest.h>

#include "support/queues.h"

namespace ccsim {
namespace {

TEST(DropTail, TakesWhatFitsToTheByteAndRefusesTheRest) {
  Discards discards;
  const auto queue = queue_of("droptail", 3000);
  EXPECT_TRUE(queue->enqueue(packet_of(0, 1500), 0, discards));
  EXPECT_TRUE(queue->enqueue(packet_of(1, 1460), 0, discards));
  EXPECT_FALSE(queue->enqueue(packet_of(2, 41), 0, discards));
  EXPECT_TRUE(queue->enqueue(packet_of(3, 40), 0, discards));
  EXPECT_EQ(queue->waiting_bytes(), 3000);
  EXPECT_EQ(queue->waiting_packets(), 3);
  EXPECT_TRUE(discards.sequences.empty());
}

TEST(DropTail, AlwaysHasRoomForOnePacket) {
  Discards discards;
  const auto queue = queue_of("droptail", 100);
  EXPECT_TRUE(queue->enqueue(packet_of(0), 0, discards));
  EXPECT_FALSE(queue->enqueue(packet_of(1), 0, discards));
}

TEST(DropTail, HandsOutInTheOrderOfArrival) {
  Discards discards;
  const auto queue = queue_of("droptail", 10'000);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(queue->enqueue(packet_of(i), 0, discards));
  Packet packet;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(queue->dequeue(packet, 0, discards));
    EXPECT_EQ(packet.sequence, i);
  }
  EXPECT_FALSE(queue->dequeue(packet, 0, discards));
  EXPECT_EQ(queue->waiting_bytes(), 0);
}

}  // namespace
}  // namespace ccsim
