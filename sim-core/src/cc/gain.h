// Fixed-point factors. In 256ths, the resolution that the Linux BBR modules compute with
// (BBR_SCALE = 8): "2.885" is really 739/256 there, and the same numbers come out here.
#pragma once

#include <compare>
#include <cstdint>

#include "ccsim/units.h"

namespace ccsim {

template <std::int64_t Unit>
class BasicGain {
 public:
  static constexpr std::int64_t kUnit = Unit;
  static_assert(Unit % 256 == 0);

  constexpr BasicGain() = default;

  [[nodiscard]] static constexpr BasicGain in_256ths(std::int64_t numerator) {
    BasicGain gain;
    gain.numerator_ = static_cast<std::int32_t>(numerator * (Unit / 256));
    return gain;
  }
  // The nearest step; `ratio` >= 0.
  [[nodiscard]] static constexpr BasicGain from_ratio(double ratio) {
    BasicGain gain;
    gain.numerator_ = static_cast<std::int32_t>(ratio * static_cast<double>(kUnit) + 0.5);
    return gain;
  }

  [[nodiscard]] constexpr std::int64_t numerator() const { return numerator_; }
  [[nodiscard]] constexpr double ratio() const {
    return static_cast<double>(numerator_) / static_cast<double>(kUnit);
  }
  // amount * gain, rounded down as the kernel's shift does; amount >= 0.
  [[nodiscard]] constexpr std::int64_t times(std::int64_t amount) const {
    return mul_div_floor(amount, numerator_, kUnit);
  }
  // 1 - gain, for "cut by": 76/256 becomes 180/256.
  [[nodiscard]] constexpr BasicGain complement() const {
    BasicGain gain;
    gain.numerator_ = static_cast<std::int32_t>(kUnit) - numerator_;
    return gain;
  }

  constexpr auto operator<=>(const BasicGain&) const = default;

 private:
  std::int32_t numerator_ = static_cast<std::int32_t>(kUnit);
};

using Gain = BasicGain<256>;
// Holds the kernel's 256ths and the hundredths of a specification (0.90, 2%) alike.
using FineGain = BasicGain<6400>;

inline constexpr Gain kUnitGain{};

// For ratios that their sources give in 256ths: 739 / kGainUnit.
inline constexpr double kGainUnit = Gain::kUnit;

}  // namespace ccsim
