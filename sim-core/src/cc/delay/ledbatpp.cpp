// LEDBAT++ (draft-irtf-iccrg-ledbat-plus-plus-06), for background traffic: RFC 6817 with the RTT as
// its measure, a smaller gain, a multiplicative decrease and pauses in which the base delay shows.
#include <algorithm>
#include <array>
#include <limits>

#include "ccsim/parameters.h"
#include "loss/congestion_avoidance.h"

namespace ccsim {
namespace {

class LedbatPlusPlus final : public OwnCongestionAvoidance {
 public:
  LedbatPlusPlus(const ParameterSet& parameters, const ControllerContext& context)
      : OwnCongestionAvoidance(context),
        target_ns_(to_ns(parameters.number("target_s"))),
        decrease_(parameters.number("decrease_ratio")),
        interval_factor_(parameters.number("slowdown_interval_ratio")),
        slows_down_(parameters.boolean("slowdowns")),
        history_length_(parameters.integer("base_history_minutes")),
        minute_start_ns_(context.now_ns) {
    set_window(std::min(cwnd_packets(), kLeastWindow));  // section 4.1
    bases_.fill(kNever);
  }

  void observe(StateSink& sink) const override {
    LossBasedControl::observe(sink);
    const bool has_base = base_ns() != kNever;
    sink.number("base_rtt_s", has_base ? seconds_or_nan(base_ns()) : kNoValue);
    sink.number("queueing_delay_s", has_base ? seconds_or_nan(delay_ns()) : kNoValue);
    sink.number("gain_ratio", has_base ? gain() : kNoValue);
  }

 protected:
  // RFC 6817 2.4: the lowest of ten minutes, each with a minimum of its own; the lowest of the last
  // four samples.
  void on_rtt_sample(const AckEvent& ack) override {
    if (ack.sample.rtt_ns < 0) return;
    if (ack.now_ns - minute_start_ns_ >= kMinute) {
      minute_start_ns_ = ack.now_ns;
      minute_ = (minute_ + 1) % static_cast<std::size_t>(history_length_);
      bases_[minute_] = kNever;
    }
    bases_[minute_] = std::min(bases_[minute_], ack.sample.rtt_ns);
    recent_[recent_count_ % recent_.size()] = ack.sample.rtt_ns;
    recent_count_ += 1;
  }

  [[nodiscard]] Binding growth_binding() const override { return Binding::kDelayRule; }

  void avoid_congestion(const AckEvent& ack) override {
    if (base_ns() == kNever) return;
    if (slows_down_) keep_schedule(ack);
    if (slowdown_ == Slowdown::kFrozen) return;
    if (in_slow_start()) {
      start_slowly(ack);
    } else {
      follow_delay(ack);
    }
  }

 private:
  static constexpr Packets kLeastWindow = 2;
  enum class Slowdown : std::uint8_t { kNotYet, kWaiting, kFrozen, kRampUp };
  static constexpr Duration kMinute = 60 * kSecond;

  [[nodiscard]] Duration base_ns() const {
    return *std::min_element(bases_.begin(), bases_.begin() + history_length_);
  }
  [[nodiscard]] Duration delay_ns() const {
    const auto filled = std::min(recent_count_, recent_.size());
    const auto end = recent_.begin() + static_cast<std::ptrdiff_t>(filled);
    return std::max<Duration>(*std::min_element(recent_.begin(), end) - base_ns(), 0);
  }
  // Section 4.2: 1 / min(16, ceil(2 TARGET / base)).
  [[nodiscard]] double gain() const {
    constexpr std::int64_t kMost = 16;
    const std::int64_t divisor =
        (2 * target_ns_ + std::max<Duration>(base_ns(), 1) - 1) / std::max<Duration>(base_ns(), 1);
    return 1.0 / static_cast<double>(std::clamp<std::int64_t>(divisor, 1, kMost));
  }

  // Section 4.1: slow start with the gain; the first one ends at three quarters of the target.
  // Later ones end at the target, as Apple's tcp_ledbat.c has it.
  void start_slowly(const AckEvent& ack) {
    const bool is_first = ssthresh_packets() == kNoThreshold;
    if (4 * delay_ns() > (is_first ? 3 : 4) * target_ns_) {
      leave_slow_start(ack.now_ns, "ledbat_delay");
      return;
    }
    if (!ack.is_cwnd_limited) return;
    credit_ += gain() * static_cast<double>(ack.sample.newly_acked_packets);
    const auto whole = static_cast<Packets>(credit_);
    credit_ -= static_cast<double>(whole);
    grow_to_threshold(whole);
  }

  // Section 4.3, spread over the ACKs of a round trip.
  void follow_delay(const AckEvent& ack) {
    const auto window = static_cast<double>(cwnd_packets());
    const double excess = static_cast<double>(delay_ns()) / static_cast<double>(target_ns_) - 1;
    double change = gain();
    if (excess > 0) change = std::max(gain() - decrease_ * window * excess, -window / 2);
    if (change > 0 && !ack.is_cwnd_limited) return;
    credit_ += change * static_cast<double>(ack.sample.newly_acked_packets) / window;
    const auto whole = static_cast<Packets>(credit_);  // towards zero
    if (whole == 0) return;
    credit_ -= static_cast<double>(whole);
    set_window(std::max(cwnd_packets() + whole, kLeastWindow));
    set_threshold(std::min(ssthresh_packets(), cwnd_packets()));
  }

  // Section 4.4: two round trips after the first slow start a pause of two packets per round trip,
  // for two of them; back in slow start; again after nine times the time that all that took.
  void keep_schedule(const AckEvent& ack) {
    constexpr std::int64_t kRounds = 2;
    const Duration rtt_ns = std::max<Duration>(ack.srtt_ns, 1);
    switch (slowdown_) {
      case Slowdown::kNotYet:
        if (in_slow_start()) return;
        slowdown_ = Slowdown::kWaiting;
        next_ns_ = ack.now_ns + kRounds * rtt_ns;
        return;
      case Slowdown::kWaiting:
        if (ack.now_ns < next_ns_) return;
        slowdown_ = Slowdown::kFrozen;
        slowdown_start_ns_ = ack.now_ns;
        next_ns_ = ack.now_ns + kRounds * rtt_ns;
        set_threshold(std::max(cwnd_packets(), kLeastWindow));
        set_window(kLeastWindow);
        credit_ = 0;
        enter_phase(ack.now_ns, "slowdown", "slowdown_due");
        return;
      case Slowdown::kFrozen:
        if (ack.now_ns < next_ns_) return;
        slowdown_ = Slowdown::kRampUp;
        enter_phase(ack.now_ns, "slow_start", "slowdown_over");
        return;
      case Slowdown::kRampUp:
        if (in_slow_start()) return;
        slowdown_ = Slowdown::kWaiting;
        next_ns_ = ack.now_ns +
                   static_cast<Duration>(interval_factor_ *
                                         static_cast<double>(ack.now_ns - slowdown_start_ns_));
        return;
    }
  }

  Duration target_ns_;
  double decrease_;
  double interval_factor_;
  bool slows_down_;
  std::int64_t history_length_;
  std::array<Duration, 60> bases_{};
  std::size_t minute_ = 0;
  SimTime minute_start_ns_;
  std::array<Duration, 4> recent_{};
  std::size_t recent_count_ = 0;
  double credit_ = 0;  // of a packet of window
  Slowdown slowdown_ = Slowdown::kNotYet;
  SimTime slowdown_start_ns_ = 0;
  SimTime next_ns_ = 0;
};

StateMachine ledbatpp_machine() {
  return {
      .source = "draft-irtf-iccrg-ledbat-plus-plus-06 4",
      .states = {{"slow_start", 0, 0, PhaseEffect::kStartUp},
                 {"congestion_avoidance", 2, 0},
                 {"recovery", 2, 1, PhaseEffect::kLowers},
                 {"slowdown", 0, 1, PhaseEffect::kPauses}},
      .groups = {},
      .transitions = {{"slow_start", "congestion_avoidance",
                       "The window has reached the threshold, or the queueing delay exceeds the "
                       "target: the first time three quarters of it."},
                      {"slow_start", "recovery", kLossOrMark},
                      {"congestion_avoidance", "recovery", kLossOrMark},
                      {"recovery", "congestion_avoidance", kRecovered},
                      {"recovery", "slow_start", kSpuriousLoss},
                      {"congestion_avoidance", "slowdown",
                       "Two round trips after the first slow start, later nine times the length of "
                       "the last slowdown after it."},
                      {"slowdown", "recovery", kLossOrMark},
                      {"slowdown", "slow_start", "Two round trips are over."},
                      {kAnyState, "slow_start", kTimeout}},
  };
}

}  // namespace

AlgorithmInfo describe_ledbatpp() {
  AlgorithmInfo info;
  info.name = "ledbatpp";
  info.title = "LEDBAT++";
  info.family = "delay";
  info.summary =
      "For background traffic: holds the queueing delay that it measures below 60 ms, gives way to "
      "flows that make more, and slows down every so often to see the path without its own queue.";
  info.fidelity =
      "reconstruction: the draft's rules; what it leaves to an implementation is in docs/model.md";
  info.assumptions = {"A slow start after the first one ends at the target delay.",
                      "The decrease of a round trip is spread over its ACKs."};
  info.source = "draft-irtf-iccrg-ledbat-plus-plus-06; RFC 6817";
  info.parameters = {
      number_parameter("target_s", 0.06, {0.001, 0.1},
                       {"Queueing delay that it allows", "draft-irtf-iccrg-ledbat-plus-plus 4.5"}),
      number_parameter("decrease_ratio", 1, {0.01, 10},
                       {"Part of the window given up per round trip and target of excess delay",
                        "draft-irtf-iccrg-ledbat-plus-plus 4.3, Constant"}),
      boolean_parameter("slowdowns", true,
                        {"Pause now and then to measure the base delay",
                         "draft-irtf-iccrg-ledbat-plus-plus 4.4"}),
      number_parameter("slowdown_interval_ratio", 9, {1, 1000},
                       {"Time between slowdowns, over the length of the last one",
                        "draft-irtf-iccrg-ledbat-plus-plus 4.4"}),
      integer_parameter(
          "base_history_minutes", 10, {1, 60},
          {"Time over which the base delay is the lowest", "RFC 6817 2.5, BASE_HISTORY"}),
  };
  info.metrics = {
      {"min_rtt_s", "Lowest RTT of the connection"},
      {"bandwidth_estimate_bps", "Not estimated by this algorithm"},
      {"base_rtt_s", "Lowest RTT of the last ten minutes"},
      {"queueing_delay_s", "Lowest of the last four RTTs, less that"},
      {"gain_ratio", "Packets added per round trip below the target"},
  };
  info.machine = ledbatpp_machine();
  info.demonstration = {"deep_buffer", "cubic"};
  info.make = [](const ParameterSet& parameters,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<LedbatPlusPlus>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
