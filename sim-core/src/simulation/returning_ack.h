// ACKs on their way to senders where no link carries them, and those of timers that are computed
// ahead of the clock.
#pragma once

#include <cstdint>

#include "engine/item_events.h"
#include "transport/ack.h"

namespace ccsim {

class Network;

// An ACK under way to its sender, which may be gone when it comes: in 32 bytes, because thousands
// are under way. No run has so many packets of a connection that 31 bits do not hold a sequence.
class ReturningAck {
 public:
  ReturningAck() = default;
  // `is_for_flow`: whether more than the sender has to hear of it, the flow's carrier or its
  // record.
  ReturningAck(const Ack& ack, std::uint16_t flow_index, std::uint32_t connection_index,
               bool is_for_flow)
      : flow_index(flow_index),
        is_for_flow(is_for_flow),
        connection_index(connection_index),
        echo_ns_(ack.echo_ns),
        una_sequence_(static_cast<std::int32_t>(ack.una_sequence)),
        duplicate_sequence_(static_cast<std::int32_t>(ack.duplicate_sequence)),
        sack_end_(ack.sack_end),
        ecn_feedback_(ack.ecn_feedback),
        window_packets_(ack.window_packets) {}
  [[nodiscard]] Ack ack() const {
    return {una_sequence_,   sack_end_,           ecn_feedback_,
            window_packets_, duplicate_sequence_, echo_ns_};
  }

  std::uint16_t flow_index = 0;
  bool is_for_flow = false;
  std::uint32_t connection_index = 0;

 private:
  SimTime echo_ns_ = 0;
  std::int32_t una_sequence_ = 0;
  std::int32_t duplicate_sequence_ = 0;
  std::uint32_t sack_end_ = 0;
  std::uint16_t ecn_feedback_ = 0;
  std::uint16_t window_packets_ = 0;
};
static_assert(sizeof(ReturningAck) == 32);

// An ACK that a timer sends when it expires, and when it will be back.
struct ExpiredAck {
  ReturningAck returning;
  SimTime due_ns = 0;
};

// A timer of a receiver that was computed ahead expires.
struct ExpiredAckExit {
  Network& network;
  void accept(const ExpiredAck& item, SimTime now_ns);
};
using ExpiredAcks = ItemEvents<ExpiredAck, ExpiredAckExit>;

}  // namespace ccsim
