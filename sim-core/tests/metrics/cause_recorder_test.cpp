#include "metrics/cause_recorder.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ccsim {
namespace {

constexpr CauseResolution kFine{.bucket_ns = 100, .kept_per_kind = 4};

TEST(CauseRecorder, SharesTheWindowAmongWhatBinds) {
  CauseRecorder recorder(kFine);
  recorder.set(Binding::kBdp, 10, 0);
  recorder.begin_window(20);
  recorder.set(Binding::kBdp, 30, 40);
  recorder.set(Binding::kBandwidth, 5000, 60);
  recorder.end_window(100);
  const FlowCauses found = recorder.finish(400);
  ASSERT_EQ(found.times.size(), 2U);
  EXPECT_EQ(found.times[0].binding, Binding::kBdp);
  EXPECT_EQ(found.times[0].time_ns, 40);
  EXPECT_EQ(found.times[0].mean_value, 20);  // 20 ns of 10, 20 ns of 30
  EXPECT_EQ(found.times[1].binding, Binding::kBandwidth);
  EXPECT_EQ(found.times[1].time_ns, 40);
  EXPECT_EQ(found.times[1].mean_value, 5000);
}

TEST(CauseRecorder, CutsTheRunIntoBuckets) {
  CauseRecorder recorder(kFine);
  recorder.set(Binding::kSlowStart, 10, 50);
  recorder.set(Binding::kCubicBelow, 7, 130);
  const FlowCauses found = recorder.finish(250);
  ASSERT_EQ(found.buckets.size(), 4U);
  EXPECT_EQ(found.buckets[0].bucket, 0);
  EXPECT_EQ(found.buckets[0].time_ns, 50);
  EXPECT_EQ(found.buckets[1].bucket, 1);
  EXPECT_EQ(found.buckets[1].binding, Binding::kSlowStart);
  EXPECT_EQ(found.buckets[1].time_ns, 30);
  EXPECT_EQ(found.buckets[2].binding, Binding::kCubicBelow);
  EXPECT_EQ(found.buckets[2].time_ns, 70);
  EXPECT_EQ(found.buckets[3].bucket, 2);
  EXPECT_EQ(found.buckets[3].time_ns, 50);
}

TEST(CauseRecorder, CountsAllDecisionsAndKeepsAnEvenChoiceOfThem) {
  CauseRecorder recorder(kFine);
  for (int i = 0; i < 20; ++i) {
    const double lost = i < 10 ? kNoValue : 2.0;
    recorder.add(i, CauseKind::kInflightHiSet, "loss", {static_cast<double>(i), 1, lost, kNoValue});
  }
  const FlowCauses found = recorder.finish(30);
  ASSERT_EQ(found.causes.size(), 1U);
  const CauseSummary& summary = found.causes[0];
  EXPECT_EQ(summary.count, 20);
  EXPECT_EQ(summary.means[0], 9.5);
  EXPECT_EQ(summary.means[2], 2.0);  // over the ten that have it
  EXPECT_TRUE(std::isnan(summary.means[3]));
  EXPECT_EQ(summary.kept_every, 8);
  ASSERT_EQ(summary.kept.size(), 3U);
  EXPECT_EQ(summary.kept[1].time_ns, 8);
  EXPECT_EQ(summary.kept[2].time_ns, 16);
  EXPECT_EQ(summary.last.time_ns, 19);
}

TEST(CauseRecorder, KeepsLessOfEachFlowTheMoreThereAre) {
  const CauseResolution few = CauseResolution::of(120 * kSecond, 2);
  const CauseResolution many = CauseResolution::of(120 * kSecond, 10'000);
  EXPECT_EQ(few.bucket_ns, kSecond / 2);
  EXPECT_EQ(few.kept_per_kind, 256U);
  EXPECT_EQ(many.bucket_ns, 12 * kSecond);
  EXPECT_EQ(many.kept_per_kind, 2U);
}

}  // namespace
}  // namespace ccsim
