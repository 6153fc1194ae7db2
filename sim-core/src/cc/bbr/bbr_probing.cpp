// What BBRv2 and BBRv3 do alike. Where a rule is one version's only, its function asks the version.
#include "bbr/bbr_probing.h"

#include <algorithm>

#include "bbr/loss_threshold.h"
#include "bbr2/bbr2.h"
#include "bbr2/bbr2_cycle.h"
#include "bbr3/bbr3.h"
#include "observed.h"

namespace ccsim {

template <class Version, class Parameters>
BbrProbing<Version, Parameters>::BbrProbing(const Parameters& parameters,
                                            const ControllerContext& context)
    : Control(context, {parameters.startup_pacing_gain, parameters.startup_cwnd_gain},
              parameters.pacing_margin_percent),
      ecn_average_(parameters.ecn_alpha_gain, parameters.ecn_alpha_initial),
      probe_rtt_dwell_(parameters.probe_rtt_duration_ns),
      initial_cwnd_packets_(controls_.cwnd_packets),
      shared_(shared_parameters(parameters)),
      parameters_(*shared_),
      probe_rtt_minimum_(context.handshake_rtt_ns, context.now_ns),
      min_rtt_(context.handshake_rtt_ns, context.now_ns) {
  announce(Phase::kStartup, "start");
}

template <class Version, class Parameters>
void BbrProbing<Version, Parameters>::begin_ack(const AckEvent& ack) {
  now_ns_ = ack.now_ns;
  delivered_packets_ = ack.delivered_packets;
  this->srtt_ns_ = ack.srtt_ns;
  send_quantum_packets_ = ack.send_quantum_packets;
  controls_.after_ack = AfterAck::kNothing;
  rounds_.update(ack);
  if (rounds_.is_start()) {
    constexpr std::int64_t kMostRounds = 255;  // rounds_since_probe has eight bits in the kernel
    rounds_since_probe_ = std::min(rounds_since_probe_ + 1, kMostRounds);
    version().update_ecn(ack);
  }
  // Rounded up, to allow growth at low rates (bbr_calculate_bw_sample()).
  sample_bps_ = ack.sample.is_valid()
                    ? units_.rate_ceil_bps(ack.sample.delivered_packets, ack.sample.interval_ns)
                    : 0;
}

// bbr_cwnd_event(CA_EVENT_TX_START); HandleRestartFromIdle(): after idling for want of data, pace
// at the bandwidth; there is no need to probe and no reason to overflow a buffer.
template <class Version, class Parameters>
void BbrProbing<Version, Parameters>::on_packet_sent(const SentEvent& sent) {
  if (sent.in_flight_before_packets > 0 || !sent.was_app_limited) return;
  now_ns_ = sent.now_ns;
  restarts_from_idle_ = true;
  version().note_restart();
  if (is_in_probe_rtt() && probe_rtt_dwell_.is_time_over(sent.now_ns)) exit_probe_rtt();
}

// bbr2_adapt_lower_bounds(); AdaptLowerBoundsFromCongestion(): once per loss round, not while
// probing, which needs to push. Marks are Linux's; in BBRv3 they leave the bandwidth alone.
template <class Version, class Parameters>
void BbrProbing<Version, Parameters>::adapt_lower_bounds() {
  if (!parameters_.lower_bounds || is_probing()) return;
  const Bbr2Bounds before = bounds_;
  const Bbr2Bounds::Round round{max_bandwidth_bps(), controls_.cwnd_packets,
                                signals_.bandwidth_latest_bps, signals_.inflight_latest_packets};
  Packets ecn_inflight_packets = kUnbounded;
  BitRate ecn_bandwidth_bps = kUnbounded;
  if (signals_.ecn_in_round && is_ecn_eligible_ && parameters_.ecn_factor.numerator() > 0) {
    const bool with_bandwidth = version().marks_cut_bandwidth();
    const Gain cut =
        Gain::in_256ths(parameters_.ecn_factor.times(ecn_average_.alpha().numerator()));
    bounds_.start_lower(round, with_bandwidth);
    ecn_inflight_packets = cut.complement().times(bounds_.inflight_lo_packets);
    if (with_bandwidth) ecn_bandwidth_bps = cut.complement().times(bounds_.bandwidth_lo_bps);
  }
  if (signals_.loss_in_round) bounds_.cut_for_loss(round, parameters_.beta);
  bounds_.inflight_lo_packets = std::min(bounds_.inflight_lo_packets, ecn_inflight_packets);
  bounds_.bandwidth_lo_bps = std::min(bounds_.bandwidth_lo_bps, ecn_bandwidth_bps);
  record_lower_bounds(before);
}

template <class Version, class Parameters>
void BbrProbing<Version, Parameters>::record_lower_bounds(const Bbr2Bounds& before) const {
  if (before.inflight_lo_packets == bounds_.inflight_lo_packets &&
      before.bandwidth_lo_bps == bounds_.bandwidth_lo_bps) {
    return;
  }
  record_cause(CauseKind::kLowerBoundsSet, signals_.loss_in_round ? "loss" : "ecn",
               {bound_or_nan(before.inflight_lo_packets), bound_or_nan(bounds_.inflight_lo_packets),
                bound_or_nan(before.bandwidth_lo_bps), bound_or_nan(bounds_.bandwidth_lo_bps)});
}

// bbr2_reset_lower_bounds(); ResetShortTermModel().
template <class Version, class Parameters>
void BbrProbing<Version, Parameters>::reset_lower_bounds(const char* reason) {
  if (bounds_.inflight_lo_packets != kUnbounded || bounds_.bandwidth_lo_bps != kUnbounded) {
    record_cause(CauseKind::kLowerBoundsReset, reason,
                 {bound_or_nan(bounds_.inflight_lo_packets), bound_or_nan(bounds_.bandwidth_lo_bps),
                  kNoValue, kNoValue});
  }
  bounds_.reset_lower();
}

// bbr2_check_loss_too_high_in_startup(); CheckStartupHighLoss(): many losses in one round of
// recovery, and more than the threshold. Waiting for the end of the round gives a better view of
// the excess.
template <class Version, class Parameters>
void BbrProbing<Version, Parameters>::check_startup_loss(const AckEvent& ack) {
  if (version().is_pipe_full() || !parameters_.upper_bounds) return;
  constexpr std::int64_t kMostEvents = 15;  // loss_events_in_round has four bits in the kernel
  if (version().counts_acks_with_losses() && ack.sample.newly_lost_packets > 0) {
    startup_losses_ = std::min(startup_losses_ + 1, kMostEvents);
  }
  if (!is_loss_round_start_) return;
  if (parameters_.startup_losses > 0 && ack.state == CaState::kRecovery &&
      startup_losses_ >= parameters_.startup_losses && is_too_high(probe_sample(ack.sample))) {
    version().note_startup_loss();
    end_startup_by_congestion("startup_loss");
    return;
  }
  startup_losses_ = 0;
}

// bbr2_check_ecn_too_high_in_startup(), at round starts.
template <class Version, class Parameters>
void BbrProbing<Version, Parameters>::check_startup_ecn(Gain mark_ratio) {
  if (version().is_pipe_full() || !is_ecn_eligible_ || parameters_.startup_ecn_rounds == 0 ||
      parameters_.ecn_threshold.numerator() == 0) {
    return;
  }
  startup_ecn_rounds_ = mark_ratio >= parameters_.ecn_threshold ? startup_ecn_rounds_ + 1 : 0;
  if (startup_ecn_rounds_ >= parameters_.startup_ecn_rounds)
    end_startup_by_congestion("startup_ecn");
}

// bbr2_handle_queue_too_high_in_startup(); CheckStartupHighLoss().
template <class Version, class Parameters>
void BbrProbing<Version, Parameters>::end_startup_by_congestion(const char* reason) {
  version().declare_pipe_full();
  full_pipe_reason_ = reason;
  const Packets before_packets = bounds_.inflight_hi_packets;
  bounds_.inflight_hi_packets = version().startup_bound_packets();
  record_cause(
      CauseKind::kInflightHiSet, reason,
      {bound_or_nan(before_packets), amount(bounds_.inflight_hi_packets), kNoValue, kNoValue});
}

// bbr2_is_inflight_too_high(); IsInflightTooHigh(). Marks are Linux's.
template <class Version, class Parameters>
bool BbrProbing<Version, Parameters>::is_too_high(const ProbeSample& sample) const {
  if (is_loss_too_high(sample.lost_packets, sample.tx_in_flight_packets,
                       parameters_.loss_threshold)) {
    return true;
  }
  return sample.ce_packets > 0 && sample.delivered_packets > 0 && is_ecn_eligible_ &&
         parameters_.ecn_threshold.numerator() > 0 && version().are_marks_too_many(sample);
}

// bbr2_handle_inflight_too_high(); HandleInflightTooHigh(): once per probe. `bound_packets` is the
// flight at which it became too much. A sample that the application limited has not probed the
// flight, so it sets no bound.
template <class Version, class Parameters>
void BbrProbing<Version, Parameters>::handle_too_high(const ProbeSample& sample,
                                                      Packets bound_packets) {
  if (!parameters_.upper_bounds) return;
  was_probe_too_high_ = true;
  samples_reflect_probe_ = false;
  if (!sample.is_app_limited) {
    const Packets before_packets = bounds_.inflight_hi_packets;
    bounds_.inflight_hi_packets = std::max(
        bound_packets, parameters_.beta.complement().times(version().target_inflight_packets()));
    const bool is_loss = is_loss_too_high(sample.lost_packets, sample.tx_in_flight_packets,
                                          parameters_.loss_threshold);
    record_cause(CauseKind::kInflightHiSet, is_loss ? "loss" : "ecn",
                 {bound_or_nan(before_packets), amount(bounds_.inflight_hi_packets),
                  amount(sample.lost_packets), amount(sample.tx_in_flight_packets)});
  }
  version().note_too_high(sample);
  if (phase_ != Phase::kUp) return;
  version().start_down();
  announce(Phase::kDown, "probe_too_high");
}

// bbr2_skb_marked_lost(); HandleLostPacket().
template <class Version, class Parameters>
void BbrProbing<Version, Parameters>::test_lost_packet(const PacketLostEvent& lost) {
  if (!samples_reflect_probe_) return;
  const ProbeSample sample{lost.tx_in_flight_packets, lost.lost_since_packets, 0, 0,
                           lost.was_app_limited};
  if (is_too_high(sample)) {
    handle_too_high(sample,
                    flight_at_loss_threshold(lost.tx_in_flight_packets, lost.lost_since_packets,
                                             parameters_.loss_threshold));
  }
}

template <class Version, class Parameters>
void BbrProbing<Version, Parameters>::announce(Phase phase, const char* reason) {
  static constexpr const char* kNames[] = {
      "startup",         "drain", "probe_bw_down", "probe_bw_cruise",
      "probe_bw_refill", "",      "probe_bw_up",   "probe_rtt",
  };
  if (context_.phases == nullptr) return;
  const bool is_own = phase == Phase::kOwn;
  context_.phases->on_phase(
      now_ns_, is_own ? own_phase_.name : kNames[static_cast<std::size_t>(phase)], reason);
}

// bbr2_adapt_upper_bounds(); AdaptLongTermModel(). True if it has changed the phase.
template <class Version, class Parameters>
bool BbrProbing<Version, Parameters>::advance_ack_phase(const AckEvent& ack) {
  if (ack_phase_ == AckPhase::kProbeStarting) {
    ack_phase_ = AckPhase::kProbeFeedback;
    return false;
  }
  return ack_phase_ == AckPhase::kProbeStopping && end_probe_feedback(ack.sample.is_app_limited);
}

// The last ACKs of the probe are in. The bandwidth filter forgets the cycle before: a better
// sample than now will not come soon. A probe that stopped with care at the upper bound and met
// no congestion is repeated at once and goes beyond. Drafts 02 to 05 do not set ack_phase here, so
// that the filter advances in every round; 06 does.
template <class Version, class Parameters>
bool BbrProbing<Version, Parameters>::end_probe_feedback(bool is_app_limited) {
  samples_reflect_probe_ = false;
  ack_phase_ = AckPhase::kInit;
  if (!is_in_probe_bw()) return false;
  if (!is_app_limited) version().end_bandwidth_cycle();
  if (!was_probe_precautionary_ || was_probe_too_high_) return false;
  version().start_refill(0, "careful_probe_was_safe");
  return true;
}

// bbr2_check_time_to_probe_bw().
template <class Version, class Parameters>
bool BbrProbing<Version, Parameters>::have_marks_ceased(const AckEvent& ack) const {
  return parameters_.ecn_reprobe_gain.numerator() > 0 && is_ecn_eligible_ &&
         !signals_.loss_in_cycle && ack.state == CaState::kOpen &&
         bounds_.inflight_hi_packets != kUnbounded;
}

// bbr2_start_bw_probe_down(), bbr2_pick_probe_wait(); StartProbeBW_DOWN(), PickProbeWait().
template <class Version, class Parameters>
void BbrProbing<Version, Parameters>::start_down() {
  signals_.reset();
  growth_.stop();
  rounds_since_probe_ = context_.random.next_below(parameters_.probe_wait_random_rounds);
  probe_wait_ns_ = parameters_.probe_wait_base_ns +
                   (parameters_.probe_wait_random_ns > 0
                        ? context_.random.next_below(parameters_.probe_wait_random_ns)
                        : 0);
  cycle_start_ns_ = now_ns_;
  ack_phase_ = AckPhase::kProbeStopping;
  rounds_.restart(delivered_packets_);
  phase_ = Phase::kDown;
  may_take_fast_path_ = false;
}

// bbr2_start_bw_probe_cruise(); StartProbeBW_CRUISE().
template <class Version, class Parameters>
void BbrProbing<Version, Parameters>::start_cruise() {
  if (bounds_.inflight_lo_packets != kUnbounded && version().lowers_bound_to_cruise()) {
    bounds_.inflight_lo_packets =
        std::min(bounds_.inflight_lo_packets, bounds_.inflight_hi_packets);
  }
  phase_ = Phase::kCruise;
  may_take_fast_path_ = false;
}

// bbr2_start_bw_probe_refill(); StartProbeBW_REFILL(): fill the pipe before pushing, or a loss
// would come too early.
template <class Version, class Parameters>
void BbrProbing<Version, Parameters>::start_refill(std::int64_t doublings, const char* reason) {
  reset_lower_bounds("probe");
  growth_.restart(doublings);
  was_probe_precautionary_ = false;
  ack_phase_ = AckPhase::kRefilling;
  rounds_.restart(delivered_packets_);
  may_take_fast_path_ = false;
  enter(Phase::kRefill, reason);
}

// bbr2_start_bw_probe_up(); StartProbeBW_UP().
template <class Version, class Parameters>
void BbrProbing<Version, Parameters>::start_up(const char* reason) {
  ack_phase_ = AckPhase::kProbeStarting;
  rounds_.restart(delivered_packets_);
  cycle_start_ns_ = now_ns_;
  growth_.raise_slope(controls_.cwnd_packets);
  may_take_fast_path_ = false;
  enter(Phase::kUp, reason);
}

// bbr_update_min_rtt(); CheckProbeRTT(), HandleProbeRTT().
template <class Version, class Parameters>
void BbrProbing<Version, Parameters>::update_probe_rtt(const AckEvent& ack, bool is_expired) {
  if (parameters_.probe_rtt_duration_ns > 0 && is_expired && !restarts_from_idle_ &&
      !is_in_probe_rtt()) {
    enter(Phase::kProbeRtt, "min_rtt_expired");
    this->record_probe_rtt_entered("min_rtt_expired", probe_rtt_cwnd_packets());
    save_window();
    probe_rtt_dwell_.begin();
    ack_phase_ = AckPhase::kProbeStopping;
    rounds_.restart(ack.delivered_packets);
  }
  if (is_in_probe_rtt()) {
    controls_.after_ack = AfterAck::kMarkAppLimited;  // the low rate of this phase is our own doing
    if (probe_rtt_dwell_.update(ack, probe_rtt_cwnd_packets(), rounds_)) exit_probe_rtt();
  }
  // A restart from idle is over with the first delivery.
  if (ack.sample.delivered_packets > 0) restarts_from_idle_ = false;
}

// bbr_check_probe_rtt_done(), bbr2_exit_probe_rtt(); CheckProbeRTTDone(), ExitProbeRTT(): the
// flight is below the BDP, so cruising is fine; the next probe is a full random wait away.
template <class Version, class Parameters>
void BbrProbing<Version, Parameters>::exit_probe_rtt() {
  probe_rtt_minimum_.renew(now_ns_);
  this->restore_window("probe_rtt_done", controls_.cwnd_packets);
  reset_lower_bounds("probe_rtt_done");
  if (version().is_pipe_full()) {
    version().start_down();
    version().start_cruise();
    announce(phase_, "probe_rtt_done");
  } else {
    enter(Phase::kStartup, "probe_rtt_done");
  }
}

// bbr_update_gains(); the draft's table of control behaviour (5.6.1). A phase of a variant may
// change its gain while it lasts.
template <class Version, class Parameters>
void BbrProbing<Version, Parameters>::update_gains() {
  cwnd_gain_ = parameters_.cwnd_gain;
  switch (phase_) {
    case Phase::kStartup:
      pacing_gain_ = parameters_.startup_pacing_gain;
      cwnd_gain_ = parameters_.startup_cwnd_gain;
      return;
    case Phase::kDrain:  // pace slowly, but keep the window
      pacing_gain_ = parameters_.drain_pacing_gain;
      cwnd_gain_ = parameters_.startup_cwnd_gain;
      return;
    case Phase::kDown:
      pacing_gain_ = parameters_.down_pacing_gain;
      return;
    case Phase::kCruise:
      pacing_gain_ = parameters_.cruise_pacing_gain;
      return;
    case Phase::kRefill:
      pacing_gain_ = parameters_.refill_pacing_gain;
      return;
    case Phase::kOwn:
      pacing_gain_ = own_phase_.pacing_gain;
      return;
    case Phase::kUp:
      pacing_gain_ = parameters_.up_pacing_gain;
      cwnd_gain_ = version().up_cwnd_gain();
      return;
    case Phase::kProbeRtt:
      pacing_gain_ = ModelGain{};
      cwnd_gain_ = version().probe_rtt_window_gain();
      return;
  }
}

// bbr_set_cwnd(); SetCwnd(): up to the target by what was acked; down at once, but only after the
// pipe was full. While little is known, the model is not worth bounding the window by.
template <class Version, class Parameters>
void BbrProbing<Version, Parameters>::move_window(Packets acked_packets, Packets target_packets) {
  may_take_fast_path_ = false;
  if (version().is_pipe_full()) {
    may_take_fast_path_ = controls_.cwnd_packets + acked_packets >= target_packets;
    window_binding_ = may_take_fast_path_ ? Binding::kBdp : Binding::kRegrowingWindow;
    controls_.cwnd_packets = std::min(controls_.cwnd_packets + acked_packets, target_packets);
  } else if (controls_.cwnd_packets < target_packets || version().ignores_model()) {
    controls_.cwnd_packets += acked_packets;
    window_binding_ = Binding::kStartupWindow;
  } else {
    may_take_fast_path_ = true;
    window_binding_ = Binding::kBdp;
  }
  this->hold_at_minimum(parameters_.minimum_cwnd_packets);
}

// bbr2_bound_cwnd_for_inflight_model(); BoundCwndForModel().
template <class Version, class Parameters>
void BbrProbing<Version, Parameters>::bound_window() {
  if (is_in_probe_rtt()) cap_window(probe_rtt_cwnd_packets(), Binding::kProbeRttWindow);
  Packets cap_packets = kUnbounded;
  Binding binding = Binding::kInflightHi;
  if (phase_ == Phase::kCruise || is_in_probe_rtt()) {
    binding = Binding::kInflightHeadroom;
    cap_packets = bounds_.inflight_with_headroom_packets(parameters_.headroom,
                                                         parameters_.minimum_cwnd_packets);
  } else if (is_in_probe_bw()) {
    cap_packets = bounds_.inflight_hi_packets;
  }
  if (bounds_.inflight_lo_packets < cap_packets) {
    binding = Binding::kInflightLo;
    cap_packets = bounds_.inflight_lo_packets;
  }
  if (cap_packets <= parameters_.minimum_cwnd_packets) {
    binding = Binding::kMinimumWindow;
    cap_packets = parameters_.minimum_cwnd_packets;
  }
  cap_window(cap_packets, binding);
}

// bbr_quantization_budget(); QuantizationBudget(): room for full send quanta on both hosts; 2
// packets more while probing upwards, so that even a small BDP is exceeded.
template <class Version, class Parameters>
Packets BbrProbing<Version, Parameters>::with_budget_packets(Packets packets) const {
  constexpr Packets kQuanta = 3;
  constexpr Packets kProbeUpExtra = 2;
  const Packets budget_packets = std::max(std::max(packets, kQuanta * send_quantum_packets_),
                                          parameters_.minimum_cwnd_packets);
  return phase_ == Phase::kUp ? budget_packets + kProbeUpExtra : budget_packets;
}

// bbr_probe_rtt_cwnd(); ProbeRTTCwnd(). Linux lets the gain be 0: the minimum window.
template <class Version, class Parameters>
Packets BbrProbing<Version, Parameters>::probe_rtt_cwnd_packets() const {
  if (parameters_.probe_rtt_cwnd_gain.numerator() == 0) return parameters_.minimum_cwnd_packets;
  return std::max(parameters_.minimum_cwnd_packets,
                  bdp_packets(version().bandwidth_bps(), parameters_.probe_rtt_cwnd_gain));
}

// Linux bbr_packets_in_net_at_edt(). While pushing, the next burst counts as in the network
// already.
template <class Version, class Parameters>
Packets BbrProbing<Version, Parameters>::in_network_packets(const AckEvent& ack,
                                                            Packets flight_packets) const {
  const Packets burst_packets = pacing_gain_ > ModelGain{} ? Packets{send_quantum_packets_} : 0;
  return units_.packets_in_network(flight_packets, {ack.next_departure_ns - ack.now_ns,
                                                    version().bandwidth_bps(), burst_packets});
}

template <class Version, class Parameters>
void BbrProbing<Version, Parameters>::observe_bounds(StateSink& sink) const {
  const Bytes packet_bytes = context_.packet_bytes;
  sink.number("bandwidth_lo_bps", bound_or_nan(bounds_.bandwidth_lo_bps));
  sink.number("inflight_hi_bytes", bound_or_nan(bounds_.inflight_hi_packets, packet_bytes));
  sink.number("inflight_lo_bytes", bound_or_nan(bounds_.inflight_lo_packets, packet_bytes));
  sink.number("pacing_gain_ratio", pacing_gain_.ratio());
  sink.number("cwnd_gain_ratio", cwnd_gain_.ratio());
}

template class BbrProbing<Bbr2, Bbr2Parameters>;
template class BbrProbing<Bbr3, Bbr3Parameters>;

}  // namespace ccsim
