// Explicit congestion notification: what a packet carries in its IP header, and how a receiver
// reports marks.
#pragma once

#include <cstdint>

namespace ccsim {

// The two bits of the IP header, with their values there (RFC 3168 5).
enum class EcnCodepoint : std::uint8_t { kNotEct = 0, kEct1 = 1, kEct0 = 2, kCe = 3 };

// How the receiver reports marks.
enum class EcnFeedback : std::uint8_t {
  kOff,       // packets are not ECN-capable
  kClassic,   // once marked, every ACK echoes congestion until the sender has reacted (RFC 3168)
  kAccurate,  // each ACK says how many packets came marked (RFC 8257 3.2, AccECN)
};

// What an algorithm asks of its connection.
struct EcnRequest {
  EcnFeedback feedback = EcnFeedback::kOff;
  bool is_l4s = false;  // packets leave as ECT(1) (RFC 9331 4.1)
};

}  // namespace ccsim
