#include "metrics/delivery_recorder.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/shorthand.h"

namespace ccsim {
namespace {

FlowSummary summary_of(const DeliveryRecorder& recorder, SimTime end_ns) {
  FlowSummary summary;
  summary.active_ns = 10 * kSecond;
  recorder.summarise(end_ns, summary);
  return summary;
}

TEST(DeliveryRecorder, SumsUpWhatBeganInTheWindow) {
  DeliveryRecorder recorder(kSecond);
  const std::int64_t early = recorder.begin_transfer(5'000'000, 0);
  const std::int64_t small = recorder.begin_transfer(99'999, 2 * kSecond);
  const std::int64_t medium = recorder.begin_transfer(100'000, 2 * kSecond);
  const std::int64_t large = recorder.begin_transfer(1'000'000, 3 * kSecond);
  recorder.begin_transfer(50'000, 9 * kSecond);  // never complete
  recorder.complete_transfer(early, 4 * kSecond);
  recorder.complete_transfer(medium, 2 * kSecond + 300 * kMs);
  recorder.complete_transfer(small, 2 * kSecond + 100 * kMs);
  recorder.complete_transfer(large, 4 * kSecond);
  recorder.acknowledge_transfer(large, 4 * kSecond + 20 * kMs);
  const FlowSummary summary = summary_of(recorder, 10 * kSecond);
  EXPECT_EQ(summary.transfer_count, 4);
  EXPECT_EQ(summary.completed_transfer_count, 3);
  EXPECT_DOUBLE_EQ(summary.mean_completion_s, 1.4 / 3);
  EXPECT_NEAR(summary.p50_completion_s, 0.3, 0.003);
  EXPECT_NEAR(summary.p99_completion_s, 1, 0.01);
  EXPECT_EQ(summary.small_transfer_count, 1);
  EXPECT_DOUBLE_EQ(summary.mean_small_completion_s, 0.1);
  EXPECT_DOUBLE_EQ(summary.mean_medium_completion_s, 0.3);
  EXPECT_DOUBLE_EQ(summary.mean_large_completion_s, 1);
  EXPECT_DOUBLE_EQ(summary.offered_bps, (99'999 + 100'000 + 1'000'000 + 50'000) * 8 / 10.0);
  EXPECT_EQ(summary.frame_count, kNoCount);
  ASSERT_EQ(recorder.transfers().size(), 5U);
  EXPECT_EQ(recorder.transfers()[0].completion_ns, 4 * kSecond);
  EXPECT_EQ(recorder.transfers()[3].acknowledged_ns, 1020 * kMs);
  EXPECT_EQ(recorder.transfers()[4].completion_ns, kNoDuration);
}

TEST(DeliveryRecorder, HasNoTimesOfAClassThatDidNotOccur) {
  DeliveryRecorder recorder(0);
  recorder.complete_transfer(recorder.begin_transfer(1000, 0), kMs);
  const FlowSummary summary = summary_of(recorder, kSecond);
  EXPECT_EQ(summary.large_transfer_count, 0);
  EXPECT_TRUE(std::isnan(summary.mean_large_completion_s));
  EXPECT_TRUE(std::isnan(summary.p99_large_completion_s));
}

// Of five frames one is early, one in time to the nanosecond, one late; of the two that did not
// arrive one was due.
TEST(DeliveryRecorder, CountsMissedDeadlines) {
  DeliveryRecorder recorder(kSecond);
  recorder.begin_frame(1000, 0, 10 * kMs);
  recorder.complete_frame(2 * kSecond);
  for (int i = 0; i < 5; ++i) {
    recorder.begin_frame(1000, 2 * kSecond + i * kMs, 2 * kSecond + (i + 100) * kMs);
  }
  recorder.complete_frame(2 * kSecond + 50 * kMs);
  recorder.complete_frame(2 * kSecond + 101 * kMs);
  recorder.complete_frame(2 * kSecond + 102 * kMs + 1);
  const FlowSummary summary = summary_of(recorder, 2 * kSecond + 104 * kMs);
  EXPECT_EQ(summary.frame_count, 4);
  EXPECT_EQ(summary.late_frame_count, 2);
  EXPECT_DOUBLE_EQ(summary.late_frame_ratio, 0.5);
  EXPECT_NEAR(summary.mean_frame_delay_s, 0.25 / 3, 1e-8);
  EXPECT_EQ(summary.transfer_count, kNoCount);
  EXPECT_DOUBLE_EQ(summary.offered_bps, 5 * 8000 / 10.0);
}

}  // namespace
}  // namespace ccsim
