// Gains and window of BBRv1, and what it shows of itself. For bbr1.h alone.
#pragma once

#include <algorithm>

#include "bbr1/bbr1.h"

namespace ccsim {

template <class Self>
Gain BasicBbr1<Self>::cycle_gain() const {
  if (policer_.is_policed()) return kUnitGain;
  return cycle_index_ == 0   ? parameters_.up_gain
         : cycle_index_ == 1 ? parameters_.down_gain
                             : kUnitGain;
}

// bbr_update_gains().
template <class Self>
void BasicBbr1<Self>::update_gains() {
  switch (mode_) {
    case Mode::kStartup:
      pacing_gain_ = parameters_.high_gain;
      cwnd_gain_ = parameters_.high_gain;
      break;
    case Mode::kDrain:  // pace slowly, but keep the window
      pacing_gain_ = self().drain_gain();
      cwnd_gain_ = parameters_.high_gain;
      break;
    case Mode::kProbeBw:
      pacing_gain_ = self().cycle_gain();
      cwnd_gain_ = parameters_.cwnd_gain;
      break;
    case Mode::kProbeRtt:
      pacing_gain_ = kUnitGain;
      cwnd_gain_ = kUnitGain;
      break;
  }
}

template <class Self>
void BasicBbr1<Self>::set_pacing(Gain gain) {
  this->pace({self().pacing_bandwidth_bps(), gain, full_pipe_.is_full()});
}

// bbr_bdp(). Without any RTT sample Linux's default initial window is all that is safe.
template <class Self>
Packets BasicBbr1<Self>::bdp_packets(BitRate bandwidth_bps, Gain gain) const {
  constexpr Packets kDefaultInitialWindow = 10;
  if (!min_rtt_.has_value()) return kDefaultInitialWindow;
  return units_.bdp_packets(bandwidth_bps, min_rtt_.value_ns(), gain);
}

// bbr_quantization_budget(): three bursts of headroom (in the sender's queue, its network card and
// the receiver), an even number against delayed ACKs, 2 packets more in the probing phase.
template <class Self>
Packets BasicBbr1<Self>::with_budget_packets(Packets packets) const {
  constexpr Packets kQuanta = 3;
  constexpr Packets kProbeExtra = 2;
  if (parameters_.cwnd_quantisation == Bbr1Parameters::Quantisation::kNone) return packets;
  if (parameters_.cwnd_quantisation == Bbr1Parameters::Quantisation::kNs3) return packets + kQuanta;
  constexpr Packets kMostQuantum = 127;
  const Packets filled_packets =
      packets + kQuanta * std::min<Packets>(send_quantum_packets_, kMostQuantum);
  const Packets even_packets = filled_packets + filled_packets % 2;
  return mode_ == Mode::kProbeBw && cycle_index_ == 0 ? even_packets + kProbeExtra : even_packets;
}

// bbr_inflight().
template <class Self>
Packets BasicBbr1<Self>::target_packets(BitRate bandwidth_bps, Gain gain) const {
  return with_budget_packets(self().bdp_packets(bandwidth_bps, gain));
}

// While pushing, the next burst counts as in the network already.
template <class Self>
Packets BasicBbr1<Self>::in_network_packets(const AckEvent& ack, Packets flight_packets) const {
  const Packets burst_packets = pacing_gain_ > kUnitGain ? Packets{send_quantum_packets_} : 0;
  return units_.packets_in_network(
      flight_packets, {ack.next_departure_ns - ack.now_ns, bandwidth_bps(), burst_packets});
}

template <class Self>
Packets BasicBbr1<Self>::extra_acked_packets() const {
  return full_pipe_.is_full() ? aggregation_.extra_packets(bandwidth_bps()) : 0;
}

// bbr_set_cwnd_to_recover_or_restore(): the first round of a recovery sends as much as it gets
// delivered, later rounds up to twice that; afterwards the window before it is restored. True
// while packets are conserved.
template <class Self>
bool BasicBbr1<Self>::recover_or_restore(const AckEvent& ack) {
  const Packets acked_packets = ack.sample.newly_acked_packets;
  const Packets used_packets = controls_.cwnd_packets;
  if (ack.sample.newly_lost_packets > 0) {
    controls_.cwnd_packets =
        std::max<Packets>(controls_.cwnd_packets - ack.sample.newly_lost_packets, 1);
  }
  if (ack.state == CaState::kRecovery && previous_state_ != CaState::kRecovery) {
    conserves_packets_ = parameters_.packet_conservation;
    rounds_.restart(ack.delivered_packets);
    if (conserves_packets_) conserve_packets(ack, used_packets);
  } else if (previous_state_ >= CaState::kRecovery && ack.state < CaState::kRecovery) {
    restore_window("recovered", used_packets);
    conserves_packets_ = false;
  }
  previous_state_ = ack.state;
  if (conserves_packets_) {
    controls_.cwnd_packets =
        std::max(controls_.cwnd_packets, ack.in_flight_packets + acked_packets);
  }
  return conserves_packets_;
}

template <class Self>
void BasicBbr1<Self>::conserve_packets(const AckEvent& ack, Packets used_packets) {
  note_window(CauseKind::kWindowConserved, "recovery", used_packets);
  controls_.cwnd_packets = ack.in_flight_packets + ack.sample.newly_acked_packets;
  window_binding_ = Binding::kConservedWindow;
}

template <class Self>
Packets BasicBbr1<Self>::window_target_packets(BitRate bandwidth_bps) const {
  return with_budget_packets(self().bdp_packets(bandwidth_bps, cwnd_gain_) + extra_acked_packets());
}

// bbr_set_cwnd().
template <class Self>
void BasicBbr1<Self>::set_cwnd(const AckEvent& ack) {
  constexpr Packets kDefaultInitialWindow = 10;
  const Packets acked_packets = ack.sample.newly_acked_packets;
  if (acked_packets > 0 && !self().recover_or_restore(ack)) {
    const Packets target = self().window_target_packets();
    const bool is_at_target = controls_.cwnd_packets + acked_packets >= target;
    if (full_pipe_.is_full()) {
      window_binding_ = is_at_target ? Binding::kBdp : Binding::kRegrowingWindow;
      controls_.cwnd_packets = std::min(controls_.cwnd_packets + acked_packets, target);
    } else if (controls_.cwnd_packets < target || ack.delivered_packets < kDefaultInitialWindow) {
      controls_.cwnd_packets += acked_packets;
      window_binding_ = Binding::kStartupWindow;
    } else {
      window_binding_ = Binding::kBdp;
    }
    hold_at_minimum(parameters_.minimum_cwnd_packets);
  }
  if (mode_ == Mode::kProbeRtt) {
    cap_window(self().probe_rtt_cwnd_packets(), Binding::kProbeRttWindow);
  }
}

template <class Self>
Binding BasicBbr1<Self>::window_binding() const {
  if (window_binding_ != Binding::kBdp) return window_binding_;
  if (policer_.is_policed()) return Binding::kBdpOfPolicedRate;
  return self().is_bdp_cut() ? Binding::kCoefficient : Binding::kBdp;
}

template <class Self>
Binding BasicBbr1<Self>::rate_binding() const {
  if (!full_pipe_.is_full()) return Binding::kStartupRate;
  if (policer_.is_policed()) return Binding::kPolicedRate;
  if (self().pacing_bandwidth_bps() < bandwidth_bps()) return Binding::kCoefficientRate;
  return pacing_gain_ < kUnitGain ? Binding::kDrainingRate : Binding::kBandwidth;
}

template <class Self>
void BasicBbr1<Self>::observe(StateSink& sink) const {
  sink.number("min_rtt_s", seconds_or_nan(min_rtt_.value_ns()));
  sink.number("bandwidth_estimate_bps", static_cast<double>(bandwidth_bps()));
  sink.number("bandwidth_policed_bps",
              policer_.is_policed() ? static_cast<double>(policer_.rate_bps()) : kNoValue);
  sink.number("pacing_gain_ratio", pacing_gain_.ratio());
  sink.number("cwnd_gain_ratio", cwnd_gain_.ratio());
  sink.number("extra_acked_bytes",
              static_cast<double>(extra_acked_packets() * context_.packet_bytes));
}

}  // namespace ccsim
