#include "transport/prr.h"

#include <gtest/gtest.h>

namespace ccsim {
namespace {

// RFC 6937 3.1: from 20 in flight towards 10, one ACK per packet: one packet may leave for every
// two that were delivered.
TEST(Prr, SpreadsTheReductionOverARound) {
  Prr prr;
  prr.start(20, 19);
  Packets in_flight = 19;
  Packets sent_total = 0;
  for (int ack = 1; ack <= 10; ++ack) {
    --in_flight;
    prr.on_ack({1, 0, false, in_flight, 10});
    const Packets allowed = prr.cwnd_packets() - in_flight;
    EXPECT_EQ(allowed, (ack + 1) / 2 - sent_total) << "ack " << ack;
    prr.on_sent(allowed);
    sent_total += allowed;
    in_flight += allowed;
  }
  EXPECT_EQ(sent_total, 5);
}

TEST(Prr, AlwaysAllowsTheFirstRetransmission) {
  Prr prr;
  prr.start(100, 98);
  prr.on_ack({1, 1, false, 97, 1});
  EXPECT_EQ(prr.cwnd_packets(), 98);
}

// Below ssthresh while losses continue: packet conservation, one out per one in.
TEST(Prr, ConservesPacketsWhileLossesGoOn) {
  Prr prr;
  prr.start(20, 8);
  prr.on_ack({1, 3, true, 5, 10});
  EXPECT_EQ(prr.cwnd_packets(), 6);
  prr.on_sent(1);
  prr.on_ack({2, 1, true, 4, 10});
  EXPECT_EQ(prr.cwnd_packets(), 6);
}

// Below ssthresh and clean progress: one more than delivered, up to ssthresh.
TEST(Prr, SlowStartsUpToTheThresholdAfterCleanProgress) {
  Prr prr;
  prr.start(20, 8);
  prr.on_ack({2, 0, true, 5, 10});
  EXPECT_EQ(prr.cwnd_packets(), 8);  // 2 + 1
  prr.on_sent(3);
  prr.on_ack({4, 0, true, 8, 10});
  EXPECT_EQ(prr.cwnd_packets(), 10);  // never above ssthresh
}

TEST(Prr, LeavesTheWindowAloneWithoutDelivery) {
  Prr prr;
  prr.start(20, 12);
  EXPECT_EQ(prr.cwnd_packets(), 12);
  prr.on_ack({0, 0, false, 12, 10});
  EXPECT_EQ(prr.cwnd_packets(), 12);
}

}  // namespace
}  // namespace ccsim
