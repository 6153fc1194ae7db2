#include "metrics/log_histogram.h"

#include <algorithm>

#include "ccsim/units.h"

namespace ccsim {

template <typename Weight>
double LogHistogram<Weight>::middle_of(std::size_t bucket) {
  if (bucket < 2 * kPerOctave) return static_cast<double>(bucket);
  const std::size_t shift = bucket / kPerOctave - 1;
  const std::uint64_t mantissa = bucket - shift * kPerOctave;
  const std::uint64_t low = static_cast<std::uint64_t>(mantissa) << shift;
  const std::uint64_t last = low + ((std::uint64_t{1} << shift) - 1);
  return (static_cast<double>(low) + static_cast<double>(last)) / 2;
}

template <typename Weight>
double LogHistogram<Weight>::quantile(double quantile) const {
  const std::uint64_t all = total();
  if (all == 0) return kNoValue;
  const double wanted = quantile * static_cast<double>(all);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    sum += weights_[i];
    if (weights_[i] > 0 && static_cast<double>(sum) >= wanted) return reading_of(first_ + i);
  }
  return reading_of(first_ + weights_.size() - 1);
}

template <typename Weight>
double LogHistogram<Weight>::reading_of(std::size_t bucket) const {
  return std::clamp(middle_of(bucket), static_cast<double>(lowest_), static_cast<double>(highest_));
}

// Room for the bucket, in whole octaves on either side.
template <typename Weight>
void LogHistogram<Weight>::cover(std::size_t bucket) {
  const std::size_t low = bucket / kPerOctave * kPerOctave;
  const std::size_t high = low + kPerOctave;
  if (weights_.empty()) {
    first_ = low;
    weights_.assign(kPerOctave, 0);
    return;
  }
  if (low < first_) {
    weights_.insert(weights_.begin(), first_ - low, 0);
    first_ = low;
  }
  weights_.resize(std::max(weights_.size(), high - first_), 0);
}

template class LogHistogram<std::uint32_t>;
template class LogHistogram<std::uint64_t>;

}  // namespace ccsim
