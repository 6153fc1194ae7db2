// The model of the path and the state machine of BBRv1. For bbr1.h alone.
#pragma once

#include <algorithm>

#include "bbr1/bbr1.h"

namespace ccsim {

template <class Self>
BasicBbr1<Self>::BasicBbr1(const Bbr1Parameters& parameters, const ControllerContext& context)
    : BbrControl(context, {parameters.high_gain, parameters.high_gain},
                 parameters.pacing_margin_percent),
      parameters_(parameters),
      bandwidth_filter_(parameters_.bandwidth_window_rounds),
      min_rtt_(context.handshake_rtt_ns, context.now_ns),
      full_pipe_(parameters_.full_pipe_growth, parameters_.full_pipe_rounds),
      aggregation_(parameters_.extra_acked, units_, context.now_ns),
      policer_(parameters_.policer, units_),
      probe_rtt_dwell_(parameters_.probe_rtt_duration_ns) {
  announce("start");
}

// bbr_main(), bbr_update_model().
template <class Self>
void BasicBbr1<Self>::on_ack(const AckEvent& ack) {
  now_ns_ = ack.now_ns;
  delivered_packets_ = ack.delivered_packets;
  lost_packets_ = ack.lost_packets;
  send_quantum_packets_ = ack.send_quantum_packets;
  srtt_ns_ = ack.srtt_ns;
  controls_.after_ack = AfterAck::kNothing;

  self().begin_ack(ack);
  update_bandwidth(ack);
  aggregation_.update(ack, {bandwidth_bps(), controls_.cwnd_packets, rounds_.is_start(),
                            aggregation_.window_rounds()});
  update_cycle(ack);
  full_pipe_.update(rounds_.is_start(), ack.sample.is_app_limited, max_bandwidth_bps());
  check_drain(ack);
  update_min_rtt(ack);
  self().update_gains();
  self().adapt(ack);
  set_pacing(pacing_gain_);
  set_cwnd(ack);
  record_noted_window();
}

// bbr_update_bw(). The sample is rounded down; one that the application limited counts only if it
// is at least the present maximum.
template <class Self>
void BasicBbr1<Self>::update_bandwidth(const AckEvent& ack) {
  rounds_.update(ack);
  if (rounds_.is_start()) conserves_packets_ = false;
  const RateSample& sample = ack.sample;
  if (!sample.is_valid()) return;
  watch_policer({now_ns_, delivered_packets_, lost_packets_, sample.newly_lost_packets > 0,
                 sample.is_app_limited, rounds_.is_start(), mode_ == Mode::kProbeBw});
  const BitRate sample_bps = units_.rate_floor_bps(sample.delivered_packets, sample.interval_ns);
  if (!sample.is_app_limited || sample_bps >= max_bandwidth_bps()) {
    bandwidth_filter_.update(rounds_.count(), sample_bps);
  }
}

template <class Self>
void BasicBbr1<Self>::watch_policer(const PolicerDetector::Input& input) {
  const BitRate policed_bps = policer_.rate_bps();
  switch (policer_.update(input)) {
    case PolicerDetector::Outcome::kDetected:
      record_cause(CauseKind::kPolicerDetected, "two_lossy_intervals_alike",
                   {amount(policer_.rate_bps()), amount(policer_.lost_packets(input)),
                    amount(policer_.delivered_packets(input)), kNoValue});
      pacing_gain_ = kUnitGain;  // at once: anything faster is dropped
      announce("policer_detected");
      break;
    case PolicerDetector::Outcome::kExpired:
      record_cause(CauseKind::kPolicerExpired, "rounds_elapsed",
                   {amount(policed_bps), kNoValue, kNoValue, kNoValue});
      enter_probe_bw("policer_rate_expired");
      break;
    case PolicerDetector::Outcome::kNothing:
      break;
  }
}

template <class Self>
void BasicBbr1<Self>::update_cycle(const AckEvent& ack) {
  if (mode_ == Mode::kProbeBw && self().is_cycle_phase_over(ack)) {
    advance_cycle();
    announce("cycle");
  }
}

// bbr_is_next_cycle_phase(). Probing lasts until the flight shows it, or until it loses packets;
// draining ends early when the queue is gone.
template <class Self>
bool BasicBbr1<Self>::is_cycle_phase_over(const AckEvent& ack) const {
  const bool is_full_length =
      min_rtt_.has_value() && now_ns_ - cycle_start_ns_ > min_rtt_.value_ns();
  if (pacing_gain_ == kUnitGain) return is_full_length;
  const Packets flight_packets = in_network_packets(ack, ack.sample.prior_in_flight_packets);
  if (pacing_gain_ > kUnitGain) {
    return is_full_length && (ack.sample.newly_lost_packets > 0 ||
                              flight_packets >= target_packets(max_bandwidth_bps(), pacing_gain_));
  }
  return is_full_length || flight_packets <= target_packets(max_bandwidth_bps(), kUnitGain);
}

template <class Self>
void BasicBbr1<Self>::advance_cycle() {
  cycle_index_ = (cycle_index_ + 1) % kCycleLength;
  cycle_start_ns_ = now_ns_;
}

// bbr_reset_probe_bw_mode(): any phase of the cycle but the draining one, at random, so that flows
// do not probe together.
template <class Self>
void BasicBbr1<Self>::enter_probe_bw(const char* reason) {
  mode_ = Mode::kProbeBw;
  cycle_index_ = kCycleLength - 1 - context_.random.next_below(kCycleLength - 1);
  advance_cycle();
  announce(reason);
}

template <class Self>
void BasicBbr1<Self>::check_drain(const AckEvent& ack) {
  if (mode_ == Mode::kStartup && full_pipe_.is_full()) {
    mode_ = Mode::kDrain;
    announce("bandwidth_plateau");
    record_cause(CauseKind::kPipeFull, "bandwidth_plateau",
                 {amount(max_bandwidth_bps()), kNoValue, kNoValue, kNoValue});
  }
  if (mode_ == Mode::kDrain && in_network_packets(ack, ack.in_flight_packets) <=
                                   target_packets(max_bandwidth_bps(), kUnitGain)) {
    enter_probe_bw("drained");
  }
}

// bbr_update_min_rtt().
template <class Self>
void BasicBbr1<Self>::update_min_rtt(const AckEvent& ack) {
  const bool is_expired = min_rtt_.is_expired(now_ns_, parameters_.min_rtt_window_ns);
  self().take_rtt_sample(ack, is_expired);
  if (parameters_.probe_rtt_duration_ns > 0 && self().is_probe_rtt_due(is_expired) &&
      !restarts_from_idle_ && mode_ != Mode::kProbeRtt) {
    enter_probe_rtt(is_expired ? "min_rtt_expired" : "rtt_inflated");
  }
  if (mode_ == Mode::kProbeRtt) {
    controls_.after_ack = AfterAck::kMarkAppLimited;  // the low rate of this phase is our own doing
    if (probe_rtt_dwell_.update(ack, self().probe_rtt_cwnd_packets(), rounds_)) exit_probe_rtt();
  }
  if (ack.sample.delivered_packets > 0) restarts_from_idle_ = false;
}

template <class Self>
void BasicBbr1<Self>::take_rtt_sample(const AckEvent& ack, bool is_expired) {
  const Duration rtt_ns = ack.sample.rtt_ns;
  const bool is_lower = min_rtt_.is_matched_by(rtt_ns);
  if (rtt_ns >= 0 && (is_lower || (is_expired && !ack.sample.is_ack_delayed))) {
    record_min_rtt(is_lower ? "lower_rtt_seen" : "expired", min_rtt_.value_ns(), rtt_ns);
    min_rtt_.set(rtt_ns, now_ns_);
  }
}

template <class Self>
void BasicBbr1<Self>::enter_probe_rtt(const char* reason) {
  mode_ = Mode::kProbeRtt;
  self().on_probe_rtt_entered();
  record_probe_rtt_entered(reason, self().probe_rtt_cwnd_packets());
  save_cwnd();
  probe_rtt_dwell_.begin();
  announce(reason);
}

// bbr_check_probe_rtt_done(), bbr_reset_mode().
template <class Self>
void BasicBbr1<Self>::exit_probe_rtt() {
  min_rtt_.renew(now_ns_);
  restore_window("probe_rtt_done", controls_.cwnd_packets);
  if (full_pipe_.is_full()) {
    enter_probe_bw("probe_rtt_done");
  } else {
    mode_ = Mode::kStartup;
    announce("probe_rtt_done");
  }
}

template <class Self>
void BasicBbr1<Self>::announce(const char* reason) {
  const char* phase = "startup";
  if (mode_ == Mode::kDrain) {
    phase = "drain";
  } else if (mode_ == Mode::kProbeRtt) {
    phase = "probe_rtt";
  } else if (mode_ == Mode::kProbeBw) {
    phase = policer_.is_policed()         ? "probe_bw_policed"
            : cycle_index_ == kProbeIndex ? "probe_bw_up"
            : cycle_index_ == kDrainIndex ? "probe_bw_down"
                                          : "probe_bw_cruise";
  }
  // Six phases of the cycle cruise: their borders are of no interest.
  if (phase != phase_ && context_.phases != nullptr) {
    context_.phases->on_phase(now_ns_, phase, reason);
  }
  phase_ = phase;
}

template <class Self>
void BasicBbr1<Self>::save_cwnd() {
  const bool is_good = previous_state_ < CaState::kRecovery && mode_ != Mode::kProbeRtt;
  prior_cwnd_packets_ =
      is_good ? controls_.cwnd_packets : std::max(prior_cwnd_packets_, controls_.cwnd_packets);
}

// bbr_cwnd_event(CA_EVENT_TX_START).
template <class Self>
void BasicBbr1<Self>::on_packet_sent(const SentEvent& sent) {
  if (sent.in_flight_before_packets > 0 || !sent.was_app_limited) return;
  now_ns_ = sent.now_ns;
  restarts_from_idle_ = true;
  aggregation_.restart_epoch(sent.now_ns);
  if (mode_ == Mode::kProbeBw) {
    set_pacing(kUnitGain);
  } else if (mode_ == Mode::kProbeRtt && probe_rtt_dwell_.is_time_over(sent.now_ns)) {
    exit_probe_rtt();
  }
}

// bbr_ssthresh() at the start of an episode, bbr_set_state() on a timeout.
template <class Self>
void BasicBbr1<Self>::on_congestion(const CongestionEvent& congestion) {
  if (congestion.kind == CongestionKind::kEcn) {
    return;  // BBRv1 does not look at ECN
  }
  now_ns_ = congestion.now_ns;
  if (congestion.reduces_ssthresh) {  // the start of an episode: ssthresh() is called
    save_cwnd();
  }
  if (congestion.kind != CongestionKind::kRto) return;
  previous_state_ = CaState::kLoss;
  full_pipe_.forget_baseline();
  rounds_.force_start();
  watch_policer(
      {now_ns_, delivered_packets_, lost_packets_, true, false, true, mode_ == Mode::kProbeBw});
  collapse_window(congestion);
}

// bbr_undo_cwnd(): the window stays; it recovers by itself.
template <class Self>
void BasicBbr1<Self>::on_undo(const UndoEvent& undo) {
  full_pipe_.restart();
  policer_.reset(undo.now_ns, delivered_packets_, lost_packets_);
}

}  // namespace ccsim
