// Proportional rate reduction (RFC 6937) as in Linux tcp_cwnd_reduction(): spreads the reduction
// over a round trip, then rebuilds up to ssthresh; the slow-start bound applies when an ACK moves
// snd_una and marks nothing lost.
#pragma once

#include <algorithm>

#include "ccsim/units.h"

namespace ccsim {

struct PrrInput {
  Packets newly_delivered_packets = 0;
  Packets newly_lost_packets = 0;
  bool advances_una = false;
  Packets in_flight_packets = 0;
  Packets ssthresh_packets = 0;
};

class Prr {
 public:
  // A reduction starts: `prior_cwnd_packets` is the window before it.
  void start(Packets prior_cwnd_packets, Packets in_flight_packets) {
    prior_cwnd_packets_ = prior_cwnd_packets;
    delivered_packets_ = 0;
    sent_packets_ = 0;
    cwnd_packets_ = std::max<Packets>(in_flight_packets, 1);
  }

  void on_sent(Packets packets) { sent_packets_ += packets; }

  void on_ack(const PrrInput& ack) {
    if (ack.newly_delivered_packets <= 0) return;
    delivered_packets_ += ack.newly_delivered_packets;
    const Packets room_packets = ack.ssthresh_packets - ack.in_flight_packets;
    Packets allowed_packets;
    if (room_packets < 0) {
      allowed_packets =
          mul_div_ceil(ack.ssthresh_packets, delivered_packets_, prior_cwnd_packets_) -
          sent_packets_;
    } else {
      allowed_packets = std::max(delivered_packets_ - sent_packets_, ack.newly_delivered_packets);
      if (ack.advances_una && ack.newly_lost_packets == 0) ++allowed_packets;
      allowed_packets = std::min(room_packets, allowed_packets);
    }
    // The first retransmission always goes out.
    allowed_packets = std::max<Packets>(allowed_packets, sent_packets_ == 0 ? 1 : 0);
    cwnd_packets_ = ack.in_flight_packets + allowed_packets;
  }

  [[nodiscard]] Packets cwnd_packets() const { return cwnd_packets_; }

 private:
  Packets prior_cwnd_packets_ = 1;
  Packets delivered_packets_ = 0;
  Packets sent_packets_ = 0;
  Packets cwnd_packets_ = 1;
};

}  // namespace ccsim
