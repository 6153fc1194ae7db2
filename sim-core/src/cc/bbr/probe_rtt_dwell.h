// How long ProbeRTT lasts: from the moment at which the flight has shrunk to its target for a set
// time and at least one round. Linux bbr_update_min_rtt(), versions 1 and 2.
#pragma once

#include "ccsim/congestion_control.h"
#include "ccsim/units.h"
#include "round_counter.h"

namespace ccsim {

class ProbeRttDwell {
 public:
  explicit ProbeRttDwell(Duration duration_ns) : duration_ns_(duration_ns) {}

  void begin() { end_ns_ = kNever; }

  // Call with every ACK in ProbeRTT; true when it is time to leave.
  [[nodiscard]] bool update(const AckEvent& ack, Packets target_packets, RoundCounter& rounds) {
    if (end_ns_ == kNever) {
      if (ack.in_flight_packets <= target_packets) {
        end_ns_ = ack.now_ns + duration_ns_;
        has_seen_round_ = false;
        rounds.restart(ack.delivered_packets);
      }
      return false;
    }
    has_seen_round_ = has_seen_round_ || rounds.is_start();
    return has_seen_round_ && is_time_over(ack.now_ns);
  }

  // Whether the time alone has passed: after an idle period there is no round to wait for.
  [[nodiscard]] bool is_time_over(SimTime now_ns) const {
    return end_ns_ != kNever && now_ns > end_ns_;
  }

 private:
  Duration duration_ns_;
  SimTime end_ns_ = kNever;
  bool has_seen_round_ = false;
};

}  // namespace ccsim
