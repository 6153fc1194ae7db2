// Own integer mathematics: the same bits on every machine, no libm.
#pragma once

#include <cstdint>

namespace ccsim {

// Largest r with r^3 <= value, digit by digit in base 8. (Linux's cubic_root() approximates it
// within 0.2%; this one is exact.)
[[nodiscard]] constexpr std::int64_t cube_root_floor(std::uint64_t value) {
  constexpr int kBitsPerDigit = 3;
  constexpr int kHighestShift = 63;
  std::uint64_t root = 0;
  for (int shift = kHighestShift; shift >= 0; shift -= kBitsPerDigit) {
    root *= 2;
    // (root + 1)^3 - root^3, compared at this digit.
    const std::uint64_t step = 3 * root * (root + 1) + 1;
    if ((value >> shift) >= step) {
      value -= step << shift;
      root += 1;
    }
  }
  return static_cast<std::int64_t>(root);
}

}  // namespace ccsim
