// Gains, pacing rate and window of BBRv2, and what it shows of itself.
#include <algorithm>

#include "bbr2.h"
#include "observed.h"

namespace ccsim {

// bbr_update_gains(): each phase has its own, one of a variant may change them as it goes on.
void Bbr2::update_gains() {
  gains_phase_ = phase_;
  switch (phase_) {
    case Phase::kStartup:
      pacing_gain_ = p_.startup_pacing_gain;
      cwnd_gain_ = p_.startup_cwnd_gain;
      return;
    case Phase::kDrain:  // pace slowly, but keep the window
      pacing_gain_ = p_.drain_pacing_gain;
      cwnd_gain_ = p_.startup_cwnd_gain;
      return;
    case Phase::kProbeRtt:
      pacing_gain_ = kUnitGain;
      cwnd_gain_ = kUnitGain;
      return;
    case Phase::kDown:
      pacing_gain_ = p_.down_pacing_gain;
      break;
    case Phase::kCruise:
      pacing_gain_ = p_.cruise_pacing_gain;
      break;
    case Phase::kRefill:
      pacing_gain_ = p_.refill_pacing_gain;
      break;
    case Phase::kOwn:
      pacing_gain_ = own_phase_.pacing_gain;
      break;
    case Phase::kUp:
      pacing_gain_ = p_.up_pacing_gain;
      break;
  }
  cwnd_gain_ = p_.cwnd_gain;
}

void Bbr2::set_pacing(BitRate model_bps, Gain gain) {
  pace({bandwidth_for(Use::kPacing, model_bps), gain, full_pipe_.is_full()});
}

// bbr_bdp(). Without any RTT sample the initial window is all that is safe.
Packets Bbr2::bdp_packets(BitRate bandwidth_bps, Gain gain) const {
  if (!min_rtt_.has_value()) return initial_cwnd_packets_;
  return units_.bdp_packets(bandwidth_bps, min_rtt_.value_ns(), gain);
}

Packets Bbr2::bdp_packets(BitRate bandwidth_bps, Gain gain, LastBdp& last) const {
  if (!min_rtt_.has_value()) return initial_cwnd_packets_;
  return last.packets(units_, {bandwidth_bps, min_rtt_.value_ns(), gain});
}

// bbr_quantization_budget(): room for full send quanta on both hosts; 2 packets more while probing
// upwards, so that even a small BDP is exceeded.
Packets Bbr2::with_budget_packets(Packets packets) const {
  constexpr Packets kQuanta = 3;
  constexpr Packets kProbeUpExtra = 2;
  if (p_.cwnd_quantisation == CwndQuantisation::kNs3) {
    return std::max(packets + kQuanta, p_.minimum_cwnd_packets);
  }
  const Packets budget_packets =
      std::max({packets, kQuanta * send_quantum_packets_, p_.minimum_cwnd_packets});
  return phase_ == Phase::kUp ? budget_packets + kProbeUpExtra : budget_packets;
}

// bbr_inflight(): the flight that a phase aims at.
Packets Bbr2::target_packets(BitRate model_bps, Gain gain) const {
  return with_budget_packets(bdp_packets(bandwidth_for(Use::kTarget, model_bps), gain));
}

Packets Bbr2::probe_rtt_cwnd_packets() const {
  if (p_.probe_rtt_cwnd_gain.numerator() == 0) return p_.minimum_cwnd_packets;
  return std::max(p_.minimum_cwnd_packets, bdp_packets(bandwidth_bps(), p_.probe_rtt_cwnd_gain));
}

Packets Bbr2::extra_acked_packets(BitRate model_bps) const {
  if (aggregation_.is_off() || (!full_pipe_.is_full() && !p_.extra_acked_in_startup)) return 0;
  return aggregation_.extra_packets(model_bps);
}

// While pushing, the next burst counts as in the network already.
Packets Bbr2::in_network_packets(const AckEvent& ack, Packets flight_packets) const {
  const Packets burst_packets = pacing_gain_ > kUnitGain ? Packets{send_quantum_packets_} : 0;
  return units_.packets_in_network(
      flight_packets, {ack.next_departure_ns - ack.now_ns, bandwidth_bps(), burst_packets});
}

// bbr_set_cwnd(): up to the target by what was acked; down at once, but only after the pipe was
// full.
void Bbr2::set_cwnd(const AckEvent& ack, BitRate model_bps) {
  const Packets acked_packets = ack.sample.newly_acked_packets;
  if (acked_packets > 0) {
    Packets target = with_budget_packets(
        bdp_packets(bandwidth_for(Use::kCwnd, model_bps), cwnd_gain_, window_bdp_) +
        extra_acked_packets(model_bps));
    if (has_own_steps_) target += added_cwnd_packets_;
    may_take_fast_path_ = false;
    if (full_pipe_.is_full()) {
      may_take_fast_path_ = controls_.cwnd_packets + acked_packets >= target;
      window_binding_ = may_take_fast_path_ ? Binding::kBdp : Binding::kRegrowingWindow;
      controls_.cwnd_packets = std::min(controls_.cwnd_packets + acked_packets, target);
    } else if (controls_.cwnd_packets < target ||
               controls_.cwnd_packets < 2 * initial_cwnd_packets_) {
      controls_.cwnd_packets += acked_packets;
      window_binding_ = Binding::kStartupWindow;
    } else {
      may_take_fast_path_ = true;
      window_binding_ = Binding::kBdp;
    }
    hold_at_minimum(p_.minimum_cwnd_packets);
  }
  if (is_in_probe_rtt()) cap_window(probe_rtt_cwnd_packets(), Binding::kProbeRttWindow);
}

// What the bandwidth in the target was. Told apart only when somebody asks.
Binding Bbr2::bdp_binding() const {
  const BitRate model_bps = bandwidth_bps();
  if (bandwidth_for(Use::kCwnd, model_bps) < model_bps) return Binding::kCoefficient;
  return bounds_.bandwidth_lo_bps < max_bandwidth_bps() ? Binding::kBdpOfLowerBound : Binding::kBdp;
}

Binding Bbr2::rate_binding() const {
  if (!full_pipe_.is_full()) return Binding::kStartupRate;
  const BitRate used_bps = bandwidth_bps();
  if (bandwidth_for(Use::kPacing, used_bps) < used_bps) return Binding::kCoefficientRate;
  if (pacing_gain_ < kUnitGain) return Binding::kDrainingRate;
  if (used_bps == max_bandwidth_bps()) return Binding::kBandwidth;
  return used_bps == bounds_.bandwidth_lo_bps ? Binding::kBandwidthLo : Binding::kBandwidthHi;
}

Bindings Bbr2::bindings() const {
  return {window_binding_ == Binding::kBdp ? bdp_binding() : window_binding_, rate_binding()};
}

// bbr2_bound_cwnd_for_inflight_model().
void Bbr2::bound_cwnd() {
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

void Bbr2::observe(StateSink& sink) const {
  const Bytes packet_bytes = context_.packet_bytes;
  sink.number("min_rtt_s", seconds_or_nan(min_rtt_.value_ns()));
  sink.number("bandwidth_estimate_bps", static_cast<double>(bandwidth_bps()));
  sink.number("bandwidth_max_bps", static_cast<double>(max_bandwidth_bps()));
  sink.number("bandwidth_hi_bps", bound_or_nan(bounds_.bandwidth_hi_bps));
  sink.number("bandwidth_lo_bps", bound_or_nan(bounds_.bandwidth_lo_bps));
  sink.number("inflight_hi_bytes", bound_or_nan(bounds_.inflight_hi_packets, packet_bytes));
  sink.number("inflight_lo_bytes", bound_or_nan(bounds_.inflight_lo_packets, packet_bytes));
  sink.number("pacing_gain_ratio", pacing_gain_.ratio());
  sink.number("cwnd_gain_ratio", cwnd_gain_.ratio());
  sink.number("extra_acked_bytes",
              static_cast<double>(extra_acked_packets(bandwidth_bps()) * packet_bytes));
}

}  // namespace ccsim
