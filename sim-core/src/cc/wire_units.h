// Packets, wire bits and time: the three products that every BBR version computes with.
#pragma once

#include <cstdint>

#include "ccsim/units.h"
#include "gain.h"

namespace ccsim {

// Linux counts bandwidth in packets per microsecond with 24 binary places; here it is wire bits
// per second, so that an estimate compares with the capacity. The roundings are the kernel's.
class WireUnits {
 public:
  explicit constexpr WireUnits(Bytes packet_bytes)
      : packet_bits_(static_cast<std::int32_t>(packet_bytes * kBitsPerByte)) {}

  // Rate of `packets` in `interval_ns` > 0.
  [[nodiscard]] constexpr BitRate rate_floor_bps(Packets packets, Duration interval_ns) const {
    return mul_div_floor(packets * packet_bits_, kNanosecondsPerSecond, interval_ns);
  }
  [[nodiscard]] constexpr BitRate rate_ceil_bps(Packets packets, Duration interval_ns) const {
    return quotient_ceil(
        static_cast<Wide>(packets * packet_bits_) * static_cast<Wide>(kNanosecondsPerSecond),
        static_cast<Wide>(interval_ns));
  }

  // Whole packets that `rate_bps` delivers in `interval_ns` (rounded down).
  [[nodiscard]] constexpr Packets packets_in(BitRate rate_bps, Duration interval_ns) const {
    return mul_div_floor(rate_bps, interval_ns, packet_bits_ * kNanosecondsPerSecond);
  }

  // gain * bandwidth * RTT in packets, rounded up: rounding down would feed back on itself
  // (bbr_bdp()). 128 bits where 64 do not hold the product.
  template <class AnyGain>
  [[nodiscard]] constexpr Packets bdp_packets(BitRate bandwidth_bps, Duration rtt_ns,
                                              AnyGain gain) const {
    const Wide product = static_cast<Wide>(bandwidth_bps) * static_cast<Wide>(rtt_ns) *
                         static_cast<Wide>(gain.numerator());
    const Wide unit = static_cast<Wide>(packet_bits_ * kNanosecondsPerSecond);
    return quotient_ceil(product, unit * AnyGain::kUnit);
  }

  // Of the flight, what will be in the network when the pacer lets the next packets go: what is
  // delivered until then is gone, the packets of that departure are included in `burst_packets`
  // (bbr_packets_in_net_at_edt()).
  struct Departure {
    Duration wait_ns = 0;  // < 0: it could have happened already
    BitRate bandwidth_bps = 0;
    Packets burst_packets = 0;
  };
  [[nodiscard]] constexpr Packets packets_in_network(Packets flight_packets,
                                                     const Departure& next) const {
    const Packets leaving_packets =
        next.wait_ns > 0 ? packets_in(next.bandwidth_bps, next.wait_ns) : 0;
    const Packets then_packets = flight_packets + next.burst_packets - leaving_packets;
    return then_packets > 0 ? then_packets : 0;
  }

 private:
  using Wide = unsigned __int128;

  static constexpr std::int64_t quotient_ceil(Wide product, Wide divisor) {
    if (((product | divisor) >> 64) == 0) [[likely]] {  // one machine division
      const auto low = static_cast<std::uint64_t>(product);
      const auto low_divisor = static_cast<std::uint64_t>(divisor);
      return static_cast<std::int64_t>(low / low_divisor + (low % low_divisor != 0 ? 1 : 0));
    }
    return static_cast<std::int64_t>((product + divisor - 1) / divisor);
  }

  std::int32_t packet_bits_;
};

}  // namespace ccsim
