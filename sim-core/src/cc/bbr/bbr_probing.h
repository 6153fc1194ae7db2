// What BBRv2 and BBRv3 share: the model with its bounds, the cycle of ProbeBW, ProbeRTT, and the
// window that follows. Comments name the functions of Google's Linux branches (tcp_bbr2.c of
// v2alpha, where v3's differs: by the version) and then the routines of draft-ietf-ccwg-bbr-06.
//
//   startup ─▶ drain ─▶ probe_bw_down ─▶ probe_bw_cruise ─▶ probe_bw_refill ─▶ probe_bw_up ─┐
//                             ▲                                                             │
//                             └─────────────────────────────────────────────────────────────┘
//   any ─▶ probe_rtt ─▶ probe_bw_cruise (or startup, if the pipe was never full)
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>

#include "bbr/bbr_control.h"
#include "bbr/cycle_max.h"
#include "bbr/ecn_average.h"
#include "bbr/probe_growth.h"
#include "bbr/probe_rtt_dwell.h"
#include "bbr/shared_parameters.h"
#include "bbr/timed_minimum.h"
#include "bbr2/bbr2_bounds.h"
#include "bbr2/bbr2_signals.h"
#include "ccsim/congestion_control.h"
#include "observed.h"
#include "round_counter.h"

namespace ccsim {

// `Version` derives from this and answers, without a virtual call, where versions differ:
//   is_pipe_full(), declare_pipe_full()   what its detector of a full pipe says
//   bandwidth_bps()                       what the model makes of the bandwidth
//   target_inflight_packets()             the BDP, unless congestion has cut the window
//   startup_bound_packets()               the bound that congestion in Startup leaves
//   cycle_flight_packets(ack)             the flight that the cycle compares with its levels
//   counts_acks_with_losses(), ignores_model(), lowers_bound_to_cruise(), marks_cut_bandwidth(),
//   are_marks_too_many(sample), up_cwnd_gain(), probe_rtt_window_gain()       its rules
//   update_ecn(), adapt_upper_bounds(), is_reno_probe_time(), may_cruise(), leave_up_if_done(),
//   end_bandwidth_cycle(), start_refill(), start_up()                         its steps
//   note_too_high(sample), note_startup_loss(), note_restart()                what it does besides
template <class Version, class Parameters>
class BbrProbing : public BbrControlOf<typename Parameters::ModelGain> {
 public:
  void on_packet_sent(const SentEvent& sent) final;

 protected:
  using ModelGain = typename Parameters::ModelGain;
  using Control = BbrControlOf<ModelGain>;
  using Control::cap_window;
  using Control::context_;
  using Control::controls_;
  using Control::cwnd_gain_;
  using Control::delivered_packets_;
  using Control::now_ns_;
  using Control::pacing_gain_;
  using Control::previous_state_;
  using Control::prior_cwnd_packets_;
  using Control::record_cause;
  using Control::restarts_from_idle_;
  using Control::sample_bps_;
  using Control::send_quantum_packets_;
  using Control::units_;
  using Control::window_binding_;

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
    ModelGain pacing_gain;
    bool is_probing = false;  // for bandwidth: lower bounds do not adapt meanwhile
  };
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

  BbrProbing(const Parameters& parameters, const ControllerContext& context);

  [[nodiscard]] Version& version() { return static_cast<Version&>(*this); }
  [[nodiscard]] const Version& version() const { return static_cast<const Version&>(*this); }

  [[nodiscard]] static ProbeSample probe_sample(const RateSample& sample) {
    return {sample.tx_in_flight_packets, sample.lost_since_packets, sample.delivered_packets,
            sample.ce_since_packets, sample.is_app_limited};
  }
  [[nodiscard]] bool is_in_probe_bw() const {
    return phase_ >= Phase::kDown && phase_ <= Phase::kUp;
  }
  [[nodiscard]] bool is_in_probe_rtt() const { return phase_ == Phase::kProbeRtt; }
  [[nodiscard]] bool is_probing() const {
    return phase_ == Phase::kStartup || phase_ == Phase::kRefill || phase_ == Phase::kUp ||
           (phase_ == Phase::kOwn && own_phase_.is_probing);
  }
  [[nodiscard]] BitRate max_bandwidth_bps() const { return bandwidth_filter_.value_bps(); }
  [[nodiscard]] bool has_elapsed(Duration interval_ns) const {
    return now_ns_ - cycle_start_ns_ > interval_ns;
  }

  // What the work on an ACK begins and ends with.
  void begin_ack(const AckEvent& ack);
  void end_ack(const AckEvent& ack) {
    previous_state_ = ack.state;
    if (ack.sample.lost_since_packets > 0) signals_.loss_in_cycle = true;
    if (ack.sample.ce_since_packets > 0) signals_.ecn_in_cycle = true;
  }

  // The model: bounds and the record of their changes.
  void adapt_lower_bounds();
  void reset_lower_bounds(const char* reason);
  void record_bandwidth_renewed(BitRate before_bps) const {
    record_cause(CauseKind::kBandwidthRenewed, "cycle_ended",
                 {amount(before_bps), amount(max_bandwidth_bps()), kNoValue, kNoValue});
  }
  // bbr_update_min_rtt(); UpdateMinRTT(): the model's minimum follows the one that times ProbeRTT.
  void renew_min_rtt(const AckEvent& ack, bool is_lower) {
    if (!is_lower && !min_rtt_.is_expired(ack.now_ns, parameters_.min_rtt_window_ns)) return;
    this->record_min_rtt(is_lower ? "lower_rtt_seen" : "expired", min_rtt_.value_ns(),
                         probe_rtt_minimum_.value_ns());
    min_rtt_.set(probe_rtt_minimum_.value_ns(), probe_rtt_minimum_.stamp_ns());
  }
  void check_startup_loss(const AckEvent& ack);
  void check_startup_ecn(Gain mark_ratio);
  void end_startup_by_congestion(const char* reason);
  [[nodiscard]] bool is_too_high(const ProbeSample& sample) const;
  void handle_too_high(const ProbeSample& sample, Packets bound_packets);
  void test_lost_packet(const PacketLostEvent& lost);

  // The state machine.
  void enter(Phase phase, const char* reason) {
    phase_ = phase;
    announce(phase, reason);
  }
  void announce(Phase phase, const char* reason);
  // bbr_check_drain(); EnterDrain().
  void enter_drain() {
    enter(Phase::kDrain, full_pipe_reason_);
    record_cause(CauseKind::kPipeFull, full_pipe_reason_,
                 {amount(max_bandwidth_bps()), bound_or_nan(bounds_.inflight_hi_packets), kNoValue,
                  kNoValue});
  }
  [[gnu::always_inline]] inline void update_cycle(const AckEvent& ack);
  [[nodiscard]] bool advance_ack_phase(const AckEvent& ack);
  [[nodiscard]] bool end_probe_feedback(bool is_app_limited);
  [[nodiscard]] [[gnu::always_inline]] inline bool start_probe_if_due(const AckEvent& ack);
  [[nodiscard]] bool have_marks_ceased(const AckEvent& ack) const;
  [[gnu::noinline]] void start_refill_for_marks() {
    const auto growth_packets = static_cast<std::uint64_t>(
        std::max<Packets>(parameters_.ecn_reprobe_gain.times(bounds_.inflight_hi_packets), 1));
    version().start_refill(static_cast<std::int64_t>(std::bit_width(growth_packets)) - 1,
                           "marks_ceased");
  }
  void start_refill(std::int64_t doublings, const char* reason);
  void start_up(const char* reason);
  // A probe ends by itself.
  void leave_up(const char* reason) {
    was_probe_too_high_ = false;
    version().start_down();
    announce(Phase::kDown, reason);
  }
  virtual void start_down();
  virtual void start_cruise();
  void update_probe_rtt(const AckEvent& ack, bool is_expired);
  void exit_probe_rtt();

  // The window.
  void update_gains();
  // bbr_save_cwnd(); SaveCwnd(): the last window known to be good.
  void save_window() {
    const bool is_good = previous_state_ < CaState::kRecovery && !is_in_probe_rtt();
    prior_cwnd_packets_ =
        is_good ? controls_.cwnd_packets : std::max(prior_cwnd_packets_, controls_.cwnd_packets);
  }
  void move_window(Packets acked_packets, Packets target_packets);
  void bound_window();
  // bbr_bdp(); BDPMultiple(), rounded up to whole packets as in Linux. Without any RTT sample the
  // initial window is all that is safe.
  [[nodiscard]] Packets bdp_packets(BitRate bandwidth_bps, ModelGain gain) const {
    if (!min_rtt_.has_value()) return initial_cwnd_packets_;
    return units_.bdp_packets(bandwidth_bps, min_rtt_.value_ns(), gain);
  }
  [[nodiscard]] Packets with_budget_packets(Packets packets) const;
  [[nodiscard]] Packets probe_rtt_cwnd_packets() const;
  [[nodiscard]] Packets in_network_packets(const AckEvent& ack, Packets flight_packets) const;
  void observe_bandwidth(StateSink& sink) const {
    sink.number("min_rtt_s", seconds_or_nan(min_rtt_.value_ns()));
    sink.number("bandwidth_estimate_bps", static_cast<double>(version().bandwidth_bps()));
    sink.number("bandwidth_max_bps", static_cast<double>(max_bandwidth_bps()));
  }
  void observe_bounds(StateSink& sink) const;

  // Seldom used parts first. What an ACK needs begins with a cache line.
  ProbeGrowth growth_;
  EcnAverage ecn_average_;
  ProbeRttDwell probe_rtt_dwell_;
  OwnPhase own_phase_;
  Bbr2Bounds undo_bounds_{0, 0, 0, 0};
  std::int64_t startup_losses_ = 0;
  std::int64_t startup_ecn_rounds_ = 0;
  const char* full_pipe_reason_ = "bandwidth_plateau";
  Packets initial_cwnd_packets_;
  std::shared_ptr<const Parameters> shared_;

  alignas(64) const Parameters& parameters_;
  // What follows some of these begins in what they leave free.
  [[no_unique_address]] Bbr2Signals signals_;
  PackedUint32 rounds_since_probe_{0};
  Bbr2Bounds bounds_;
  [[no_unique_address]] CycleMax bandwidth_filter_;
  bool is_loss_round_start_ = false;
  bool is_ecn_eligible_ = false;
  bool samples_reflect_probe_ = false;
  bool was_probe_too_high_ = false;
  bool was_probe_precautionary_ = false;
  bool may_take_fast_path_ = false;
  SimTime cycle_start_ns_ = 0;
  Duration probe_wait_ns_ = 0;
  TimedMinimum probe_rtt_minimum_;  // times ProbeRTT
  TimedMinimum min_rtt_;            // of the model
  [[no_unique_address]] RoundCounter rounds_;
  Phase phase_ = Phase::kStartup;
  AckPhase ack_phase_ = AckPhase::kInit;

 private:
  void record_lower_bounds(const Bbr2Bounds& before) const;
};

// bbr2_update_cycle_phase(); UpdateProbeBWCyclePhase(). Upper bounds adapt in every phase once the
// pipe was full. Here, as what every ACK asks: in line with the rest of the ACK.
template <class Version, class Parameters>
void BbrProbing<Version, Parameters>::update_cycle(const AckEvent& ack) {
  if (!version().is_pipe_full() || version().adapt_upper_bounds(ack) || !is_in_probe_bw()) return;
  switch (phase_) {
    case Phase::kCruise:
    case Phase::kDown:
      if (start_probe_if_due(ack) || phase_ == Phase::kCruise ||
          !version().may_cruise(version().cycle_flight_packets(ack))) {
        break;
      }
      version().start_cruise();
      announce(Phase::kCruise, "drained");
      break;
    case Phase::kRefill:
      // One round after REFILL began, ACKs show what a full pipe does: the probe may push.
      if (rounds_.is_start()) {
        samples_reflect_probe_ = true;
        version().start_up("pipe_refilled");
      }
      break;
    case Phase::kUp:
      version().leave_up_if_done(ack, version().cycle_flight_packets(ack));
      break;
    default:
      break;
  }
}

// bbr2_check_time_to_probe_bw(); IsTimeToProbeBW(). The reaction to marks that have ceased is
// Linux's.
template <class Version, class Parameters>
bool BbrProbing<Version, Parameters>::start_probe_if_due(const AckEvent& ack) {
  if (signals_.ecn_in_cycle && have_marks_ceased(ack)) [[unlikely]] {
    start_refill_for_marks();
    return true;
  }
  const bool has_waited = has_elapsed(probe_wait_ns_);
  if (!has_waited && !version().is_reno_probe_time()) return false;
  version().start_refill(0, has_waited ? "probe_wait_elapsed" : "reno_rounds_elapsed");
  return true;
}

}  // namespace ccsim
