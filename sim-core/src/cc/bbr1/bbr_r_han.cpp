// RECONSTRUCTION of BBR-R of Han and Hasegawa, AINA 2024. The form of its trigger is public, its
// numbers are not: see `assumptions` below. Not the BBR-R of Zheng et al. (bbr_r_zheng). This file
// is the difference from BBRv1.
//
//   ProbeRTT at once when three RTTs in a row exceed a multiple of the minimum RTT, but not before
//   ProbeBW has lasted a while
#include <memory>

#include "bbr1/bbr1.h"
#include "ccsim/parameters.h"

namespace ccsim {
namespace {

struct BbrRHanParameters {
  Gain trigger_growth;
  std::int64_t trigger_samples;
  Duration minimum_probe_bw_ns;
};

class BbrRHan final : public BasicBbr1<BbrRHan> {
  friend class BasicBbr1<BbrRHan>;

 public:
  BbrRHan(const Bbr1Parameters& host, const BbrRHanParameters& parameters,
          const ControllerContext& context)
      : BasicBbr1(host, context), own_parameters_(parameters) {}

 private:
  void take_rtt_sample(const AckEvent& ack, bool is_expired) {
    BasicBbr1::take_rtt_sample(ack, is_expired);
    if (!is_in_probe_bw()) {
      entered_ns_ = kNever;
      inflated_count_ = 0;
      return;
    }
    if (entered_ns_ == kNever) entered_ns_ = now_ns_;
    const Duration rtt_ns = ack.sample.rtt_ns;
    if (rtt_ns < 0) return;
    const bool is_inflated = rtt_ns > own_parameters_.trigger_growth.times(min_rtt_.value_ns());
    inflated_count_ = is_inflated ? inflated_count_ + 1 : 0;
  }
  [[nodiscard]] bool is_probe_rtt_due(bool is_expired) const {
    return is_expired || (is_in_probe_bw() && inflated_count_ >= own_parameters_.trigger_samples &&
                          now_ns_ - entered_ns_ >= own_parameters_.minimum_probe_bw_ns);
  }

  BbrRHanParameters own_parameters_;
  SimTime entered_ns_ = kNever;  // ProbeBW
  std::int64_t inflated_count_ = 0;
};

constexpr const char* kHan = "assumed: Han and Hasegawa, AINA 2024; the number is not public";

}  // namespace

AlgorithmInfo describe_bbr_r_han() {
  AlgorithmInfo info;
  info.name = "bbr_r_han";
  info.title = "BBR-R (Han)";
  info.summary =
      "BBRv1 that drains its inflight as soon as three RTTs in a row show a queue, instead of "
      "every "
      "10 s. Queues that long RTTs profit from are found and emptied earlier.";
  info.fidelity = "reconstruction: the form of the trigger is public, its numbers are not";
  info.assumptions = {
      "The multiple of the minimum RTT is 1.5.",
      "ProbeBW lasts at least 1 s between two ProbeRTTs.",
      "The 10 s of BBRv1 still count, and the minimum RTT is not forgotten when the trigger fires.",
  };
  info.source =
      "Han and Hasegawa, AINA 2024 and IEEE Access, 2025: abstracts; Sensors 25:5374, section 2";
  info.base = "bbr1";
  info.parameters = declare_bbr1_variant(
      {
          number_parameter("trigger_growth_ratio", 1.5, {1, 8},
                           {"RTT over the minimum RTT that counts as inflated", kHan}),
          integer_parameter(
              "trigger_samples", 3, {1, 100},
              {"Inflated RTTs in a row that start ProbeRTT", "Sensors 25:5374, section 2"}),
          number_parameter("minimum_probe_bw_s", 1, {0, 60},
                           {"Least time in ProbeBW between two ProbeRTTs", kHan}),
      },
      {});
  info.metrics = bbr1_metrics();
  info.machine = bbr1_machine_but(
      {{kAnyState, "probe_rtt",
        "Three RTTs in a row were above 1.5 times the minimum and ProbeBW has lasted 1 s; or no "
        "RTT as low as the minimum was seen for 10 s."}});
  info.demonstration = {"unlike_rtts", "bbr1"};
  info.make = [](const ParameterSet& set,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    const BbrRHanParameters parameters{Gain::from_ratio(set.number("trigger_growth_ratio")),
                                       set.integer("trigger_samples"),
                                       to_ns(set.number("minimum_probe_bw_s"))};
    return std::make_unique<BbrRHan>(bbr1_parameters(set), parameters, context);
  };
  return info;
}

}  // namespace ccsim
