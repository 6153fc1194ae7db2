// The parts that BBRv2's bounds are made of: by hand.
#include <gtest/gtest.h>

#include "bbr/ecn_average.h"
#include "bbr/loss_threshold.h"
#include "bbr/probe_growth.h"
#include "bbr2/bbr2_bounds.h"
#include "bbr2/bbr2_signals.h"

namespace ccsim {
namespace {

constexpr Gain kTwoPercent = Gain::in_256ths(5);
constexpr Gain kBeta = Gain::in_256ths(76);
constexpr Gain kHeadroom = Gain::in_256ths(38);

TEST(LossThreshold, IsOnePacketBelow52PacketsOfFlight) {
  EXPECT_TRUE(is_loss_too_high(1, 51, kTwoPercent));   // 51 * 5/256 = 0.996 -> 0
  EXPECT_FALSE(is_loss_too_high(1, 52, kTwoPercent));  // 1.02 -> 1
  EXPECT_TRUE(is_loss_too_high(2, 52, kTwoPercent));
  EXPECT_FALSE(is_loss_too_high(0, 10, kTwoPercent));
  EXPECT_FALSE(is_loss_too_high(5, 0, kTwoPercent));
}

TEST(LossThreshold, FindsTheFlightAtWhichLossesCrossedIt) {
  // 100 in flight, third loss: budget ceil(99 * 5/256) = 2, two were lost before: crossed already.
  EXPECT_EQ(flight_at_loss_threshold(100, 3, kTwoPercent), 99);
  // First loss: budget 2 - 0 = 2; 2 * 256/251 = 2.04 -> 2 more packets.
  EXPECT_EQ(flight_at_loss_threshold(100, 1, kTwoPercent), 101);
  EXPECT_EQ(flight_at_loss_threshold(1, 1, kTwoPercent), 0);
}

TEST(ProbeGrowth, DoublesEachRound) {
  ProbeGrowth growth;
  growth.restart(0);
  for (const Packets expected : {1, 2, 4, 8, 16}) {
    growth.raise_slope(64);
    EXPECT_EQ(growth.grow(64), expected);  // one window acked is one round
  }
}

TEST(ProbeGrowth, KeepsPartOfAPacketAndDropsUnusedCredit) {
  ProbeGrowth growth;
  growth.restart(0);
  growth.raise_slope(10);
  EXPECT_EQ(growth.grow(9), 0);
  EXPECT_EQ(growth.grow(1), 1);
  EXPECT_EQ(growth.grow(9), 0);
  growth.drop_credit();
  EXPECT_EQ(growth.grow(9), 0);
}

TEST(ProbeGrowth, StandsStillWhenStopped) {
  ProbeGrowth growth;
  growth.stop();
  EXPECT_EQ(growth.grow(1'000'000), 0);
}

TEST(Bbr2Bounds, CutsByThirtyPercentFromTheMaxima) {
  Bbr2Bounds bounds;
  bounds.cut_for_loss({10'000'000, 100, 0, 0}, kBeta);
  EXPECT_EQ(bounds.bandwidth_lo_bps, 7'031'250);  // * 180/256
  EXPECT_EQ(bounds.inflight_lo_packets, 70);
  bounds.cut_for_loss({10'000'000, 100, 0, 0}, kBeta);
  EXPECT_EQ(bounds.inflight_lo_packets, 49);  // from the bound, not from the window again
}

TEST(Bbr2Bounds, CutsNoDeeperThanWhatWasJustDelivered) {
  Bbr2Bounds bounds;
  bounds.cut_for_loss({10'000'000, 100, 9'000'000, 85}, kBeta);
  EXPECT_EQ(bounds.bandwidth_lo_bps, 9'000'000);
  EXPECT_EQ(bounds.inflight_lo_packets, 85);
}

TEST(Bbr2Bounds, LeavesHeadroomOfFifteenPercentAndAtLeastOnePacket) {
  Bbr2Bounds bounds;
  EXPECT_EQ(bounds.inflight_with_headroom_packets(kHeadroom, 4), kUnbounded);
  bounds.inflight_hi_packets = 100;
  EXPECT_EQ(bounds.inflight_with_headroom_packets(kHeadroom, 4), 86);  // 14.84 -> 14
  bounds.inflight_hi_packets = 6;
  EXPECT_EQ(bounds.inflight_with_headroom_packets(kHeadroom, 4), 5);
  bounds.inflight_hi_packets = 4;
  EXPECT_EQ(bounds.inflight_with_headroom_packets(kHeadroom, 4), 4);
}

TEST(Bbr2Bounds, AreNeverLoweredByAnUndo) {
  Bbr2Bounds bounds{50, kUnbounded, 20, 90};
  bounds.raise_to({kUnbounded, 5, 10, 100});
  EXPECT_EQ(bounds.bandwidth_lo_bps, kUnbounded);
  EXPECT_EQ(bounds.inflight_lo_packets, 20);
  EXPECT_EQ(bounds.inflight_hi_packets, 100);
}

TEST(Bbr2Signals, KeepTheMaximaOfTheRoundAndRestartFromItsLastSample) {
  Bbr2Signals signals;
  RateSample sample;
  sample.delivered_packets = 30;
  signals.take(sample, 100);
  sample.delivered_packets = 20;
  signals.take(sample, 200);
  EXPECT_EQ(signals.bandwidth_latest_bps, 200);
  EXPECT_EQ(signals.inflight_latest_packets, 30);
  signals.begin_round(sample, 50);
  EXPECT_EQ(signals.bandwidth_latest_bps, 50);
  EXPECT_EQ(signals.inflight_latest_packets, 20);
}

TEST(Bbr2Signals, GiveTheFirstLossAFullRound) {
  Bbr2Signals signals;
  AckEvent ack;
  ack.delivered_packets = 120;
  ack.sample.prior_delivered_packets = 100;
  signals.note_loss(110);
  EXPECT_FALSE(signals.ends_round(ack));  // a packet sent before the loss
  signals.note_loss(130);                 // the second loss moves nothing
  ack.sample.prior_delivered_packets = 110;
  EXPECT_TRUE(signals.ends_round(ack));
}

TEST(EcnAverage, MovesBySixteenthsTowardsTheShareOfMarks) {
  EcnAverage average(Gain::in_256ths(16), kUnitGain);
  AckEvent ack;
  ack.delivered_packets = 100;
  ack.delivered_ce_packets = 50;
  EXPECT_TRUE(average.has_news(ack));
  EXPECT_EQ(average.update(ack).numerator(), 128);
  EXPECT_EQ(average.alpha().numerator(), 248);  // 240/256 * 256 + 16/256 * 128
  EXPECT_FALSE(average.has_news(ack));
  ack.delivered_packets = 200;
  EXPECT_EQ(average.update(ack).numerator(), 0);
  EXPECT_EQ(average.alpha().numerator(), 232);  // 248 * 240/256 = 232.5
}

}  // namespace
}  // namespace ccsim
