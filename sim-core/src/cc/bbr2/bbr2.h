// BBRv2 as in Google's Linux module v2alpha (google/bbr, net/ipv4/tcp_bbr2.c). What it has in
// common with BBRv3, its states among it, is in bbr_probing.h.
#pragma once

#include <algorithm>
#include <cstdint>

#include "bbr/ack_aggregation.h"
#include "bbr/bbr_probing.h"
#include "bbr/full_pipe.h"
#include "bbr2/bbr2_parameters.h"
#include "bbr2/last_bdp.h"
#include "ccsim/algorithm.h"
#include "ccsim/congestion_control.h"
#include "gain.h"

namespace ccsim {

class Bbr2 : public BbrProbing<Bbr2, Bbr2Parameters> {
 public:
  Bbr2(const Bbr2Parameters& parameters, const ControllerContext& context);

  void on_ack(const AckEvent& ack) override;
  void on_packet_lost(const PacketLostEvent& lost) override;
  void on_congestion(const CongestionEvent& congestion) override;
  void on_recovery_exit(const RecoveryExitEvent& exit) override;
  void on_undo(const UndoEvent& undo) override;

  [[nodiscard]] Binding window_binding() const override;
  [[nodiscard]] Binding rate_binding() const override;
  void observe(StateSink& sink) const override;

 protected:
  friend BbrProbing<Bbr2, Bbr2Parameters>;

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
  [[nodiscard]] virtual bool forgets_bandwidth_after_probe() const { return true; }

  [[nodiscard]] BitRate bandwidth_for(Use use, BitRate model_bps) const {
    return has_own_bandwidth_ ? own_bandwidth(use, model_bps) : model_bps;
  }
  [[nodiscard]] Duration min_rtt_ns() const { return min_rtt_.value_ns(); }
  [[nodiscard]] bool is_round_start() const { return rounds_.is_start(); }

  // bbr2_probe_bw.cpp: the cycle and the upper bounds, for variants to build theirs of.
  [[nodiscard]] bool adapt_upper_bounds(const AckEvent& ack);
  void forget_bandwidth();
  void leave_up_if_done(const AckEvent& ack, Packets flight_packets);
  [[nodiscard]] bool may_cruise(Packets flight_packets) const;
  [[nodiscard]] bool has_min_rtt_elapsed() const {
    return min_rtt_.has_value() && has_elapsed(min_rtt_.value_ns());
  }
  void enter_own(const OwnPhase& phase, const char* reason);
  // Startup once more, with a pipe that counts as not full.
  void restart_startup();
  [[nodiscard]] Packets target_packets(BitRate model_bps, Gain gain) const;

 private:
  // What versions are asked for (bbr_probing.h).
  [[nodiscard]] bool is_pipe_full() const { return full_pipe_.is_full(); }
  void declare_pipe_full() { full_pipe_.declare_full(); }
  [[nodiscard]] BitRate bandwidth_bps() const {
    return std::min(max_bandwidth_bps(),
                    std::min(bounds_.bandwidth_lo_bps, bounds_.bandwidth_hi_bps));
  }
  [[nodiscard]] Packets target_inflight_packets() const;
  [[nodiscard]] Packets startup_bound_packets() const {
    return target_packets(max_bandwidth_bps(), kUnitGain);
  }
  [[nodiscard]] Packets cycle_flight_packets(const AckEvent& ack) const {
    return in_network_packets(ack, ack.sample.prior_in_flight_packets);
  }
  [[nodiscard]] bool counts_acks_with_losses() const { return true; }
  [[nodiscard]] bool ignores_model() const {
    return controls_.cwnd_packets < 2 * initial_cwnd_packets_;
  }
  [[nodiscard]] bool lowers_bound_to_cruise() const { return true; }
  [[nodiscard]] bool marks_cut_bandwidth() const { return parameters_.ecn_cuts_bandwidth_lo; }
  [[nodiscard]] bool are_marks_too_many(const ProbeSample& sample) const {
    return sample.ce_packets >= parameters_.ecn_threshold.times(sample.delivered_packets);
  }
  [[nodiscard]] Gain up_cwnd_gain() const { return parameters_.cwnd_gain; }
  [[nodiscard]] Gain probe_rtt_window_gain() const { return kUnitGain; }
  void update_ecn(const AckEvent& ack);
  [[nodiscard]] bool is_reno_probe_time() const;
  void end_bandwidth_cycle() {
    if (forgets_bandwidth_after_probe()) forget_bandwidth();
  }
  [[gnu::noinline]] void start_refill(std::int64_t doublings, const char* reason);
  void note_too_high(const ProbeSample& sample);
  void note_startup_loss() {}
  void note_restart();

  // bbr2.cpp: the order of work, the model, recovery.
  // Whether the controls are to be computed anew.
  [[nodiscard]] bool update_model(const AckEvent& ack);
  void update_congestion_signals(const AckEvent& ack);
  void update_ack_aggregation(const AckEvent& ack);
  [[nodiscard]] bool may_take_fast_path(const AckEvent& ack) const;
  void check_drain(const AckEvent& ack);
  void update_min_rtt(const AckEvent& ack);

  // bbr2_probe_bw.cpp, bbr2_cycle.h.
  void raise_upper_bounds(const AckEvent& ack);
  void grow_upper_bound(const AckEvent& ack);
  // False if it is not. Never inlined: most ACKs show neither loss nor mark.
  [[gnu::noinline]] bool react_if_too_high(const RateSample& sample);

  // bbr2_cwnd.cpp: window and flight.
  void set_pacing(BitRate model_bps, Gain gain);
  void set_cwnd(const AckEvent& ack, BitRate model_bps);
  // What the answers about bindings leave to a call at their end: by themselves they need none.
  [[nodiscard, gnu::noinline]] Binding bdp_binding() const;
  [[nodiscard, gnu::noinline]] Binding rate_binding_of_own_bandwidth() const;
  [[nodiscard]] Binding rate_binding_of_model() const;
  [[nodiscard]] Packets window_bdp_packets(BitRate bandwidth_bps);
  [[nodiscard]] Packets with_budget_packets(Packets packets) const;
  [[nodiscard]] Packets extra_acked_packets(BitRate model_bps) const;

 protected:
  bool has_own_bandwidth_ = false;  // of a variant
  bool has_own_steps_ = false;

 private:
  bool has_good_probe_sample_ = false;
  Phase gains_phase_ = Phase::kStartup;  // whose gains are in use
  AckAggregation aggregation_;

 protected:
  FullPipeDetector full_pipe_;
  Packets added_cwnd_packets_ = 0;  // of a variant with own steps, on top of the target

 private:
  LastBdp window_bdp_;
  mutable LastBdp target_bdp_;  // no state: the same whether it was asked for or not
};

}  // namespace ccsim
