#include "transport/rtt_estimator.h"

#include <gtest/gtest.h>

#include "support/shorthand.h"

namespace ccsim {
namespace {

TEST(RttEstimator, StartsWithOneSecond) {
  const RttEstimator rtt(200 * kMs);
  EXPECT_EQ(rtt.srtt_ns(), kNoDuration);
  EXPECT_EQ(rtt.min_rtt_ns(), kNoDuration);
  EXPECT_EQ(rtt.rto_ns(), kSecond);
}

// First sample M: SRTT = M; the variation is 2M (four times M/2) or the minimum RTO.
TEST(RttEstimator, TakesTheFirstSampleWhole) {
  RttEstimator rtt(200 * kMs);
  rtt.add(40 * kMs, 0, 10);
  EXPECT_EQ(rtt.srtt_ns(), 40 * kMs);
  EXPECT_EQ(rtt.rto_ns(), 240 * kMs);
  RttEstimator slow(200 * kMs);
  slow.add(300 * kMs, 0, 10);
  EXPECT_EQ(slow.rto_ns(), 900 * kMs);
}

TEST(RttEstimator, MovesSrttByAnEighth) {
  RttEstimator rtt(200 * kMs);
  rtt.add(40 * kMs, 0, 10);
  rtt.add(48 * kMs, 1, 11);
  EXPECT_EQ(rtt.srtt_ns(), 41 * kMs);
  rtt.add(33 * kMs, 2, 12);
  EXPECT_EQ(rtt.srtt_ns(), 40 * kMs);
}

// mdev is 4 times the deviation: first 600 (2M), then an error e moves it by |e| - mdev/4.
TEST(RttEstimator, RaisesTheVariationAtOnceAndLowersItOncePerRound) {
  RttEstimator rtt(200 * kMs);
  rtt.add(300 * kMs, 0, 10);
  EXPECT_EQ(rtt.rttvar_ns(), 600 * kMs);
  rtt.add(700 * kMs, 5, 15);  // error 400: mdev = 600 + 400 - 150 = 850
  EXPECT_EQ(rtt.rttvar_ns(), 850 * kMs);
  EXPECT_EQ(rtt.srtt_ns(), 350 * kMs);
  EXPECT_EQ(rtt.rto_ns(), 1200 * kMs);
  // No error: mdev = 850 - 212.5 = 637.5; within the round the variation stays, and at the round's
  // end (una beyond 10) it moves a quarter towards the round's maximum, which is still 850.
  rtt.add(350 * kMs, 11, 25);
  EXPECT_EQ(rtt.rttvar_ns(), 850 * kMs);
  // A round whose maximum is the floor: mdev = 637.5 - 159.375 = 478.125 > 200.
  rtt.add(350 * kMs, 26, 40);
  EXPECT_EQ(rtt.rttvar_ns(), 850 * kMs - (850 * kMs - 478'125'000) / 4);
}

TEST(RttEstimator, LetsAFallingRttRaiseTheVariationByAnEighthOnly) {
  RttEstimator rtt(kMs);
  rtt.add(100 * kMs, 0, 10);  // mdev 200
  rtt.add(20 * kMs, 1, 11);   // error -80, 80 - 50 = 30 > 0: an eighth of it
  EXPECT_EQ(rtt.rttvar_ns(), 200 * kMs + 30 * kMs / 8);
}

TEST(RttEstimator, NeverGoesBelowTheMinimumRto) {
  RttEstimator rtt(200 * kMs);
  for (int i = 0; i < 1000; ++i) rtt.add(40 * kMs, i, i + 10);
  EXPECT_EQ(rtt.rto_ns(), 240 * kMs);
}

TEST(RttEstimator, DoublesOnTimeoutUpTo120SecondsAndForgetsItAtTheNextSample) {
  RttEstimator rtt(200 * kMs);
  rtt.add(40 * kMs, 0, 10);
  rtt.back_off();
  EXPECT_EQ(rtt.rto_ns(), 480 * kMs);
  rtt.back_off();
  EXPECT_EQ(rtt.rto_ns(), 960 * kMs);
  for (int i = 0; i < 20; ++i) rtt.back_off();
  EXPECT_EQ(rtt.rto_ns(), 120 * kSecond);
  rtt.add(40 * kMs, 1, 11);
  EXPECT_EQ(rtt.rto_ns(), 240 * kMs);
}

TEST(RttEstimator, KeepsTheLowestSampleForEver) {
  RttEstimator rtt(200 * kMs);
  rtt.add_to_minimum(50 * kMs);
  rtt.add_to_minimum(40 * kMs);
  rtt.add_to_minimum(90 * kMs);
  EXPECT_EQ(rtt.min_rtt_ns(), 40 * kMs);
}

}  // namespace
}  // namespace ccsim
