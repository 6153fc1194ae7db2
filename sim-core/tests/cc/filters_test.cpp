// Filters and detectors that BBR is made of: by hand.
#include <gtest/gtest.h>

#include "bbr/ack_aggregation.h"
#include "bbr/bbr_pacing.h"
#include "bbr/cycle_max.h"
#include "bbr/full_pipe.h"
#include "bbr/probe_rtt_dwell.h"
#include "bbr/timed_minimum.h"
#include "bbr/windowed_max.h"
#include "fairtt/min_rtt_window.h"
#include "round_counter.h"

namespace ccsim {
namespace {

AckEvent delivery(SimTime now_ns, Packets delivered, Packets prior_delivered, Packets acked) {
  AckEvent ack;
  ack.now_ns = now_ns;
  ack.delivered_packets = delivered;
  ack.sample.prior_delivered_packets = prior_delivered;
  ack.sample.delivered_packets = delivered - prior_delivered;
  ack.sample.interval_ns = kMillisecond;
  ack.sample.newly_acked_packets = acked;
  return ack;
}

TEST(WindowedMax, ForgetsAMaximumThatLeftTheWindow) {
  WindowedMax max(10);
  max.update(0, 100);
  for (std::int64_t round = 1; round <= 10; ++round) {
    max.update(round, 60);
    EXPECT_EQ(max.value(), 100) << round;
  }
  max.update(11, 50);
  EXPECT_EQ(max.value(), 60);
}

TEST(WindowedMax, TakesAHigherOrEqualSampleAtOnce) {
  WindowedMax max(10);
  max.update(0, 100);
  max.update(8, 100);  // renews the maximum
  max.update(15, 40);
  EXPECT_EQ(max.value(), 100);
  max.update(16, 120);
  EXPECT_EQ(max.value(), 120);
}

TEST(WindowedMax, StartsAfreshAfterALongSilence) {
  WindowedMax max(10);
  max.update(0, 100);
  max.update(1000, 1);
  EXPECT_EQ(max.value(), 1);
}

TEST(CycleMax, CoversTwoCyclesAndKeepsAnEmptyOnesPredecessor) {
  CycleMax max;
  max.take(80);
  max.advance();
  max.take(50);
  EXPECT_EQ(max.value_bps(), 80);
  max.advance();
  EXPECT_EQ(max.value_bps(), 50);
  max.advance();  // nothing was seen: the maximum stays
  EXPECT_EQ(max.value_bps(), 50);
}

TEST(TimedMinimum, IsRenewedByAnEqualSample) {
  TimedMinimum minimum(40 * kMillisecond, 0);
  EXPECT_FALSE(minimum.is_expired(5 * kSecond, 5 * kSecond));
  EXPECT_TRUE(minimum.is_expired(5 * kSecond + 1, 5 * kSecond));
  EXPECT_TRUE(minimum.is_matched_by(40 * kMillisecond));
  EXPECT_FALSE(minimum.is_matched_by(40 * kMillisecond + 1));
}

TEST(TimedMinimum, TakesAnythingWhileItHasNothing) {
  const TimedMinimum minimum(kNoDuration, 0);
  EXPECT_FALSE(minimum.has_value());
  EXPECT_TRUE(minimum.is_matched_by(kSecond));
}

TEST(RoundCounter, EndsARoundWithAPacketSentWithinIt) {
  RoundCounter rounds;
  rounds.update(delivery(1, 1, 0, 1));
  EXPECT_TRUE(rounds.is_start());  // the first round is over with the first ACK
  rounds.update(delivery(2, 2, 0, 1));
  EXPECT_FALSE(rounds.is_start());
  rounds.update(delivery(3, 11, 1, 1));
  EXPECT_TRUE(rounds.is_start());
  EXPECT_EQ(rounds.count(), 2);
}

TEST(RoundCounter, LearnsNothingFromAnInvalidSample) {
  RoundCounter rounds;
  AckEvent ack = delivery(1, 1, 0, 1);
  ack.sample.interval_ns = kNoDuration;
  rounds.update(ack);
  EXPECT_FALSE(rounds.is_start());
  EXPECT_EQ(rounds.count(), 0);
}

TEST(FullPipe, NeedsThreeRoundsBelowAQuarterOfGrowth) {
  FullPipeDetector pipe(Gain::from_ratio(1.25), 3);
  pipe.update(true, false, 100);
  pipe.update(true, false, 125);  // 25% is growth
  pipe.update(true, false, 150);  // 20% is not: 1
  pipe.update(false, false, 150);
  pipe.update(true, true, 150);   // limited by the application: says nothing
  pipe.update(true, false, 155);  // 2
  EXPECT_FALSE(pipe.is_full());
  pipe.update(true, false, 156);  // growth again: 125 * 1.25 = 156.25, rounded down
  for (int round = 0; round < 3; ++round) {
    EXPECT_FALSE(pipe.is_full());
    pipe.update(true, false, 156);
  }
  EXPECT_TRUE(pipe.is_full());
}

TEST(FullPipe, MeasuresGrowthAnewAfterATimeout) {
  FullPipeDetector pipe(Gain::from_ratio(1.25), 3);
  pipe.update(true, false, 100);
  pipe.update(true, false, 100);
  pipe.update(true, false, 100);
  pipe.forget_baseline();
  pipe.update(true, false, 100);  // the new baseline, not a third flat round
  EXPECT_FALSE(pipe.is_full());
}

TEST(AckAggregation, CountsWhatArrivesBeyondTheBandwidth) {
  const WireUnits units(1000);
  AckAggregation aggregation({kUnitGain, 5, 100 * kMillisecond}, units, 0);
  // 10 Mbit/s is 1.25 packets per ms. Ten packets at once after 8 ms: ten were expected.
  aggregation.update(delivery(8 * kMillisecond, 10, 0, 10), {10'000'000, 100, false, 5});
  EXPECT_EQ(aggregation.extra_packets(10'000'000), 10);  // the epoch begins with this burst
  // 10 acked in the epoch, 0 expected at the same instant: 6 more make 16.
  aggregation.update(delivery(8 * kMillisecond, 16, 0, 6), {10'000'000, 100, false, 5});
  EXPECT_EQ(aggregation.extra_packets(10'000'000), 16);
  // 4 ms later 5 were expected; 16 + 1 - 5 = 12 is no new maximum.
  aggregation.update(delivery(12 * kMillisecond, 17, 0, 1), {10'000'000, 100, false, 5});
  EXPECT_EQ(aggregation.extra_packets(10'000'000), 16);
}

TEST(AckAggregation, IsCappedByTheWindowAndByTime) {
  const WireUnits units(1000);
  AckAggregation aggregation({kUnitGain, 5, 100 * kMillisecond}, units, 0);
  aggregation.update(delivery(kMillisecond, 500, 0, 500), {10'000'000, 60, false, 5});
  EXPECT_EQ(aggregation.extra_packets(10'000'000), 60);  // 100 ms would be 125
  EXPECT_EQ(aggregation.extra_packets(800'000), 10);     // 100 ms at 0.8 Mbit/s
}

TEST(AckAggregation, ForgetsAfterTwoSlots) {
  const WireUnits units(1000);
  AckAggregation aggregation({kUnitGain, 2, kSecond}, units, 0);
  aggregation.update(delivery(kMillisecond, 20, 0, 20), {10'000'000, 100, false, 2});
  SimTime now_ns = kMillisecond;
  for (Packets round = 1; round <= 4; ++round) {
    EXPECT_EQ(aggregation.extra_packets(10'000'000), 20) << round;
    now_ns += kSecond;
    aggregation.update(delivery(now_ns, 20 + round, 0, 1), {10'000'000, 100, true, 2});
  }
  EXPECT_EQ(aggregation.extra_packets(10'000'000), 1);
}

TEST(BbrPacing, StartsFromTheWindowOverTheRtt) {
  BbrPacing pacing(WireUnits(1000), 1, Gain::in_256ths(739));
  pacing.start_from_window(10, 40 * kMillisecond);  // 2 Mbit/s
  // 2,000,000 * 739/256 = 5,773,437.5; * 0.99 = 5,715,702.6
  EXPECT_EQ(pacing.rate_bps(), 5'715'702);
}

TEST(BbrPacing, OnlyRisesUntilThePipeWasFull) {
  BbrPacing pacing(WireUnits(1000), 1, kUnitGain);
  pacing.start_from_window(10, 40 * kMillisecond);
  pacing.set({1'000'000, kUnitGain, false}, 10, 40 * kMillisecond);
  EXPECT_EQ(pacing.rate_bps(), 1'980'000);
  pacing.set({1'000'000, kUnitGain, true}, 10, 40 * kMillisecond);
  EXPECT_EQ(pacing.rate_bps(), 990'000);
}

// The same target as before is not computed again: a change of each part of it still counts.
TEST(BbrPacing, FollowsEachPartOfItsTarget) {
  BbrPacing pacing(WireUnits(1000), 0, kUnitGain);
  pacing.start_from_window(10, 10 * kMillisecond);  // 8 Mbit/s
  pacing.set({4'000'000, kUnitGain, false}, 10, 10 * kMillisecond);
  EXPECT_EQ(pacing.rate_bps(), 8'000'000);
  pacing.set({4'000'000, kUnitGain, true}, 10, 10 * kMillisecond);
  EXPECT_EQ(pacing.rate_bps(), 4'000'000);
  pacing.set({4'000'000, Gain::in_256ths(320), true}, 10, 10 * kMillisecond);
  EXPECT_EQ(pacing.rate_bps(), 5'000'000);
  pacing.set({2'000'000, Gain::in_256ths(320), true}, 10, 10 * kMillisecond);
  EXPECT_EQ(pacing.rate_bps(), 2'500'000);
  pacing.set({2'000'000, Gain::in_256ths(320), true}, 10, 10 * kMillisecond);
  EXPECT_EQ(pacing.rate_bps(), 2'500'000);
}

TEST(BbrPacing, UsesTheFirstRttWhenTheHandshakeGaveNone) {
  BbrPacing pacing(WireUnits(1000), 0, kUnitGain);
  pacing.start_from_window(10, kNoDuration);
  EXPECT_EQ(pacing.rate_bps(), 80'000'000);  // 10 packets per nominal millisecond
  pacing.set({0, kUnitGain, false}, 20, 40 * kMillisecond);
  EXPECT_EQ(pacing.rate_bps(), 4'000'000);
}

TEST(BbrPacing, NeverAsksForNoPacing) {
  BbrPacing pacing(WireUnits(1000), 1, kUnitGain);
  pacing.set({0, kUnitGain, true}, 10, 40 * kMillisecond);
  EXPECT_EQ(pacing.rate_bps(), 8);
}

TEST(ProbeRttDwell, WaitsForTheFlightThenForTimeAndARound) {
  ProbeRttDwell dwell(200 * kMillisecond);
  RoundCounter rounds;
  dwell.begin();
  AckEvent ack = delivery(0, 100, 90, 1);
  ack.in_flight_packets = 5;
  EXPECT_FALSE(dwell.update(ack, 4, rounds));
  ack.in_flight_packets = 4;
  ack.now_ns = kMillisecond;
  EXPECT_FALSE(dwell.update(ack, 4, rounds));  // the 200 ms begin; the round begins at 100
  ack = delivery(300 * kMillisecond, 101, 99, 1);
  rounds.update(ack);
  EXPECT_FALSE(dwell.update(ack, 4, rounds));  // time over, no round yet
  ack = delivery(301 * kMillisecond, 102, 100, 1);
  rounds.update(ack);
  EXPECT_TRUE(dwell.update(ack, 4, rounds));
}

TEST(ProbeRttDwell, IsOverByTimeAloneAfterIdling) {
  ProbeRttDwell dwell(200 * kMillisecond);
  RoundCounter rounds;
  dwell.begin();
  EXPECT_FALSE(dwell.is_time_over(10 * kSecond));  // the flight never shrank
  AckEvent ack = delivery(0, 1, 0, 1);
  ack.in_flight_packets = 0;
  static_cast<void>(dwell.update(ack, 4, rounds));
  EXPECT_FALSE(dwell.is_time_over(200 * kMillisecond));
  EXPECT_TRUE(dwell.is_time_over(200 * kMillisecond + 1));
}

TEST(MinRttWindow, CountsDistinctMinimaAndAveragesTheWindow) {
  MinRttWindow window(kMillisecond);
  window.push(25'200'000, 25'000'000, 3);
  window.push(25'700'000, 26'000'000, 3);  // the same bin of 1 ms
  EXPECT_EQ(window.distinct_count(), 1);
  window.push(26'100'000, 27'000'000, 3);
  EXPECT_EQ(window.distinct_count(), 2);
  EXPECT_EQ(window.mean_ns(), 26'000'000);
  window.push(26'100'000, 28'000'000, 1);  // the window has shrunk to one
  EXPECT_EQ(window.distinct_count(), 1);
  EXPECT_EQ(window.mean_ns(), 28'000'000);
}

TEST(RecentMinimum, ForgetsWhatLeftTheWindow) {
  RecentMinimum recent;
  recent.push(10, 3);
  recent.push(30, 3);
  recent.push(20, 3);
  EXPECT_EQ(recent.value_ns(), 10);
  recent.push(40, 3);
  EXPECT_EQ(recent.value_ns(), 20);
  recent.push(50, 1);
  EXPECT_EQ(recent.value_ns(), 50);
}

}  // namespace
}  // namespace ccsim
