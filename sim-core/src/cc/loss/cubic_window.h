// The window function of CUBIC: W(t) = C (t - K)^3 + W_max (RFC 9438 4.2), in the fixed point of
// Linux net/ipv4/tcp_cubic.c: time in 1/1024 s, C in 1/1024 packets per cubic second.
#pragma once

#include <cstdint>

#include "ccsim/units.h"

namespace ccsim {

class CubicWindow {
 public:
  static constexpr std::int64_t kTicksPerSecond = 1024;

  // `c_packets_per_s3` > 0; 0.4 becomes 410/1024, as in Linux.
  explicit CubicWindow(double c_packets_per_s3);

  // A new epoch at `now_ns` with window `cwnd_packets`: W reaches `w_max_packets` after K; at once
  // if the window is not below it.
  void begin(SimTime now_ns, Packets cwnd_packets, Packets w_max_packets);
  void end() { has_epoch_ = false; }
  // Time in which the sender had nothing to send does not count (RFC 9438 5.8).
  void skip_idle(SimTime now_ns, Duration idle_ns);

  // W at `now_ns`; only within an epoch.
  [[nodiscard]] Packets at(SimTime now_ns) const;

  [[nodiscard]] bool has_epoch() const { return has_epoch_; }
  [[nodiscard]] SimTime begin_ns() const { return begin_ns_; }
  [[nodiscard]] std::int64_t k_ticks() const { return k_ticks_; }

 private:
  std::int64_t c_scaled_;  // 1024 * C
  bool has_epoch_ = false;
  SimTime begin_ns_ = 0;
  std::int64_t k_ticks_ = 0;
  Packets origin_packets_ = 0;
};

}  // namespace ccsim
