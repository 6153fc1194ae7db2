// Delivery-rate samples: draft-cheng-iccrg-delivery-rate-estimation as in Linux
// net/ipv4/tcp_rate.c, with the fields that BBRv2 adds to it (google/bbr, v2alpha).
#pragma once

#include <cstdint>

#include "ccsim/congestion_control.h"
#include "ccsim/units.h"
#include "transport/scoreboard.h"

namespace ccsim {

class RateSampler {
 public:
  [[nodiscard]] Packets delivered_packets() const { return delivered_packets_; }
  [[nodiscard]] Packets lost_packets() const { return lost_packets_; }
  [[nodiscard]] bool is_app_limited() const { return app_limited_until_packets_ != 0; }

  // Right before a packet goes out at `now_ns`. `out_packets`: sent and not cumulatively acked;
  // `tx_in_flight_packets`: in flight with the whole burst that this packet belongs to (Linux
  // stamps the burst once).
  void on_sent(SentPacket& packet, SimTime now_ns, Packets out_packets,
               Packets tx_in_flight_packets);
  void on_marked_lost() { ++lost_packets_; }
  // From now on samples count as application-limited, until what is in flight has been delivered.
  void mark_app_limited(Packets in_flight_packets);

  // One ACK: begin, then every packet that it newly delivers, then finish.
  void begin_ack();
  void on_delivered(SentPacket& packet, std::int64_t sequence);
  // Delivered by the running ACK so far.
  [[nodiscard]] Packets newly_delivered_packets() const {
    return delivered_packets_ - delivered_before_packets_;
  }
  // The newest packet that the running ACK delivers; kNoSequence: it delivers none.
  [[nodiscard]] std::int64_t newest_sequence() const {
    return has_newest_ ? newest_sequence_ : kNoSequence;
  }
  // Fills the rate fields of the sample. `min_rtt_ns`: lifetime minimum, or kNoDuration.
  void finish_ack(SimTime now_ns, Duration min_rtt_ns, RateSample& sample);

 private:
  void take(const SentPacket& packet, std::int64_t sequence);

  Packets delivered_packets_ = 0;
  SimTime delivered_time_ns_ = 0;
  SimTime first_sent_ns_ = 0;
  Packets lost_packets_ = 0;
  Packets app_limited_until_packets_ = 0;  // 0: not limited

  // Of the running ACK: the newest packet that it delivers.
  bool has_newest_ = false;
  std::int64_t newest_sequence_ = kNoSequence;
  Packets delivered_before_packets_ = 0;
  Packets prior_delivered_packets_ = 0;
  SimTime prior_time_ns_ = 0;
  Packets prior_lost_packets_ = 0;
  Packets tx_in_flight_packets_ = 0;
  Duration send_interval_ns_ = 0;
  bool newest_was_app_limited_ = false;
};

}  // namespace ccsim
