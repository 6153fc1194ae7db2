#include "loss/loss_based.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "loss/search.h"
#include "observed.h"

namespace ccsim {
namespace {

constexpr const char* kSlowStart = "slow_start";
constexpr const char* kAvoidance = "congestion_avoidance";
constexpr const char* kRecovery = "recovery";

}  // namespace

StateMachine loss_based_machine(std::string source) {
  return {
      .source = std::move(source),
      .states = {{kSlowStart, 0, 0, PhaseEffect::kStartUp},
                 {kAvoidance, 2, 0},
                 {kRecovery, 1, 1, PhaseEffect::kLowers}},
      .groups = {},
      .transitions = {{kSlowStart, kAvoidance, kThresholdReached},
                      {kSlowStart, kRecovery, kLossOrMark},
                      {kAvoidance, kRecovery, kLossOrMark},
                      {kRecovery, kAvoidance, kRecovered},
                      {kRecovery, kSlowStart, kSpuriousLoss},
                      {kAnyState, kSlowStart, kTimeout}},
  };
}

LossBasedControl::LossBasedControl(const ControllerContext& context)
    : context_(context),
      controls_{.cwnd_packets = std::max<Packets>(context.initial_window_packets, 1)} {
  enter_phase(context.now_ns, kSlowStart, "start");
}

void LossBasedControl::on_packet_sent(const SentEvent&) {}
void LossBasedControl::on_packet_lost(const PacketLostEvent&) {}

void LossBasedControl::enter_phase(SimTime now_ns, const char* phase, const char* reason) {
  if (phase_ != nullptr && std::strcmp(phase_, phase) == 0) return;
  phase_ = phase;
  if (context_.phases != nullptr) context_.phases->on_phase(now_ns, phase, reason);
}

void LossBasedControl::leave_slow_start(SimTime now_ns, const char* reason) {
  controls_.ssthresh_packets = controls_.cwnd_packets;
  enter_phase(now_ns, kAvoidance, reason);
  if (context_.causes != nullptr) {
    context_.causes->on_cause(now_ns, CauseKind::kSlowStartLeft, reason,
                              {amount(controls_.cwnd_packets), kNoValue, kNoValue, kNoValue});
  }
}

void LossBasedControl::follow(SimTime now_ns, const SearchStep& step) {
  if (step.is_draining) enter_phase(now_ns, kSearchDrainPhase, "search_deliveries");
  if (step.window_packets > 0) controls_.cwnd_packets = step.window_packets;
  if (step.leaves_by != nullptr) leave_slow_start(now_ns, step.leaves_by);
}

void LossBasedControl::record_window(SimTime now_ns, CauseKind kind, const char* reason,
                                     Packets before_packets) const {
  if (context_.causes == nullptr) return;
  const Packets plateau = plateau_packets();
  context_.causes->on_cause(now_ns, kind, reason,
                            {amount(before_packets), amount(controls_.cwnd_packets),
                             plateau > 0 ? amount(plateau) : kNoValue, kNoValue});
}

void LossBasedControl::take_samples(const AckEvent& ack) {
  min_rtt_ns_ = ack.lifetime_min_rtt_ns;
  on_rtt_sample(ack);
}

// PRR moves the window while it is being reduced (RFC 6937; Linux tcp_cong_control()). Else what
// advances the cumulative acknowledgement raises it, and any delivery where the path reorders far
// (tcp_may_raise_cwnd()).
bool LossBasedControl::may_raise(const AckEvent& ack) {
  const bool is_reducing = ack.state == CaState::kRecovery || ack.state == CaState::kCwr;
  if (is_reducing) return false;
  return ack.cumulatively_acked_packets > 0 ||
         (ack.reorders_far && ack.sample.newly_acked_packets > 0);
}

// The window grows only if it was the limit (RFC 9438 5.8).
void LossBasedControl::on_ack(const AckEvent& ack) {
  take_samples(ack);
  if (may_raise(ack) && ack.is_cwnd_limited) grow(ack);
}

Packets LossBasedControl::grow_to_threshold(Packets acked_packets) {
  const Packets grown_packets =
      std::min(controls_.cwnd_packets + acked_packets, controls_.ssthresh_packets);
  const Packets used_packets = grown_packets - controls_.cwnd_packets;
  controls_.cwnd_packets = grown_packets;
  return acked_packets - used_packets;
}

void LossBasedControl::grow(const AckEvent& ack) {
  Packets acked_packets = ack.sample.newly_acked_packets;
  if (in_slow_start()) {
    acked_packets = grow_to_threshold(std::min(slow_start_credit(ack), acked_packets));
    if (in_slow_start() || acked_packets == 0) return;
  }
  enter_phase(ack.now_ns, kAvoidance, "ssthresh_reached");
  grow_linearly(acks_per_increment(ack, acked_packets), acked_packets);
}

// One packet per `acks_per_packet` acked ones; the remainder is kept (RFC 5681 3.1; credit
// from a time of slower growth is worth one packet at most, as in Linux tcp_cong_avoid_ai()).
void LossBasedControl::grow_linearly(Packets acks_per_packet, Packets acked_packets) {
  if (acked_credit_packets_ >= acks_per_packet) {
    acked_credit_packets_ = 0;
    controls_.cwnd_packets += 1;
  }
  acked_credit_packets_ += acked_packets;
  controls_.cwnd_packets += acked_credit_packets_ / acks_per_packet;
  acked_credit_packets_ %= acks_per_packet;
}

void LossBasedControl::on_congestion(const CongestionEvent& congestion) {
  const bool is_timeout = congestion.kind == CongestionKind::kRto;
  // A timeout within an episode collapses the window but keeps the threshold.
  if (congestion.reduces_ssthresh) {
    prior_cwnd_packets_ = controls_.cwnd_packets;
    prior_ssthresh_packets_ = controls_.ssthresh_packets;
    controls_.ssthresh_packets = reduced_window_packets(congestion);
  }
  acked_credit_packets_ = 0;
  if (is_timeout) {
    controls_.cwnd_packets = std::max<Packets>(congestion.still_in_flight_packets + 1, 1);
    on_timeout(congestion);
    if (context_.causes != nullptr) {
      context_.causes->on_cause(congestion.now_ns, CauseKind::kWindowCollapsed, "rto",
                                {amount(congestion.cwnd_packets), amount(controls_.cwnd_packets),
                                 amount(congestion.in_flight_packets), kNoValue});
    }
    enter_phase(congestion.now_ns, kSlowStart, "rto");
    return;
  }
  controls_.cwnd_packets = controls_.ssthresh_packets;
  const char* reason = congestion.kind == CongestionKind::kEcn         ? "ecn"
                       : congestion.kind == CongestionKind::kRequested ? "delay"
                                                                       : "loss";
  enter_phase(congestion.now_ns, kRecovery, reason);
  record_window(congestion.now_ns, CauseKind::kWindowReduced, reason, congestion.cwnd_packets);
}

void LossBasedControl::on_recovery_exit(const RecoveryExitEvent& exit) {
  if (exit.left_state != CaState::kLoss) {
    enter_phase(exit.now_ns, in_slow_start() ? kSlowStart : kAvoidance, "recovered");
  }
}

// As Linux tcp_undo_cwnd_reduction() with tcp_reno_undo_cwnd().
void LossBasedControl::on_undo(const UndoEvent& undo) {
  controls_.cwnd_packets = std::max(controls_.cwnd_packets, prior_cwnd_packets_);
  record_window(undo.now_ns, CauseKind::kWindowRestored, "undo", undo.cwnd_packets);
  controls_.ssthresh_packets = std::max(controls_.ssthresh_packets, prior_ssthresh_packets_);
  enter_phase(undo.now_ns, in_slow_start() ? kSlowStart : kAvoidance, "undo");
}

// RFC 5681 4.1, as Linux tcp_cwnd_restart(): half of the window for each timeout of the pause
// (RFC 2861 3.1), but not below the initial one; the threshold keeps three quarters of it.
void LossBasedControl::on_idle_restart(const IdleEvent& idle) {
  const Packets restart_packets =
      std::min(controls_.cwnd_packets, std::max<Packets>(context_.initial_window_packets, 1));
  controls_.ssthresh_packets =
      std::max(controls_.ssthresh_packets, controls_.cwnd_packets / 2 + controls_.cwnd_packets / 4);
  for (std::int64_t i = 0; i < idle.timeout_count && controls_.cwnd_packets > restart_packets;
       ++i) {
    controls_.cwnd_packets /= 2;
  }
  controls_.cwnd_packets = std::max(controls_.cwnd_packets, restart_packets);
  if (in_slow_start()) enter_phase(idle.now_ns, kSlowStart, "idle_restart");
}

void LossBasedControl::observe(StateSink& sink) const {
  sink.number("min_rtt_s", seconds_or_nan(min_rtt_ns_));
  sink.number("bandwidth_estimate_bps", kNoValue);
}

}  // namespace ccsim
