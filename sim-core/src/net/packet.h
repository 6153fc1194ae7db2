// A data packet on its way from a sender to its receiver.
#pragma once

#include <cstdint>

#include "ccsim/units.h"

namespace ccsim {

struct Packet {
  std::int64_t sequence = 0;  // counted in packets from 0, per flow
  SimTime sent_ns = 0;        // the timestamp option (RFC 7323): when this copy left
  SimTime enqueued_ns = 0;    // when the bottleneck's queue took it
  std::uint32_t flow_index = 0;
  std::uint32_t wire_bytes = 0;
  bool is_retransmission = false;
  // TCP's PSH flag. Linux sets it on the last packet of a burst of two or more, which goes to the
  // network card as one (tcp_output.c, __tcp_transmit_skb()).
  bool is_pushed = false;
  // The loss model has decided against this transmission; it vanishes where the model sits.
  bool will_be_lost = false;
};

}  // namespace ccsim
