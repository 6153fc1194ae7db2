// RECONSTRUCTION of BBQ, Ma et al., arXiv 1706.09115. The cap on probing is public, how the queue
// is detected is not: see `assumptions` below. This file is the difference from BBRv1.
//
//   with a queue the probing phase lasts min(minRTT, 3 ms) instead of minRTT
#include <algorithm>
#include <memory>

#include "bbr1/bbr1.h"
#include "ccsim/parameters.h"

namespace ccsim {
namespace {

class Bbq final : public BasicBbr1<Bbq> {
  friend class BasicBbr1<Bbq>;

 public:
  Bbq(const Bbr1Parameters& host, Duration cap_ns, Gain queue_growth,
      const ControllerContext& context)
      : BasicBbr1(host, context), cap_ns_(cap_ns), queue_growth_(queue_growth) {}

  void observe(StateSink& sink) const override {
    BasicBbr1::observe(sink);
    sink.number("bbq_sees_queue_count", sees_queue() ? 1 : 0);
  }

 private:
  [[nodiscard]] bool sees_queue() const {
    return min_rtt_.has_value() && srtt_ns_ > queue_growth_.times(min_rtt_.value_ns());
  }
  [[nodiscard]] bool is_cycle_phase_over(const AckEvent& ack) const {
    if (pacing_gain_ > kUnitGain && sees_queue()) {
      return in_phase_ns() > std::min(min_rtt_.value_ns(), cap_ns_);
    }
    return BasicBbr1::is_cycle_phase_over(ack);
  }

  Duration cap_ns_;
  Gain queue_growth_;
};

}  // namespace

AlgorithmInfo describe_bbq() {
  AlgorithmInfo info;
  info.name = "bbq";
  info.title = "BBQ";
  info.summary =
      "BBRv1 that probes for 3 ms at most while it sees a queue. A flow with a long RTT then puts "
      "no more into the queue with a probe than one with a short RTT.";
  info.fidelity = "reconstruction: the cap is public, the test for a queue is not";
  info.assumptions = {
      "There is a queue while the smoothed RTT is above 1.1 times the minimum RTT.",
      "The capped phase ends by its time alone, whatever is in flight.",
  };
  info.source = "Ma et al., arXiv 1706.09115, 2017: the cap of 3 ms";
  info.base = "bbr1";
  info.parameters = declare_bbr1_variant(
      {
          number_parameter("probe_cap_s", 0.003, {0.0001, 1},
                           {"Longest probing phase while there is a queue", "arXiv 1706.09115"}),
          number_parameter("queue_growth_ratio", 1.1, {1, 8},
                           {"Smoothed RTT over the minimum RTT above which there is a queue",
                            "assumed: arXiv 1706.09115 is not known to us beyond the cap"}),
      },
      {});
  info.metrics = bbr1_metrics();
  info.metrics.push_back({"bbq_sees_queue_count", "1 while it sees a queue, else 0"});
  info.machine = bbr1_machine_but(
      {{"probe_bw_up", "probe_bw_down",
        "A minimum RTT has passed, and 1.25 BDP are in flight or something was lost. With a queue: "
        "3 ms have passed, or a minimum RTT if that is shorter."}});
  info.demonstration = {"unlike_rtts", "bbr1"};
  info.make = [](const ParameterSet& set,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<Bbq>(bbr1_parameters(set), to_ns(set.number("probe_cap_s")),
                                 Gain::from_ratio(set.number("queue_growth_ratio")), context);
  };
  return info;
}

}  // namespace ccsim
