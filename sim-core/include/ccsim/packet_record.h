// Every packet event of a part of a run, for a look at single packets. Recorded only on demand: a
// finished run is computed again from its seed, and what happens in the window is written down.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ccsim/loss_reason.h"
#include "ccsim/units.h"

namespace ccsim {

enum class PacketEventKind : std::uint8_t {
  kSent,           // leaves the sender for the first time
  kRetransmitted,  // leaves it again
  kEnqueued,       // joins the queue; a packet that finds the link idle does not
  kDropped,        // refused by the queue
  kDequeued,       // leaves the queue for the transmitter
  kTransmitted,    // its last bit is on the link
  kLost,           // struck by the loss model
  kDelivered,      // arrives at the receiver
  kAckSent,        // the receiver acknowledges
  kAckLost,        // ... in vain
  kAckReceived,    // the sender has read an ACK; what it sends for it comes next
  kMarked,         // the queue sets its CE mark
  kWindowProbe,    // headers alone ask a receiver whose window is closed
  kHandshake,      // a packet of the handshake leaves the sender
};

// By the order of the enumeration.
inline constexpr std::array<std::string_view, 14> kPacketEventKindNames = {
    "sent",         "retransmitted", "enqueued",     "dropped",  "dequeued",
    "transmitted",  "lost",          "delivered",    "ack_sent", "ack_lost",
    "ack_received", "marked",        "window_probe", "handshake"};
static_assert(static_cast<std::size_t>(PacketEventKind::kHandshake) + 1 ==
              kPacketEventKindNames.size());

constexpr std::int16_t kNoLink = -1;
constexpr std::int32_t kNoWindow = -1;

struct PacketRecord {
  SimTime time_ns = 0;
  // Of the packet, counted from 0 per flow; of an ACK the first packet that has not arrived. Below
  // 0: of a handshake; the answer has the number of the packet that it answers.
  std::int64_t sequence = 0;
  // Just after the event: what waits at the link, the flow's window and its flight. Of an event at
  // no link, or of a lost ACK, what waited at the link of the last event that has one.
  Bytes queue_bytes = 0;
  Packets cwnd_packets = 0;
  Packets in_flight_packets = 0;
  std::uint32_t flow_index = 0;
  PacketEventKind kind = PacketEventKind::kSent;
  // Of the headers: ECN of IP in the lowest two bits (EcnCodepoint), then of TCP ECE, CWR and AE.
  // An ACK with accurate feedback has its count in these three (ACE,
  // draft-ietf-tcpm-accurate-ecn 3.2.2, which begins at 5).
  std::uint8_t ecn_bits = 0;
  // Where it happened, 0 for the bottleneck; kNoLink: at a host.
  std::int16_t link_index = kNoLink;
  // What an ACK of a receiver that reads slowly offers from its sequence on; kNoWindow: of all
  // others.
  std::int32_t window_packets = kNoWindow;
  // Why a packet was dropped, lost or marked, or an ACK lost; kNone: any other event.
  LossReason reason = LossReason::kNone;
};

// What is recorded: [from_ns, to_ns), at most so many events. Zero events: nothing.
struct PacketWindow {
  SimTime from_ns = 0;
  SimTime to_ns = 0;
  std::int64_t max_records = 0;
};

}  // namespace ccsim
