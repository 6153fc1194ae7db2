#include "metrics/fairness.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ccsim {
namespace {

TEST(Fairness, JainIsOneForEqualSharesAndOneOverNForASingleUser) {
  EXPECT_DOUBLE_EQ(jain_index({5, 5, 5, 5}), 1.0);
  EXPECT_DOUBLE_EQ(jain_index({8, 0, 0, 0}), 0.25);
  // (3 + 1)^2 / (2 * (9 + 1)) = 16 / 20.
  EXPECT_DOUBLE_EQ(jain_index({3, 1}), 0.8);
  EXPECT_TRUE(std::isnan(jain_index({0, 0})));
}

TEST(Fairness, RatioAndStdrComeFromGroupMeans) {
  FairnessSummary summary;
  // Group 0: mean 6; group 1: mean 2.
  fill_window_fairness({4, 8, 2}, {3, 3, 1}, {0, 0, 1}, summary);
  EXPECT_DOUBLE_EQ(summary.throughput_ratio, 3.0);
  EXPECT_DOUBLE_EQ(summary.throughput_stdr, 0.5);
  EXPECT_DOUBLE_EQ(summary.goodput_ratio, 3.0);
  EXPECT_DOUBLE_EQ(summary.jain_index, 14.0 * 14.0 / (3 * 84.0));
}

TEST(Fairness, HasNoRatioWithOneGroup) {
  FairnessSummary summary;
  fill_window_fairness({4, 8}, {3, 3}, {0, 0}, summary);
  EXPECT_TRUE(std::isnan(summary.throughput_ratio));
  EXPECT_TRUE(std::isnan(summary.throughput_stdr));
  EXPECT_FALSE(std::isnan(summary.jain_index));
}

TEST(Fairness, MeanOfRatiosDiffersFromRatioOfMeans) {
  SecondsFairness seconds({0, 1});
  seconds.add({1, 4}, {1, 4});  // ratio 0.25
  seconds.add({4, 1}, {4, 1});  // ratio 4
  FairnessSummary summary;
  seconds.fill(summary);
  EXPECT_DOUBLE_EQ(summary.mean_1s_throughput_ratio, 2.125);
  EXPECT_DOUBLE_EQ(summary.mean_1s_jain_index, 25.0 / 34.0);
  EXPECT_DOUBLE_EQ(summary.min_1s_jain_index, 25.0 / 34.0);
  EXPECT_EQ(summary.jain_second_count, 2);
}

TEST(Fairness, LeavesSecondsWithoutARatioOut) {
  SecondsFairness seconds({0, 1});
  seconds.add({3, 0}, {3, 0});
  seconds.add({2, 2}, {2, 2});
  FairnessSummary summary;
  seconds.fill(summary);
  EXPECT_DOUBLE_EQ(summary.mean_1s_throughput_ratio, 1.0);
  EXPECT_DOUBLE_EQ(summary.min_1s_jain_index, 0.5);
  EXPECT_DOUBLE_EQ(summary.mean_1s_jain_index, 0.75);
}

TEST(Fairness, WithoutSecondsEverythingIsAbsent) {
  FairnessSummary summary;
  SecondsFairness({0, 1}).fill(summary);
  EXPECT_TRUE(std::isnan(summary.mean_1s_jain_index));
  EXPECT_TRUE(std::isnan(summary.min_1s_jain_index));
  EXPECT_EQ(summary.jain_second_count, 0);
}

}  // namespace
}  // namespace ccsim
