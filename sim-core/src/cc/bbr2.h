// BBRv2 as in Google's Linux module v2alpha (google/bbr, net/ipv4/tcp_bbr2.c).
//
//   startup ─▶ drain ─▶ probe_bw_down ─▶ probe_bw_cruise ─▶ probe_bw_refill ─▶ probe_bw_up ─┐
//                             ▲                                                             │
//                             └─────────────────────────────────────────────────────────────┘
//   any ─▶ probe_rtt ─▶ probe_bw_cruise (or startup, if the pipe was never full)
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "ack_aggregation.h"
#include "bbr2_bounds.h"
#include "bbr2_parameters.h"
#include "bbr2_signals.h"
#include "bbr_control.h"
#include "ccsim/algorithm.h"
#include "ccsim/congestion_control.h"
#include "cycle_max.h"
#include "ecn_average.h"
#include "full_pipe.h"
#include "gain.h"
#include "last_bdp.h"
#include "probe_growth.h"
#include "probe_rtt_dwell.h"
#include "round_counter.h"
#include "timed_minimum.h"
#include "wire_units.h"

namespace ccsim {

class alignas(64) Bbr2 : public BbrControl {
 public:
  Bbr2(const Bbr2Parameters& parameters, const ControllerContext& context);

  void on_packet_sent(const SentEvent& sent) override;
  void on_ack(const AckEvent& ack) override;
  void on_packet_lost(const PacketLostEvent& lost) override;
  void on_congestion(const CongestionEvent& congestion) override;
  void on_recovery_exit(const RecoveryExitEvent& exit) override;
  void on_undo(const UndoEvent& undo) override;

  [[nodiscard]] Bindings bindings() const override;
  void observe(StateSink& sink) const override;

 protected:
  // In the order of the state machine; DOWN to UP make up ProbeBW.
  enum class Phase : std::uint8_t {
    kStartup,
    kDrain,
    kDown,
    kCruise,
    kRefill,
    kOwn,  // a phase of a variant: own_phase_ says which
    kUp,
    kProbeRtt,
  };
  struct OwnPhase {
    const char* name = nullptr;
    Gain pacing_gain;
    bool is_probing = false;  // for bandwidth: lower bounds do not adapt meanwhile
  };
  // Where the model's bandwidth is about to be used.
  enum class Use : std::uint8_t {
    kCwnd,    // for the window
    kTarget,  // for the flight that a phase aims at
    kPacing,
  };

  // For variants that set has_own_steps_: called on every ACK when bandwidth, minimum RTT and phase
  // are up to date.
  virtual void on_model_updated(const AckEvent&) {}
  // ... and for the cycle of ProbeBW, on every ACK. False: it is BBRv2's.
  [[nodiscard]] virtual bool run_own_cycle(const AckEvent&) { return false; }
  // For variants that set has_own_bandwidth_: the bandwidth to use instead of the model's.
  [[nodiscard]] virtual BitRate own_bandwidth(Use, BitRate model_bps) const { return model_bps; }
  // For variants: what happens once in each cycle.
  virtual void start_down();
  virtual void start_cruise();
  [[nodiscard]] virtual bool forgets_bandwidth_after_probe() const { return true; }

  [[nodiscard]] BitRate bandwidth_for(Use use, BitRate model_bps) const {
    return has_own_bandwidth_ ? own_bandwidth(use, model_bps) : model_bps;
  }
  [[nodiscard]] bool is_in_probe_bw() const {
    return phase_ >= Phase::kDown && phase_ <= Phase::kUp;
  }
  [[nodiscard]] bool is_in_probe_rtt() const { return phase_ == Phase::kProbeRtt; }
  [[nodiscard]] Duration min_rtt_ns() const { return min_rtt_.value_ns(); }
  [[nodiscard]] bool is_round_start() const { return rounds_.is_start(); }

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

  // bbr2_probe_bw.cpp: the cycle and the upper bounds, for variants to build theirs of.
  [[nodiscard]] bool adapt_upper_bounds(const AckEvent& ack);
  [[nodiscard]] bool end_probe_feedback(bool is_app_limited);
  void forget_bandwidth();
  void raise_upper_bounds(const AckEvent& ack);
  void grow_upper_bound(const AckEvent& ack);
  [[nodiscard]] bool is_too_high(const ProbeSample& sample) const;
  // False if it is not. Never inlined: most ACKs show neither loss nor mark.
  [[gnu::noinline]] bool heed_if_too_high(const RateSample& sample);
  void handle_too_high(const ProbeSample& sample, Packets bound_packets);
  [[nodiscard]] [[gnu::always_inline]] bool start_probe_if_due(const AckEvent& ack);
  [[nodiscard]] bool have_marks_ceased(const AckEvent& ack) const;
  [[gnu::noinline]] void start_refill_for_marks();
  [[nodiscard]] bool is_reno_probe_time() const;
  void leave_up_if_done(Packets flight_packets);
  [[nodiscard]] bool may_cruise(Packets flight_packets) const;
  [[gnu::noinline]] void start_refill(std::int64_t doublings, const char* reason);
  [[nodiscard]] bool has_elapsed(Duration interval_ns) const {
    return now_ns_ - cycle_start_ns_ > interval_ns;
  }
  [[nodiscard]] bool has_min_rtt_elapsed() const {
    return min_rtt_.has_value() && has_elapsed(min_rtt_.value_ns());
  }

  void start_up(const char* reason);
  void enter(Phase phase, const char* reason);
  void enter_own(const OwnPhase& phase, const char* reason);
  void announce(Phase phase, const char* reason);
  // Startup once more, with a pipe that counts as not full.
  void restart_startup();
  [[nodiscard]] BitRate max_bandwidth_bps() const { return bandwidth_filter_.value_bps(); }
  [[nodiscard]] Packets target_packets(BitRate model_bps, Gain gain) const;
  [[nodiscard]] Packets in_network_packets(const AckEvent& ack, Packets flight_packets) const;

 private:
  // bbr2.cpp: the order of work, the model, recovery.
  // Whether the controls are to be computed anew.
  [[nodiscard]] bool update_model(const AckEvent& ack);
  [[gnu::always_inline]] void update_cycle(const AckEvent& ack);
  void update_ecn(const AckEvent& ack);
  void update_congestion_signals(const AckEvent& ack);
  void adapt_lower_bounds();
  void tell_lower_bounds(const Bbr2Bounds& before) const;
  void reset_lower_bounds(const char* reason);
  void update_ack_aggregation(const AckEvent& ack);
  [[nodiscard]] bool may_take_fast_path(const AckEvent& ack) const;
  void save_cwnd();
  [[nodiscard]] BitRate bandwidth_bps() const {
    return std::min(max_bandwidth_bps(),
                    std::min(bounds_.bandwidth_lo_bps, bounds_.bandwidth_hi_bps));
  }

  // bbr2_phases.cpp: Startup, Drain, ProbeRTT.
  void check_startup_loss(const AckEvent& ack);
  void check_startup_ecn(Gain mark_ratio);  // at round starts
  void end_startup_by_congestion(const char* reason);
  void check_drain(const AckEvent& ack);
  void update_min_rtt(const AckEvent& ack);
  void take_rtt_sample(const AckEvent& ack, bool is_probe_rtt_expired);
  void exit_probe_rtt();
  [[nodiscard]] bool is_probing() const;

  // bbr2_cwnd.cpp: gains, window, flight.
  void update_gains();
  void set_pacing(BitRate model_bps, Gain gain);
  void set_cwnd(const AckEvent& ack, BitRate model_bps);
  void bound_cwnd();
  [[nodiscard]] Binding rate_binding() const;
  [[nodiscard]] Binding bdp_binding() const;
  [[nodiscard]] Packets bdp_packets(BitRate bandwidth_bps, Gain gain) const;
  // The same where it is asked for with every ACK.
  [[nodiscard]] Packets bdp_packets(BitRate bandwidth_bps, Gain gain, LastBdp& last) const;
  [[nodiscard]] Packets with_budget_packets(Packets packets) const;
  [[nodiscard]] Packets probe_rtt_cwnd_packets() const;
  [[nodiscard]] Packets extra_acked_packets(BitRate model_bps) const;

 protected:
  // Model, state machine and controls. Seldom used parts of all of them at the end, and here, to
  // the end of the cache line with the last of BbrControl.
  std::shared_ptr<const Bbr2Parameters> parameters_;
  Packets initial_cwnd_packets_;
  std::int64_t startup_ecn_rounds_ = 0;
  const char* full_pipe_reason_ = "bandwidth_plateau";

  const Bbr2Parameters& p_;
  // What follows these three begins in what they leave free, so that all is four cache lines.
  [[no_unique_address]] Bbr2Signals signals_;
  Count rounds_since_probe_ = 0;
  Bbr2Bounds bounds_;
  [[no_unique_address]] CycleMax bandwidth_filter_;
  bool is_loss_round_start_ = false;
  bool is_ecn_eligible_ = false;
  bool samples_reflect_probe_ = false;
  bool has_good_probe_sample_ = false;
  bool was_probe_too_high_ = false;
  bool has_stopped_risky_probe_ = false;
  bool may_take_fast_path_ = false;
  [[no_unique_address]] RoundCounter rounds_;
  bool has_own_bandwidth_ = false;  // of a variant
  bool has_own_steps_ = false;
  Phase phase_ = Phase::kStartup;
  Phase gains_phase_ = Phase::kStartup;  // whose gains are in use
  AckPhase ack_phase_ = AckPhase::kInit;
  SimTime cycle_start_ns_ = 0;
  Duration probe_wait_ns_ = 0;
  TimedMinimum probe_rtt_minimum_;  // times ProbeRTT
  TimedMinimum min_rtt_;            // of the model
  AckAggregation aggregation_;
  FullPipeDetector full_pipe_;
  LastBdp window_bdp_;

  ProbeGrowth growth_;
  Packets added_cwnd_packets_ = 0;  // of a variant with own steps, on top of the target
  EcnAverage ecn_average_;
  ProbeRttDwell probe_rtt_dwell_;
  OwnPhase own_phase_;
  Bbr2Bounds undo_bounds_{0, 0, 0, 0};
  std::int64_t startup_loss_events_ = 0;
};

}  // namespace ccsim
