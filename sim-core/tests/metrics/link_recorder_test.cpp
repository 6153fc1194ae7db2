#include "metrics/link_recorder.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ccsim {
namespace {

TEST(LinkRecorder, MeasuresQueueAndBusyTimeOfTheWindow) {
  LinkRecorder link;
  link.set_queue(9000, 0);  // before the window; its level carries over
  link.begin_window(1000);
  link.set_busy(true, 1000);
  link.set_queue(3000, 1250);
  link.set_queue(0, 1750);
  link.set_busy(false, 1900);
  link.add_drop();
  link.add_transmitted();
  link.end_window(2000);
  link.add_drop();
  const LinkSummary summary = link.summarise();
  EXPECT_DOUBLE_EQ(summary.mean_queue_bytes, (9000 * 250 + 3000 * 500) / 1000.0);
  EXPECT_DOUBLE_EQ(summary.utilisation_ratio, 0.9);
  EXPECT_NEAR(summary.p50_queue_bytes, 3000, 30);
  EXPECT_NEAR(summary.p95_queue_bytes, 9000, 90);
  EXPECT_DOUBLE_EQ(summary.max_queue_bytes, 9000);
  EXPECT_EQ(summary.dropped_packets, 1);
  EXPECT_EQ(summary.transmitted_packets, 1);
}

TEST(LinkRecorder, SamplesEachIntervalByItself) {
  LinkRecorder link;
  link.set_busy(true, 0);
  link.set_queue(1000, 50);
  link.add_drop();
  const LinkSample first = link.take_sample(100);
  EXPECT_DOUBLE_EQ(first.queue_bytes, 500);
  EXPECT_EQ(first.queue_max_bytes, 1000);
  EXPECT_EQ(first.queue_min_bytes, 0);
  EXPECT_EQ(first.dropped_packets, 1);
  EXPECT_DOUBLE_EQ(first.busy_ratio, 1);
  link.set_busy(false, 125);
  link.set_queue(4000, 150);
  link.set_queue(2000, 160);
  const LinkSample second = link.take_sample(200);
  EXPECT_EQ(second.queue_max_bytes, 4000);
  EXPECT_EQ(second.queue_min_bytes, 1000);
  EXPECT_EQ(second.dropped_packets, 0);
  EXPECT_DOUBLE_EQ(second.busy_ratio, 0.25);
  const LinkSample third = link.take_sample(300);
  EXPECT_EQ(third.queue_max_bytes, 2000);
  EXPECT_EQ(third.queue_min_bytes, 2000);
}

// 10 bit/s until 2 s, 30 afterwards: 80 bits in 4 s. Busy for 1 s of each rate: 40 of them.
TEST(LinkRecorder, TakesWhatALinkThatChangesSendsOverWhatItCouldSend) {
  LinkRecorder link;
  link.follow(
      [](SimTime now_ns) {
        return __int128{10} * now_ns + __int128{20} * std::max<SimTime>(0, now_ns - 2 * kSecond);
      },
      10);
  link.begin_window(0);
  link.set_busy(true, kSecond);
  link.set_rate(30, true, 2 * kSecond);
  EXPECT_DOUBLE_EQ(link.sampled_capacity_bps(2 * kSecond), 10);
  EXPECT_DOUBLE_EQ(link.take_sample(2 * kSecond).busy_ratio, 0.5);
  link.set_busy(false, 3 * kSecond);
  EXPECT_DOUBLE_EQ(link.sampled_capacity_bps(4 * kSecond), 30);
  EXPECT_DOUBLE_EQ(link.take_sample(4 * kSecond).busy_ratio, 0.5);
  link.end_window(4 * kSecond);
  EXPECT_DOUBLE_EQ(link.summarise().utilisation_ratio, 0.5);
}

TEST(LinkRecorder, HasNoUtilisationWhereNothingCouldBeSent) {
  LinkRecorder link;
  link.follow([](SimTime) { return __int128{0}; }, 0);
  link.begin_window(0);
  EXPECT_TRUE(std::isnan(link.take_sample(kSecond).busy_ratio));
  link.end_window(kSecond);
  EXPECT_TRUE(std::isnan(link.summarise().utilisation_ratio));
}

}  // namespace
}  // namespace ccsim
