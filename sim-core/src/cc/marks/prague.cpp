// Prague (draft-briscoe-iccrg-prague-congestion-control), as net/ipv4/tcp_prague.c of L4STeam/linux
// does it at commit 893e1479793e (module 0.7) with prague_alpha_mode and prague_cwnd_mode 0: DCTCP
// for the Internet, with a fractional window, pacing, growth by what was not marked and, after a
// while, the rate of a flow with a longer RTT.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "ccsim/algorithm.h"
#include "ccsim/parameters.h"
#include "loss/loss_based.h"
#include "observed.h"

namespace ccsim {
namespace {

constexpr const char* kPragueDraft = "draft-briscoe-iccrg-prague-congestion-control";
constexpr const char* kPragueSlowStart = "slow_start";
constexpr const char* kPragueAvoidance = "congestion_avoidance";
constexpr const char* kPragueRecovery = "recovery";
constexpr Packets kLeastPragueWindow = 2;  // MIN_CWND
// The module makes packets smaller so that two fit into a round trip; here they do not shrink, and
// a smaller window would only be paced, never used, and so never grow.
constexpr double kLeastWindow = kLeastPragueWindow;
constexpr double kLeastRateBps = 100'000;                // MINIMUM_RATE
constexpr double kRttGain = 1.0 / 128;                   // HSRTT_SHIFT
constexpr Duration kLongestScaled = 100 * kMillisecond;  // MAX_SCALED_RTT
constexpr std::int8_t kPragueBurstShift = 12;            // prague_burst_shift

struct PragueParameters {
  double alpha_gain = 0;
  Duration virtual_rtt_ns = 0;  // 0: no RTT independence
  std::int64_t transition_rounds = 0;
};

class Prague final : public CongestionControl {
 public:
  Prague(const PragueParameters& parameters, const ControllerContext& context)
      : parameters_(parameters),
        context_(context),
        controls_{.cwnd_packets =
                      std::max<Packets>(context.initial_window_packets, kLeastPragueWindow)},
        window_(static_cast<double>(controls_.cwnd_packets)),
        srtt_ns_(context.handshake_rtt_ns),
        long_rtt_ns_(static_cast<double>(srtt_ns_)) {
    enter_phase(context.now_ns, kPragueSlowStart, "start");
    set_pacing(0);
  }

  void on_packet_sent(const SentEvent&) override {}
  void on_packet_lost(const PacketLostEvent&) override {}

  // prague_cong_control().
  void on_ack(const AckEvent& ack) override {
    min_rtt_ns_ = ack.lifetime_min_rtt_ns;
    srtt_ns_ = ack.srtt_ns;
    update_window(ack);
    if (has_round_ended(ack)) end_round(ack);
    set_pacing(ack.in_flight_packets);
  }

  void on_congestion(const CongestionEvent& congestion) override {
    if (congestion.kind == CongestionKind::kEcn) {
      reduce_by_alpha(congestion.now_ns, "ecn");
      return;
    }
    if (congestion.kind == CongestionKind::kProbeRepair) {
      // State CWR, which prague_state() answers unless it is that already.
      if (!congestion.is_in_cwr) reduce_by_alpha(congestion.now_ns, "loss");
      return;
    }
    const bool is_timeout = congestion.kind == CongestionKind::kRto;
    if (congestion.reduces_ssthresh) {
      prior_cwnd_packets_ = controls_.cwnd_packets;
      prior_rate_bps_ = rate_bps_;
      window_ = std::max(window_ / 2, kLeastWindow);
      rate_bps_ = rate_bps(window_);
      is_losing_ = true;
    }
    if (is_timeout) {
      controls_.cwnd_packets = std::max<Packets>(congestion.still_in_flight_packets + 1, 1);
      record_collapse(congestion);
    } else {
      record_cut(congestion.now_ns, "loss");
    }
    enter_phase(congestion.now_ns, kPragueRecovery, is_timeout ? "rto" : "loss");
  }

  void on_recovery_exit(const RecoveryExitEvent& exit) override {
    is_losing_ = false;
    if (exit.left_state != CaState::kCwr) {
      enter_phase(exit.now_ns, in_slow_start() ? kPragueSlowStart : kPragueAvoidance, "recovered");
    }
  }

  // prague_cwnd_undo(): the rate is as before, and the window follows from it.
  void on_undo(const UndoEvent& undo) override {
    const double before = window_;
    const Packets before_packets = controls_.cwnd_packets;
    is_losing_ = false;
    controls_.cwnd_packets = std::max(controls_.cwnd_packets, prior_cwnd_packets_);
    rate_bps_ = std::max(rate_bps_, prior_rate_bps_);
    const double bits = rate_bps_ * to_s(long_rtt_ns_);
    window_ = std::max(bits / packet_bits(), kLeastWindow);
    if (window_ > before) {
      record_cause(undo.now_ns, CauseKind::kWindowRestored, "undo",
                   {before_packets, controls_.cwnd_packets});
    }
    enter_phase(undo.now_ns, in_slow_start() ? kPragueSlowStart : kPragueAvoidance, "undo");
  }

  [[nodiscard]] const Controls& controls() const override { return controls_; }
  [[nodiscard]] ControlTraits traits() const override {
    return {
        .reduces_by_prr = false,  // the window itself goes down step by step
        .has_threshold = true,
        .reacts_to_losses_in_cwr = true,  // prague_state()
        .burst_shift = kPragueBurstShift,
        .least_burst_packets = 1,  // prague_tso_segs()
    };
  }
  [[nodiscard]] Binding window_binding() const override {
    return in_slow_start() ? Binding::kSlowStart : Binding::kAdditiveIncrease;
  }
  [[nodiscard]] Binding rate_binding() const override { return Binding::kWindowRate; }

  void observe(StateSink& sink) const override {
    sink.number("min_rtt_s", seconds_or_nan(min_rtt_ns_));
    sink.number("bandwidth_estimate_bps", kNoValue);
    sink.number("alpha_ratio", alpha_);
    sink.number("fractional_cwnd_bytes", window_ * static_cast<double>(context_.packet_bytes));
    sink.number("increase_ratio", increase_);
  }

 private:
  [[nodiscard]] bool in_slow_start() const {
    return controls_.cwnd_packets < controls_.ssthresh_packets;
  }
  // Long-running flows get the rate of a flow with the virtual RTT (prague_is_rtt_indep()).
  [[nodiscard]] bool is_rtt_independent() const {
    return parameters_.virtual_rtt_ns > 0 && !in_slow_start() &&
           rounds_ >= parameters_.transition_rounds;
  }
  [[nodiscard]] Packets whole_window_packets() const {
    return std::max(static_cast<Packets>(std::ceil(window_)), kLeastPragueWindow);
  }

  // prague_update_cwnd(). Grows by what came unmarked, also in CWR: marks come all the time.
  void update_window(const AckEvent& ack) {
    const Packets marked_packets = ack.delivered_ce_packets - seen_ce_packets_;
    seen_ce_packets_ = ack.delivered_ce_packets;
    if (marked_packets > 0 && !has_seen_marks_) leave_slow_start(ack.now_ns);
    Packets acked_packets = ack.sample.newly_acked_packets - marked_packets;
    if (acked_packets > 0 && !is_losing_ && ack.is_cwnd_limited) {
      if (in_slow_start()) {
        record_if_overtaken(ack.now_ns);
        const Packets before_packets = controls_.cwnd_packets;
        controls_.cwnd_packets =
            std::min(controls_.cwnd_packets + acked_packets, controls_.ssthresh_packets);
        window_ = static_cast<double>(controls_.cwnd_packets);
        acked_packets -= controls_.cwnd_packets - before_packets;
      }
      window_ += static_cast<double>(acked_packets) * increase_ / window_;
    }
    step_towards(whole_window_packets(), ack.now_ns);
  }

  // The first mark of all halves the window and ends slow start.
  void leave_slow_start(SimTime now_ns) {
    has_seen_marks_ = true;
    window_ = std::max(window_ / 2, kLeastWindow);
    record_cut(now_ns, "ecn");
    controls_.ssthresh_packets = std::min(controls_.ssthresh_packets, controls_.cwnd_packets);
    enter_phase(now_ns, kPragueAvoidance, "mark");
  }

  // One packet per ACK, so that a reduction takes about half a round trip.
  void step_towards(Packets wanted_packets, SimTime now_ns) {
    if (controls_.cwnd_packets > wanted_packets) {
      --controls_.cwnd_packets;
      controls_.ssthresh_packets = controls_.cwnd_packets;
      if (!is_losing_) enter_phase(now_ns, kPragueAvoidance, "ssthresh_reached");
    } else if (controls_.cwnd_packets < wanted_packets) {
      ++controls_.cwnd_packets;
    }
  }

  // prague_enter_cwr(): by half of alpha, once per round trip, be it the virtual one.
  void reduce_by_alpha(SimTime now_ns, const char* reason) {
    if (is_rtt_independent() && now_ns - reduced_ns_ < parameters_.virtual_rtt_ns) return;
    reduced_ns_ = now_ns;
    const double before = window_;
    window_ = std::max(window_ - window_ * alpha_ / 2, kLeastWindow);
    rate_bps_ = rate_bps(window_);
    // With the first mark alpha is still 0: it cuts nothing, leave_slow_start() halves the window.
    if (window_ < before) record_cut(now_ns, reason);
  }

  [[nodiscard]] bool has_round_ended(const AckEvent& ack) const {
    if (ack.una_sequence < round_end_sequence_) return false;
    return !is_rtt_independent() || ack.now_ns - averaged_ns_ >= parameters_.virtual_rtt_ns;
  }

  // prague_update_alpha() and prague_new_round(). Without a mark so far there is nothing to learn.
  void end_round(const AckEvent& ack) {
    if (has_seen_marks_) {
      const Packets acked_packets = ack.delivered_packets - delivered_packets_;
      const Packets marked_packets = ack.delivered_ce_packets - delivered_ce_packets_;
      const double share = static_cast<double>(marked_packets) /
                           static_cast<double>(std::max<Packets>(acked_packets, 1));
      alpha_ = std::min(alpha_ + parameters_.alpha_gain * (share - alpha_), 1.0);
      averaged_ns_ = ack.now_ns;
    }
    long_rtt_ns_ += kRttGain * (static_cast<double>(srtt_ns_) - long_rtt_ns_);
    round_end_sequence_ = ack.next_sequence;
    delivered_packets_ = ack.delivered_packets;
    delivered_ce_packets_ = ack.delivered_ce_packets;
    if (!in_slow_start()) ++rounds_;
    increase_ = increase();
  }

  // prague_rate_scaled_ai_ack_increase(): one packet per virtual RTT, at the window that the rate
  // has over the real one.
  [[nodiscard]] double increase() const {
    const bool is_scaled = parameters_.virtual_rtt_ns > 0 &&
                           rounds_ >= parameters_.transition_rounds && srtt_ns_ > 0 &&
                           srtt_ns_ < std::min(parameters_.virtual_rtt_ns, kLongestScaled);
    if (!is_scaled) return 1;
    const double ratio =
        static_cast<double>(srtt_ns_) / static_cast<double>(parameters_.virtual_rtt_ns);
    return ratio * ratio;
  }

  // prague_update_pacing_rate(): the whole packets of the window, or what is in flight, per SRTT;
  // twice that in slow start.
  void set_pacing(Packets in_flight_packets) {
    if (srtt_ns_ <= 0) return;
    rate_bps_ = rate_bps(std::max(std::floor(window_), static_cast<double>(in_flight_packets)));
    const bool is_doubled = controls_.cwnd_packets < controls_.ssthresh_packets / 2;
    controls_.pacing_rate_bps = static_cast<BitRate>(is_doubled ? 2 * rate_bps_ : rate_bps_);
  }
  // prague_frac_cwnd_to_pacing_rate().
  [[nodiscard]] double rate_bps(double packets) const {
    return std::max(packets * packet_bits() / to_s(static_cast<double>(srtt_ns_)), kLeastRateBps);
  }
  [[nodiscard]] double packet_bits() const {
    return static_cast<double>(context_.packet_bytes * kBitsPerByte);
  }

  void enter_phase(SimTime now_ns, const char* phase, const char* reason) {
    if (phase_ != nullptr && std::strcmp(phase_, phase) == 0) return;
    phase_ = phase;
    if (context_.phases != nullptr) context_.phases->on_phase(now_ns, phase, reason);
  }
  // Of windows in whole packets, as they are in use before a change and once it is done.
  struct Change {
    Packets before_packets = 0;
    Packets after_packets = 0;
  };
  void record_cause(SimTime now_ns, CauseKind kind, const char* reason, const Change& change,
                    double flight_packets = kNoValue) const {
    if (context_.causes == nullptr) return;
    context_.causes->on_cause(
        now_ns, kind, reason,
        {static_cast<double>(change.before_packets), static_cast<double>(change.after_packets),
         flight_packets, kNoValue});
  }
  // From the window in use to the one that it steps down to: a window that still grows after a
  // timeout, and is smaller than that one, stays as it is.
  void record_cut(SimTime now_ns, const char* reason) const {
    const Packets used_packets = controls_.cwnd_packets;
    record_cause(now_ns, CauseKind::kWindowReduced, reason,
                 {used_packets, std::min(used_packets, whole_window_packets())});
  }
  // Slow start continues from the window in use, which a cut has not reached where its recovery was
  // over at once: the last packet before a pause was lost, and a probe repaired it.
  void record_if_overtaken(SimTime now_ns) const {
    const Packets used_packets = controls_.cwnd_packets;
    if (whole_window_packets() >= used_packets) return;
    record_cause(now_ns, CauseKind::kWindowRestored, "slow_start_went_on",
                 {used_packets, used_packets});
  }
  // What a timeout cuts is the window in use and not the one that is aimed at.
  void record_collapse(const CongestionEvent& congestion) const {
    record_cause(congestion.now_ns, CauseKind::kWindowCollapsed, "rto",
                 {congestion.cwnd_packets, controls_.cwnd_packets},
                 static_cast<double>(congestion.in_flight_packets));
  }

  PragueParameters parameters_;
  ControllerContext context_;
  Controls controls_;
  double window_;  // in packets, with fractions: what the whole one steps towards
  Packets prior_cwnd_packets_ = 0;
  double prior_rate_bps_ = 0;
  double rate_bps_ = kLeastRateBps;  // what it paces at outside of slow start
  bool is_losing_ = false;           // in a reduction for losses
  bool has_seen_marks_ = false;
  double alpha_ = 0;
  double increase_ = 1;  // packets per window of unmarked ones
  SimTime averaged_ns_ = 0;
  SimTime reduced_ns_ = 0;
  std::int64_t rounds_ = 0;  // since slow start
  std::int64_t round_end_sequence_ = 0;
  Packets delivered_packets_ = 0;  // at the start of the round
  Packets delivered_ce_packets_ = 0;
  Packets seen_ce_packets_ = 0;
  Duration srtt_ns_;
  double long_rtt_ns_;  // the SRTT, averaged over rounds
  Duration min_rtt_ns_ = kNoDuration;
  const char* phase_ = nullptr;
};

PragueParameters prague_parameters(const ParameterSet& set) {
  return {set.number("alpha_gain_ratio"), to_ns(set.number("virtual_rtt_s")),
          set.integer("transition_rounds")};
}

StateMachine prague_machine() {
  return {
      .source = kPragueDraft,
      .states = {{kPragueSlowStart, 0, 0, PhaseEffect::kStartUp},
                 {kPragueAvoidance, 2, 0},
                 {kPragueRecovery, 1, 1, PhaseEffect::kLowers}},
      .groups = {},
      .transitions = {{kPragueSlowStart, kPragueAvoidance, "The first ECN mark arrives."},
                      {kPragueSlowStart, kPragueRecovery, "A loss is detected."},
                      {kPragueAvoidance, kPragueRecovery, "A loss is detected."},
                      {kPragueRecovery, kPragueAvoidance, kRecovered},
                      {kPragueRecovery, kPragueSlowStart, kSpuriousLoss},
                      {kAnyState, kPragueRecovery, kTimeout}},
  };
}

}  // namespace

AlgorithmInfo describe_prague() {
  AlgorithmInfo info;
  info.name = "prague";
  info.title = "Prague";
  info.family = "marks";
  info.summary =
      "Scalable sender of L4S: like DCTCP it shrinks the window by half of the share of packets "
      "that came back marked, but paces, grows by what was not marked, and gives flows with short "
      "RTTs the rate of a longer one.";
  info.fidelity =
      "reconstruction: tcp_prague.c 0.7 of L4STeam/linux at commit 893e1479793e, in floating point";
  info.assumptions = {
      "The kernel module counts in fixed point; here window and alpha are doubles.",
      "500 rounds pass until the RTT counts as the virtual one, as in module 0.6; 0.7 takes 4.",
      "Only the window is steered (prague_cwnd_mode 0); by default 0.7 keeps a rate instead where "
      "the window is four packets or less, and varies it by 3%.",
      "Packets do not shrink; in 0.7 they do, so that two fit into an RTT.",
  };
  info.source = std::string(kPragueDraft) + "; L4STeam/linux net/ipv4/tcp_prague.c; RFC 9331 4.3";
  info.parameters = {
      number_parameter("alpha_gain_ratio", 1.0 / 16, {1.0 / 1024, 1},
                       {"Weight of the newest round in the average share of marks",
                        "tcp_prague.c PRAGUE_SHIFT_G"}),
      number_parameter("virtual_rtt_s", 0.025, {0, 0.1},
                       {"Flows with a shorter RTT get the rate of one with this RTT; 0 leaves the "
                        "advantage of short RTTs",
                        "tcp_prague.c prague_rtt_target"}),
      integer_parameter("transition_rounds", 500, {0, 1'000'000},
                        {"Rounds after slow start until the RTT counts as the virtual one",
                         "tcp_prague.c prague_rtt_transition: 500 in module 0.6, 4 in 0.7"}),
  };
  info.metrics = {
      {"min_rtt_s", "Lowest RTT of the connection"},
      {"bandwidth_estimate_bps", "Not estimated by this algorithm"},
      {"alpha_ratio", "Average share of packets that came back marked"},
      {"fractional_cwnd_bytes", "Window with its fraction of a packet"},
      {"increase_ratio", "Growth per RTT in packets, reduced for RTTs below the virtual one"},
  };
  info.machine = prague_machine();
  info.demonstration = {"l4s", "cubic"};
  info.ecn = [](const ParameterSet&) {
    return EcnRequest{.feedback = EcnFeedback::kAccurate, .is_l4s = true};
  };
  info.make = [](const ParameterSet& parameters,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<Prague>(prague_parameters(parameters), context);
  };
  return info;
}

}  // namespace ccsim
