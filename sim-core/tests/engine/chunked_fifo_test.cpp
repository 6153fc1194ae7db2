#include "engine/chunked_fifo.h"

#include <gtest/gtest.h>

#include <deque>
#include <set>

#include "ccsim/rng.h"

namespace ccsim {
namespace {

TEST(ChunkedFifo, IsWhatADequeIs) {
  ChunkedFifo<int> fifo;
  std::deque<int> expected;
  RandomStream random(7, 3, RandomPurpose::kLoss);
  int next = 0;
  for (int round = 0; round < 2'000; ++round) {
    for (std::int64_t i = random.next_below(40); i > 0; --i) {
      fifo.push_back(next);
      expected.push_back(next++);
    }
    for (std::int64_t i = random.next_below(45); i > 0 && !expected.empty(); --i) {
      ASSERT_EQ(fifo.front(), expected.front());
      fifo.pop_front();
      expected.pop_front();
    }
    ASSERT_EQ(fifo.empty(), expected.empty());
    ASSERT_EQ(fifo.size(), expected.size());
    for (std::size_t back = 1; back <= expected.size(); ++back) {
      ASSERT_EQ(*fifo.at_back(back), expected[expected.size() - back]);
    }
    ASSERT_EQ(fifo.at_back(expected.size() + 1), nullptr);
  }
}

TEST(ChunkedFifo, FillsWhatWasEmptiedLast) {
  ChunkedFifo<int> fifo;
  for (int i = 0; i < 1'000; ++i) fifo.push_back(i);
  for (int i = 0; i < 500; ++i) fifo.pop_front();
  // With as many going in as come out, it goes round through few places.
  std::set<const int*> places;
  for (int i = 0; i < 10'000; ++i) {
    int& place = fifo.push_place();
    place = i;
    places.insert(&place);
    fifo.pop_front();
  }
  EXPECT_LE(places.size(), 600U);
}

}  // namespace
}  // namespace ccsim
