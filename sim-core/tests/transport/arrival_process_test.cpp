// The draws of Poisson arrivals against the moments of their distributions.
#include "transport/arrival_process.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "transport/traffic_source.h"

namespace ccsim {
namespace {

std::vector<ArrivalProcess::Arrival> draw(const std::vector<NamedParameter>& parameters, int count,
                                          std::uint64_t seed = 1) {
  ArrivalProcess process(traffic_parameters({"poisson_transfers", parameters}),
                         RandomStream(seed, 0, RandomPurpose::kTraffic));
  std::vector<ArrivalProcess::Arrival> arrivals;
  for (int i = 0; i < count; ++i) arrivals.push_back(process.next());
  return arrivals;
}

template <typename Value>
double mean_of(const std::vector<ArrivalProcess::Arrival>& arrivals, const Value& value) {
  double sum = 0;
  for (const auto& arrival : arrivals) sum += static_cast<double>(value(arrival));
  return sum / static_cast<double>(arrivals.size());
}

double mean_gap_s(const std::vector<ArrivalProcess::Arrival>& arrivals) {
  return mean_of(arrivals, [](const auto& arrival) { return arrival.gap_ns; }) / 1e9;
}

// Mean and standard deviation of an exponential are alike: 100,000 draws are within 1%.
TEST(ArrivalProcess, GapsAreExponential) {
  const auto arrivals = draw({{"arrival_rate_hz", 50.0}}, 100'000);
  EXPECT_NEAR(mean_gap_s(arrivals), 0.02, 0.0002);
  const auto longer = std::count_if(arrivals.begin(), arrivals.end(), [](const auto& arrival) {
    return arrival.gap_ns > 40 * kMillisecond;
  });
  EXPECT_NEAR(static_cast<double>(longer) / 1e5, std::exp(-2.0), 0.004);
}

// The mean of a bounded Pareto: L^a a (L^(1-a) - H^(1-a)) / ((a - 1) (1 - (L/H)^a)).
TEST(ArrivalProcess, SizesAreABoundedPareto) {
  const auto arrivals = draw({{"smallest_bytes", std::int64_t{1000}},
                              {"largest_bytes", std::int64_t{100'000}},
                              {"pareto_shape_ratio", 1.5}},
                             200'000);
  const double a = 1.5;
  const double low = 1000;
  const double high = 100'000;
  const double mean = std::pow(low, a) * a * (std::pow(low, 1 - a) - std::pow(high, 1 - a)) /
                      ((a - 1) * (1 - std::pow(low / high, a)));
  EXPECT_NEAR(mean_of(arrivals, [](const auto& one) { return one.size_bytes; }) / mean, 1, 0.02);
  for (const auto& arrival : arrivals) {
    ASSERT_GE(arrival.size_bytes, 1000);
    ASSERT_LE(arrival.size_bytes, 100'000);
  }
  const auto above = std::count_if(arrivals.begin(), arrivals.end(),
                                   [](const auto& one) { return one.size_bytes > 4000; });
  const double tail =
      (std::pow(low / 4000, a) - std::pow(low / high, a)) / (1 - std::pow(low / high, a));
  EXPECT_NEAR(static_cast<double>(above) / 2e5, tail, 0.003);
}

// Median and share below the median times e^sigma, which is that of one standard deviation.
TEST(ArrivalProcess, SizesAreALognormal) {
  const auto arrivals = draw({{"size_distribution", std::string("lognormal")},
                              {"smallest_bytes", std::int64_t{1}},
                              {"largest_bytes", std::int64_t{100'000'000'000}},
                              {"median_bytes", std::int64_t{20'000}},
                              {"lognormal_sigma_ratio", 1.0}},
                             100'000);
  const auto share_below = [&arrivals](double bytes) {
    return static_cast<double>(std::count_if(
               arrivals.begin(), arrivals.end(),
               [bytes](const auto& one) { return static_cast<double>(one.size_bytes) < bytes; })) /
           1e5;
  };
  EXPECT_NEAR(share_below(20'000), 0.5, 0.006);
  EXPECT_NEAR(share_below(20'000 * std::exp(1.0)), 0.8413, 0.005);
  EXPECT_NEAR(share_below(20'000 * std::exp(-2.0)), 0.0228, 0.002);
}

TEST(ArrivalProcess, DependsOnTheSeedAlone) {
  const auto first = draw({}, 100);
  const auto again = draw({}, 100);
  const auto other = draw({}, 100, 2);
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].gap_ns, again[i].gap_ns);
    EXPECT_EQ(first[i].size_bytes, again[i].size_bytes);
  }
  EXPECT_NE(first[0].gap_ns, other[0].gap_ns);
}

}  // namespace
}  // namespace ccsim
