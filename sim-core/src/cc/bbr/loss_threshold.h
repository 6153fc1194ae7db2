// When has a probe lost too much? BBRv2's test and the flight at which it went wrong.
#pragma once

#include <algorithm>

#include "ccsim/units.h"
#include "gain.h"

namespace ccsim {

// More lost than the threshold's part of the flight that the packet left with. The part is rounded
// down, so below 52 packets of flight (at 5/256) one lost packet is too many, as in the kernel
// (bbr2_is_inflight_too_high()).
template <class AnyGain>
[[nodiscard]] constexpr bool is_loss_too_high(Packets lost_packets, Packets tx_in_flight_packets,
                                              AnyGain threshold) {
  return lost_packets > 0 && tx_in_flight_packets > 0 &&
         lost_packets > threshold.times(tx_in_flight_packets);
}

// The flight at which losses crossed the threshold, seen from one packet just marked lost: solves
// (lost_before + prefix) / (flight_before + prefix) >= threshold for the prefix of that packet
// (bbr2_inflight_hi_from_lost_skb()). Both counts include the packet; threshold < 1.
template <class AnyGain>
[[nodiscard]] constexpr Packets flight_at_loss_threshold(Packets tx_in_flight_packets,
                                                         Packets lost_packets, AnyGain threshold) {
  const Packets flight_before_packets = std::max<Packets>(tx_in_flight_packets - 1, 0);
  const Packets lost_before_packets = std::max<Packets>(lost_packets - 1, 0);
  const Packets budget_packets =
      mul_div_ceil(flight_before_packets, threshold.numerator(), AnyGain::kUnit);
  if (lost_before_packets >= budget_packets) {
    return flight_before_packets;  // losses before this packet had crossed it
  }
  return flight_before_packets + mul_div_floor(budget_packets - lost_before_packets, AnyGain::kUnit,
                                               threshold.complement().numerator());
}

}  // namespace ccsim
