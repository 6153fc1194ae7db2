// Pacing rate and window of BBRv2, and what it shows of itself.
#include <algorithm>

#include "bbr2/bbr2.h"

namespace ccsim {

void Bbr2::set_pacing(BitRate model_bps, Gain gain) {
  pace({bandwidth_for(Use::kPacing, model_bps), gain, full_pipe_.is_full()});
}

// The BDP of the window, which is asked for with every ACK.
Packets Bbr2::window_bdp_packets(BitRate bandwidth_bps) {
  if (!min_rtt_.has_value()) return initial_cwnd_packets_;
  return window_bdp_.packets(units_, {bandwidth_bps, min_rtt_.value_ns(), cwnd_gain_});
}

Packets Bbr2::with_budget_packets(Packets packets) const {
  constexpr Packets kAdded = 3;
  if (parameters_.cwnd_quantisation == CwndQuantisation::kNs3) {
    return std::max(packets + kAdded, parameters_.minimum_cwnd_packets);
  }
  return BbrProbing::with_budget_packets(packets);
}

// bbr_inflight(): the flight that a phase aims at.
Packets Bbr2::target_packets(BitRate model_bps, Gain gain) const {
  return with_budget_packets(bdp_packets(bandwidth_for(Use::kTarget, model_bps), gain));
}

// bbr2_target_inflight(): the same, unless congestion has cut the window. It is asked for with
// nearly every ACK, whether it is time to probe.
Packets Bbr2::target_inflight_packets() const {
  const BitRate used_bps = bandwidth_for(Use::kTarget, bandwidth_bps());
  const Packets bdp_packets =
      min_rtt_.has_value() ? target_bdp_.packets(units_, {used_bps, min_rtt_.value_ns(), kUnitGain})
                           : initial_cwnd_packets_;
  return std::min(with_budget_packets(bdp_packets), controls_.cwnd_packets);
}

Packets Bbr2::extra_acked_packets(BitRate model_bps) const {
  if (aggregation_.is_off() || (!full_pipe_.is_full() && !parameters_.extra_acked_in_startup))
    return 0;
  return aggregation_.extra_packets(model_bps);
}

// bbr_set_cwnd().
void Bbr2::set_cwnd(const AckEvent& ack, BitRate model_bps) {
  const Packets acked_packets = ack.sample.newly_acked_packets;
  if (acked_packets <= 0) return;
  Packets target = with_budget_packets(window_bdp_packets(bandwidth_for(Use::kCwnd, model_bps)) +
                                       extra_acked_packets(model_bps));
  if (has_own_steps_) target += added_cwnd_packets_;
  move_window(acked_packets, target);
}

// Which rule gave the bandwidth in the target. Found only when it is asked for.
Binding Bbr2::bdp_binding() const {
  const BitRate model_bps = bandwidth_bps();
  if (bandwidth_for(Use::kCwnd, model_bps) < model_bps) return Binding::kCoefficient;
  return bounds_.bandwidth_lo_bps < max_bandwidth_bps() ? Binding::kBdpOfLowerBound : Binding::kBdp;
}

Binding Bbr2::rate_binding() const {
  if (!full_pipe_.is_full()) return Binding::kStartupRate;
  return has_own_bandwidth_ ? rate_binding_of_own_bandwidth() : rate_binding_of_model();
}

Binding Bbr2::rate_binding_of_own_bandwidth() const {
  const BitRate model_bps = bandwidth_bps();
  return own_bandwidth(Use::kPacing, model_bps) < model_bps ? Binding::kCoefficientRate
                                                            : rate_binding_of_model();
}

inline Binding Bbr2::rate_binding_of_model() const {
  if (pacing_gain_ < kUnitGain) return Binding::kDrainingRate;
  const BitRate used_bps = bandwidth_bps();
  if (used_bps == max_bandwidth_bps()) return Binding::kBandwidth;
  return used_bps == bounds_.bandwidth_lo_bps ? Binding::kBandwidthLo : Binding::kBandwidthHi;
}

Binding Bbr2::window_binding() const {
  return window_binding_ == Binding::kBdp ? bdp_binding() : window_binding_;
}

void Bbr2::observe(StateSink& sink) const {
  observe_bandwidth(sink);
  sink.number("bandwidth_hi_bps", bound_or_nan(bounds_.bandwidth_hi_bps));
  observe_bounds(sink);
  sink.number("extra_acked_bytes",
              static_cast<double>(extra_acked_packets(bandwidth_bps()) * context_.packet_bytes));
}

}  // namespace ccsim
