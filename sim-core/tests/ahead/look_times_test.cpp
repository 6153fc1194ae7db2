// When counters are read, and until when a link may therefore run ahead.
#include "ahead/look_times.h"

#include <gtest/gtest.h>

namespace ccsim {
namespace {

Scenario ten_seconds() {
  Scenario scenario;
  scenario.duration_ns = 10 * kSecond;
  scenario.warmup_ns = 2 * kSecond + 7;
  scenario.sample_interval_ns = 300 * kMillisecond;
  scenario.groups.resize(2);
  scenario.groups[1].stop_ns = 4 * kSecond + 5;
  return scenario;
}

TEST(LookTimes, AreSecondsTheEdgesOfTheWindowAndStops) {
  LookTimes looks(ten_seconds(), false);
  EXPECT_EQ(looks.next_ns(0), 0);
  EXPECT_EQ(looks.next_ns(1), kSecond);
  EXPECT_EQ(looks.next_ns(kSecond), kSecond);
  EXPECT_EQ(looks.next_ns(2 * kSecond + 1), 2 * kSecond + 7);
  EXPECT_EQ(looks.next_ns(2 * kSecond + 8), 3 * kSecond);
  EXPECT_EQ(looks.next_ns(4 * kSecond + 5), 4 * kSecond + 5);
  EXPECT_EQ(looks.next_ns(4 * kSecond + 6), 5 * kSecond);
  EXPECT_EQ(looks.next_ns(10 * kSecond), 10 * kSecond);
}

TEST(LookTimes, AreTheEndOfARunThatEndsWithinASecond) {
  Scenario scenario = ten_seconds();
  scenario.duration_ns = 9 * kSecond + 3;
  LookTimes looks(scenario, false);
  EXPECT_EQ(looks.next_ns(9 * kSecond + 1), 9 * kSecond + 3);
}

TEST(LookTimes, AreSamplesWhileSeriesAreRecorded) {
  LookTimes looks(ten_seconds(), true);
  EXPECT_EQ(looks.next_ns(1), 300 * kMillisecond);
  EXPECT_EQ(looks.next_ns(900 * kMillisecond + 1), kSecond);
  EXPECT_EQ(looks.next_ns(kSecond + 1), 1200 * kMillisecond);
}

TEST(LookTimes, AreNowOnceTheRunIsCancelled) {
  LookTimes looks(ten_seconds(), false);
  EXPECT_EQ(looks.next_ns(10), kSecond);
  looks.look_always();
  EXPECT_EQ(looks.next_ns(11), 11);
  EXPECT_EQ(looks.next_ns(12), 12);
}

}  // namespace
}  // namespace ccsim
