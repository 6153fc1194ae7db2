#include "fairtt/fairtt.h"

#include <algorithm>
#include <memory>

#include "bbr2/bbr2_registration.h"
#include "fairtt/shared_oracle.h"
#include "observed.h"

namespace ccsim {

using MinRttSource = FairttParameters::MinRttSource;
using Alpha = FairttParameters::Alpha;
using AppliedTo = FairttParameters::AppliedTo;

Fairtt::Fairtt(const Bbr2Parameters& host, const FairttParameters& parameters,
               const ControllerContext& context)
    : Bbr2(host, context),
      parameters_(parameters),
      oracle_(parameters.needs_oracle() ? context.oracle : nullptr),
      flow_index_(context.flow_index),
      window_(parameters.bin_ns) {
  has_own_bandwidth_ = true;
  has_own_steps_ = true;
}

Fairtt::~Fairtt() {
  if (oracle_ != nullptr) oracle_->remove(flow_index_);
}

// Algorithm 1, after every ACK.
void Fairtt::on_model_updated(const AckEvent& ack) {
  if (ack.sample.rtt_ns >= 0 && min_rtt_ns() >= 0) {
    last_rtt_ns_ = parameters_.uses_smoothed_rtt ? ack.srtt_ns : ack.sample.rtt_ns;
    own_min_rtt_ns_ = min_rtt_ns();
    if (parameters_.min_rtt_source == MinRttSource::kOwnRecent) {
      recent_minimum_.push(ack.sample.rtt_ns, window_acks());
      own_min_rtt_ns_ = recent_minimum_.value_ns();
    }
    update_threshold(ack.now_ns);
  }
  const double before = coefficient_;
  coefficient_ = 1;
  if (is_in_probe_bw() && last_rtt_ns_ > alpha_ns_) {
    const double share = static_cast<double>(coefficient_min_rtt_ns()) * parameters_.gamma /
                         static_cast<double>(last_rtt_ns_);
    coefficient_ = std::min(share, 1.0);
  }
  record_coefficient(before);
}

// That it begins or ceases to cut: in between it follows every RTT.
void Fairtt::record_coefficient(double before) const {
  const double alpha_s = alpha_ns_ == kUnbounded ? kNoValue : seconds_or_nan(alpha_ns_);
  if (before >= 1 && coefficient_ < 1) {
    record_cause(CauseKind::kCoefficientApplied, "rtt_above_threshold",
                 {coefficient_, seconds_or_nan(last_rtt_ns_), alpha_s,
                  seconds_or_nan(coefficient_min_rtt_ns())});
  } else if (before < 1 && coefficient_ >= 1) {
    record_cause(CauseKind::kCoefficientEnded,
                 is_in_probe_bw() ? "rtt_below_threshold" : "left_probe_bw",
                 {seconds_or_nan(last_rtt_ns_), alpha_s, kNoValue, kNoValue});
  }
}

// W_t = min(|Rx|, |Tx|), equation 7, in packets. The receive window is not a controller's to see;
// where it is the smaller one, window_acks says so.
std::int64_t Fairtt::window_acks() const {
  return std::max<std::int64_t>(
      parameters_.window_acks > 0 ? parameters_.window_acks : controls_.cwnd_packets, 1);
}

// Equation 6. The first value stands for its own history.
Duration Fairtt::weighted_min_rtt_ns() {
  if (parameters_.restarts_history && was_in_probe_rtt_ && !is_in_probe_rtt()) {
    history_sum_ns_ = history_count_ = 0;
  }
  was_in_probe_rtt_ = is_in_probe_rtt();
  const auto present_ns = static_cast<double>(own_min_rtt_ns_);
  const double mean_ns = history_count_ == 0 ? present_ns
                                             : static_cast<double>(history_sum_ns_) /
                                                   static_cast<double>(history_count_);
  if (!parameters_.counts_rounds || is_round_start()) {
    history_sum_ns_ += own_min_rtt_ns_;
    history_count_ += 1;
  }
  return static_cast<Duration>(parameters_.beta * mean_ns + (1 - parameters_.beta) * present_ns +
                               0.5);
}

// Equation 5 in its readings.
void Fairtt::update_threshold(SimTime now_ns) {
  const Duration weighted_ns = weighted_min_rtt_ns();
  window_.push(own_min_rtt_ns_, weighted_ns, window_acks());
  distinct_count_ = window_.distinct_count();
  if (oracle_ != nullptr) {
    oracle_->report(flow_index_, {now_ns, own_min_rtt_ns_, weighted_ns, parameters_.bin_ns});
    distinct_count_ = oracle_->distinct_count();
  }
  switch (parameters_.alpha) {
    case Alpha::kOwnCount:
      alpha_ns_ = window_.distinct_count() * window_.mean_ns();
      break;
    case Alpha::kRegistryMean:
      alpha_ns_ = distinct_count_ * (parameters_.averages_reports
                                         ? oracle_->mean_over_reports_ns(window_acks())
                                         : oracle_->mean_over_flows_ns());
      break;
    case Alpha::kOwnTimesCount:
      alpha_ns_ = distinct_count_ * weighted_ns;
      break;
    case Alpha::kSharedTimesCount:
      alpha_ns_ = distinct_count_ * oracle_->lowest_min_rtt_ns();
      break;
    case Alpha::kAlways:
      alpha_ns_ = 0;
      break;
    case Alpha::kInfinite:
      alpha_ns_ = kUnbounded;
      break;
  }
}

// minRTT_t in the coefficient.
Duration Fairtt::coefficient_min_rtt_ns() const {
  return parameters_.min_rtt_source == MinRttSource::kShared ? oracle_->lowest_min_rtt_ns()
                                                             : own_min_rtt_ns_;
}

// The coefficient on the BDP is the coefficient on the bandwidth that the BDP is computed from.
BitRate Fairtt::own_bandwidth(Use use, BitRate model_bps) const {
  const bool is_cut = use == Use::kCwnd || parameters_.applied_to == AppliedTo::kBdpAndPacing ||
                      (use == Use::kTarget && parameters_.applied_to == AppliedTo::kBdp);
  if (!is_cut || coefficient_ >= 1) return model_bps;
  return static_cast<BitRate>(static_cast<double>(model_bps) * coefficient_);
}

void Fairtt::observe(StateSink& sink) const {
  Bbr2::observe(sink);
  sink.number("fairtt_coefficient_ratio", coefficient_);
  sink.number("fairtt_alpha_s", alpha_ns_ == kUnbounded ? kNoValue : seconds_or_nan(alpha_ns_));
  sink.number("fairtt_distinct_count", static_cast<double>(distinct_count_));
}

AlgorithmInfo describe_fairtt() {
  AlgorithmInfo info;
  info.name = "fairtt";
  info.title = "FaiRTT";
  info.summary =
      "BBRv2 that cuts its estimate of the BDP while its RTT is above a threshold made of the "
      "minimum RTTs seen, to let short and long paths share equally. The paper leaves much open: "
      "choose a reading.";
  info.fidelity = "reconstruction: from the paper's text; its code was never published";
  info.assumptions = {
      "Whose minimum RTT is meant: the reading says, by default the flow's own.",
      "Over what set the flows are counted: the reading says, by default the flow's own window.",
      "Which uses of the BDP are scaled: the reading says, by default those for the window and for "
      "the pacing rate. Algorithm 1 scales the window's only.",
      "The host is BBRv2 of Google's Linux module v2alpha.",
  };
  info.source = "arXiv 2403.19973, Algorithm 1 and equations 1 to 7";
  info.base = "bbr2";
  info.may_use_oracle = true;
  info.parameters = declare_fairtt_parameters();
  for (ParameterInfo& parameter : declare_bbr2_parameters()) {
    info.parameters.push_back(std::move(parameter));
  }
  info.metrics = bbr2_metrics();
  info.metrics.push_back({"fairtt_coefficient_ratio",
                          "Factor on the BDP; 1 where the "
                          "coefficient does not apply"});
  info.metrics.push_back({"fairtt_alpha_s", "RTT above which the coefficient applies"});
  info.metrics.push_back({"fairtt_distinct_count",
                          "Distinct minimum RTTs: the estimated number "
                          "of flows"});
  info.machine = bbr2_machine();
  info.demonstration = {"unlike_rtts", "bbr2"};
  info.ecn = bbr2_ecn;
  info.make = [](const ParameterSet& set,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<Fairtt>(bbr2_parameters(set), fairtt_parameters(set), context);
  };
  return info;
}

}  // namespace ccsim
