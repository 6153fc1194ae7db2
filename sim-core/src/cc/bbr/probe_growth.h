// How the upper bound of the flight grows while BBRv2 probes: 1, 2, 4, 8 ... packets per round.
// Linux v2alpha bbr2_raise_inflight_hi_slope(), bbr2_probe_inflight_hi_upward().
#pragma once

#include <algorithm>
#include <cstdint>

#include "ccsim/units.h"

namespace ccsim {

class ProbeGrowth {
 public:
  // `doublings`: the first round grows by 2^doublings packets.
  void restart(std::int64_t doublings) {
    doublings_ = doublings;
    acked_packets_ = 0;
  }

  // One more round: twice the growth, that is half as many acked packets per packet of growth.
  void raise_slope(Packets cwnd_packets) {
    constexpr std::int64_t kMaxDoublings = 30;
    const Packets growth_packets = std::int64_t{1} << doublings_;
    doublings_ = std::min(doublings_ + 1, kMaxDoublings);
    acks_per_packet_ = std::max<Packets>(cwnd_packets / growth_packets, 1);
  }

  // Packets of growth that these acked packets buy; the rest is kept.
  [[nodiscard]] Packets grow(Packets acked_packets) {
    acked_packets_ += acked_packets;
    const Packets growth_packets = acked_packets_ / acks_per_packet_;
    acked_packets_ -= growth_packets * acks_per_packet_;
    return growth_packets;
  }

  // Credit that was not used must not be saved up.
  void drop_credit() { acked_packets_ = 0; }
  void stop() { acks_per_packet_ = kNever_; }

 private:
  static constexpr Packets kNever_ = INT64_MAX;

  std::int64_t doublings_ = 0;
  Packets acked_packets_ = 0;
  Packets acks_per_packet_ = kNever_;
};

}  // namespace ccsim
