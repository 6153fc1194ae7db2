// Units of the core. Everything inside ccsim is an integer in one of these units, and the unit is
// the last word of every name: `now_ns`, `rate_bps`, `queue_bytes`, `cwnd_packets`. SI base units
// (`_s`) appear only outside of the core; the bindings are the one place that converts.
#pragma once

#include <cstdint>

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

// a * b / c with a 128-bit product: no overflow, no rounding before the division. All arguments
// are >= 0 and c > 0; the quotient must fit 63 bits.
constexpr std::int64_t mul_div_floor(std::int64_t a, std::int64_t b, std::int64_t c) {
  const unsigned __int128 product =
      static_cast<unsigned __int128>(a) * static_cast<unsigned __int128>(b);
  if ((product >> 64) == 0) {  // the common case: one machine division
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
