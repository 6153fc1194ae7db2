// Share of CE marks, averaged over rounds (DCTCP's alpha, RFC 8257 3.3). Linux v2alpha
// bbr2_update_ecn_alpha().
#pragma once

#include <algorithm>

#include "ccsim/congestion_control.h"
#include "ccsim/units.h"
#include "gain.h"

namespace ccsim {

class EcnAverage {
 public:
  EcnAverage(Gain weight, Gain initial) : weight_(weight), alpha_(initial) {}

  // Call at a round start after `has_news()`. Returns the share of marks in the round.
  Gain update(const AckEvent& ack) {
    const Packets delivered_packets = ack.delivered_packets - delivered_packets_;
    const Packets ce_packets = ack.delivered_ce_packets - ce_packets_;
    const Gain ratio = Gain::in_256ths(mul_div_floor(ce_packets, Gain::kUnit, delivered_packets));
    const std::int64_t alpha =
        weight_.complement().times(alpha_.numerator()) + weight_.times(ratio.numerator());
    alpha_ = Gain::in_256ths(std::min(alpha, Gain::kUnit));
    delivered_packets_ = ack.delivered_packets;
    ce_packets_ = ack.delivered_ce_packets;
    return ratio;
  }

  [[nodiscard]] bool has_news(const AckEvent& ack) const {
    return ack.delivered_packets > delivered_packets_;
  }
  [[nodiscard]] Gain alpha() const { return alpha_; }

 private:
  Gain weight_;
  Gain alpha_;
  Packets delivered_packets_ = 0;
  Packets ce_packets_ = 0;
};

}  // namespace ccsim
