// How many packets a sender hands over at once: Linux's bursts.
#pragma once

#include <algorithm>

#include "ccsim/congestion_control.h"
#include "ccsim/units.h"

namespace ccsim {

// Linux's burst: about a millisecond at the pacing rate (rate >> 10, sk_pacing_shift), 64 KB of
// payload less room for headers at most, two packets at least, one below 1.2 Mbit/s
// (net/ipv4/tcp_bbr.c, bbr_tso_segs_goal() and bbr_min_tso_segs()). Rate 0: two.
inline constexpr BitRate kSinglePacketRate = 1'200'000;
inline constexpr Bytes kMaxBurstPayload = 65536 - 1 - 320;

inline Packets linux_quantum(BitRate pacing_rate_bps, Bytes packet_bytes, Bytes payload_bytes,
                             int burst_shift = kBurstShift, Packets least_packets = kLeastBurst) {
  const bool is_slow = pacing_rate_bps > 0 && pacing_rate_bps < kSinglePacketRate;
  const Packets least = is_slow ? 1 : least_packets;
  const Packets of_rate = (pacing_rate_bps >> burst_shift) / (packet_bytes * kBitsPerByte);
  return std::max(least, std::min(of_rate, kMaxBurstPayload / payload_bytes));
}

}  // namespace ccsim
