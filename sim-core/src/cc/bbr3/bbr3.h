// BBRv3 as draft-ietf-ccwg-bbr-06 (6 July 2026) specifies it, or, rule by rule, as Google's Linux
// branch v3 has it (google/bbr, net/ipv4/tcp_bbr.c). Both are BBRv2 with other gains, a probe that
// ends at a plateau of the bandwidth instead of at a queue, and no upper bound of the bandwidth.
// What it has in common with BBRv2, its states among it, is in bbr_probing.h; besides
//   undo of a spurious recovery (draft) ─▶ startup or probe_bw_refill
//
// The draft's inflight_longterm and *_shortterm are inflight_hi and *_lo here, as in Linux and in
// BBRv2. Comments name the draft's routines.
#pragma once

#include <algorithm>
#include <cstdint>

#include "bbr/bbr_probing.h"
#include "bbr3/bbr3_extra_acked.h"
#include "bbr3/bbr3_parameters.h"
#include "bbr3/plateau.h"
#include "ccsim/algorithm.h"
#include "ccsim/congestion_control.h"
#include "gain.h"

namespace ccsim {

class Bbr3 final : public BbrProbing<Bbr3, Bbr3Parameters> {
 public:
  Bbr3(const Bbr3Parameters& parameters, const ControllerContext& context);

  void on_ack(const AckEvent& ack) override;
  void on_packet_lost(const PacketLostEvent& lost) override;
  void on_congestion(const CongestionEvent& congestion) override;
  void on_recovery_exit(const RecoveryExitEvent& exit) override;
  void on_undo(const UndoEvent& undo) override;

  [[nodiscard]] Binding window_binding() const override;
  [[nodiscard]] Binding rate_binding() const override;
  void observe(StateSink& sink) const override;

 private:
  friend BbrProbing<Bbr3, Bbr3Parameters>;

  // What versions are asked for (bbr_probing.h).
  [[nodiscard]] bool is_pipe_full() const { return plateau_.was_full(); }
  void declare_pipe_full() { plateau_.declare_full(); }
  [[nodiscard]] BitRate bandwidth_bps() const {
    return parameters_.bandwidth_at_once ? bounded_bandwidth_bps() : bandwidth_bps_;
  }
  [[nodiscard]] Packets target_inflight_packets() const;
  [[nodiscard]] Packets startup_bound_packets() const;
  [[nodiscard]] Packets cycle_flight_packets(const AckEvent& ack) const;
  [[nodiscard]] bool counts_acks_with_losses() const { return parameters_.startup_loss_by_acks; }
  [[nodiscard]] bool ignores_model() const;
  [[nodiscard]] bool lowers_bound_to_cruise() const { return parameters_.cruise_lowers_bound; }
  [[nodiscard]] bool marks_cut_bandwidth() const { return false; }
  [[nodiscard]] bool are_marks_too_many(const ProbeSample& sample) const {
    return sample.ce_packets > parameters_.ecn_threshold.times(sample.delivered_packets);
  }
  [[nodiscard]] FineGain up_cwnd_gain() const { return parameters_.up_cwnd_gain; }
  [[nodiscard]] FineGain probe_rtt_window_gain() const { return parameters_.probe_rtt_cwnd_gain; }
  void update_ecn(const AckEvent& ack);
  [[nodiscard]] bool adapt_upper_bounds(const AckEvent& ack);
  [[nodiscard]] bool is_reno_probe_time() const;
  [[nodiscard]] bool may_cruise(Packets flight_packets) const;
  void leave_up_if_done(const AckEvent& ack, Packets flight_packets);
  void end_bandwidth_cycle();
  void start_up(const char* reason);
  void note_too_high(const ProbeSample& sample);
  void note_startup_loss();
  void note_restart();

  // bbr3.cpp: the order of work and the model.
  void update_model(const AckEvent& ack);
  void update_latest(const AckEvent& ack);
  void update_congestion_signals(const AckEvent& ack);
  void take_bandwidth();
  [[nodiscard]] bool take_fast_path(const AckEvent& ack, bool& updates_model);
  [[nodiscard]] BitRate bounded_bandwidth_bps() const {
    return std::min(max_bandwidth_bps(), bounds_.bandwidth_lo_bps);
  }
  void check_drain(const AckEvent& ack);
  [[nodiscard]] bool is_drained(const AckEvent& ack) const;
  void update_min_rtt(const AckEvent& ack);

  // bbr3_recovery.cpp: losses, timeouts and what takes them back.
  void note_loss(SimTime now_ns, Packets delivered_packets);
  void note_tail_repair();
  void save_for_undo();
  void count_startup_loss(std::int64_t sequence);
  void return_to_probe();

  // bbr3_probe_bw.cpp: the upper bound.
  void raise_upper_bound(const AckEvent& ack);

  // bbr3_cwnd.cpp: window and flight.
  void set_pacing(FineGain gain);
  void set_cwnd(const AckEvent& ack);
  [[nodiscard]] Packets inflight_packets(BitRate bandwidth_bps) const;
  [[nodiscard]] Packets flight_packets(const AckEvent& ack, Packets flight_packets) const;

  // The model of the path.
  Bbr3ExtraAcked aggregation_;
  PlateauDetector plateau_;
  BitRate bandwidth_bps_ = 0;
  std::int64_t drain_start_round_ = 0;
  std::int64_t last_lost_sequence_ = -1;

  // What a spurious recovery is undone with.
  Phase undo_phase_ = Phase::kDrain;  // Startup or UP, if losses have ended that; else Drain
  SimTime decided_ns_ = -1;           // when they last did
  SimTime marked_ns_ = -1;            // when a packet was last marked lost
};

}  // namespace ccsim
