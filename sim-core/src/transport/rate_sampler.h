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
  // The newest packet that an ACK delivers: what it has of the connection when it left stays where
  // it is until another one is sent.
  struct Newest {
    std::int64_t sequence = kNoSequence;  // kNoSequence: it delivers none
    const SentPacket* packet = nullptr;
  };

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

  // One ACK: begin, then every packet that it newly delivers, then finish. What has been seen so
  // far is kept by the caller.
  void begin_ack() { delivered_before_packets_ = delivered_packets_; }
  void on_delivered(const SentPacket& packet, std::int64_t sequence, Newest& newest) {
    on_run_delivered(packet, sequence, 1, newest);
  }
  // The same of `packets` in the order in which they left: `packet` is the last of them.
  void on_run_delivered(const SentPacket& packet, std::int64_t sequence, Packets packets,
                        Newest& newest);
  // Delivered by the running ACK so far.
  [[nodiscard]] Packets newly_delivered_packets() const {
    return delivered_packets_.above(delivered_before_packets_);
  }
  // The rate fields of the sample. `min_rtt_ns`: lifetime minimum, or kNoDuration.
  [[nodiscard]] RateSample finish_ack(const Newest& newest, SimTime now_ns, Duration min_rtt_ns);

 private:
  PackedUint32 delivered_packets_{0};
  PackedUint32 delivered_before_packets_{0};  // the running ACK
  PackedUint32 lost_packets_{0};
  PackedUint32 app_limited_until_packets_{0};  // 0: not limited
  SimTime delivered_time_ns_ = 0;
  SimTime first_sent_ns_ = 0;
};

}  // namespace ccsim
