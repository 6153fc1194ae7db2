// Copa (Arun and Balakrishnan, NSDI 2018): sends towards 1 / (delta x queueing delay) packets per
// second, in steps that double while they go one way; where others keep the queue full, delta
// follows an AIMD of its own. docs/model.md says what facebook/mvfst and the authors'
// venkatarun95/genericCC decide where the paper leaves a choice.
#include <algorithm>
#include <deque>
#include <limits>

#include "ccsim/algorithm.h"
#include "ccsim/congestion_control.h"
#include "ccsim/parameters.h"
#include "round_counter.h"
#include "wire_units.h"

namespace ccsim {
namespace {

constexpr const char* kCopaSlowStart = "slow_start";
constexpr const char* kCopaDefault = "default_mode";
constexpr const char* kCopaCompetitive = "competitive_mode";

// Lowest value of the last so many nanoseconds, exact, in amortised constant time. The window may
// change from sample to sample: a value that has left it once does not come back.
class WindowedMin {
 public:
  void update(SimTime now_ns, std::int64_t value, Duration window_ns) {
    while (!kept_.empty() && kept_.back().value >= value) kept_.pop_back();
    kept_.push_back({now_ns, value});
    while (kept_.front().time_ns < now_ns - window_ns) kept_.pop_front();
  }

  [[nodiscard]] bool has_value() const { return !kept_.empty(); }
  [[nodiscard]] std::int64_t value() const { return kept_.front().value; }

 private:
  struct Sample {
    SimTime time_ns = 0;
    std::int64_t value = 0;
  };
  std::deque<Sample> kept_;
};

class Copa final : public CongestionControl {
 public:
  Copa(const ParameterSet& parameters, const ControllerContext& context)
      : context_(context),
        units_(context.packet_bytes),
        default_delta_(parameters.number("delta_ratio")),
        min_rtt_window_ns_(to_ns(parameters.number("min_rtt_window_s"))),
        switches_mode_(parameters.boolean("mode_switching")),
        delta_(default_delta_) {
    set_window(static_cast<double>(std::max<Packets>(context.initial_window_packets, 1)));
    enter(context.now_ns, kCopaSlowStart, "start");
    pace(context.handshake_rtt_ns);
  }

  void on_packet_sent(const SentEvent&) override {}
  void on_packet_lost(const PacketLostEvent&) override { has_loss_ = true; }

  void on_ack(const AckEvent& ack) override {
    rounds_.update(ack);
    if (ack.sample.rtt_ns <= 0 || ack.srtt_ns <= 0) return;
    take_rtt(ack);
    if (rounds_.is_start()) end_round();
    choose_mode(ack);
    steer(ack);
    pace(standing_rtt_ns());
  }

  // Only a timeout shrinks the window (mvfst does so at persistent congestion).
  void on_congestion(const CongestionEvent& congestion) override {
    has_loss_ = true;
    if (congestion.kind != CongestionKind::kRto) return;
    if (congestion.reduces_ssthresh) window_before_ = window_;
    set_window(kLeastWindow);
    velocity_ = 1;
    same_direction_count_ = 0;
  }
  void on_recovery_exit(const RecoveryExitEvent&) override {}
  void on_undo(const UndoEvent&) override { set_window(std::max(window_, window_before_)); }

  [[nodiscard]] const Controls& controls() const override { return controls_; }
  [[nodiscard]] Binding window_binding() const override {
    return is_in_slow_start_ ? Binding::kSlowStart : Binding::kDelayRule;
  }
  [[nodiscard]] Binding rate_binding() const override { return Binding::kWindowRate; }

  void observe(StateSink& sink) const override {
    const bool has_rtt = min_rtt_.has_value();
    const Duration delay_ns = has_rtt ? queueing_delay_ns() : 0;
    const double packet_bits = static_cast<double>(context_.packet_bytes * kBitsPerByte);
    sink.number("min_rtt_s", has_rtt ? seconds_or_nan(min_rtt_.value()) : kNoValue);
    sink.number("standing_rtt_s", has_rtt ? seconds_or_nan(standing_rtt_ns()) : kNoValue);
    sink.number(
        "target_rate_bps",
        delay_ns > 0 ? packet_bits / (delta_ * to_s(static_cast<double>(delay_ns))) : kNoValue);
    sink.number("delta_ratio", delta_);
    sink.number("velocity_packets", velocity_);
  }

 private:
  static constexpr double kLeastWindow = 2;

  [[nodiscard]] Duration standing_rtt_ns() const { return standing_.value(); }
  [[nodiscard]] Duration queueing_delay_ns() const {
    return std::max<Duration>(standing_rtt_ns() - min_rtt_.value(), 0);
  }

  // Section 2.1: the lowest of half a smoothed RTT filters what delayed ACKs add; section 2.2: the
  // highest of four round trips shows how far the queue swings, the lowest of five how empty it
  // was.
  void take_rtt(const AckEvent& ack) {
    constexpr std::int64_t kSwingRtts = 4;
    constexpr std::int64_t kPatienceRtts = 5;
    const Duration rtt_ns = ack.sample.rtt_ns;
    srtt_ns_ = ack.srtt_ns;
    min_rtt_.update(ack.now_ns, rtt_ns, min_rtt_window_ns_);
    standing_.update(ack.now_ns, rtt_ns, srtt_ns_ / 2);
    negative_max_.update(ack.now_ns, -rtt_ns, kSwingRtts * srtt_ns_);
    recent_min_.update(ack.now_ns, rtt_ns, kPatienceRtts * srtt_ns_);
  }

  // Section 2.2: a queue without others that fill it is nearly empty once in five round trips. What
  // is near is judged by the swing of now (the authors' RTTWindow::is_copa()): judged by that of
  // its own moment, a low RTT between two high ones would not count.
  void choose_mode(const AckEvent& ack) {
    constexpr Duration kNearlyEmptyDivisor = 10;
    if (is_in_slow_start_) return;
    const Duration swing_ns = -negative_max_.value() - min_rtt_.value();
    const bool was_empty = recent_min_.value() - min_rtt_.value() <= swing_ns / kNearlyEmptyDivisor;
    const bool competes = switches_mode_ && !was_empty;
    if (competes == is_competitive_) return;
    is_competitive_ = competes;
    delta_ = default_delta_;
    enter(ack.now_ns, competes ? kCopaCompetitive : kCopaDefault,
          competes ? "queue_never_empty" : "queue_nearly_empty");
  }

  // Once per window: the direction of the last one, and in competitive mode AIMD on 1 / delta.
  void end_round() {
    constexpr std::int64_t kRoundsBeforeDoubling = 3;
    if (!is_in_slow_start_) {
      const bool goes_up = window_ > window_at_round_start_;
      if (goes_up == goes_up_) {
        same_direction_count_ += 1;
        if (same_direction_count_ >= kRoundsBeforeDoubling) velocity_ *= 2;
      } else {
        goes_up_ = goes_up;
        velocity_ = 1;
        same_direction_count_ = 0;
      }
    }
    window_at_round_start_ = window_;
    if (is_competitive_) {
      delta_ = has_loss_ ? std::min(2 * delta_, default_delta_) : 1 / (1 / delta_ + 1);
    }
    has_loss_ = false;
  }

  void steer(const AckEvent& ack) {
    const auto acked = static_cast<double>(ack.sample.newly_acked_packets);
    // window / standing RTT <= 1 / (delta x queueing delay)
    const bool is_below_target = window_ * delta_ * static_cast<double>(queueing_delay_ns()) <=
                                 static_cast<double>(standing_rtt_ns());
    if (is_below_target && is_in_slow_start_) {
      if (ack.is_cwnd_limited) set_window(window_ + acked);
      return;
    }
    if (is_in_slow_start_) {
      is_in_slow_start_ = false;
      window_at_round_start_ = window_;
      enter(ack.now_ns, kCopaDefault, "rate_above_target");
    }
    // A round trip moves the window by itself at most (the authors' update_intersend_time()).
    if (velocity_ > delta_ * window_) velocity_ = std::max(velocity_ / 2, 1.0);
    const double step = velocity_ * acked / (delta_ * window_);
    if (!is_below_target) {
      set_window(std::max(window_ - step, kLeastWindow));
    } else if (ack.is_cwnd_limited) {
      set_window(window_ + step);
    }
  }

  // Twice the rate of the window: pacing spreads bursts and is not the limit.
  void pace(Duration rtt_ns) {
    if (rtt_ns <= 0) return;
    const BitRate rate_bps = units_.rate_floor_bps(2 * controls_.cwnd_packets, rtt_ns);
    controls_.pacing_rate_bps = std::max<BitRate>(rate_bps, 1);
  }

  void set_window(double packets) {
    window_ = packets;
    controls_.cwnd_packets = static_cast<Packets>(packets);
  }

  void enter(SimTime now_ns, const char* phase, const char* reason) {
    if (context_.phases != nullptr) context_.phases->on_phase(now_ns, phase, reason);
  }

  ControllerContext context_;
  WireUnits units_;
  double default_delta_;
  Duration min_rtt_window_ns_;
  bool switches_mode_;
  double delta_;
  Controls controls_;
  double window_ = 0;  // in packets
  double window_at_round_start_ = 0;
  double window_before_ = 0;  // the last timeout
  double velocity_ = 1;
  bool goes_up_ = true;
  std::int64_t same_direction_count_ = 0;
  bool is_in_slow_start_ = true;
  bool is_competitive_ = false;
  bool has_loss_ = false;  // in this round
  Duration srtt_ns_ = kNoDuration;
  WindowedMin min_rtt_;
  WindowedMin standing_;
  WindowedMin negative_max_;
  WindowedMin recent_min_;
  RoundCounter rounds_;
};

StateMachine copa_machine() {
  return {
      .source = "Arun and Balakrishnan, NSDI 2018, sections 2.1 and 2.2",
      .states = {{kCopaSlowStart, 0, 0, PhaseEffect::kStartUp},
                 {kCopaDefault, 1, 0},
                 {kCopaCompetitive, 1, 1}},
      .groups = {},
      .transitions = {{kCopaSlowStart, kCopaDefault,
                       "The rate of the window exceeds the target rate."},
                      {kCopaDefault, kCopaCompetitive,
                       "No RTT of the last five round trips was near the lowest: within a tenth of "
                       "the swing of four round trips."},
                      {kCopaCompetitive, kCopaDefault, "An RTT was near the lowest."}},
  };
}

}  // namespace

AlgorithmInfo describe_copa() {
  AlgorithmInfo info;
  info.name = "copa";
  info.title = "Copa";
  info.family = "delay";
  info.summary =
      "Delay-based: aims at a rate that falls with the queueing delay, which keeps some two "
      "packets "
      "of each flow in the queue and empties it every few round trips. Where the queue never "
      "empties, it takes others for buffer fillers and competes by an AIMD on that aim.";
  info.fidelity = "reconstruction: the paper's text; open points as in mvfst and the authors' code";
  info.assumptions = {
      "Slow start adds a packet for each one that is acknowledged, as the authors' code does.",
      "The direction is compared once per round trip, and the step doubles after three in one "
      "direction, as the paper says.",
      "A queue is nearly empty if the lowest RTT of five round trips is within a tenth of the "
      "swing "
      "of the last four above the lowest of all.",
  };
  info.source = "Arun and Balakrishnan, Copa, NSDI 2018; facebook/mvfst; venkatarun95/genericCC";
  info.parameters = {
      number_parameter("delta_ratio", 0.5, {0.004, 10},
                       {"Weight of delay: it aims at one over this packets in the queue",
                        "Arun and Balakrishnan 2018, section 2.1"}),
      boolean_parameter(
          "mode_switching", true,
          {"Compete where the queue never empties", "Arun and Balakrishnan 2018, section 2.2"}),
      number_parameter(
          "min_rtt_window_s", 10, {0.1, 3600},
          {"Time over which the lowest RTT is sought", "Arun and Balakrishnan 2018, section 2.1"}),
  };
  info.metrics = {
      {"min_rtt_s", "Lowest RTT of the last 10 s"},
      {"standing_rtt_s", "Lowest RTT of the last half of a smoothed RTT"},
      {"target_rate_bps", "Rate that it aims at: one packet per delta and queueing delay"},
      {"delta_ratio", "Weight of delay at present"},
      {"velocity_packets", "Step of the window, in packets over delta per round trip"},
  };
  info.machine = copa_machine();
  info.demonstration = {"deep_buffer", "cubic"};
  info.make = [](const ParameterSet& parameters,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<Copa>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
