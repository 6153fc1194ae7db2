#include "transport/rate_sampler.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/shorthand.h"

namespace ccsim {
namespace {

// Sends and delivers single packets; in_flight is whatever has been sent and not delivered.
class RateSamplerTest : public ::testing::Test {
 protected:
  void send(SimTime now_ns) {
    packets_.emplace_back();
    rate_.on_sent(packets_.back(), now_ns, in_flight_, in_flight_ + 1);
    ++in_flight_;
  }
  RateSample ack(std::vector<std::size_t> sequences, SimTime now_ns,
                 Duration min_rtt_ns = kNoDuration) {
    rate_.begin_ack();
    RateSampler::Newest newest;
    for (const std::size_t s : sequences) {
      rate_.on_delivered(packets_[s], static_cast<std::int64_t>(s), newest);
      --in_flight_;
    }
    return rate_.finish_ack(newest, now_ns, min_rtt_ns);
  }
  RateSampler rate_;
  std::vector<SentPacket> packets_;
  Packets in_flight_ = 0;
};

// One packet every 10 ms, RTT 40 ms: from the fifth on a sample spans 4 packets over 40 ms.
TEST_F(RateSamplerTest, ReadsTheSendRateOfASteadyFlow) {
  for (int i = 0; i < 4; ++i) send(i * 10 * kMs);
  for (std::size_t i = 0; i < 20; ++i) {
    const SimTime now_ns = 40 * kMs + static_cast<SimTime>(i) * 10 * kMs;
    const RateSample sample = ack({i}, now_ns);
    send(now_ns);
    if (i < 5) continue;
    EXPECT_EQ(sample.interval_ns, 40 * kMs);
    EXPECT_EQ(sample.delivered_packets, 4);
    EXPECT_EQ(sample.newly_acked_packets, 1);
    EXPECT_EQ(sample.tx_in_flight_packets, 4);
  }
}

// Ten packets leave 1 ms apart, all ACKs come at once after 50 ms: the ACK rate would be infinite,
// the interval is that of the longer phase.
TEST_F(RateSamplerTest, DoesNotExceedTheSendRateWhenAcksAreCompressed) {
  for (int i = 0; i < 10; ++i) send(i * kMs);
  ack({0, 1, 2, 3, 4}, 50 * kMs);
  const RateSample sample = ack({5, 6, 7, 8, 9}, 50 * kMs);
  EXPECT_EQ(sample.delivered_packets, 10);
  EXPECT_EQ(sample.interval_ns, 50 * kMs);  // since the first packet left
}

TEST_F(RateSamplerTest, StartsTheIntervalAnewAfterIdle) {
  send(0);
  ack({0}, 40 * kMs);
  send(kSecond);
  const RateSample sample = ack({1}, kSecond + 40 * kMs);
  EXPECT_EQ(sample.interval_ns, 40 * kMs);
  EXPECT_EQ(sample.delivered_packets, 1);
}

TEST_F(RateSamplerTest, TakesTheNewestOfSeveralPackets) {
  send(0);
  send(5 * kMs);
  send(6 * kMs);
  const RateSample sample = ack({0, 2, 1}, 50 * kMs);
  EXPECT_EQ(sample.tx_in_flight_packets, 3);
  EXPECT_EQ(sample.newly_acked_packets, 3);
  EXPECT_EQ(sample.delivered_packets, 3);
}

TEST_F(RateSamplerTest, CallsAnIntervalBelowTheMinimumRttInvalid) {
  send(0);
  EXPECT_EQ(ack({0}, 30 * kMs, 40 * kMs).interval_ns, kNoDuration);
  send(100 * kMs);
  EXPECT_TRUE(ack({1}, 140 * kMs, 40 * kMs).is_valid());
}

TEST_F(RateSamplerTest, AnAckWithoutDeliveryIsNoSample) {
  send(0);
  const RateSample sample = ack({}, 10 * kMs);
  EXPECT_FALSE(sample.is_valid());
  EXPECT_EQ(sample.newly_acked_packets, 0);
}

TEST_F(RateSamplerTest, CountsLossesSinceThePacketLeft) {
  send(0);
  send(0);
  rate_.on_marked_lost();
  send(10 * kMs);
  rate_.on_marked_lost();
  rate_.on_marked_lost();
  EXPECT_EQ(ack({1}, 40 * kMs).lost_since_packets, 3);
  EXPECT_EQ(ack({2}, 50 * kMs).lost_since_packets, 2);
}

// The mark holds for packets sent while it is set and clears when more has been delivered than was
// in flight at the mark.
TEST_F(RateSamplerTest, FlagsTheRoundAfterAnApplicationLimit) {
  send(0);
  send(0);
  rate_.mark_app_limited(2);
  EXPECT_TRUE(rate_.is_app_limited());
  send(10 * kMs);
  EXPECT_FALSE(ack({0}, 40 * kMs).is_app_limited);
  EXPECT_FALSE(ack({1}, 40 * kMs).is_app_limited);
  EXPECT_TRUE(rate_.is_app_limited());
  const RateSample flagged = ack({2}, 50 * kMs);
  EXPECT_TRUE(flagged.is_app_limited);
  EXPECT_FALSE(rate_.is_app_limited());
  send(50 * kMs);
  EXPECT_FALSE(ack({3}, 90 * kMs).is_app_limited);
}

}  // namespace
}  // namespace ccsim
