#include "net/drop_tail.h"

#include <gtest/gtest.h>

namespace ccsim {
namespace {

struct NoDiscards final : DiscardListener {
  void on_discard(const Packet&, SimTime) override {
    ADD_FAILURE() << "drop-tail discards nothing";
  }
};

Packet packet_of(std::int64_t sequence, std::uint32_t wire_bytes) {
  Packet packet;
  packet.sequence = sequence;
  packet.wire_bytes = wire_bytes;
  return packet;
}

TEST(DropTail, TakesWhatFitsToTheByteAndRefusesTheRest) {
  NoDiscards discards;
  DropTail queue(3000);
  EXPECT_TRUE(queue.enqueue(packet_of(0, 1500), 0, discards));
  EXPECT_TRUE(queue.enqueue(packet_of(1, 1460), 0, discards));
  EXPECT_FALSE(queue.enqueue(packet_of(2, 41), 0, discards));
  EXPECT_TRUE(queue.enqueue(packet_of(3, 40), 0, discards));
  EXPECT_EQ(queue.waiting_bytes(), 3000);
  EXPECT_EQ(queue.waiting_packets(), 3);
}

TEST(DropTail, AlwaysHasRoomForOnePacket) {
  NoDiscards discards;
  DropTail queue(100);
  EXPECT_TRUE(queue.enqueue(packet_of(0, 1500), 0, discards));
  EXPECT_FALSE(queue.enqueue(packet_of(1, 1500), 0, discards));
}

TEST(DropTail, HandsOutInTheOrderOfArrival) {
  NoDiscards discards;
  DropTail queue(10'000);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(queue.enqueue(packet_of(i, 1500), 0, discards));
  Packet packet;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(queue.dequeue(packet, 0, discards));
    EXPECT_EQ(packet.sequence, i);
  }
  EXPECT_FALSE(queue.dequeue(packet, 0, discards));
  EXPECT_EQ(queue.waiting_bytes(), 0);
}

}  // namespace
}  // namespace ccsim
