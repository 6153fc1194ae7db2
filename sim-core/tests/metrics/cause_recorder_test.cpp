#include "metrics/cause_recorder.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ccsim {
namespace {

constexpr CauseResolution kFine{.bucket_ns = 100, .kept_per_kind = 4};

// A record beside the one of the limits.
struct Recorded {
  void set(SendLimit limit, Binding binding, std::int64_t value, SimTime now_ns) {
    recorder.end_buckets(now_ns);
    flow.set_limit(limit, now_ns);
    recorder.set(limit, binding, value, now_ns);
  }

  FlowTransit transit;
  FlowRecorder flow{1500, 52, transit};
  CauseRecorder recorder{kFine, flow};
};

TEST(CauseRecorder, SharesTheWindowAmongWhatBinds) {
  Recorded of;
  of.set(SendLimit::kCwnd, Binding::kBdp, 10, 0);
  of.recorder.begin_window(20);
  of.set(SendLimit::kCwnd, Binding::kBdp, 30, 40);
  of.set(SendLimit::kPacing, Binding::kBandwidth, 5000, 60);
  of.recorder.end_window(100);
  const FlowCauses found = of.recorder.finish(400);
  ASSERT_EQ(found.times.size(), 2U);
  EXPECT_EQ(found.times[0].binding, Binding::kBdp);
  EXPECT_EQ(found.times[0].time_ns, 40);
  EXPECT_EQ(found.times[0].mean_value, 20);  // 20 ns of 10, 20 ns of 30
  EXPECT_EQ(found.times[1].binding, Binding::kBandwidth);
  EXPECT_EQ(found.times[1].time_ns, 40);
  EXPECT_EQ(found.times[1].mean_value, 5000);
}

TEST(CauseRecorder, CutsTheRunIntoBuckets) {
  Recorded of;
  of.set(SendLimit::kCwnd, Binding::kSlowStart, 10, 50);
  of.set(SendLimit::kCwnd, Binding::kCubicBelow, 7, 130);
  const FlowCauses found = of.recorder.finish(250);
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

// The rule of the window may change before the window binds again.
TEST(CauseRecorder, GivesEachRuleTheTimesOfItsLimit) {
  Recorded of;
  of.recorder.begin_window(0);
  of.set(SendLimit::kCwnd, Binding::kBdp, 10, 0);
  of.set(SendLimit::kPacing, Binding::kBandwidth, 5000, 30);
  of.set(SendLimit::kCwnd, Binding::kInflightHi, 20, 50);
  of.set(SendLimit::kPacing, Binding::kBandwidth, 5000, 60);
  of.set(SendLimit::kCwnd, Binding::kInflightHi, 40, 80);
  const FlowCauses found = of.recorder.finish(90);
  ASSERT_EQ(found.times.size(), 3U);
  for (const BindingTime& time : found.times) {
    if (time.binding == Binding::kBdp) {
      EXPECT_EQ(time.time_ns, 30);
      EXPECT_EQ(time.mean_value, 10);
    } else if (time.binding == Binding::kBandwidth) {
      EXPECT_EQ(time.time_ns, 40);
    } else {
      EXPECT_EQ(time.binding, Binding::kInflightHi);
      EXPECT_EQ(time.time_ns, 20);
      EXPECT_EQ(time.mean_value, 30);  // 10 ns of 20, 10 ns of 40
    }
  }
}

TEST(CauseRecorder, CountsAllDecisionsAndKeepsAnEvenChoiceOfThem) {
  Recorded of;
  for (int i = 0; i < 20; ++i) {
    const double lost = i < 10 ? kNoValue : 2.0;
    of.recorder.add(i, CauseKind::kInflightHiSet, "loss",
                    {static_cast<double>(i), 1, lost, kNoValue});
  }
  const FlowCauses found = of.recorder.finish(30);
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
