// Gains, pacing rate and window of BBRv3, and what it shows of itself.
#include <algorithm>

#include "bbr3.h"

namespace ccsim {

// The draft's table of control behaviour (5.6.1); bbr_update_gains().
void Bbr3::update_gains() {
  cwnd_gain_ = p_.cwnd_gain;
  switch (phase_) {
    case Phase::kStartup:
      pacing_gain_ = p_.startup_pacing_gain;
      cwnd_gain_ = p_.startup_cwnd_gain;
      return;
    case Phase::kDrain:  // pace slowly, but keep the window
      pacing_gain_ = p_.drain_pacing_gain;
      cwnd_gain_ = p_.startup_cwnd_gain;
      return;
    case Phase::kDown:
      pacing_gain_ = p_.down_pacing_gain;
      return;
    case Phase::kCruise:
      pacing_gain_ = p_.cruise_pacing_gain;
      return;
    case Phase::kRefill:
      pacing_gain_ = p_.refill_pacing_gain;
      return;
    case Phase::kUp:
      pacing_gain_ = p_.up_pacing_gain;
      cwnd_gain_ = p_.up_cwnd_gain;
      return;
    case Phase::kProbeRtt:
      pacing_gain_ = FineGain{};
      cwnd_gain_ = p_.probe_rtt_cwnd_gain;
      return;
  }
}

// SetPacingRateWithGain().
void Bbr3::set_pacing(FineGain gain) {
  pace({bandwidth_bps(), gain, plateau_.was_full()});
}

// BDPMultiple(), rounded up to whole packets as in Linux (bbr_bdp()). Without any RTT sample the
// initial window is all that is safe.
Packets Bbr3::bdp_packets(BitRate bandwidth_bps, FineGain gain) const {
  if (!min_rtt_.has_value()) return initial_cwnd_packets_;
  return units_.bdp_packets(bandwidth_bps, min_rtt_.value_ns(), gain);
}

// QuantizationBudget(): room for full send quanta on both hosts; 2 packets more while probing
// upwards, so that even a small BDP is exceeded.
Packets Bbr3::with_budget_packets(Packets packets) const {
  constexpr Packets kQuanta = 3;
  constexpr Packets kProbeUpExtra = 2;
  const Packets budget_packets =
      std::max({packets, kQuanta * send_quantum_packets_, p_.minimum_cwnd_packets});
  return phase_ == Phase::kUp ? budget_packets + kProbeUpExtra : budget_packets;
}

// Inflight(1.0): the flight that a phase aims at.
Packets Bbr3::inflight_packets(BitRate bandwidth_bps) const {
  return with_budget_packets(bdp_packets(bandwidth_bps, FineGain{}));
}

// TargetInflight(): the BDP, unless congestion has cut the window.
Packets Bbr3::target_inflight_packets() const {
  const Packets bdp = p_.target_with_budget ? inflight_packets(bandwidth_bps())
                                            : bdp_packets(bandwidth_bps(), FineGain{});
  return std::min(bdp, controls_.cwnd_packets);
}

Packets Bbr3::probe_rtt_cwnd_packets() const {
  return std::max(p_.minimum_cwnd_packets, bdp_packets(bandwidth_bps(), p_.probe_rtt_cwnd_gain));
}

// Linux bbr_packets_in_net_at_edt(). While pushing, the next burst counts as in the network
// already.
Packets Bbr3::in_network_packets(const AckEvent& ack, Packets flight_packets) const {
  if (!p_.flight_at_departure) return flight_packets;
  const Packets burst_packets = pacing_gain_ > FineGain{} ? Packets{send_quantum_packets_} : 0;
  return units_.packets_in_network(
      flight_packets, {ack.next_departure_ns - ack.now_ns, bandwidth_bps(), burst_packets});
}

// SetCwnd(): up to the target by what was acked; down at once, but only after the pipe was full.
void Bbr3::set_cwnd(const AckEvent& ack) {
  const Packets acked_packets = ack.sample.newly_acked_packets;
  if (acked_packets > 0) {
    const Packets target = with_budget_packets(bdp_packets(bandwidth_bps(), cwnd_gain_) +
                                               aggregation_.extra_packets(bandwidth_bps()));
    may_take_fast_path_ = false;
    if (plateau_.was_full()) {
      may_take_fast_path_ = controls_.cwnd_packets + acked_packets >= target;
      window_binding_ = may_take_fast_path_ ? Binding::kBdp : Binding::kRegrowingWindow;
      controls_.cwnd_packets = std::min(controls_.cwnd_packets + acked_packets, target);
    } else {
      grow_startup_window(acked_packets, target);
    }
    hold_at_minimum(p_.minimum_cwnd_packets);
  }
  if (is_in_probe_rtt()) cap_window(probe_rtt_cwnd_packets(), Binding::kProbeRttWindow);
  bound_cwnd();
}

// Before the pipe was full. Until little has been delivered (draft), or while the window is below
// twice the initial one (Linux), the model is not yet worth bounding the window by.
void Bbr3::grow_startup_window(Packets acked_packets, Packets target_packets) {
  const bool is_early = p_.startup_window_by_size
                            ? controls_.cwnd_packets < 2 * initial_cwnd_packets_
                            : delivered_packets_ < initial_cwnd_packets_;
  if (controls_.cwnd_packets < target_packets || is_early) {
    controls_.cwnd_packets += acked_packets;
    window_binding_ = Binding::kStartupWindow;
  } else {
    may_take_fast_path_ = true;
    window_binding_ = Binding::kBdp;
  }
}

// BoundCwndForModel().
void Bbr3::bound_cwnd() {
  Packets cap_packets = kUnbounded;
  Binding binding = Binding::kInflightHi;
  if (phase_ == Phase::kCruise || is_in_probe_rtt()) {
    binding = Binding::kInflightHeadroom;
    cap_packets = bounds_.inflight_with_headroom_packets(p_.headroom, p_.minimum_cwnd_packets);
  } else if (is_in_probe_bw()) {
    cap_packets = bounds_.inflight_hi_packets;
  }
  if (bounds_.inflight_lo_packets < cap_packets) {
    binding = Binding::kInflightLo;
    cap_packets = bounds_.inflight_lo_packets;
  }
  if (cap_packets <= p_.minimum_cwnd_packets) {
    binding = Binding::kMinimumWindow;
    cap_packets = p_.minimum_cwnd_packets;
  }
  cap_window(cap_packets, binding);
}

Binding Bbr3::rate_binding() const {
  if (!plateau_.was_full()) return Binding::kStartupRate;
  if (pacing_gain_ < FineGain{}) return Binding::kDrainingRate;
  return bandwidth_bps() == max_bandwidth_bps() ? Binding::kBandwidth : Binding::kBandwidthLo;
}

Bindings Bbr3::bindings() const {
  const bool is_cut = bounds_.bandwidth_lo_bps < max_bandwidth_bps();
  const Binding bdp = is_cut ? Binding::kBdpOfLowerBound : Binding::kBdp;
  return {window_binding_ == Binding::kBdp ? bdp : window_binding_, rate_binding()};
}

void Bbr3::observe(StateSink& sink) const {
  const Bytes packet_bytes = context_.packet_bytes;
  const Packets extra_packets = aggregation_.extra_packets(bandwidth_bps());
  sink.number("min_rtt_s", seconds_or_nan(min_rtt_.value_ns()));
  sink.number("bandwidth_estimate_bps", static_cast<double>(bandwidth_bps()));
  sink.number("bandwidth_max_bps", static_cast<double>(max_bandwidth_bps()));
  sink.number("bandwidth_lo_bps", bound_or_nan(bounds_.bandwidth_lo_bps));
  sink.number("inflight_hi_bytes", bound_or_nan(bounds_.inflight_hi_packets, packet_bytes));
  sink.number("inflight_lo_bytes", bound_or_nan(bounds_.inflight_lo_packets, packet_bytes));
  sink.number("pacing_gain_ratio", pacing_gain_.ratio());
  sink.number("cwnd_gain_ratio", cwnd_gain_.ratio());
  sink.number("extra_acked_bytes", static_cast<double>(extra_packets * packet_bytes));
}

}  // namespace ccsim
