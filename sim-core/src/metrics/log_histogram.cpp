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
  for (std::size_t i = 0; i < count_; ++i) {
    sum += weights_[i];
    if (weights_[i] > 0 && static_cast<double>(sum) >= wanted) return reading_of(first_ + i);
  }
  return reading_of(first_ + count_ - 1);
}

template <typename Weight>
double LogHistogram<Weight>::reading_of(std::size_t bucket) const {
  return std::clamp(middle_of(bucket), static_cast<double>(lowest()),
                    static_cast<double>(highest()));
}

template <typename Weight>
void LogHistogram<Weight>::add_beyond(std::int64_t value, std::int64_t weight) {
  widen(value);
  weights_[bucket_of(value) - first_] += static_cast<Weight>(weight);
}

template <typename Weight>
void LogHistogram<Weight>::widen(std::int64_t value) {
  const bool is_first = count_ == 0;
  const std::int64_t highest = is_first ? value : std::max(value, this->highest());
  lowest_ = is_first ? value : std::min(value, lowest_);
  range_ = static_cast<std::uint64_t>(highest - lowest_);
  const std::size_t bucket = bucket_of(value);
  // One comparison: what lies below wraps round.
  if (bucket - first_ >= count_) cover(bucket);
}

// Room for the bucket, in whole steps on either side.
template <typename Weight>
void LogHistogram<Weight>::cover(std::size_t bucket) {
  const std::size_t low = bucket / kPerStep * kPerStep;
  const std::size_t first = count_ == 0 ? low : std::min<std::size_t>(first_, low);
  const std::size_t end = std::max<std::size_t>(count_ == 0 ? 0 : first_ + count_, low + kPerStep);
  auto wider = std::make_unique<Weight[]>(end - first);
  std::copy_n(weights_.get(), count_, wider.get() + (count_ == 0 ? 0 : first_ - first));
  weights_ = std::move(wider);
  first_ = static_cast<std::uint32_t>(first);
  count_ = static_cast<std::uint32_t>(end - first);
}

template class LogHistogram<std::uint32_t>;
template class LogHistogram<std::uint64_t>;

}  // namespace ccsim
