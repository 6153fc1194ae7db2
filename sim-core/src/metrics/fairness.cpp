#include "metrics/fairness.h"

#include <cmath>

namespace ccsim {
namespace {}  // namespace

double jain_index(const std::vector<double>& rates) {
  double sum = 0;
  double sum_of_squares = 0;
  for (const double rate : rates) {
    sum += rate;
    sum_of_squares += rate * rate;
  }
  if (sum_of_squares == 0) return kNoValue;
  return sum * sum / (static_cast<double>(rates.size()) * sum_of_squares);
}

double group_mean(const std::vector<double>& rates, const std::vector<std::int64_t>& groups,
                  std::int64_t group) {
  double sum = 0;
  std::int64_t count = 0;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    if (groups[i] != group) continue;
    sum += rates[i];
    ++count;
  }
  return count == 0 ? kNoValue : sum / static_cast<double>(count);
}

double ratio_of(double a, double b) {
  return b == 0 ? kNoValue : a / b;
}

double stdr_of(double a, double b) {
  return a + b == 0 ? kNoValue : (a - b) / (a + b);
}

void SecondsFairness::Mean::add(double value) {
  if (std::isnan(value)) return;
  sum += value;
  ++count;
}

double SecondsFairness::Mean::value() const {
  return count == 0 ? kNoValue : sum / static_cast<double>(count);
}

void SecondsFairness::Minimum::add(double value) {
  if (std::isnan(value)) return;
  if (!is_set || value < lowest) lowest = value;
  is_set = true;
}

double SecondsFairness::Minimum::value() const {
  return is_set ? lowest : kNoValue;
}

void SecondsFairness::add(const std::vector<double>& throughputs,
                          const std::vector<double>& goodputs) {
  const auto ratio_within = [this](const std::vector<double>& rates) {
    return ratio_of(group_mean(rates, groups_, 0), group_mean(rates, groups_, 1));
  };
  throughput_ratio_.add(ratio_within(throughputs));
  goodput_ratio_.add(ratio_within(goodputs));
  const double jain = jain_index(throughputs);
  const double goodput_jain = jain_index(goodputs);
  jain_.add(jain);
  goodput_jain_.add(goodput_jain);
  lowest_jain_.add(jain);
  lowest_goodput_jain_.add(goodput_jain);
  ++second_count_;
}

void SecondsFairness::fill(FairnessSummary& summary) const {
  summary.mean_1s_throughput_ratio = throughput_ratio_.value();
  summary.mean_1s_goodput_ratio = goodput_ratio_.value();
  summary.mean_1s_jain_index = jain_.value();
  summary.min_1s_jain_index = lowest_jain_.value();
  summary.mean_1s_goodput_jain_index = goodput_jain_.value();
  summary.min_1s_goodput_jain_index = lowest_goodput_jain_.value();
  summary.jain_second_count = second_count_;
}

void fill_window_fairness(const std::vector<double>& throughputs,
                          const std::vector<double>& goodputs,
                          const std::vector<std::int64_t>& groups, FairnessSummary& summary) {
  summary.jain_index = jain_index(throughputs);
  summary.goodput_jain_index = jain_index(goodputs);
  const double a = group_mean(throughputs, groups, 0);
  const double b = group_mean(throughputs, groups, 1);
  const double goodput_a = group_mean(goodputs, groups, 0);
  const double goodput_b = group_mean(goodputs, groups, 1);
  summary.throughput_ratio = ratio_of(a, b);
  summary.goodput_ratio = ratio_of(goodput_a, goodput_b);
  summary.throughput_stdr = stdr_of(a, b);
  summary.goodput_stdr = stdr_of(goodput_a, goodput_b);
}

}  // namespace ccsim
