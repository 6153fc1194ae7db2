#include "transport/scoreboard.h"

#include <gtest/gtest.h>

#include <vector>

namespace ccsim {
namespace {

class ScoreboardTest : public ::testing::Test {
 protected:
  void add(int count) {
    for (int i = 0; i < count; ++i) board_.add_new().sent_ns = next_ns_++;
  }
  std::vector<std::int64_t> outstanding_by_time() const {
    std::vector<std::int64_t> sequences;
    for (std::int64_t s = board_.oldest_sequence(); s != kNoSequence;
         s = board_.at(s).newer_sequence) {
      sequences.push_back(s);
    }
    return sequences;
  }
  Scoreboard board_;
  SimTime next_ns_ = 0;
};

using Sequences = std::vector<std::int64_t>;

TEST_F(ScoreboardTest, CountsInFlightAsLinuxDoes) {
  add(10);
  EXPECT_EQ(board_.in_flight_packets(), 10);
  board_.mark_sacked(5);
  board_.mark_sacked(6);
  EXPECT_EQ(board_.in_flight_packets(), 8);
  EXPECT_TRUE(board_.mark_lost(0));
  EXPECT_TRUE(board_.mark_lost(1));
  EXPECT_EQ(board_.in_flight_packets(), 6);
  board_.note_retransmission(0);
  EXPECT_EQ(board_.in_flight_packets(), 7);
  board_.pop_front();  // the retransmission of 0 has arrived
  EXPECT_EQ(board_.in_flight_packets(), 6);
  EXPECT_EQ(board_.lost_packets(), 1);
  EXPECT_EQ(board_.retransmitted_packets(), 0);
}

TEST_F(ScoreboardTest, OrdersOutstandingPacketsByLastTransmission) {
  add(5);
  board_.mark_lost(1);
  board_.mark_sacked(3);
  EXPECT_EQ(outstanding_by_time(), (Sequences{0, 2, 4}));
  board_.note_retransmission(1);
  EXPECT_EQ(outstanding_by_time(), (Sequences{0, 2, 4, 1}));
  add(1);
  EXPECT_EQ(outstanding_by_time(), (Sequences{0, 2, 4, 1, 5}));
  board_.pop_front();
  EXPECT_EQ(outstanding_by_time(), (Sequences{2, 4, 1, 5}));
}

TEST_F(ScoreboardTest, FindsLostPacketsFromTheLowestUp) {
  add(8);
  EXPECT_EQ(board_.next_to_retransmit(), kNoSequence);
  board_.mark_lost(4);
  board_.mark_lost(2);
  EXPECT_EQ(board_.next_to_retransmit(), 2);
  board_.note_retransmission(2);
  EXPECT_EQ(board_.next_to_retransmit(), 4);
  board_.note_retransmission(4);
  EXPECT_EQ(board_.next_to_retransmit(), kNoSequence);
  EXPECT_TRUE(board_.mark_lost(2));  // its retransmission is lost as well
  EXPECT_EQ(board_.next_to_retransmit(), 2);
  EXPECT_EQ(board_.lost_packets(), 2);
}

TEST_F(ScoreboardTest, MarksEachLossOnce) {
  add(2);
  EXPECT_TRUE(board_.mark_lost(0));
  EXPECT_FALSE(board_.mark_lost(0));
  board_.mark_sacked(1);
  EXPECT_FALSE(board_.mark_lost(1));
  EXPECT_EQ(board_.lost_packets(), 1);
}

TEST_F(ScoreboardTest, TakesLossMarksBack) {
  add(4);
  for (int s = 0; s < 3; ++s) board_.mark_lost(s);
  board_.clear_loss_marks();
  EXPECT_EQ(board_.lost_packets(), 0);
  EXPECT_EQ(board_.in_flight_packets(), 4);
  EXPECT_EQ(outstanding_by_time().size(), 4U);
  EXPECT_EQ(board_.next_to_retransmit(), kNoSequence);
  EXPECT_TRUE(board_.mark_lost(1));
  EXPECT_EQ(board_.next_to_retransmit(), 1);
}

TEST_F(ScoreboardTest, KeepsItsContentWhileItGrows) {
  add(20);
  for (int i = 0; i < 15; ++i) board_.pop_front();
  add(200);
  for (std::int64_t s = 15; s < 220; ++s) EXPECT_EQ(board_.at(s).sent_ns, s);
  EXPECT_EQ(outstanding_by_time().size(), 205U);
}

}  // namespace
}  // namespace ccsim
