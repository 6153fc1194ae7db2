// Packet-timed rounds: a round ends with the first ACK of a packet that was sent after the round
// had begun. Counted by `delivered`, so that neither clocks nor RTT noise matter.
// Linux bbr_update_bw() (version 1), bbr_update_round_start() (version 2).
#pragma once

#include <cstdint>

#include "ccsim/congestion_control.h"
#include "ccsim/packed_int.h"
#include "ccsim/units.h"

namespace ccsim {

class RoundCounter {
 public:
  // Call with every ACK. A sample without an interval says nothing about rounds.
  void update(const AckEvent& ack) {
    is_start_ = false;
    if (ack.sample.interval_ns <= 0 || ack.sample.prior_delivered_packets < end_packets_) return;
    end_packets_ = ack.delivered_packets;
    ++count_;
    is_start_ = true;
  }

  // The round that runs ends when a packet sent from now on is delivered.
  void restart(Packets delivered_packets) { end_packets_ = delivered_packets; }
  // A retransmission timeout counts as the end of a round in version 1.
  void force_start() { is_start_ = true; }

  // True during the ACK that began a round.
  [[nodiscard]] bool is_start() const { return is_start_; }
  [[nodiscard]] std::int64_t count() const { return count_; }

 private:
  PackedUint32 end_packets_{0};
  PackedUint32 count_{0};
  bool is_start_ = false;
};

}  // namespace ccsim
