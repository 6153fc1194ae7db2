// Weighted histogram over non-negative integers in buckets of equal relative width: values below
// 128 are exact, above that a bucket spans 1/64 of its lower edge and is read at its middle, or at
// the nearest extreme if no value reached the middle. So a quantile is at most 1/128 (0.8%) off and
// never outside the values seen. Memory grows with the range of values, not their number.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>

namespace ccsim {

// `Weight`: an unsigned integer that holds the weight of one bucket.
template <typename Weight = std::uint64_t>
class LogHistogram {
 public:
  void add(std::int64_t value, std::int64_t weight) {
    // One comparison: what lies below the lowest wraps round. What lies between has its bucket.
    if (static_cast<std::uint64_t>(value - lowest_) > range_) [[unlikely]] {
      add_beyond(value, weight);
      return;
    }
    weights_[bucket_of(value) - first_] += static_cast<Weight>(weight);
  }

  [[nodiscard]] std::uint64_t total() const {
    return std::accumulate(weights_.get(), weights_.get() + count_, std::uint64_t{0});
  }
  // The extremes among the values, exact. Of no meaning when empty.
  [[nodiscard]] std::int64_t lowest() const { return lowest_; }
  [[nodiscard]] std::int64_t highest() const { return lowest_ + static_cast<std::int64_t>(range_); }
  // The value below or at which the fraction `quantile` of the weight lies; NaN when empty.
  [[nodiscard]] double quantile(double quantile) const;

  [[nodiscard]] static std::size_t bucket_of(std::int64_t value) {
    const auto v = static_cast<std::uint64_t>(value);
    // With this bit the shift of a value below 128 is 0: it is its own bucket. The highest bit is
    // found by exclusive or: so gcc sees that it is what a processor answers.
    const auto highest_bit = 63U ^ static_cast<unsigned>(std::countl_zero(v | kPerOctave));
    const unsigned shift = highest_bit - kMantissaBits;
    return std::size_t{shift} * kPerOctave + static_cast<std::size_t>(v >> shift);
  }
  // The middle of the bucket's values.
  [[nodiscard]] static double middle_of(std::size_t bucket);

 private:
  static constexpr unsigned kMantissaBits = 6;
  static constexpr std::size_t kPerOctave = 1U << kMantissaBits;
  static constexpr std::size_t kPerStep = 16;  // it grows by so many: of 32 bits, a cache line

  // A value outside the range so far. Adds it completely, so that add() ends with this call.
  [[gnu::noinline]] void add_beyond(std::int64_t value, std::int64_t weight);
  void widen(std::int64_t value);
  void cover(std::size_t bucket);
  // Where a bucket with a value in it is read.
  [[nodiscard]] double reading_of(std::size_t bucket) const;

  std::unique_ptr<Weight[]> weights_;
  std::uint32_t count_ = 0;
  std::uint32_t first_ = 0;                                         // bucket number of weights_[0]
  std::int64_t lowest_ = std::numeric_limits<std::int64_t>::max();  // above every value: empty
  std::uint64_t range_ = 0;  // from the lowest value to the highest
};

}  // namespace ccsim
