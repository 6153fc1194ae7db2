#include "transport/scoreboard.h"

#include <gtest/gtest.h>

#include <vector>

#include "ccsim/rng.h"

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
         s = Scoreboard::newer_sequence(board_.at(s))) {
      sequences.push_back(s);
    }
    return sequences;
  }
  void expect_counts() {
    Packets sacked = 0;
    Packets lost = 0;
    Packets retransmitted = 0;
    std::size_t listed = 0;
    std::int64_t lowest_waiting = kNoSequence;
    for (std::int64_t s = board_.una_sequence(); s < board_.next_sequence(); ++s) {
      const SentPacket& packet = board_.at(s);
      sacked += packet.is_sacked ? 1 : 0;
      lost += packet.is_lost ? 1 : 0;
      retransmitted += packet.is_retransmit_out ? 1 : 0;
      EXPECT_TRUE(packet.is_lost || !packet.is_retransmit_out);
      const bool is_waiting = packet.is_lost && !packet.is_retransmit_out;
      EXPECT_EQ(packet.is_listed, !packet.is_sacked && !is_waiting) << s;
      listed += packet.is_listed ? 1U : 0U;
      if (is_waiting && lowest_waiting == kNoSequence) lowest_waiting = s;
    }
    EXPECT_EQ(board_.sacked_packets(), sacked);
    EXPECT_EQ(board_.lost_packets(), lost);
    EXPECT_EQ(board_.retransmitted_packets(), retransmitted);
    EXPECT_EQ(outstanding_by_time().size(), listed);
    EXPECT_EQ(board_.next_to_retransmit(), lowest_waiting);
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
  board_.note_retransmission(0);
  board_.clear_loss_marks();
  EXPECT_EQ(board_.lost_packets(), 0);
  EXPECT_EQ(board_.retransmitted_packets(), 0);
  EXPECT_EQ(board_.in_flight_packets(), 4);
  EXPECT_EQ(outstanding_by_time().size(), 4U);
  EXPECT_EQ(board_.next_to_retransmit(), kNoSequence);
  EXPECT_TRUE(board_.mark_lost(0));
  EXPECT_EQ(board_.next_to_retransmit(), 0);
}

TEST_F(ScoreboardTest, KeepsItsContentWhileItGrows) {
  add(20);
  for (int i = 0; i < 15; ++i) board_.pop_front();
  add(200);
  for (std::int64_t s = 15; s < 220; ++s) EXPECT_EQ(board_.at(s).sent_ns, s);
  EXPECT_EQ(outstanding_by_time().size(), 205U);
}

// Random operations against a recount of the flags.
TEST_F(ScoreboardTest, KeepsItsCountsUnderRandomOperations) {
  RandomStream random(3, 0, RandomPurpose::kTraffic);
  for (int step = 0; step < 50'000; ++step) {
    const Packets out = board_.out_packets();
    if (out == 0 || (random.next_below(3) == 0 && out < 300)) {
      add(1);
      continue;
    }
    const std::int64_t s = board_.una_sequence() + random.next_below(out);
    const SentPacket& packet = board_.at(s);
    switch (random.next_below(12)) {
      case 0:
      case 1:
        if (!packet.is_sacked) board_.mark_sacked(s);
        break;
      case 2:
      case 3:
        board_.mark_lost(s);
        break;
      case 4:
      case 5:
        if (board_.next_to_retransmit() != kNoSequence) {
          board_.note_retransmission(board_.next_to_retransmit());
        }
        break;
      case 6:
        if (random.next_below(50) == 0) board_.clear_loss_marks();
        break;
      case 7:
        if (!packet.is_sacked) board_.note_probe_retransmission(s);
        break;
      default:
        board_.pop_front();
    }
    if (step % 50 == 0) expect_counts();
  }
}

}  // namespace
}  // namespace ccsim
