// RECONSTRUCTION of BBR-ACW (adaptive congestion window), Pan et al., Electronics 10:615, 2021. Its
// RTT factor and that the delivery rate counts are public, how the two combine is not: see
// `assumptions` below. This file is the difference from BBRv1.
//
//   window gain in ProbeBW = gain * (1 - alpha * (1 - beta))
//   beta  = RTT / (RTT + minRTT)                                  known
//   alpha = (rate - lowest) / (highest - lowest) of ten rounds    assumed
#include <memory>

#include "bbr1/bbr1.h"
#include "ccsim/parameters.h"

namespace ccsim {
namespace {

class BbrAcw final : public BasicBbr1<BbrAcw> {
  friend class BasicBbr1<BbrAcw>;

 public:
  BbrAcw(const Bbr1Parameters& host, std::int64_t rate_window_rounds,
         const ControllerContext& context)
      : BasicBbr1(host, context), highest_(rate_window_rounds), lowest_(rate_window_rounds) {}

  void observe(StateSink& sink) const override {
    BasicBbr1::observe(sink);
    sink.number("acw_alpha_ratio", alpha_);
    sink.number("acw_beta_ratio", beta_);
  }

 private:
  void update_gains() {
    BasicBbr1::update_gains();
    if (is_bdp_cut()) cwnd_gain_ = Gain::from_ratio(parameters_.cwnd_gain.ratio() * factor());
  }
  [[nodiscard]] bool is_bdp_cut() const { return is_in_probe_bw() && factor() < 1; }
  [[nodiscard]] double factor() const { return 1 - alpha_ * (1 - beta_); }

  void begin_ack(const AckEvent& ack) {
    const RateSample& sample = ack.sample;
    if (sample.rtt_ns > 0 && min_rtt_.has_value()) {
      beta_ = static_cast<double>(sample.rtt_ns) /
              static_cast<double>(sample.rtt_ns + min_rtt_.value_ns());
    }
    if (!sample.is_valid() || sample.is_app_limited) return;
    const BitRate rate_bps = units_.rate_floor_bps(sample.delivered_packets, sample.interval_ns);
    highest_.update(rounds_.count(), rate_bps);
    lowest_.update(rounds_.count(), kFarAway - rate_bps);  // a minimum, by a filter of maxima
    const BitRate low_bps = kFarAway - lowest_.value();
    const BitRate high_bps = highest_.value();
    alpha_ = high_bps == low_bps ? 1
                                 : static_cast<double>(rate_bps - low_bps) /
                                       static_cast<double>(high_bps - low_bps);
  }

  static constexpr BitRate kFarAway = 1LL << 60;

  WindowedMax highest_;
  WindowedMax lowest_;
  double alpha_ = 1;
  double beta_ = 1;
};

constexpr const char* kAcw = "assumed: Pan et al., Electronics 10:615, gives no number here";

}  // namespace

AlgorithmInfo describe_bbr_acw() {
  AlgorithmInfo info;
  info.name = "bbr_acw";
  info.title = "BBR-ACW";
  info.summary =
      "BBRv1 whose window gain falls with the flow's own delivery rate and its queue: a flow at "
      "its "
      "highest rate keeps half of the gain without a queue and nearly all of it with a long one.";
  info.fidelity =
      "reconstruction: the RTT factor is public, how it combines with the delivery rate is not";
  info.assumptions = {
      "The delivery-rate factor is where the rate of this ACK lies between the lowest and the "
      "highest rate of the last ten rounds.",
      "The window gain is 2 x (1 - alpha x (1 - beta)): only a flow at its highest rate has the "
      "full RTT factor.",
      "Where lowest and highest rate coincide, alpha is 1.",
  };
  info.source = "Pan et al., Electronics 10:615, 2021: abstract, RTT factor, set-up";
  info.base = "bbr1";
  info.parameters = declare_bbr1_variant(
      {integer_parameter(
          "rate_window_rounds", 10, {1, 1000},
          {"Rounds over which the lowest and highest delivery rate are taken", kAcw})},
      {});
  info.metrics = bbr1_metrics();
  info.metrics.push_back({"acw_alpha_ratio", "Delivery-rate factor: 1 at the highest rate"});
  info.metrics.push_back({"acw_beta_ratio", "RTT factor: RTT over RTT plus minimum RTT"});
  info.machine = bbr1_machine();
  info.demonstration = {"unlike_rtts", "bbr1"};
  info.make = [](const ParameterSet& set,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<BbrAcw>(bbr1_parameters(set), set.integer("rate_window_rounds"),
                                    context);
  };
  return info;
}

}  // namespace ccsim
