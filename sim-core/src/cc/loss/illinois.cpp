// TCP-Illinois (Liu, Basar and Srikant, Performance Evaluation 65, 2008), as Linux
// net/ipv4/tcp_illinois.c does it: losses say when the window shrinks, the queueing delay says how
// fast it grows (alpha) and by how much it shrinks (beta).
#include <algorithm>
#include <limits>

#include "ccsim/parameters.h"
#include "loss/congestion_avoidance.h"

namespace ccsim {
namespace {

constexpr std::int64_t kIllinoisAlphaUnit = 128;  // ALPHA_SCALE
constexpr std::int64_t kIllinoisBetaUnit = 64;    // BETA_SCALE
constexpr std::int64_t kNoIllinoisRtt = std::numeric_limits<std::int64_t>::max();

std::int64_t in_units(double value, std::int64_t unit) {
  return static_cast<std::int64_t>(value * static_cast<double>(unit));
}

class Illinois final : public OwnCongestionAvoidance {
 public:
  Illinois(const ParameterSet& parameters, const ControllerContext& context)
      : OwnCongestionAvoidance(context),
        alpha_min_(std::max<std::int64_t>(
            in_units(parameters.number("alpha_min_packets"), kIllinoisAlphaUnit), 1)),
        alpha_max_(std::max(in_units(parameters.number("alpha_max_packets"), kIllinoisAlphaUnit),
                            alpha_min_)),
        beta_min_(in_units(parameters.number("beta_min_ratio"), kIllinoisBetaUnit)),
        beta_max_(
            std::max(in_units(parameters.number("beta_max_ratio"), kIllinoisBetaUnit), beta_min_)),
        window_threshold_(parameters.integer("window_threshold_packets")),
        theta_(parameters.integer("theta_rounds")),
        alpha_(alpha_max_),
        beta_(beta_max_) {}

  void observe(StateSink& sink) const override {
    LossBasedControl::observe(sink);
    sink.number("alpha_packets",
                static_cast<double>(alpha_) / static_cast<double>(kIllinoisAlphaUnit));
    sink.number("beta_ratio", static_cast<double>(beta_) / static_cast<double>(kIllinoisBetaUnit));
    sink.number("max_queueing_delay_s", base_rtt_us_ == kNoIllinoisRtt
                                            ? kNoValue
                                            : seconds_or_nan(max_delay_us() * kMicrosecond));
  }

 protected:
  // tcp_illinois_acked(). The longest RTT that the kernel's numbers hold is 3.3 s.
  void on_rtt_sample(const AckEvent& ack) override {
    constexpr std::int64_t kLongestRtt =
        std::numeric_limits<std::uint32_t>::max() / (10 * kIllinoisAlphaUnit);
    acked_packets_ = ack.cumulatively_acked_packets;
    if (ack.sample.rtt_ns < 0) return;
    const std::int64_t rtt_us = std::min(whole_us(ack.sample.rtt_ns), kLongestRtt);
    base_rtt_us_ = std::min(base_rtt_us_, rtt_us);
    max_rtt_us_ = std::max(max_rtt_us_, rtt_us);
    sample_count_ += 1;
    sum_rtt_us_ += rtt_us;
  }

  // tcp_illinois_state(): after a timeout as Reno, until the next round trip.
  void on_timeout(const CongestionEvent&) override {
    alpha_ = kIllinoisAlphaUnit;
    beta_ = beta_max_;
    low_rounds_ = 0;
    was_above_ = false;
    begin_round();
  }

  [[nodiscard]] Packets reduced_window_packets(const CongestionEvent&) override {
    return std::max(cwnd_packets() - cwnd_packets() * beta_ / kIllinoisBetaUnit, kLeastThreshold);
  }

  // tcp_illinois_cong_avoid().
  void avoid_congestion(const AckEvent& ack) override {
    if (ack.una_sequence > round_end_sequence_) end_round();
    if (!ack.is_cwnd_limited) return;
    if (in_slow_start()) {
      grow_to_threshold(ack.sample.newly_acked_packets);
      return;
    }
    Packets& credit_packets = acked_credit_packets();
    credit_packets += acked_packets_;
    acked_packets_ = 1;
    const Packets delta_packets = credit_packets * alpha_ / kIllinoisAlphaUnit;
    if (delta_packets < cwnd_packets()) return;
    set_window(cwnd_packets() + delta_packets / cwnd_packets());
    credit_packets = 0;
  }

 private:
  [[nodiscard]] std::int64_t max_delay_us() const { return max_rtt_us_ - base_rtt_us_; }

  void begin_round() {
    round_end_sequence_ = next_sequence();
    sample_count_ = 0;
    sum_rtt_us_ = 0;
  }

  // update_params(). A small window is Reno's.
  void end_round() {
    if (cwnd_packets() < window_threshold_) {
      alpha_ = kIllinoisAlphaUnit;
      beta_ = beta_max_;
    } else if (sample_count_ > 0) {
      const std::int64_t mean_delay_us = sum_rtt_us_ / sample_count_ - base_rtt_us_;
      alpha_ = alpha_at(mean_delay_us, max_delay_us());
      beta_ = beta_at(mean_delay_us, max_delay_us());
    }
    begin_round();
  }

  // The hyperbola from alpha_max at a hundredth of the longest delay to alpha_min at the longest.
  // Back at a low delay, it takes some round trips until the growth is fastest again.
  [[nodiscard]] std::int64_t alpha_at(std::int64_t delay_us, std::int64_t longest_us) {
    const std::int64_t low_us = longest_us / 100;
    if (delay_us <= low_us) {
      if (!was_above_) return alpha_max_;
      low_rounds_ += 1;
      if (low_rounds_ < theta_) return alpha_;
      low_rounds_ = 0;
      was_above_ = false;
      return alpha_max_;
    }
    was_above_ = true;
    const std::int64_t span_us = longest_us - low_us;
    const std::int64_t above_us = delay_us - low_us;
    return span_us * alpha_max_ / (span_us + above_us * (alpha_max_ - alpha_min_) / alpha_min_);
  }

  // The line from beta_min at a tenth of the longest delay to beta_max at eight tenths.
  [[nodiscard]] std::int64_t beta_at(std::int64_t delay_us, std::int64_t longest_us) const {
    const std::int64_t low_us = longest_us / 10;
    if (delay_us <= low_us) return beta_min_;
    const std::int64_t high_us = 8 * longest_us / 10;
    if (delay_us >= high_us || high_us <= low_us) return beta_max_;
    return (beta_min_ * high_us - beta_max_ * low_us + (beta_max_ - beta_min_) * delay_us) /
           (high_us - low_us);
  }

  std::int64_t alpha_min_;  // in 128ths of a packet per round trip
  std::int64_t alpha_max_;
  std::int64_t beta_min_;  // in 64ths
  std::int64_t beta_max_;
  Packets window_threshold_;
  std::int64_t theta_;
  std::int64_t alpha_;
  std::int64_t beta_;
  std::int64_t base_rtt_us_ = kNoIllinoisRtt;
  std::int64_t max_rtt_us_ = 0;
  std::int64_t sum_rtt_us_ = 0;  // of this round trip
  std::int64_t sample_count_ = 0;
  std::int64_t round_end_sequence_ = 0;
  std::int64_t low_rounds_ = 0;  // round trips at a low delay since it was above
  bool was_above_ = false;
  Packets acked_packets_ = 0;  // by the ACK at hand
};

}  // namespace

AlgorithmInfo describe_illinois() {
  AlgorithmInfo info;
  info.name = "illinois";
  info.title = "Illinois";
  info.family = "loss";
  info.summary =
      "Loss-based, with the queueing delay as a second signal: grows by up to ten packets per "
      "round trip while the queue is empty and by a third of a packet when it is full, and gives "
      "up an eighth to a half of the window after a loss.";
  info.fidelity = "exact: Linux illinois";
  info.source =
      "Liu, Basar and Srikant, Performance Evaluation 65(6-7), 2008; Linux net/ipv4/tcp_illinois.c";
  info.parameters = {
      number_parameter("alpha_min_packets", 0.3, {0.01, 1},
                       {"Packets added per round trip when the delay is longest",
                        "Linux tcp_illinois.c ALPHA_MIN"}),
      number_parameter("alpha_max_packets", 10, {1, 100},
                       {"Packets added per round trip when there is no delay",
                        "Linux tcp_illinois.c ALPHA_MAX"}),
      number_parameter("beta_min_ratio", 0.125, {0, 1},
                       {"Part of the window given up after a loss at a low delay",
                        "Linux tcp_illinois.c BETA_MIN"}),
      number_parameter("beta_max_ratio", 0.5, {0.1, 0.9},
                       {"Part of the window given up after a loss at a long delay",
                        "Linux tcp_illinois.c BETA_MAX"}),
      integer_parameter(
          "window_threshold_packets", 15, {1, 10'000},
          {"Below this window it does as NewReno", "Linux tcp_illinois.c win_thresh"}),
      integer_parameter("theta_rounds", 5, {1, 100},
                        {"Round trips at a low delay before growth is fastest again",
                         "Linux tcp_illinois.c theta"}),
  };
  info.metrics = {
      {"min_rtt_s", "Lowest RTT of the connection"},
      {"bandwidth_estimate_bps", "Not estimated by this algorithm"},
      {"alpha_packets", "Packets added per round trip"},
      {"beta_ratio", "Part of the window that a loss would take"},
      {"max_queueing_delay_s", "Longest RTT less the lowest: the delay it takes for a full buffer"},
  };
  info.machine = loss_based_machine("Liu, Basar and Srikant 2008; Linux net/ipv4/tcp_illinois.c");
  info.demonstration = {"long_fat_path", "newreno"};
  info.make = [](const ParameterSet& parameters,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<Illinois>(parameters, context);
  };
  return info;
}

}  // namespace ccsim
