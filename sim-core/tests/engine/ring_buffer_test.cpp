#include "engine/ring_buffer.h"

#include <gtest/gtest.h>

namespace ccsim {
namespace {

TEST(RingBuffer, KeepsTheOrderWhileItGrowsInTheMiddleOfItsRing) {
  RingBuffer<int> ring;
  int next_in = 0;
  int next_out = 0;
  for (int round = 0; round < 100; ++round) {
    for (int i = 0; i < 7; ++i) ring.push_back(next_in++);
    for (int i = 0; i < 5; ++i) {
      EXPECT_EQ(ring.front(), next_out++);
      ring.pop_front();
    }
  }
  EXPECT_EQ(ring.size(), 200U);
  for (std::size_t i = 0; i < ring.size(); ++i) {
    EXPECT_EQ(ring.at(i), next_out + static_cast<int>(i));
  }
}

TEST(RingBuffer, KeepsThePositionsOfItsElementsAsItGrows) {
  RingBuffer<int> ring;
  for (int i = 0; i < 1000; ++i) {
    ring.make_room();
    ring.push_in_room() = i;
    if (i % 3 == 0) ring.pop_front();
    EXPECT_EQ(ring.end_position(), static_cast<std::size_t>(i + 1));
    for (std::size_t at = ring.front_position(); at != ring.end_position(); ++at) {
      EXPECT_EQ(ring.at_position(at), static_cast<int>(at));
    }
  }
}

TEST(RingBuffer, GrowsWithWhatIsInsideNotWithWhatWentThrough) {
  RingBuffer<int> ring;
  for (int i = 0; i < 100'000; ++i) {
    ring.push_back(i);
    if (ring.size() > 10) ring.pop_front();
  }
  EXPECT_LE(ring.capacity(), 16U);
}

}  // namespace
}  // namespace ccsim
