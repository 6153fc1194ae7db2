#include "fairtt/fairtt_parameters.h"

#include <array>
#include <string>
#include <string_view>

#include "ccsim/parameters.h"

namespace ccsim {
namespace {

using MinRttSource = FairttParameters::MinRttSource;
using Alpha = FairttParameters::Alpha;
using AppliedTo = FairttParameters::AppliedTo;

std::string in_paper(const char* where) {
  return std::string("arXiv 2403.19973, ") + where;
}
constexpr const char* kByReading = "by_reading";

struct Reading {
  std::string_view name;
  MinRttSource min_rtt_source;
  Alpha alpha;
  AppliedTo applied_to;
};

// The default reading; see docs/decisions for the measurements behind it.
constexpr std::string_view kDefaultReading = "bdp_and_pacing";

constexpr std::array<Reading, 4> kReadings = {{
    // What Algorithm 1 says, line by line, at a sender that knows itself only.
    {"algorithm1_letter", MinRttSource::kOwnRtprop, Alpha::kOwnCount, AppliedTo::kCwnd},
    // Equation 5 counts flows, which takes knowledge of all of them: one threshold for all.
    {"shared_threshold", MinRttSource::kOwnRtprop, Alpha::kRegistryMean, AppliedTo::kCwnd},
    // The coefficient wherever the BDP is used and on the pacing rate.
    {"bdp_and_pacing", MinRttSource::kOwnRtprop, Alpha::kOwnCount, AppliedTo::kBdpAndPacing},
    // A base to change from: what is not given is as in the letter.
    {"custom", MinRttSource::kOwnRtprop, Alpha::kOwnCount, AppliedTo::kCwnd},
}};

const Reading& find_reading(std::string_view name) {
  for (const Reading& reading : kReadings) {
    if (reading.name == name) return reading;
  }
  return kReadings.back();
}

std::vector<std::string> reading_names() {
  std::vector<std::string> names{std::string(kDefaultReading)};
  for (const Reading& reading : kReadings) {
    if (reading.name != kDefaultReading) names.emplace_back(reading.name);
  }
  return names;
}

MinRttSource min_rtt_source(const std::string& choice, const Reading& reading) {
  if (choice == "own_rtprop") return MinRttSource::kOwnRtprop;
  if (choice == "own_recent") return MinRttSource::kOwnRecent;
  if (choice == "shared") return MinRttSource::kShared;
  return reading.min_rtt_source;
}

Alpha alpha(const std::string& choice, const Reading& reading) {
  if (choice == "own_count") return Alpha::kOwnCount;
  if (choice == "registry_mean") return Alpha::kRegistryMean;
  if (choice == "own_times_count") return Alpha::kOwnTimesCount;
  if (choice == "shared_times_count") return Alpha::kSharedTimesCount;
  if (choice == "always") return Alpha::kAlways;
  if (choice == "infinite") return Alpha::kInfinite;
  return reading.alpha;
}

AppliedTo applied_to(const std::string& choice, const Reading& reading) {
  if (choice == "cwnd") return AppliedTo::kCwnd;
  if (choice == "bdp") return AppliedTo::kBdp;
  if (choice == "bdp_and_pacing") return AppliedTo::kBdpAndPacing;
  return reading.applied_to;
}

std::vector<ParameterInfo> choices() {
  return {
      choice_parameter("reading", reading_names(),
                       {"How ambiguous parts of the paper are read; explicit choices take "
                        "precedence",
                        in_paper("Algorithm 1 and equations 5 to 7")}),
      choice_parameter("min_rtt_source", {kByReading, "own_rtprop", "own_recent", "shared"},
                       {"Whose minRTT is the coefficient's numerator; shared is an oracle",
                        in_paper("Algorithm 1")}),
      choice_parameter("alpha",
                       {kByReading, "own_count", "registry_mean", "own_times_count",
                        "shared_times_count", "always", "infinite"},
                       {"The RTT above which the coefficient applies: distinct minima of the "
                        "flow's own "
                        "window times their mean; of all flows (an oracle) times the mean over "
                        "flows, the flow's own or the lowest; always; never",
                        in_paper("equation 5")}),
      choice_parameter("applied_to", {kByReading, "cwnd", "bdp", "bdp_and_pacing"},
                       {"What the coefficient scales: the window, every use of the BDP, or also "
                        "the pacing rate",
                        in_paper("Algorithm 1")}),
      choice_parameter("registry_average", {"flows", "reports"},
                       {"Whether the mean over flows counts every flow once, or every ACK in the "
                        "window",
                        in_paper("equation 5")}),
      choice_parameter("history_clock", {"acks", "rounds"},
                       {"What t counts in the long-term mean of minRTT", in_paper("equation 6")}),
      choice_parameter(
          "last_rtt", {"raw", "smoothed"},
          {"The RTT to compare: that of the latest ACK, or SRTT", in_paper("Algorithm 1")}),
  };
}

std::vector<ParameterInfo> numbers() {
  return {
      number_parameter("gamma_ratio", 0.99, {0.01, 1},
                       {"Discount on the coefficient", in_paper("Algorithm 1")}),
      number_parameter("minimum_weight_ratio", 0.8, {0, 1},
                       {"Beta: weight of the long-term mean of minRTT relative to the current "
                        "value",
                        in_paper("equation 6")}),
      number_parameter("rtt_bin_s", 0.001, {0.000001, 1},
                       {"Minimum RTTs in one bin of this width count as the same",
                        in_paper("equation 5 gives no tolerance")}),
      integer_parameter("window_acks", 0, {0, 1000000},
                        {"Length of window W_t in ACKs; 0 means the congestion window in packets",
                         in_paper("equation 7")}),
      boolean_parameter(
          "restarts_history_after_probe_rtt", false,
          {"Forget the long-term mean of minRTT when ProbeRTT ends", in_paper("equation 6")}),
  };
}

}  // namespace

std::vector<ParameterInfo> declare_fairtt_parameters() {
  std::vector<ParameterInfo> all = choices();
  for (ParameterInfo& info : numbers()) {
    all.push_back(std::move(info));
  }
  return all;
}

FairttParameters fairtt_parameters(const ParameterSet& set) {
  const Reading& reading = find_reading(set.choice("reading"));
  FairttParameters p;
  p.min_rtt_source = min_rtt_source(set.choice("min_rtt_source"), reading);
  p.alpha = alpha(set.choice("alpha"), reading);
  p.applied_to = applied_to(set.choice("applied_to"), reading);
  p.gamma = set.number("gamma_ratio");
  p.beta = set.number("minimum_weight_ratio");
  p.bin_ns = to_ns(set.number("rtt_bin_s"));
  p.window_acks = set.integer("window_acks");
  p.averages_reports = set.choice("registry_average") == "reports";
  p.counts_rounds = set.choice("history_clock") == "rounds";
  p.restarts_history = set.boolean("restarts_history_after_probe_rtt");
  p.uses_smoothed_rtt = set.choice("last_rtt") == "smoothed";
  return p;
}

}  // namespace ccsim
