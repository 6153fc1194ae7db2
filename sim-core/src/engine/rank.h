// The order of events that fall on the same nanosecond: by rank, then by sequence.
//
// The order follows the packet: what leaves makes room before what arrives is looked at, and
// measuring comes last, so that a sample at time t has seen everything that happened at t.
// Frozen: changing a number changes results.
#pragma once

#include <cstdint>

namespace ccsim {

enum class Rank : std::uint8_t {
  kTransmitter = 0,    // the bottleneck has sent a packet's last bit
  kAccess = 1,         // a packet reaches the bottleneck
  kDelivery = 2,       // a packet reaches its receiver
  kReceiverTimer = 3,  // delayed ACK, release of held ACKs
  kAckDelivery = 4,    // an ACK reaches its sender
  kLossTimer = 5,      // RTO, tail loss probe, RACK reordering timer
  kPacer = 6,          // the pacer lets the next packet go
  kFlow = 7,           // a flow starts or stops, an application writes
  kMeasurement = 8,    // samples, seconds, edges of the measurement window
  kLinkChange = 9,     // the rate moves: what ends or starts now still does so at the old one
};

}  // namespace ccsim
