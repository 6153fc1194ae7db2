// Whether the congestion window was the limit in the last round: Linux tcp_cwnd_validate() and
// tcp_is_cwnd_limited(). A window that was not used must not grow (RFC 7661 has the reasons).
#pragma once

#include <cstdint>

#include "ccsim/packed_int.h"
#include "ccsim/units.h"

namespace ccsim {

class CwndUsage {
 public:
  // After an attempt to send, if something was sent or the window was full.
  void update(bool is_limited, std::int64_t una_sequence, std::int64_t next_sequence,
              Packets out_packets) {
    const bool is_new_round = una_sequence >= round_end_sequence_;
    const bool is_new_maximum = !is_limited_ && out_packets > max_out_packets_;
    if (!is_new_round && !is_limited && !is_new_maximum) return;
    is_limited_ = is_limited;
    max_out_packets_ = static_cast<std::int32_t>(out_packets);
    round_end_sequence_ = next_sequence;
  }

  [[nodiscard]] bool is_limited() const { return is_limited_; }
  // In slow start the window may reach twice what was outstanding.
  [[nodiscard]] bool is_limited_in_slow_start(Packets cwnd_packets) const {
    return is_limited_ || cwnd_packets < 2 * Packets{max_out_packets_};
  }

 private:
  bool is_limited_ = false;
  std::int32_t max_out_packets_ = 0;
  PackedUint32 round_end_sequence_{0};
};

}  // namespace ccsim
