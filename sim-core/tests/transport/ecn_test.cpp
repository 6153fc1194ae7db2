// ECN at both ends of a connection.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "support/shorthand.h"
#include "transport/ecn_sender.h"
#include "transport/receiver.h"

namespace ccsim {
namespace {

class EcnReceiver : public ::testing::Test, public AckOutput {
 protected:
  void build(EcnFeedback feedback) {
    ReceiverConfig config;
    config.quick_ack_packets = 0;
    config.ack_every_packets = 2;
    receiver_ = std::make_unique<Receiver>(engine_, config, 100 * kMs, *this);
    receiver_->use_ecn(feedback);
  }
  void send_ack(const Ack& ack, SimTime) override { acks_.push_back(ack); }
  void arrive(EcnCodepoint ecn, bool has_cwr = false) {
    Packet packet;
    packet.sequence = next_sequence_++;
    packet.ecn = ecn;
    packet.has_cwr = has_cwr;
    receiver_->accept(packet, 0);
  }
  Engine engine_;
  std::unique_ptr<Receiver> receiver_;
  std::vector<Ack> acks_;
  std::int64_t next_sequence_ = 0;
};

TEST_F(EcnReceiver, ClassicEchoesAMarkUntilTheSenderHasReacted) {
  build(EcnFeedback::kClassic);
  arrive(EcnCodepoint::kCe);  // at once: a marked sender may have a small window
  ASSERT_EQ(acks_.size(), 1U);
  EXPECT_EQ(acks_.back().ecn_feedback, 1U);
  arrive(EcnCodepoint::kEct0);
  arrive(EcnCodepoint::kEct0);
  arrive(EcnCodepoint::kEct0);
  for (const Ack& ack : acks_) EXPECT_EQ(ack.ecn_feedback, 1U);
  const std::size_t before = acks_.size();
  arrive(EcnCodepoint::kEct0, true);  // CWR
  ASSERT_EQ(acks_.size(), before + 1);
  EXPECT_EQ(acks_.back().ecn_feedback, 0U);
  arrive(EcnCodepoint::kCe, true);  // CWR of the last one and a mark of the next
  EXPECT_EQ(acks_.back().ecn_feedback, 1U);
}

TEST_F(EcnReceiver, AccurateCountsAndAcknowledgesEachChangeAtOnce) {
  build(EcnFeedback::kAccurate);
  arrive(EcnCodepoint::kEct1);  // waits for a second one
  EXPECT_TRUE(acks_.empty());
  arrive(EcnCodepoint::kCe);  // first what came unmarked, then this
  ASSERT_EQ(acks_.size(), 2U);
  EXPECT_EQ(acks_[0].una_sequence, 1);
  EXPECT_EQ(acks_[0].ecn_feedback, 0U);
  EXPECT_EQ(acks_[1].una_sequence, 2);
  EXPECT_EQ(acks_[1].ecn_feedback, 1U);
  arrive(EcnCodepoint::kCe);  // no change: delayed again
  EXPECT_EQ(acks_.size(), 2U);
  arrive(EcnCodepoint::kEct1);
  ASSERT_EQ(acks_.size(), 4U);
  EXPECT_EQ(acks_[2].una_sequence, 3);
  EXPECT_EQ(acks_[2].ecn_feedback, 2U);
  EXPECT_EQ(acks_[3].ecn_feedback, 2U);
}

TEST_F(EcnReceiver, WithoutEcnSaysNothing) {
  build(EcnFeedback::kOff);
  arrive(EcnCodepoint::kCe);
  arrive(EcnCodepoint::kEct0);
  ASSERT_EQ(acks_.size(), 1U);
  EXPECT_EQ(acks_[0].ecn_feedback, 0U);
}

Packet stamped(EcnSender& ecn, bool is_retransmission = false, std::int64_t sequence = 0) {
  Packet packet;
  packet.sequence = sequence;
  packet.is_retransmission = is_retransmission;
  ecn.stamp(packet, 1);
  return packet;
}

TEST(EcnSender, ClassicSendsOneCwrAfterAReductionAndRetransmitsNotEct) {
  EcnSender ecn({.feedback = EcnFeedback::kClassic, .is_l4s = true});
  EXPECT_EQ(stamped(ecn).ecn, EcnCodepoint::kEct0);
  EXPECT_FALSE(stamped(ecn).has_cwr);
  ecn.on_reduction();
  const Packet again = stamped(ecn, true);
  EXPECT_EQ(again.ecn, EcnCodepoint::kNotEct);
  EXPECT_FALSE(again.has_cwr);
  EXPECT_TRUE(stamped(ecn).has_cwr);
  EXPECT_FALSE(stamped(ecn).has_cwr);
}

TEST(EcnSender, ClassicCountsAllThatAnEchoDelivers) {
  EcnSender ecn({.feedback = EcnFeedback::kClassic});
  EXPECT_FALSE(ecn.read({}, 2));
  EXPECT_TRUE(ecn.read({.ecn_feedback = 1}, 3));
  EXPECT_EQ(ecn.delivered_ce_packets(), 3);
}

TEST(EcnSender, AccurateFollowsTheCountAcrossItsEndAndBackwards) {
  EcnSender ecn({.feedback = EcnFeedback::kAccurate, .is_l4s = true});
  EXPECT_EQ(stamped(ecn).ecn, EcnCodepoint::kEct1);
  EXPECT_EQ(stamped(ecn, true).ecn, EcnCodepoint::kEct1);
  EXPECT_TRUE(ecn.read({.ecn_feedback = 5}, 2));
  EXPECT_FALSE(ecn.read({.ecn_feedback = 5}, 2));
  EXPECT_FALSE(ecn.read({.ecn_feedback = 4}, 0));  // overtaken by the last one
  EXPECT_EQ(ecn.delivered_ce_packets(), 5);
  EcnSender late({.feedback = EcnFeedback::kAccurate});
  EXPECT_TRUE(late.read({.ecn_feedback = 0x7FFFU}, 1));
  EXPECT_TRUE(late.read({.ecn_feedback = 0xFFFEU}, 1));
  EXPECT_TRUE(late.read({.ecn_feedback = 3}, 1));
  EXPECT_EQ(late.delivered_ce_packets(), (std::int64_t{1} << 16) + 3);
}

TEST(EcnSender, CountsTheMarksSinceAPacketLeftHoweverManyFollow) {
  EcnSender ecn({.feedback = EcnFeedback::kAccurate});
  for (std::int64_t s = 0; s < 1000; ++s) {
    Packet packet;
    packet.sequence = s;
    ecn.stamp(packet, s + 1);
    if (s % 10 == 0) static_cast<void>(ecn.read({.ecn_feedback = std::uint16_t(s / 10 + 1)}, 1));
  }
  EXPECT_EQ(ecn.delivered_ce_packets(), 100);
  for (std::int64_t s = 0; s < 1000; ++s) {
    EXPECT_EQ(ecn.ce_since_packets(s), 100 - (s + 9) / 10) << s;
  }
}

}  // namespace
}  // namespace ccsim
