// BBRv1 as in Linux net/ipv4/tcp_bbr.c; Cardwell et al., ACM Queue 14(5), 2016.
//
//   startup ─▶ drain ─▶ probe_bw: gains 5/4, 3/4, 1, 1, 1, 1, 1, 1, one minimum RTT each
//   any ─▶ probe_rtt ─▶ probe_bw (or startup, if the pipe was never full)
#pragma once

#include <cstdint>

#include "ack_aggregation.h"
#include "bbr_control.h"
#include "ccsim/algorithm.h"
#include "ccsim/congestion_control.h"
#include "full_pipe.h"
#include "gain.h"
#include "observed.h"
#include "policer_detector.h"
#include "probe_rtt_dwell.h"
#include "round_counter.h"
#include "timed_minimum.h"
#include "windowed_max.h"
#include "wire_units.h"

namespace ccsim {

struct Bbr1Parameters {
  enum class Quantisation : std::uint8_t {
    kLinux,  // +3 send quanta, rounded up to even, +2 packets in the probing phase
    kNs3,    // +3 packets
    kNone,
  };

  Gain high_gain, drain_gain, up_gain, down_gain, cwnd_gain;
  std::int64_t bandwidth_window_rounds;
  Duration min_rtt_window_ns, probe_rtt_duration_ns;
  std::int64_t pacing_margin_percent;
  Packets minimum_cwnd_packets;
  Gain full_pipe_growth;
  std::int64_t full_pipe_rounds;
  Quantisation cwnd_quantisation;
  bool packet_conservation;
  AckAggregation::Settings extra_acked;
  PolicerDetector::Settings policer;
};

class Bbr1 final : public BbrControl {
 public:
  Bbr1(const Bbr1Parameters& parameters, const ControllerContext& context);

  void on_packet_sent(const SentEvent& sent) override;
  void on_ack(const AckEvent& ack) override;
  void on_packet_lost(const PacketLostEvent&) override {}
  void on_congestion(const CongestionEvent& congestion) override;
  void on_recovery_exit(const RecoveryExitEvent&) override {}  // seen at the next ACK
  void on_undo(const UndoEvent& undo) override;

  [[nodiscard]] Bindings bindings() const override;
  void observe(StateSink& sink) const override;

 private:
  enum class Mode : std::uint8_t { kStartup, kDrain, kProbeBw, kProbeRtt };

  // bbr1.cpp: the model and the state machine.
  void update_bandwidth(const AckEvent& ack);
  void watch_policer(const PolicerDetector::Input& input);
  void update_cycle(const AckEvent& ack);
  [[nodiscard]] bool is_cycle_phase_over(const AckEvent& ack) const;
  void advance_cycle();
  void check_drain(const AckEvent& ack);
  void update_min_rtt(const AckEvent& ack);
  void exit_probe_rtt();
  void enter_probe_bw(const char* reason);
  void announce(const char* reason);
  void save_cwnd();

  // bbr1_control.cpp: gains, window.
  void update_gains();
  void set_pacing(Gain gain);
  void set_cwnd(const AckEvent& ack);
  [[nodiscard]] bool recover_or_restore(const AckEvent& ack);
  void conserve_packets(const AckEvent& ack);
  [[nodiscard]] BitRate max_bandwidth_bps() const { return bandwidth_filter_.value(); }
  [[nodiscard]] BitRate bandwidth_bps() const {
    return policer_.is_policed() ? policer_.rate_bps() : max_bandwidth_bps();
  }
  [[nodiscard]] Packets bdp_packets(BitRate bandwidth_bps, Gain gain) const;
  [[nodiscard]] Packets with_budget_packets(Packets packets) const;
  [[nodiscard]] Packets target_packets(BitRate bandwidth_bps, Gain gain) const;
  [[nodiscard]] Packets in_network_packets(const AckEvent& ack, Packets flight_packets) const;
  [[nodiscard]] Packets extra_acked_packets() const;
  [[nodiscard]] Gain cycle_gain() const;

  Bbr1Parameters p_;

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
