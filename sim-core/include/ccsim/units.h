// Units of the core. Everything inside ccsim is an integer in one of these units, and the unit is
// the last word of every name: `now_ns`, `rate_bps`, `queue_bytes`, `cwnd_packets`. Seconds (`_s`)
// come in with parameters and scenarios and go out with results; the conversions are here alone.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace ccsim {

using SimTime = std::int64_t;   // nanoseconds since the start of the simulation
using Duration = std::int64_t;  // nanoseconds
using BitRate = std::int64_t;   // bits per second; of a flow: wire bits, headers included
using Bytes = std::int64_t;     // bytes on the wire, unless the name says payload
using Packets = std::int64_t;   // full-sized packets: the unit that a Linux sender counts in

inline constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;
inline constexpr Duration kMicrosecond = 1'000;
inline constexpr Duration kMillisecond = 1'000'000;
inline constexpr Duration kSecond = kNanosecondsPerSecond;
inline constexpr SimTime kNever = INT64_MAX;
inline constexpr std::int64_t kBitsPerByte = 8;

inline constexpr Duration kNoDuration = -1;

// A number that there is none of.
inline constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
// The same of a count.
inline constexpr std::int64_t kNoCount = INT64_MIN;

// Seconds to the nearest nanosecond. 3,600 s are far below 2^53 ns, so nothing is lost.
[[nodiscard]] inline Duration to_ns(double duration_s) {
  return std::llround(duration_s * static_cast<double>(kNanosecondsPerSecond));
}

// The double nearest to the decimal value.
[[nodiscard]] constexpr double to_s(double duration_ns) {
  return duration_ns / static_cast<double>(kNanosecondsPerSecond);
}

// NaN for kNoDuration.
[[nodiscard]] constexpr double seconds_or_nan(Duration duration_ns) {
  return duration_ns < 0 ? kNoValue : to_s(static_cast<double>(duration_ns));
}

// a * b / c with a 128-bit product: no overflow, no rounding before the division. All arguments
// are >= 0 and c > 0; the quotient must fit 63 bits.
constexpr std::int64_t mul_div_floor(std::int64_t a, std::int64_t b, std::int64_t c) {
  const unsigned __int128 product =
      static_cast<unsigned __int128>(a) * static_cast<unsigned __int128>(b);
  if ((product >> 64) == 0) [[likely]] {  // one machine division
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(product) /
                                     static_cast<std::uint64_t>(c));
  }
  return static_cast<std::int64_t>(product / static_cast<unsigned __int128>(c));
}

constexpr std::int64_t mul_div_ceil(std::int64_t a, std::int64_t b, std::int64_t c) {
  const std::int64_t quotient = mul_div_floor(a, b, c);
  const unsigned __int128 product =
      static_cast<unsigned __int128>(a) * static_cast<unsigned __int128>(b);
  const unsigned __int128 whole =
      static_cast<unsigned __int128>(quotient) * static_cast<unsigned __int128>(c);
  return product == whole ? quotient : quotient + 1;
}

}  // namespace ccsim
