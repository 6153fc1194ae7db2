// A data packet on its way from a sender to its receiver.
#pragma once

#include <cstdint>

#include "ccsim/ecn.h"
#include "ccsim/units.h"

namespace ccsim {

struct Packet {
  std::int64_t sequence = 0;  // counted in packets from 0, per flow
  SimTime sent_ns = 0;        // the timestamp option (RFC 7323): when this copy left
  SimTime enqueued_ns = 0;    // when the bottleneck's queue took it
  std::uint32_t flow_index = 0;
  // Of a flow of many connections: which one, from 1; 0 where the flow has one.
  std::uint32_t connection_index = 0;
  std::uint16_t wire_bytes = 0;  // small, so that a packet fits into 40 bytes
  bool is_retransmission = false;
  // TCP's PSH flag. Linux sets it on the last packet of a burst of two or more, which goes to the
  // network card as one (tcp_output.c, __tcp_transmit_skb()).
  bool is_pushed = false;
  // The loss model has decided against this transmission; it vanishes where the model sits.
  bool will_be_lost = false;
  // An ACK on its way back over links; `sequence` is then its place among its flow's ACKs.
  bool is_ack = false;
  // Links that it has to pass after the next one.
  std::uint8_t links_left = 0;
  EcnCodepoint ecn : 2 = EcnCodepoint::kNotEct;
  // TCP's CWR flag: the sender has reacted to the echo (RFC 3168 6.1.2).
  bool has_cwr : 1 = false;
  // Headers alone: of a handshake, with a sequence below 0, or it asks a receiver whose window is
  // closed for an ACK, with the sequence of the last packet before it.
  bool has_no_data : 1 = false;
};

// Turns a packet of a burst into the one behind it, which `left` packets of the burst begin with.
inline void step_burst(Packet& packet, Packets left) {
  ++packet.sequence;
  packet.is_pushed = left == 1;
}

inline constexpr std::uint32_t kConnectionShift = 14;
// Flows have smaller numbers (LIMITS in lab_model.scenarios), and the largest key is not kNoFlow.
inline constexpr std::uint32_t kMostFlows = 1U << kConnectionShift;
inline constexpr std::uint32_t kMostConnections = 200'000;

// A number of its own for each connection; that of a flow which has only one is the flow's. Random
// streams and hashes go by it.
[[nodiscard]] constexpr std::uint32_t connection_key(std::uint32_t flow_index,
                                                     std::uint32_t connection_index) {
  return connection_index << kConnectionShift | flow_index;
}

}  // namespace ccsim
