// BBRv3 as draft-ietf-ccwg-bbr-06 (6 July 2026) specifies it, or, rule by rule, as Google's Linux
// branch v3 has it (google/bbr, net/ipv4/tcp_bbr.c). Both are BBRv2 with other gains, a probe that
// ends at a plateau of the bandwidth instead of at a queue, and no upper bound of the bandwidth.
//
//   startup ─▶ drain ─▶ probe_bw_down ─▶ probe_bw_cruise ─▶ probe_bw_refill ─▶ probe_bw_up ─┐
//                             ▲                                                             │
//                             └─────────────────────────────────────────────────────────────┘
//   any ─▶ probe_rtt ─▶ probe_bw_cruise (or startup, if the pipe was never full)
//   undo of a spurious recovery (draft) ─▶ startup or probe_bw_refill
//
// The draft's inflight_longterm and *_shortterm are inflight_hi and *_lo here, as in Linux and in
// BBRv2. Comments name the draft's routines.
#pragma once

#include <cstdint>

#include "bbr2_bounds.h"
#include "bbr2_signals.h"
#include "bbr3_extra_acked.h"
#include "bbr3_parameters.h"
#include "bbr_control.h"
#include "ccsim/algorithm.h"
#include "ccsim/congestion_control.h"
#include "cycle_max.h"
#include "ecn_average.h"
#include "gain.h"
#include "plateau.h"
#include "probe_growth.h"
#include "probe_rtt_dwell.h"
#include "round_counter.h"
#include "timed_minimum.h"

namespace ccsim {

class Bbr3 final : public BbrControlOf<FineGain> {
 public:
  Bbr3(const Bbr3Parameters& parameters, const ControllerContext& context);

  void on_packet_sent(const SentEvent& sent) override;
  void on_ack(const AckEvent& ack) override;
  void on_packet_lost(const PacketLostEvent& lost) override;
  void on_congestion(const CongestionEvent& congestion) override;
  void on_recovery_exit(const RecoveryExitEvent& exit) override;
  void on_undo(const UndoEvent& undo) override;

  [[nodiscard]] Bindings bindings() const override;
  void observe(StateSink& sink) const override;

 private:
  // In the order of the state machine; DOWN to UP make up ProbeBW.
  enum class Phase : std::uint8_t { kStartup, kDrain, kDown, kCruise, kRefill, kUp, kProbeRtt };
  // How the ACKs that come in relate to the last probe for bandwidth.
  enum class AckPhase : std::uint8_t {
    kInit,
    kRefilling,
    kProbeStarting,
    kProbeFeedback,
    kProbeStopping,
  };
  // What the loss and ECN tests look at: a sample, or one packet just marked lost.
  struct ProbeSample {
    Packets tx_in_flight_packets = 0;
    Packets lost_packets = 0;
    Packets delivered_packets = 0;
    Packets ce_packets = 0;
    bool is_app_limited = false;
  };

  // bbr3.cpp: the order of work and the model.
  void update_model(const AckEvent& ack);
  void update_latest(const AckEvent& ack);
  void update_congestion_signals(const AckEvent& ack);
  void take_bandwidth();
  void tell_bandwidth_renewed(BitRate before_bps) const;
  void adapt_lower_bounds();
  void tell_lower_bounds(const Bbr2Bounds& before) const;
  void reset_lower_bounds(const char* reason);
  [[nodiscard]] bool take_fast_path(const AckEvent& ack, bool& updates_model);
  [[nodiscard]] BitRate max_bandwidth_bps() const { return bandwidth_filter_.value_bps(); }
  [[nodiscard]] BitRate bounded_bandwidth_bps() const;
  [[nodiscard]] BitRate bandwidth_bps() const {
    return p_.bandwidth_at_once ? bounded_bandwidth_bps() : bandwidth_bps_;
  }

  // bbr3_recovery.cpp: losses, timeouts and what takes them back.
  void note_loss(SimTime now_ns, Packets delivered_packets);
  void note_tail_repair();
  void save_window();
  void save_for_undo();
  void count_startup_loss(std::int64_t sequence);
  void return_to_probe();

  // bbr3_phases.cpp: Startup, Drain, ProbeRTT.
  void check_startup_loss(const AckEvent& ack);
  void update_ecn(const AckEvent& ack);
  void end_startup_by_congestion(const char* reason);
  void check_drain(const AckEvent& ack);
  [[nodiscard]] bool is_drained(const AckEvent& ack) const;
  void update_min_rtt(const AckEvent& ack);
  void take_rtt_sample(const AckEvent& ack, bool is_probe_rtt_expired);
  void exit_probe_rtt();
  void enter(Phase phase, const char* reason);
  void announce(Phase phase, const char* reason);
  [[nodiscard]] bool is_probing() const {
    return phase_ == Phase::kStartup || phase_ == Phase::kRefill || phase_ == Phase::kUp;
  }
  [[nodiscard]] bool is_in_probe_bw() const {
    return phase_ >= Phase::kDown && phase_ <= Phase::kUp;
  }
  [[nodiscard]] bool is_in_probe_rtt() const { return phase_ == Phase::kProbeRtt; }

  // bbr3_probe_bw.cpp: the cycle and the upper bound.
  void update_cycle(const AckEvent& ack);
  [[nodiscard]] bool adapt_upper_bound(const AckEvent& ack);
  void end_bandwidth_cycle();
  [[nodiscard]] bool end_probe_feedback(bool is_app_limited);
  void raise_upper_bound(const AckEvent& ack);
  [[nodiscard]] bool is_too_high(const ProbeSample& sample) const;
  void handle_too_high(const ProbeSample& sample, Packets bound_packets);
  [[nodiscard]] bool start_probe_if_due(const AckEvent& ack);
  [[nodiscard]] bool is_reno_probe_time() const;
  void leave_up_if_done(const AckEvent& ack, Packets flight_packets);
  [[nodiscard]] bool may_cruise(Packets flight_packets) const;
  void start_down();
  void start_cruise();
  void start_refill(std::int64_t doublings, const char* reason);
  void start_up();

  // bbr3_cwnd.cpp: gains, window, flight.
  void update_gains();
  void set_pacing(FineGain gain);
  void set_cwnd(const AckEvent& ack);
  void grow_startup_window(Packets acked_packets, Packets target_packets);
  void bound_cwnd();
  [[nodiscard]] Binding rate_binding() const;
  [[nodiscard]] Packets bdp_packets(BitRate bandwidth_bps, FineGain gain) const;
  [[nodiscard]] Packets with_budget_packets(Packets packets) const;
  [[nodiscard]] Packets inflight_packets(BitRate bandwidth_bps) const;
  [[nodiscard]] Packets target_inflight_packets() const;
  [[nodiscard]] Packets probe_rtt_cwnd_packets() const;
  [[nodiscard]] Packets in_network_packets(const AckEvent& ack, Packets flight_packets) const;

  Bbr3Parameters p_;

  // The model of the path.
  CycleMax bandwidth_filter_;
  TimedMinimum probe_rtt_minimum_;  // times ProbeRTT
  TimedMinimum min_rtt_;            // of the model
  Bbr2Bounds bounds_;
  Bbr2Signals signals_;
  EcnAverage ecn_average_;
  Bbr3ExtraAcked aggregation_;
  RoundCounter rounds_;
  PlateauDetector plateau_;
  BitRate bandwidth_bps_ = 0;
  bool is_loss_round_start_ = false;
  bool is_ecn_eligible_ = false;

  // The state machine.
  Phase phase_ = Phase::kStartup;
  AckPhase ack_phase_ = AckPhase::kInit;
  ProbeRttDwell probe_rtt_dwell_;
  ProbeGrowth growth_;
  SimTime cycle_start_ns_ = 0;
  Duration probe_wait_ns_ = 0;
  std::int64_t rounds_since_probe_ = 0;
  std::int64_t drain_start_round_ = 0;
  std::int64_t startup_losses_ = 0;
  std::int64_t startup_ecn_rounds_ = 0;
  std::int64_t last_lost_sequence_ = -1;
  bool samples_reflect_probe_ = false;
  bool was_probe_too_high_ = false;
  bool was_probe_precautionary_ = false;
  const char* full_pipe_reason_ = "bandwidth_plateau";

  // What a spurious recovery is undone with.
  Bbr2Bounds undo_bounds_{0, 0, 0, 0};
  Phase undo_phase_ = Phase::kDrain;  // Startup or UP, if losses have ended that; else Drain
  SimTime decided_ns_ = -1;           // when they last did
  SimTime marked_ns_ = -1;            // when a packet was last marked lost

  // The controls, beyond those that all versions have.
  Packets initial_cwnd_packets_;
  bool may_take_fast_path_ = false;
};

}  // namespace ccsim
