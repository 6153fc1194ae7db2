// When the next burst may leave: Linux's internal pacing (net/ipv4/tcp_output.c,
// tcp_update_skb_after_send() and tcp_pacing_check()). A burst leaves whole, then the pacer waits
// its length over the rate; the first ten packets of a connection are not paced; lateness shortens
// the next wait, by half at most.
#pragma once

#include <algorithm>

#include "ccsim/units.h"

namespace ccsim {

class Pacer {
 public:
  [[nodiscard]] bool blocks(SimTime now_ns) const { return next_departure_ns_ > now_ns; }
  // The earliest time at which the next burst may leave; in the past if it could leave at once.
  [[nodiscard]] SimTime next_departure_ns() const { return next_departure_ns_; }

  // A burst leaves now. `sent_packets`: data packets sent so far, this burst included;
  // rate 0: not paced.
  void on_sent(SimTime now_ns, Bytes burst_bytes, BitRate rate_bps, Packets sent_packets) {
    const SimTime prior_ns = next_departure_ns_;
    if (now_ns > next_departure_ns_) {
      next_departure_ns_ = now_ns;
      fraction_ = 0;
    }
    if (rate_bps <= 0 || sent_packets < kUnpacedPackets) return;
    std::int64_t bits = burst_bytes * kBitsPerByte;
    if (bits >> kLongestWaitBits >= rate_bps) [[unlikely]]
      bits = rate_bps << kLongestWaitBits;
    std::int64_t wait = mul_div_floor(bits << kFractionBits, kNanosecondsPerSecond, rate_bps);
    const Duration late_ns = now_ns - prior_ns;
    if (late_ns > 0) wait -= std::min(wait / 2, shifted(late_ns));
    fraction_ += wait & kFractionMask;
    next_departure_ns_ += (wait >> kFractionBits) + (fraction_ >> kFractionBits);
    fraction_ &= kFractionMask;
  }

 private:
  static constexpr Packets kUnpacedPackets = 10;
  // A wait is at most 2^16 s, longer than any run: so it fits into fixed point at any rate.
  static constexpr int kLongestWaitBits = 16;
  static constexpr int kFractionBits = 16;
  static constexpr std::int64_t kFractionMask = (1 << kFractionBits) - 1;

  // In the fixed-point format of the waits, without overflow for a long idle time.
  static std::int64_t shifted(Duration late_ns) {
    return std::min(late_ns, INT64_MAX >> (kFractionBits + 1)) << kFractionBits;
  }

  SimTime next_departure_ns_ = 0;
  std::int64_t fraction_ = 0;  // of a nanosecond, in 2^-16
};

}  // namespace ccsim
