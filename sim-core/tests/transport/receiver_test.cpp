#include "transport/receiver.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "support/shorthand.h"

namespace ccsim {
namespace {

class ReceiverTest : public ::testing::Test, public AckOutput {
 protected:
  void build(Packets quick_acks, Packets ack_every = 2, Duration aggregation_ns = 0) {
    ReceiverConfig config;
    config.quick_ack_packets = quick_acks;
    config.ack_every_packets = ack_every;
    config.ack_aggregation_ns = aggregation_ns;
    build(config);
  }
  void build(const ReceiverConfig& config) {
    receiver_ = std::make_unique<Receiver>(engine_, config, 100 * kMs, *this);
  }
  void send_ack(const Ack& ack, SimTime now_ns) override { acks_.push_back({now_ns, ack}); }
  bool arrive(std::int64_t sequence, SimTime now_ns, bool is_pushed = false) {
    while (engine_.step(now_ns - 1)) {
    }
    clock_.set(now_ns);
    Packet packet;
    packet.sequence = sequence;
    packet.sent_ns = now_ns - 20 * kMs;
    packet.is_pushed = is_pushed;
    return receiver_->accept(packet, now_ns);
  }
  void run_until(SimTime end_ns) {
    while (engine_.step(end_ns)) {
    }
  }
  // Moves the engine's clock, which only events move.
  struct Clock final : Actor {
    explicit Clock(Engine& engine) : Actor(engine, Rank::kDelivery), engine(engine) {}
    void on_event(SimTime) override {}
    void set(SimTime now_ns) {
      engine.schedule(*this, now_ns);
      while (engine.now_ns() < now_ns) engine.step(now_ns);
    }
    Engine& engine;
  };
  struct Sent {
    SimTime time_ns;
    Ack ack;
  };
  Engine engine_;
  Clock clock_{engine_};
  std::unique_ptr<Receiver> receiver_;
  std::vector<Sent> acks_;
};

TEST_F(ReceiverTest, AcknowledgesEverySecondPacketAtOnce) {
  build(0);
  for (int i = 0; i < 6; ++i) arrive(i, 30 * kMs + i * kMs);
  ASSERT_EQ(acks_.size(), 3U);
  EXPECT_EQ(acks_[0].ack.una_sequence, 2);
  EXPECT_EQ(acks_[2].ack.una_sequence, 6);
  EXPECT_EQ(acks_[2].time_ns, 35 * kMs);
}

TEST_F(ReceiverTest, AcknowledgesASinglePacketAfterTheTimeout) {
  build(0);
  arrive(0, 30 * kMs);
  EXPECT_TRUE(acks_.empty());
  run_until(kSecond);
  ASSERT_EQ(acks_.size(), 1U);
  EXPECT_EQ(acks_[0].time_ns, 70 * kMs);
  EXPECT_EQ(acks_[0].ack.una_sequence, 1);
}

TEST_F(ReceiverTest, AcknowledgesTheFirstPacketsOneByOne) {
  build(3);
  for (int i = 0; i < 7; ++i) arrive(i, 30 * kMs + i * kMs);
  EXPECT_EQ(acks_.size(), 5U);  // 0, 1, 2, then 3+4, 5+6
}

// A packet of an earlier burst waits; with the first of the next one it makes a pair, and the
// second of that burst would be left over.
TEST_F(ReceiverTest, AcknowledgesALonePacketThatEndsABurstAtOnce) {
  build(0);
  arrive(0, 30 * kMs);
  arrive(1, 50 * kMs);
  arrive(2, 51 * kMs, true);
  ASSERT_EQ(acks_.size(), 2U);
  EXPECT_EQ(acks_[1].ack.una_sequence, 3);
  EXPECT_EQ(acks_[1].time_ns, 51 * kMs);
}

TEST_F(ReceiverTest, SendsNoSecondAckForABurstOfTwo) {
  build(0);
  arrive(0, 30 * kMs);
  arrive(1, 31 * kMs, true);
  EXPECT_EQ(acks_.size(), 1U);
}

TEST_F(ReceiverTest, LetsTheEndOfABurstWaitAsLinuxBefore66) {
  ReceiverConfig config;
  config.quick_ack_packets = 0;
  config.acks_pushed = false;
  build(config);
  arrive(0, 30 * kMs, true);
  EXPECT_TRUE(acks_.empty());
  run_until(kSecond);
  ASSERT_EQ(acks_.size(), 1U);
  EXPECT_EQ(acks_[0].time_ns, 70 * kMs);
}

TEST_F(ReceiverTest, AcknowledgesEachPacketIfSetSo) {
  build(0, 1);
  for (int i = 0; i < 4; ++i) arrive(i, 30 * kMs + i * kMs);
  EXPECT_EQ(acks_.size(), 4U);
}

TEST_F(ReceiverTest, ReportsHolesAtOnceAndTheirFilling) {
  build(0);
  arrive(0, 30 * kMs);
  arrive(2, 32 * kMs);  // a hole at 1
  ASSERT_EQ(acks_.size(), 1U);
  EXPECT_EQ(acks_[0].time_ns, 32 * kMs);
  EXPECT_EQ(acks_[0].ack.una_sequence, 1);
  EXPECT_EQ(acks_[0].ack.sack_end, 1U);
  arrive(3, 33 * kMs);
  arrive(1, 60 * kMs);
  ASSERT_EQ(acks_.size(), 3U);
  EXPECT_EQ(acks_[2].ack.una_sequence, 4);
  EXPECT_EQ(receiver_->sack_log().read_next(), 2);
  EXPECT_EQ(receiver_->sack_log().read_next(), 3);
  EXPECT_FALSE(receiver_->sack_log().has_unread(2));
}

TEST_F(ReceiverTest, ReportsDuplicatesAtOnce) {
  build(0);
  EXPECT_TRUE(arrive(0, 30 * kMs));
  EXPECT_TRUE(arrive(1, 31 * kMs));
  EXPECT_FALSE(arrive(0, 40 * kMs));
  ASSERT_EQ(acks_.size(), 2U);
  EXPECT_EQ(acks_[1].ack.duplicate_sequence, 0);
  EXPECT_TRUE(arrive(5, 41 * kMs));
  EXPECT_FALSE(arrive(5, 42 * kMs));
  EXPECT_EQ(acks_.back().ack.duplicate_sequence, 5);
}

// Linux: three duplicate ACKs at once, then one per millisecond at most.
TEST_F(ReceiverTest, ThinsOutDuplicateAcksBeyondThree) {
  build(0);
  for (int i = 1; i <= 13; ++i) arrive(i, 30 * kMs + i * 100 * kMicrosecond);
  EXPECT_EQ(acks_.size(), 3U);  // after 1, 2 and 3 at 30.1, 30.2, 30.3 ms
  run_until(31'400 * kMicrosecond);
  ASSERT_EQ(acks_.size(), 4U);  // held from 30.4 ms on
  EXPECT_EQ(acks_[3].time_ns, 31'400 * kMicrosecond);
  EXPECT_EQ(acks_[3].ack.sack_end, 13U);
}

TEST_F(ReceiverTest, EchoesTheTimestampOfTheEarliestPacketItCovers) {
  build(0);
  arrive(0, 30 * kMs);
  arrive(1, 33 * kMs);
  ASSERT_EQ(acks_.size(), 1U);
  EXPECT_EQ(acks_[0].ack.echo_ns, 10 * kMs);
  arrive(3, 36 * kMs);  // above a hole: the echo stays
  EXPECT_EQ(acks_[1].ack.echo_ns, 10 * kMs);
  arrive(2, 50 * kMs);
  EXPECT_EQ(acks_[2].ack.echo_ns, 30 * kMs);
}

TEST_F(ReceiverTest, AggregatesAcksIntoPeriodicReleases) {
  build(0, 1, 5 * kMs);
  for (int i = 0; i < 10; ++i) arrive(i, 30 * kMs + i * kMs);
  run_until(kSecond);
  ASSERT_EQ(acks_.size(), 10U);
  EXPECT_EQ(acks_[0].time_ns, 30 * kMs);
  for (std::size_t i = 1; i <= 5; ++i) EXPECT_EQ(acks_[i].time_ns, 35 * kMs);
  for (std::size_t i = 6; i < 10; ++i) EXPECT_EQ(acks_[i].time_ns, 40 * kMs);
}

TEST_F(ReceiverTest, KeepsTrackOfFarHoles) {
  build(0);
  for (int i = 999; i >= 1; --i) arrive(i, 30 * kMs + (1000 - i) * kMicrosecond);
  arrive(0, 50 * kMs);
  EXPECT_EQ(receiver_->next_sequence(), 1000);
  EXPECT_EQ(acks_.back().ack.una_sequence, 1000);
}

}  // namespace
}  // namespace ccsim
