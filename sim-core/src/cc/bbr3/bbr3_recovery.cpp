// Losses and timeouts, what is saved when they begin, and what a spurious recovery takes back.
#include <algorithm>

#include "bbr3/bbr3.h"

namespace ccsim {

// NoteLoss(). The draft saves what an undo needs at the first loss of every round, Linux once per
// episode (bbr_ssthresh()).
void Bbr3::note_loss(SimTime now_ns, Packets delivered_packets) {
  now_ns_ = now_ns;
  delivered_packets_ = delivered_packets;
  if (!signals_.loss_in_round && !parameters_.undo_saves_once) {
    save_window();
    save_for_undo();
  }
  signals_.note_loss(delivered_packets);
}

// HandleLostPacket().
void Bbr3::on_packet_lost(const PacketLostEvent& lost) {
  note_loss(lost.now_ns, lost.delivered_packets);
  marked_ns_ = lost.now_ns;
  count_startup_loss(lost.sequence);
  test_lost_packet(lost);
}

// The draft counts discontiguous ranges in Startup; Linux ACKs (check_startup_loss()).
void Bbr3::count_startup_loss(std::int64_t sequence) {
  if (plateau_.was_full() || parameters_.startup_loss_by_acks) return;
  if (sequence != last_lost_sequence_ + 1 || startup_losses_ == 0) startup_losses_ += 1;
  last_lost_sequence_ = sequence;
}

// Linux bbr_run_loss_probe_recovery(): a tail loss probe filled a hole that nothing had marked.
// Whether the lost packet was application-limited is unknown; the last sample stands in for it.
void Bbr3::note_tail_repair() {
  note_loss(now_ns_, delivered_packets_);
  if (!samples_reflect_probe_) return;
  const ProbeSample sample{signals_.inflight_latest_packets + 1, 1, 0, 0, false};
  if (is_too_high(sample)) handle_too_high(sample, sample.tx_in_flight_packets);
}

// What losses have decided, an undo takes back.
void Bbr3::note_startup_loss() {
  undo_phase_ = Phase::kStartup;
  decided_ns_ = now_ns_;
}

void Bbr3::note_too_high(const ProbeSample&) {
  decided_ns_ = now_ns_;
  if (phase_ == Phase::kUp) undo_phase_ = Phase::kUp;
}

// SaveStateUponLoss(). The transport reports losses before it reports that a recovery begins: what
// the losses of this very moment have decided must not count as the state before them. In Linux it
// does.
void Bbr3::save_for_undo() {
  if (decided_ns_ == now_ns_ && !parameters_.undo_saves_once) return;
  undo_phase_ = Phase::kDrain;
  undo_bounds_ = bounds_;
}

// OnEnterRTO(), OnEnterFastRecovery(); bbr_ssthresh(), bbr_set_state().
void Bbr3::on_congestion(const CongestionEvent& congestion) {
  if (congestion.kind == CongestionKind::kEcn) {
    return;  // classic ECN (RFC 3168) is not BBR's signal
  }
  now_ns_ = congestion.now_ns;
  if (congestion.reduces_ssthresh) {  // an episode begins
    save_window();
    save_for_undo();
  }
  if (congestion.kind != CongestionKind::kRto) {
    if (parameters_.tail_repair_is_loss && marked_ns_ != congestion.now_ns) note_tail_repair();
    return;
  }
  previous_state_ = CaState::kLoss;
  if (parameters_.timeout_changes_model) {
    plateau_.restart();
    if (parameters_.lower_bounds && !is_probing() && bounds_.inflight_lo_packets == kUnbounded) {
      bounds_.inflight_lo_packets = std::max(controls_.cwnd_packets, prior_cwnd_packets_);
    }
  }
  collapse_window(congestion);
}

// RestoreCwnd() at the end of a recovery; Linux only after a timeout (bbr_exit_loss_recovery()).
void Bbr3::on_recovery_exit(const RecoveryExitEvent& exit) {
  const bool is_after_timeout = previous_state_ == CaState::kLoss;
  const bool is_after_recovery =
      exit.left_state == CaState::kRecovery && !parameters_.recovery_keeps_window;
  if (!is_after_timeout && !is_after_recovery) return;
  now_ns_ = exit.now_ns;
  restore_window("recovered", controls_.cwnd_packets);
  may_take_fast_path_ = false;
}

// HandleSpuriousLossDetection(); bbr_undo_cwnd().
void Bbr3::on_undo(const UndoEvent& undo) {
  plateau_.restart();
  signals_.loss_in_round = false;
  may_take_fast_path_ = false;
  if (!parameters_.undo) return;
  now_ns_ = undo.now_ns;
  bounds_.raise_to(undo_bounds_);
  note_window(CauseKind::kWindowRestored, "undo", controls_.cwnd_packets);
  controls_.cwnd_packets = std::max<Packets>(
      parameters_.undo_keeps_phase ? prior_cwnd_packets_
                                   : std::max(controls_.cwnd_packets, prior_cwnd_packets_),
      1);
  if (!parameters_.undo_keeps_phase) return_to_probe();
}

// A flow that losses took out of Startup or out of a probe returns to where it was.
void Bbr3::return_to_probe() {
  if (undo_phase_ == Phase::kStartup && phase_ != Phase::kStartup) {
    plateau_.forget_full();
    full_pipe_reason_ = "bandwidth_plateau";
    if (!is_in_probe_rtt()) enter(Phase::kStartup, "losses_were_spurious");
  } else if (undo_phase_ == Phase::kUp && phase_ != Phase::kUp && !is_in_probe_rtt()) {
    start_refill(0, "losses_were_spurious");
  }
  undo_phase_ = Phase::kDrain;
}

}  // namespace ccsim
