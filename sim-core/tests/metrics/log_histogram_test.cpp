#include "metrics/log_histogram.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ccsim {
namespace {

TEST(LogHistogram, ReadsEveryValueWithinOnePercent) {
  for (std::int64_t value = 0; value < 4'000'000'000'000; value += 1 + value / 97) {
    const double read = LogHistogram<>::middle_of(LogHistogram<>::bucket_of(value));
    EXPECT_LE(std::fabs(read - static_cast<double>(value)), 0.01 * static_cast<double>(value))
        << value;
  }
}

TEST(LogHistogram, NumbersItsBucketsWithoutGaps) {
  std::size_t last = LogHistogram<>::bucket_of(0);
  for (std::int64_t value = 1; value < 1'000'000; ++value) {
    const std::size_t bucket = LogHistogram<>::bucket_of(value);
    EXPECT_TRUE(bucket == last || bucket == last + 1) << value;
    last = bucket;
  }
}

TEST(LogHistogram, FindsWeightedQuantiles) {
  LogHistogram<> histogram;
  histogram.add(100, 50);
  histogram.add(20, 45);
  histogram.add(1'000'000, 5);
  EXPECT_EQ(histogram.total(), 100U);
  EXPECT_DOUBLE_EQ(histogram.quantile(0.45), 20);
  EXPECT_DOUBLE_EQ(histogram.quantile(0.46), 100);
  EXPECT_DOUBLE_EQ(histogram.quantile(0.95), 100);
  // The middle of the highest bucket lies above the one value in it.
  EXPECT_DOUBLE_EQ(histogram.quantile(0.96), 1e6);
  EXPECT_DOUBLE_EQ(histogram.quantile(1.0), 1e6);
}

TEST(LogHistogram, ReadsNoQuantileOutsideOfWhatItSaw) {
  for (std::int64_t value = 1; value < 4'000'000'000'000; value += 1 + value / 97) {
    LogHistogram<> histogram;
    histogram.add(value, 3);
    EXPECT_DOUBLE_EQ(histogram.quantile(0.5), static_cast<double>(value));
    histogram.add(value + 1, 2);
    for (const double q : {0.01, 0.6, 0.61, 1.0}) {
      EXPECT_GE(histogram.quantile(q), static_cast<double>(value)) << q;
      EXPECT_LE(histogram.quantile(q), static_cast<double>(value + 1)) << q;
    }
  }
}

TEST(LogHistogram, HasNoQuantileWhenEmpty) {
  EXPECT_TRUE(std::isnan(LogHistogram().quantile(0.5)));
}

TEST(LogHistogram, FindsTheQuantilesOfAUniformSpread) {
  LogHistogram<> histogram;
  for (std::int64_t value = 1; value <= 100'000; ++value) histogram.add(value * 1000, 1);
  for (const double q : {0.5, 0.95, 0.99}) {
    EXPECT_NEAR(histogram.quantile(q), q * 1e8, 0.01 * q * 1e8);
  }
}

}  // namespace
}  // namespace ccsim
