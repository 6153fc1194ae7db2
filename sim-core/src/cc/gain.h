// Fixed-point factors in 256ths, the resolution that the Linux BBR modules compute with
// (BBR_SCALE = 8). "2.885" is really 739/256 there; the same numbers come out here.
#pragma once

#include <compare>
#include <cstdint>

#include "ccsim/units.h"

namespace ccsim {

class Gain {
 public:
  static constexpr std::int64_t kUnit = 256;

  constexpr Gain() = default;

  [[nodiscard]] static constexpr Gain in_256ths(std::int64_t numerator) {
    Gain gain;
    gain.numerator_ = numerator;
    return gain;
  }
  // The nearest 256th; `ratio` >= 0.
  [[nodiscard]] static constexpr Gain from_ratio(double ratio) {
    return in_256ths(static_cast<std::int64_t>(ratio * static_cast<double>(kUnit) + 0.5));
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
  [[nodiscard]] constexpr Gain complement() const { return in_256ths(kUnit - numerator_); }

  constexpr auto operator<=>(const Gain&) const = default;

 private:
  std::int64_t numerator_ = kUnit;
};

inline constexpr Gain kUnitGain = Gain::in_256ths(Gain::kUnit);

// For ratios that their sources give in 256ths: 739 / kGainUnit.
inline constexpr double kGainUnit = Gain::kUnit;

}  // namespace ccsim
