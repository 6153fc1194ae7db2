// PCC Vivace (Dong et al., NSDI 2018): tries rates for a round trip each, computes what each is
// worth from throughput, loss and the slope of the RTT, and climbs that utility. The state machine
// and its constants are those of the authors' PCC-Uspace (pcc_vivace_sender.cpp).
#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <vector>

#include "ccsim/algorithm.h"
#include "ccsim/congestion_control.h"
#include "ccsim/exact_math.h"
#include "ccsim/parameters.h"
#include "wire_units.h"

namespace ccsim {
namespace {

constexpr const char* kVivaceStarting = "starting";
constexpr const char* kVivaceProbing = "probing";
constexpr const char* kVivaceMoving = "moving";
constexpr double kBitsPerMbit = 1e6;

// What was sent at one rate, and what became of it.
struct VivaceInterval {
  double rate_bps = 0;
  bool is_useful = false;        // its utility decides; the others only bridge the wait
  std::int64_t first = 0;        // transmissions [first, end)
  std::int64_t end = INT64_MAX;  // while it lasts
  SimTime first_sent_ns = 0;
  SimTime last_sent_ns = 0;
  Packets lost_packets = 0;
  // Of the regression of the RTT on the time of sending, both in microseconds.
  std::int64_t sample_count = 0;
  double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0, sum_yy = 0;

  void add_rtt(double sent_us, double rtt_us) {
    sample_count += 1;
    sum_x += sent_us;
    sum_y += rtt_us;
    sum_xx += sent_us * sent_us;
    sum_xy += sent_us * rtt_us;
    sum_yy += rtt_us * rtt_us;
  }
};

struct VivaceTried {
  double rate_bps = 0;
  double utility = 0;
};

class Vivace final : public CongestionControl {
 public:
  Vivace(const ParameterSet& parameters, const ControllerContext& context)
      : context_(context),
        assumed_rtt_ns_(context.handshake_rtt_ns > 0 ? context.handshake_rtt_ns
                                                     : 100 * kMillisecond),
        random_(context.random),
        exponent_(parameters.number("throughput_exponent")),
        latency_coefficient_(parameters.number("latency_coefficient")),
        loss_coefficient_(parameters.number("loss_coefficient")),
        step_(parameters.number("probe_step_ratio")),
        least_change_bps_(parameters.number("min_rate_change_bps")) {
    const Duration rtt_ns = assumed_rtt_ns_;
    rate_bps_ = static_cast<double>(
        WireUnits(context.packet_bytes)
            .rate_floor_bps(std::max<Packets>(context.initial_window_packets, 1), rtt_ns));
    enter(context.now_ns, kVivaceStarting, "start");
    set_controls();
  }

  void on_packet_sent(const SentEvent& sent) override {
    if (begins_interval(sent.now_ns)) begin_interval(sent.now_ns);
    intervals_.back().last_sent_ns = sent.now_ns;
    sent_ += 1;
    set_controls();
  }
  void on_packet_lost(const PacketLostEvent&) override {}
  void on_congestion(const CongestionEvent&) override {}
  void on_recovery_exit(const RecoveryExitEvent&) override {}
  void on_undo(const UndoEvent&) override {}

  void on_ack(const AckEvent& ack) override {
    srtt_ns_ = ack.srtt_ns;
    if (ack.lifetime_min_rtt_ns > 0) min_rtt_ns_ = ack.lifetime_min_rtt_ns;
    if (assumed_rtt_ns_ > 0 && ack.sample.rtt_ns > 0) use_first_rtt(ack.sample.rtt_ns);
    account(ack);
    drop_old();
    decide(ack.now_ns);
    set_controls();
  }

  [[nodiscard]] Binding window_binding() const override { return Binding::kRoomForRate; }
  [[nodiscard]] Binding rate_binding() const override { return Binding::kUtilityRate; }
  [[nodiscard]] const Controls& controls() const override { return controls_; }

  void observe(StateSink& sink) const override {
    sink.number("min_rtt_s", seconds_or_nan(min_rtt_ns_));
    sink.number("target_rate_bps", rate_bps_);
    sink.number("loss_ratio", last_loss_);
    sink.number("rtt_slope_ratio", last_slope_);
  }

 private:
  enum class Mode : std::uint8_t { kStarting, kProbing, kMoving };

  // No window in the source: wide enough never to be the limit.
  [[nodiscard]] Packets wide_window_packets() const {
    constexpr Packets kLeast = 10;
    constexpr double kRoom = 4;
    const double rtt_s = to_s(static_cast<double>(std::max<Duration>(srtt_ns_, kMillisecond)));
    const double packets =
        kRoom * rate_bps_ * rtt_s / static_cast<double>(context_.packet_bytes * kBitsPerByte);
    constexpr double kMost = 1e9;
    return kLeast + static_cast<Packets>(std::min(packets, kMost));
  }
  void set_controls() {
    const double now_bps = intervals_.empty() ? rate_bps_ : intervals_.back().rate_bps;
    controls_.cwnd_packets = wide_window_packets();
    controls_.pacing_rate_bps = std::max<BitRate>(static_cast<BitRate>(now_bps), 1);
  }

  static constexpr std::size_t kPairs = 3;
  static constexpr double kLeastRate = 500'000;  // kMinSendingRate

  [[nodiscard]] std::size_t useful_count() const {
    return static_cast<std::size_t>(
        std::count_if(intervals_.begin(), intervals_.end(),
                      [](const VivaceInterval& each) { return each.is_useful; }));
  }
  [[nodiscard]] std::size_t useful_wanted() const {
    return mode_ == Mode::kProbing ? 2 * kPairs : 1;
  }

  // PccSender::CreateNewInterval(): a useful interval lasts for the lowest RTT and for four samples
  // at least; the one after the last useful one lasts until the decision.
  [[nodiscard]] bool begins_interval(SimTime now_ns) const {
    constexpr std::int64_t kEnoughSamples = 4;
    if (intervals_.empty()) return true;
    if (min_rtt_ns_ < 0) return false;
    if (useful_count() == 0) return true;
    const VivaceInterval& current = intervals_.back();
    return current.is_useful && current.sample_count >= kEnoughSamples &&
           now_ns - current.first_sent_ns >= min_rtt_ns_;
  }

  void begin_interval(SimTime now_ns) {
    if (!intervals_.empty()) intervals_.back().end = sent_;
    const std::size_t count = useful_count();
    VivaceInterval next;
    next.is_useful = min_rtt_ns_ >= 0 && count < useful_wanted();
    next.rate_bps = rate_bps_;
    if (next.is_useful && mode_ == Mode::kProbing) {
      // Pairs of a higher and a lower rate; a draw says which is first.
      probes_up_ = count % 2 == 0 ? random_.next_below(2) == 1 : !probes_up_;
      next.rate_bps *= probes_up_ ? 1 + step_ : 1 - step_;
    }
    next.first = sent_;
    next.first_sent_ns = next.last_sent_ns = now_ns;
    intervals_.push_back(next);
  }

  // What is no longer in flight is accounted for in the order in which it was sent: first what the
  // ACK has shown lost, then what it acknowledges.
  void account(const AckEvent& ack) {
    const std::int64_t before = accounted_;
    accounted_ = std::max(accounted_, sent_ - ack.in_flight_packets);
    const Packets lost_packets = ack.lost_packets - lost_packets_;
    lost_packets_ = ack.lost_packets;
    const std::int64_t lost_end = std::min(before + lost_packets, accounted_);
    for (VivaceInterval& each : intervals_) {
      each.lost_packets +=
          std::max<std::int64_t>(std::min(lost_end, each.end) - std::max(before, each.first), 0);
      const bool holds_newest = accounted_ > each.first && accounted_ <= each.end;
      if (!holds_newest || ack.sample.rtt_ns <= 0 || ack.sample.newly_acked_packets == 0) continue;
      constexpr auto kMicro = static_cast<double>(kMicrosecond);
      const auto rtt_us = static_cast<double>(ack.sample.rtt_ns) / kMicro;
      const auto sent_us =
          static_cast<double>(ack.now_ns - ack.sample.rtt_ns - each.first_sent_ns) / kMicro;
      each.add_rtt(sent_us, rtt_us);
    }
  }

  // PccSender::OnCongestionEvent(): a shorter RTT than assumed raises the first rate.
  void use_first_rtt(Duration rtt_ns) {
    if (rtt_ns < assumed_rtt_ns_) {
      rate_bps_ *= static_cast<double>(assumed_rtt_ns_) / static_cast<double>(rtt_ns);
    }
    assumed_rtt_ns_ = kNoDuration;
  }

  void drop_old() {
    while (intervals_.size() > 1 && !intervals_.front().is_useful &&
           intervals_.front().end <= accounted_) {
      intervals_.pop_front();
    }
  }

  // Once every useful interval has been accounted for.
  void decide(SimTime now_ns) {
    if (useful_count() < useful_wanted()) return;
    std::vector<VivaceTried> tried;
    for (const VivaceInterval& each : intervals_) {
      if (!each.is_useful) continue;
      if (each.end > accounted_) return;
      tried.push_back({each.rate_bps, utility_of(each)});
    }
    for (VivaceInterval& each : intervals_) each.is_useful = false;
    drop_old();
    switch (mode_) {
      case Mode::kStarting:
        leave_start_if_worse(tried[0], now_ns);
        return;
      case Mode::kProbing:
        choose_direction(tried, now_ns);
        return;
      case Mode::kMoving:
        move_on(tried[0], now_ns);
        return;
    }
  }

  // Section 4.1: x^t - b x max(0, dRTT/dt) - c x L, with x in Mbit/s. A slope below the error of
  // its regression counts as none (PccUtilityManager::DetermineToleranceGeneral()).
  double utility_of(const VivaceInterval& interval) {
    const auto sent = static_cast<double>(interval.end - interval.first);
    const auto packet_bits = static_cast<double>(context_.packet_bytes * kBitsPerByte);
    const double length_s =
        to_s(static_cast<double>(interval.last_sent_ns - interval.first_sent_ns)) +
        packet_bits / interval.rate_bps;
    const double rate = sent * packet_bits / length_s / kBitsPerMbit;
    last_loss_ = std::min(static_cast<double>(interval.lost_packets) / sent, 1.0);
    last_slope_ = slope_of(interval, length_s);
    return exact_pow(rate, exponent_) - latency_coefficient_ * rate * last_slope_ -
           loss_coefficient_ * rate * last_loss_;
  }

  [[nodiscard]] double slope_of(const VivaceInterval& interval, double length_s) const {
    const auto n = static_cast<double>(interval.sample_count);
    if (interval.sample_count < 2) return 0;
    const double xx = interval.sum_xx - interval.sum_x * interval.sum_x / n;
    const double xy = interval.sum_xy - interval.sum_x * interval.sum_y / n;
    const double yy = interval.sum_yy - interval.sum_y * interval.sum_y / n;
    if (xx <= 0) return 0;
    const double slope = xy / xx;
    const double error = std::sqrt(std::max(yy - slope * xy, 0.0) / n) / (interval.sum_y / n);
    constexpr double kTolerated = 0.001;  // s per interval, at the start only
    if (slope <= error || (mode_ == Mode::kStarting && slope * length_s < kTolerated)) return 0;
    return slope;
  }

  void leave_start_if_worse(const VivaceTried& tried, SimTime now_ns) {
    if (tried.utility > last_.utility) {
      rate_bps_ *= 2;
      last_ = tried;
      return;
    }
    rate_bps_ = std::max(rate_bps_ / 2, kLeastRate);
    mode_ = Mode::kProbing;
    enter(now_ns, kVivaceProbing, "utility_fell");
  }

  // Two of three pairs are enough for more, all three are needed for less.
  void choose_direction(const std::vector<VivaceTried>& tried, SimTime now_ns) {
    std::size_t more_count = 0;
    std::vector<bool> wants_more;
    for (std::size_t i = 0; i < kPairs; ++i) {
      const VivaceTried& better = better_of(tried, i);
      const VivaceTried& worse = &better == &tried[2 * i] ? tried[2 * i + 1] : tried[2 * i];
      wants_more.push_back(better.rate_bps > worse.rate_bps);
      more_count += wants_more.back() ? 1 : 0;
    }
    if (more_count != 0 && 2 * more_count <= kPairs) return;  // try again
    moves_up_ = more_count > 0;
    double gain = 0;
    for (std::size_t i = 0; i < kPairs; ++i) {
      if (wants_more[i] != moves_up_) continue;
      gain += std::abs(tried[2 * i].utility - tried[2 * i + 1].utility);
      last_ = better_of(tried, i);
    }
    const double apart_bps = std::abs(tried[0].rate_bps - tried[1].rate_bps);
    rate_bps_ *= moves_up_ ? 1 + step_ : 1 - step_;
    rounds_ = 1;
    allowance_ = 0;
    move(change_bps(gain / static_cast<double>(kPairs), apart_bps, 1));
    mode_ = Mode::kMoving;
    if (rate_bps_ <= kLeastRate) {
      start_again(now_ns);
    } else {
      enter(now_ns, kVivaceMoving, "direction_found");
    }
  }
  [[nodiscard]] static const VivaceTried& better_of(const std::vector<VivaceTried>& tried,
                                                    std::size_t pair) {
    const VivaceTried& first = tried[2 * pair];
    const VivaceTried& second = tried[2 * pair + 1];
    return first.utility > second.utility ? first : second;
  }

  // As long as the utility rises and falls as the direction promises.
  void move_on(const VivaceTried& tried, SimTime now_ns) {
    const double gain = tried.utility - last_.utility;
    const double moved_bps = tried.rate_bps - last_.rate_bps;
    const bool is_right = moves_up_ ? gain * moved_bps > 0 : gain * moved_bps < 0;
    rounds_ = is_right ? rounds_ + 1 : 1;
    const double amplifier = exact_pow(static_cast<double>((rounds_ + 1) / 2), kAmplifierExponent);
    const double change = change_bps(std::abs(gain), std::abs(moved_bps), amplifier);
    if (is_right) last_ = tried;
    if (!is_right) moves_up_ = !moves_up_;
    move(change);
    if (is_right && rate_bps_ > kLeastRate) return;
    rounds_ = 1;
    mode_ = Mode::kProbing;
    enter(now_ns, kVivaceProbing, is_right ? "least_rate" : "utility_fell");
  }

  // Section 5.1: the slope of the utility, amplified while it keeps its direction, within a bound
  // that grows when it is met.
  double change_bps(double gain, double apart_bps, double amplifier) {
    constexpr double kBoundStep = 0.05;
    if (apart_bps <= 0) return least_change_bps_;
    double change = amplifier * gain / (apart_bps / kBitsPerMbit) * kBitsPerMbit;
    const double bound = rate_bps_ * kBoundStep * static_cast<double>(1 + allowance_);
    if (change > bound) {
      change = bound;
      allowance_ += 1;
    } else if (allowance_ > 0) {
      allowance_ -= 1;
    }
    return std::max(change, least_change_bps_);
  }

  void move(double change) {
    rate_bps_ = std::max(rate_bps_ + (moves_up_ ? change : -change), kLeastRate);
  }

  void start_again(SimTime now_ns) {
    rate_bps_ = kLeastRate;
    allowance_ = 0;
    rounds_ = 1;
    mode_ = Mode::kStarting;
    enter(now_ns, kVivaceStarting, "least_rate");
  }

  void enter(SimTime now_ns, const char* phase, const char* reason) {
    if (context_.phases != nullptr) context_.phases->on_phase(now_ns, phase, reason);
  }

  static constexpr double kAmplifierExponent = 1.2;

  ControllerContext context_;
  Duration assumed_rtt_ns_;  // of the first rate; kNoDuration once an RTT has been measured
  RandomStream random_;
  double exponent_;
  double latency_coefficient_;
  double loss_coefficient_;
  double step_;
  double least_change_bps_;
  double rate_bps_ = 0;
  Controls controls_;
  Mode mode_ = Mode::kStarting;
  std::deque<VivaceInterval> intervals_;
  VivaceTried last_;
  bool probes_up_ = true;
  bool moves_up_ = true;
  std::int64_t rounds_ = 1;
  std::int64_t allowance_ = 0;
  std::int64_t sent_ = 0;
  std::int64_t accounted_ = 0;
  Packets lost_packets_ = 0;
  Duration srtt_ns_ = kNoDuration;
  Duration min_rtt_ns_ = kNoDuration;
  double last_loss_ = kNoValue;
  double last_slope_ = kNoValue;
};

StateMachine vivace_machine() {
  return {
      .source = "Dong et al., NSDI 2018, section 5; PCCproject/PCC-Uspace pcc_vivace_sender.cpp",
      .states = {{kVivaceStarting, 0, 0, PhaseEffect::kStartUp},
                 {kVivaceProbing, 1, 0},
                 {kVivaceMoving, 2, 0}},
      .groups = {},
      .transitions =
          {{kVivaceStarting, kVivaceProbing, "Twice the rate was worth less: back to half."},
           {kVivaceProbing, kVivaceMoving,
            "Three pairs of a higher and a lower rate agree: two for more, all for less."},
           {kVivaceMoving, kVivaceProbing, "A step was not worth what its direction promised."},
           {kVivaceProbing, kVivaceStarting, "The rate has come down to 0.5 Mbit/s."}},
  };
}

}  // namespace

AlgorithmInfo describe_vivace() {
  AlgorithmInfo info;
  info.name = "vivace";
  info.title = "PCC Vivace";
  info.family = "utility";
  info.summary =
      "Tries rates and compares what they are worth: throughput counts for, a rising RTT and "
      "losses "
      "count against. Climbs that utility by its slope, so a few per cent of random loss do not "
      "slow it down.";
  info.fidelity =
      "reconstruction: the authors' rate control on a TCP transport; docs/model.md lists what is "
      "assumed";
  info.assumptions = {"What is no longer in flight was delivered or lost in the order of sending.",
                      "The window is four times the rate over the RTT and does not bind.",
                      "Recovery and timeouts are the transport's."};
  info.source = "Dong et al., PCC Vivace, NSDI 2018; PCCproject/PCC-Uspace";
  info.parameters = {
      number_parameter(
          "throughput_exponent", 0.9, {0.1, 0.99},
          {"Exponent of the throughput in the utility", "Dong et al. 2018, section 4.1"}),
      number_parameter("latency_coefficient", 900, {0, 10'000},
                       {"Weight of a rising RTT in the utility", "Dong et al. 2018, section 4.1"}),
      number_parameter("loss_coefficient", 11.35, {0, 1000},
                       {"Weight of losses in the utility", "Dong et al. 2018, section 4.1"}),
      number_parameter("probe_step_ratio", 0.05, {0.005, 0.5},
                       {"Distance of the tried rates from the present one",
                        "PCC-Uspace kVivaceProbingStepSize"}),
      number_parameter("min_rate_change_bps", 500'000, {1000, 100'000'000},
                       {"Least change of the rate", "PCC-Uspace kMinRateChange"}),
  };
  info.metrics = {
      {"min_rtt_s", "Lowest RTT of the connection"},
      {"target_rate_bps", "Rate around which it tries others"},
      {"loss_ratio", "Losses of the rate tried last"},
      {"rtt_slope_ratio", "Slope of the RTT of the rate tried last; 0 if it is not clear"},
  };
  info.machine = vivace_machine();
  info.demonstration = {"random_loss", "cubic"};
  info.make = [](const ParameterSet& parameters,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<Vivace>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
