// Marking instead of dropping (RFC 3168 5): the one way in which queue disciplines mark, and the
// parameters that switch it on.
#pragma once

#include "ccsim/parameters.h"
#include "net/packet.h"
#include "net/queue_discipline.h"

namespace ccsim {

// Marks the packet. False if it is of a flow without ECN, which only a drop can signal; true also
// if it came marked already.
[[nodiscard]] inline bool mark_ce(Packet& packet, LossReason reason, SimTime now_ns,
                                  DiscardListener& listener) {
  if (packet.ecn == EcnCodepoint::kNotEct) return false;
  if (packet.ecn != EcnCodepoint::kCe) {
    packet.ecn = EcnCodepoint::kCe;
    listener.on_mark(packet, reason, now_ns);
  }
  return true;
}

[[nodiscard]] inline ParameterInfo ecn_parameter() {
  return boolean_parameter(
      "ecn", false,
      {"Packets of flows that use ECN are marked where others are dropped early; what finds no "
       "room is dropped all the same",
       "RFC 3168 5; RFC 7567 4.2.1", "Marks packets (ECN)"});
}

[[nodiscard]] inline ParameterInfo ce_threshold_parameter() {
  return number_parameter(
      "ce_threshold_s", 0, {0, 1},
      {"Packets of flows that use ECN are marked if they waited longer than this, whatever else "
       "happens to them; 0 marks none for this reason",
       "Linux include/net/codel_impl.h, ce_threshold", "Threshold of marks"});
}

}  // namespace ccsim
