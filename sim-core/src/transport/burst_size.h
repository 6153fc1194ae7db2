// How many packets leave at once: Linux hands them to the network card in one piece (TSO) and lets
// the card cut it (net/ipv4/tcp_output.c, tcp_tso_autosize(); net/ipv4/tcp_bbr.c).
#pragma once

#include <algorithm>

#include "ccsim/units.h"

namespace ccsim {

class BurstSize {
 public:
  BurstSize(Bytes packet_bytes, Bytes payload_bytes)
      : packet_bytes_(packet_bytes), payload_bytes_(payload_bytes) {}

  // What BBR counts with: about a millisecond at the pacing rate (rate >> 10, sk_pacing_shift), two
  // packets at least, one below 1.2 Mbit/s (bbr_tso_segs_goal(), bbr_min_tso_segs()). Rate 0: two.
  [[nodiscard]] Packets of_rate_packets(BitRate rate_bps) const {
    return within_bounds(rate_bps, payload_per_burst(rate_bps));
  }

  // What really leaves: on paths of less than about 3 ms more, 64 KB without any delay and half of
  // it for each 512 us of the minimum RTT (sysctl tcp_tso_rtt_log). Losses are repaired soon there.
  [[nodiscard]] Packets autosized_packets(BitRate rate_bps, Duration min_rtt_ns) const {
    constexpr std::int64_t kHalvingLog = 9;  // of microseconds
    constexpr std::int64_t kBytesBits = 32;  // a shift by more is not defined
    const std::int64_t halvings = (min_rtt_ns / kMicrosecond) >> kHalvingLog;
    const Bytes allowance = halvings < kBytesBits ? kMostPayload >> halvings : 0;
    return within_bounds(rate_bps, payload_per_burst(rate_bps) + allowance);
  }

 private:
  static constexpr BitRate kSinglePacketRate = 1'200'000;
  static constexpr std::int64_t kBurstsPerSecond = 1024;
  static constexpr Bytes kMostPayload = 65536 - 1 - 320;  // 64 KB less room for headers

  // Rates are of wire bits, the kernel's of payload.
  [[nodiscard]] Bytes payload_per_burst(BitRate rate_bps) const {
    return mul_div_floor(rate_bps, payload_bytes_, kBurstsPerSecond * packet_bytes_ * kBitsPerByte);
  }
  [[nodiscard]] Packets within_bounds(BitRate rate_bps, Bytes payload) const {
    const Packets least = rate_bps > 0 && rate_bps < kSinglePacketRate ? 1 : 2;
    return std::max(least, std::min(payload, kMostPayload) / payload_bytes_);
  }

  Bytes packet_bytes_;
  Bytes payload_bytes_;
};

}  // namespace ccsim
