// Pacing rate and window of BBRv3, and what it shows of itself.
#include <algorithm>

#include "bbr3/bbr3.h"

namespace ccsim {

// SetPacingRateWithGain().
void Bbr3::set_pacing(FineGain gain) {
  pace({bandwidth_bps(), gain, plateau_.was_full()});
}

// Inflight(1.0): the flight that a phase aims at.
Packets Bbr3::inflight_packets(BitRate bandwidth_bps) const {
  return with_budget_packets(bdp_packets(bandwidth_bps, FineGain{}));
}

// TargetInflight(): the BDP, unless congestion has cut the window.
Packets Bbr3::target_inflight_packets() const {
  const Packets bdp = parameters_.target_with_budget ? inflight_packets(bandwidth_bps())
                                                     : bdp_packets(bandwidth_bps(), FineGain{});
  return std::min(bdp, controls_.cwnd_packets);
}

// CheckStartupHighLoss(): the BDP, or what the last round delivered, if that was more.
Packets Bbr3::startup_bound_packets() const {
  const Packets bdp = parameters_.target_with_budget ? inflight_packets(max_bandwidth_bps())
                                                     : bdp_packets(bandwidth_bps(), FineGain{});
  return std::max<Packets>(bdp, signals_.inflight_latest_packets);
}

// By the draft what is in flight, by Linux what will be when the pacer lets the next packet go.
Packets Bbr3::flight_packets(const AckEvent& ack, Packets flight_packets) const {
  return parameters_.flight_at_departure ? in_network_packets(ack, flight_packets) : flight_packets;
}

// SetCwnd().
void Bbr3::set_cwnd(const AckEvent& ack) {
  if (ack.sample.newly_acked_packets <= 0) return;
  move_window(ack.sample.newly_acked_packets,
              with_budget_packets(bdp_packets(bandwidth_bps(), cwnd_gain_) +
                                  aggregation_.extra_packets(bandwidth_bps())));
}

// Until little has been delivered (draft), or while the window is below twice the initial one
// (Linux).
bool Bbr3::ignores_model() const {
  return parameters_.startup_window_by_size ? controls_.cwnd_packets < 2 * initial_cwnd_packets_
                                            : delivered_packets_ < initial_cwnd_packets_;
}

Binding Bbr3::rate_binding() const {
  if (!plateau_.was_full()) return Binding::kStartupRate;
  if (pacing_gain_ < FineGain{}) return Binding::kDrainingRate;
  return bandwidth_bps() == max_bandwidth_bps() ? Binding::kBandwidth : Binding::kBandwidthLo;
}

Binding Bbr3::window_binding() const {
  if (window_binding_ != Binding::kBdp) return window_binding_;
  const bool is_cut = bounds_.bandwidth_lo_bps < max_bandwidth_bps();
  return is_cut ? Binding::kBdpOfLowerBound : Binding::kBdp;
}

void Bbr3::observe(StateSink& sink) const {
  observe_bandwidth(sink);
  observe_bounds(sink);
  sink.number("extra_acked_bytes", static_cast<double>(aggregation_.extra_packets(bandwidth_bps()) *
                                                       context_.packet_bytes));
}

}  // namespace ccsim
