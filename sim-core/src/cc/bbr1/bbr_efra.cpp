// RECONSTRUCTION of BBR-EFRA, Njogu et al., Computer Communications, 2023, from its abstract and
// one sentence about it in Sensors 25:5374. No equation is public: see `assumptions` below. This
// file is the difference from BBRv1.
//
//   status of the queue = (smoothed RTT - minRTT) / (highest RTT - minRTT), how full the buffer is
//   BDP in ProbeBW      = bandwidth * minRTT * (1 - weight * status)
//   overload            : status of at least a half; the pacing rate falls to 0.75 of it
#include <algorithm>
#include <memory>

#include "bbr1/bbr1.h"
#include "ccsim/parameters.h"

namespace ccsim {
namespace {

struct EfraParameters {
  bool is_of_rtt;
  double weight;
  double overload;
  Gain overload_share;
};

class BbrEfra final : public BasicBbr1<BbrEfra> {
  friend class BasicBbr1<BbrEfra>;

 public:
  BbrEfra(const Bbr1Parameters& host, const EfraParameters& parameters,
          const ControllerContext& context)
      : BasicBbr1(host, context), own_parameters_(parameters) {}

  void observe(StateSink& sink) const override {
    BasicBbr1::observe(sink);
    sink.number("efra_queue_ratio", status_);
  }

 private:
  void begin_ack(const AckEvent& ack) {
    highest_rtt_ns_ = std::max(highest_rtt_ns_, ack.sample.rtt_ns);
  }

  // After the state machine, before the window: the phases of this ACK used the status before it.
  void update_gains() {
    BasicBbr1::update_gains();
    status_ = 0;
    if (!is_in_probe_bw() || srtt_ns_ <= min_rtt_.value_ns()) return;
    const Duration whole_ns = own_parameters_.is_of_rtt
                                  ? srtt_ns_
                                  : std::max(highest_rtt_ns_, srtt_ns_) - min_rtt_.value_ns();
    status_ = static_cast<double>(srtt_ns_ - min_rtt_.value_ns()) / static_cast<double>(whole_ns);
  }
  [[nodiscard]] bool is_bdp_cut() const { return status_ > 0; }

  // The window's, not that of the flight which a phase aims at.
  [[nodiscard]] Packets window_target_packets() const {
    const double share = std::max(1 - own_parameters_.weight * status_, 0.0);
    return BasicBbr1::window_target_packets(
        static_cast<BitRate>(static_cast<double>(bandwidth_bps()) * share));
  }
  [[nodiscard]] BitRate pacing_bandwidth_bps() const {
    const bool is_overload = status_ > 0 && status_ >= own_parameters_.overload;
    return is_overload ? own_parameters_.overload_share.times(bandwidth_bps()) : bandwidth_bps();
  }

  EfraParameters own_parameters_;
  Duration highest_rtt_ns_ = 0;
  double status_ = 0;
};

constexpr const char* kEfra = "assumed: no equation of BBR-EFRA is public";

}  // namespace

AlgorithmInfo describe_bbr_efra() {
  AlgorithmInfo info;
  info.name = "bbr_efra";
  info.title = "BBR-EFRA";
  info.summary =
      "BBRv1 that takes back up to one BDP of its window as the buffer fills, and paces slowly in "
      "overload. Rebuilt from the abstract: what it gains here says nothing about "
      "the published algorithm.";
  info.fidelity = "reconstruction: from the abstract; no equation is public";
  info.assumptions = {
      "The status of the queue is how full the buffer is: the RTT above the minimum, over the most "
      "that it was above it.",
      "The BDP of the window is multiplied by one minus half of that status, in ProbeBW only: a "
      "full "
      "buffer leaves a window of one BDP.",
      "Overload is a status of at least a half.",
      "In overload the pacing rate is 0.75 of what it would be, which is BBRv1's gain after "
      "probing.",
      "Everything else is BBRv1.",
  };
  info.source =
      "Njogu et al., Computer Communications, 2023 (10.1016/j.comcom.2022.12.015): abstract; "
      "Sensors 25:5374, section 2";
  info.base = "bbr1";
  info.parameters = declare_bbr1_variant(
      {
          choice_parameter("queue_status", {"of_buffer", "of_rtt"},
                           {"What the waiting time is compared with: the longest so far, or the "
                            "smoothed RTT, which cuts flows with short RTTs more",
                            kEfra}),
          number_parameter("queue_weight_ratio", 0.5, {0, 1},
                           {"How much of the status of the queue is taken from the BDP", kEfra}),
          number_parameter("overload_queue_ratio", 0.5, {0, 1},
                           {"Status of the queue from which on there is overload", kEfra}),
          number_parameter("overload_pacing_ratio", 0.75, {0.01, 1},
                           {"Share of the pacing rate that is left in overload", kEfra}),
      },
      {});
  info.metrics = bbr1_metrics();
  info.metrics.push_back({"efra_queue_ratio",
                          "Status of the queue: the smoothed queueing delay as a "
                          "share of the longest so far, or of the smoothed RTT; 0 outside of "
                          "ProbeBW"});
  info.machine = bbr1_machine();
  info.demonstration = {"unlike_rtts", "bbr1"};
  info.make = [](const ParameterSet& set,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    const EfraParameters parameters{
        set.choice("queue_status") == "of_rtt", set.number("queue_weight_ratio"),
        set.number("overload_queue_ratio"), Gain::from_ratio(set.number("overload_pacing_ratio"))};
    return std::make_unique<BbrEfra>(bbr1_parameters(set), parameters, context);
  };
  return info;
}

}  // namespace ccsim
