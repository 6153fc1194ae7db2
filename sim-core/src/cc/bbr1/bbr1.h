// BBRv1 as in Linux net/ipv4/tcp_bbr.c; Cardwell et al., ACM Queue 14(5), 2016.
//
//   startup ─▶ drain ─▶ probe_bw: gains 5/4, 3/4, 1, 1, 1, 1, 1, 1, one minimum RTT each
//   any ─▶ probe_rtt ─▶ probe_bw (or startup, if the pipe was never full)
//
// A variant is a class `Name final : public BasicBbr1<Name>` that has functions of its own in place
// of those under "for variants", and is a friend of its base. They are chosen when the variant is
// compiled, so BBRv1 itself pays nothing for them.
#pragma once

#include <cstdint>

#include "bbr/ack_aggregation.h"
#include "bbr/bbr_control.h"
#include "bbr/full_pipe.h"
#include "bbr/probe_rtt_dwell.h"
#include "bbr/timed_minimum.h"
#include "bbr/windowed_max.h"
#include "bbr1/bbr1_parameters.h"
#include "bbr1/policer_detector.h"
#include "ccsim/algorithm.h"
#include "ccsim/congestion_control.h"
#include "gain.h"
#include "observed.h"
#include "round_counter.h"
#include "wire_units.h"

namespace ccsim {

template <class Self>
class BasicBbr1 : public BbrControl {
 public:
  BasicBbr1(const Bbr1Parameters& parameters, const ControllerContext& context);

  void on_packet_sent(const SentEvent& sent) override;
  void on_ack(const AckEvent& ack) override;
  void on_packet_lost(const PacketLostEvent&) override {}
  void on_congestion(const CongestionEvent& congestion) override;
  void on_recovery_exit(const RecoveryExitEvent&) override {}  // seen at the next ACK
  void on_undo(const UndoEvent& undo) override;

  [[nodiscard]] Binding window_binding() const override;
  [[nodiscard]] Binding rate_binding() const override;
  void observe(StateSink& sink) const override;

 protected:
  enum class Mode : std::uint8_t { kStartup, kDrain, kProbeBw, kProbeRtt };

  // --- for variants

  // What an ACK brings, before anything else is done with it.
  void begin_ack(const AckEvent&) {}
  // Model, state and gains are those of this ACK; the rate and the window follow.
  void adapt(const AckEvent&) {}
  [[nodiscard]] Packets bdp_packets(BitRate bandwidth_bps, Gain gain) const;
  [[nodiscard]] bool is_bdp_cut() const { return false; }
  [[nodiscard]] BitRate pacing_bandwidth_bps() const { return bandwidth_bps(); }
  [[nodiscard]] Packets window_target_packets() const {
    return window_target_packets(bandwidth_bps());
  }
  [[nodiscard]] bool is_cycle_phase_over(const AckEvent& ack) const;
  [[nodiscard]] Gain cycle_gain() const;
  [[nodiscard]] Gain drain_gain() const { return parameters_.drain_gain; }
  void update_gains();
  void take_rtt_sample(const AckEvent& ack, bool is_expired);
  [[nodiscard]] bool is_probe_rtt_due(bool is_expired) const { return is_expired; }
  void on_probe_rtt_entered() {}
  [[nodiscard]] Packets probe_rtt_cwnd_packets() const { return parameters_.minimum_cwnd_packets; }
  [[nodiscard]] bool recover_or_restore(const AckEvent& ack);

  // --- for variants to ask

  [[nodiscard]] bool is_in_probe_bw() const { return mode_ == Mode::kProbeBw; }
  [[nodiscard]] BitRate max_bandwidth_bps() const { return bandwidth_filter_.value(); }
  [[nodiscard]] BitRate bandwidth_bps() const {
    return policer_.is_policed() ? policer_.rate_bps() : max_bandwidth_bps();
  }
  [[nodiscard]] Packets target_packets(BitRate bandwidth_bps, Gain gain) const;
  [[nodiscard]] Packets window_target_packets(BitRate bandwidth_bps) const;
  [[nodiscard]] Packets in_network_packets(const AckEvent& ack, Packets flight_packets) const;
  // Linux 4.14 allows two packets more in all of ProbeBW, later ones only while probing.
  [[nodiscard]] Packets extra_packets_of_linux_4_14() const {
    constexpr Packets kExtra = 2;
    const bool is_linux = parameters_.cwnd_quantisation == Bbr1Parameters::Quantisation::kLinux;
    return is_linux && is_in_probe_bw() && cycle_index_ != kProbeIndex ? kExtra : 0;
  }
  [[nodiscard]] Duration in_phase_ns() const { return now_ns_ - cycle_start_ns_; }

 private:
  [[nodiscard]] Self& self() { return static_cast<Self&>(*this); }
  [[nodiscard]] const Self& self() const { return static_cast<const Self&>(*this); }

  // bbr1_model.h: the model and the state machine.
  void update_bandwidth(const AckEvent& ack);
  void watch_policer(const PolicerDetector::Input& input);
  void update_cycle(const AckEvent& ack);
  void advance_cycle();
  void check_drain(const AckEvent& ack);
  void update_min_rtt(const AckEvent& ack);
  void enter_probe_rtt(const char* reason);
  void exit_probe_rtt();
  void enter_probe_bw(const char* reason);
  void announce(const char* reason);
  void save_cwnd();

  // bbr1_control.h: gains, window.
  void set_pacing(Gain gain);
  void set_cwnd(const AckEvent& ack);
  void conserve_packets(const AckEvent& ack, Packets used_packets);
  [[nodiscard]] Packets with_budget_packets(Packets packets) const;
  [[nodiscard]] Packets extra_acked_packets() const;

  static constexpr std::int64_t kCycleLength = 8;
  static constexpr std::int64_t kProbeIndex = 0;
  static constexpr std::int64_t kDrainIndex = 1;

 protected:
  Bbr1Parameters parameters_;

  Packets lost_packets_ = 0;  // of the event being handled

  // The model of the path.
  WindowedMax bandwidth_filter_;
  TimedMinimum min_rtt_;
  RoundCounter rounds_;
  FullPipeDetector full_pipe_;
  AckAggregation aggregation_;
  PolicerDetector policer_;

  // The state machine.
  Mode mode_ = Mode::kStartup;
  std::int64_t cycle_index_ = 0;
  SimTime cycle_start_ns_ = 0;
  ProbeRttDwell probe_rtt_dwell_;
  const char* phase_ = nullptr;

  // The controls, beyond those that all versions have.
  bool conserves_packets_ = false;
};

}  // namespace ccsim

#include "bbr1/bbr1_control.h"
#include "bbr1/bbr1_model.h"
