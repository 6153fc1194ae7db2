// RACK loss detection: RFC 8985 as in Linux net/ipv4/tcp_recovery.c.
#pragma once

#include <cstdint>

#include "ccsim/congestion_control.h"
#include "ccsim/units.h"
#include "transport/scoreboard.h"

namespace ccsim {

class Rack {
 public:
  // A packet that was last sent at `sent_ns` has been delivered.
  void on_delivered(const SentPacket& packet, std::int64_t sequence, SimTime now_ns,
                    Duration min_rtt_ns);

  // True once after each advance: only then a new look for losses can find any.
  [[nodiscard]] bool take_advanced();
  void force_advanced() { has_advanced_ = true; }

  // A duplicate was reported (DSACK).
  void on_dsack() { dsack_seen_ = true; }
  // Once per ACK that delivered something: widens the window after a DSACK, once per round trip.
  void update_reordering_window(Packets prior_delivered_packets, Packets delivered_packets);
  // A recovery ended without undo; 16 such take the window back to its first width.
  void on_clean_recovery();
  void on_dsack_undo();

  // An original arrived after one with a higher sequence: the path reorders (Linux
  // tcp_check_sack_reordering()). That is never forgotten (reord_seen). The degree is the most
  // packets that one was behind the end of what is SACKed (tp->reordering), at most 300.
  void on_reordering(Packets behind_packets);
  // A timeout although so many were SACKed, with no recovery under way: what had been taken for
  // reordering was a loss, and the degree is the default again (Linux tcp_enter_loss()).
  void on_calm_timeout(Packets sacked_packets);
  // The degree is above the default (net.ipv4.tcp_reordering).
  [[nodiscard]] bool reorders_far() const { return reordering_packets_ > kDefaultReordering; }

  // How long a packet may stay out beyond the round trip before it counts as lost: as long as no
  // reordering was seen nothing in recovery or with three packets SACKed, else a quarter of the
  // minimum RTT per step, at most the smoothed RTT.
  [[nodiscard]] Duration reordering_window_ns(bool in_recovery, Packets sacked_packets,
                                              Duration min_rtt_ns, Duration srtt_ns) const;

  // Sent no later than the newest delivered packet (by time, then by sequence)?
  [[nodiscard]] bool was_overtaken(const SentPacket& packet, std::int64_t sequence) const {
    return sent_ns_ > packet.sent_ns || (sent_ns_ == packet.sent_ns && sequence_ > sequence);
  }
  // Time left until the packet is overdue; <= 0: it is lost.
  [[nodiscard]] Duration remaining_ns(const SentPacket& packet, Duration window_ns,
                                      SimTime now_ns) const {
    return rtt_ns_ + window_ns - (now_ns - packet.sent_ns);
  }

 private:
  // RFC 8985 6.2.1, Linux net.ipv4.tcp_reordering.
  static constexpr std::int16_t kDefaultReordering = 3;

  SimTime sent_ns_ = 0;
  Duration rtt_ns_ = 0;
  PackedInt32 sequence_{kNoSequence};
  PackedUint32 last_widened_delivered_packets_{0};
  std::int16_t window_steps_ = 1;
  std::int16_t reordering_packets_ = kDefaultReordering;
  std::int8_t clean_recoveries_left_ = 0;
  bool has_advanced_ = false;
  bool dsack_seen_ = false;
  bool is_reordering_seen_ = false;
};

}  // namespace ccsim
