// BBR-R of Zheng et al., Computer Networks, 2024; the authors' module for Linux 4.14,
// SamsonZheng/BBR-R-Source-Code, BBR-R/bbr_r.c. Not the BBR-R of Han and Hasegawa (bbr_r_han). This
// file is the difference from BBRv1.
//
//   pacing by 0.80 * bandwidth where RTT >= 1.25 * reference, by 0.95 * bandwidth above it; the
//   window keeps the whole estimate. The reference is the minimum RTT, or, while ten samples in a
//   row were above 1.05 * minRTT, the lowest of the last ten of them.
#include <memory>

#include "bbr1/bbr1.h"
#include "ccsim/parameters.h"

namespace ccsim {
namespace {

struct BbrRParameters {
  Gain strong_cut, weak_cut;
  std::int64_t strong_percent, weak_percent;  // of the reference
  std::int64_t samples;
  Duration renewal_ns;
};

// `rtt_ns` as a share of `reference_ns`, compared in percent as the module does.
bool is_percent_of(Duration rtt_ns, std::int64_t percent, Duration reference_ns) {
  return 100 * rtt_ns >= percent * reference_ns;
}

class BbrRZheng final : public BasicBbr1<BbrRZheng> {
  friend class BasicBbr1<BbrRZheng>;

 public:
  BbrRZheng(const Bbr1Parameters& host, const BbrRParameters& parameters,
            const ControllerContext& context)
      : BasicBbr1(host, context), own_parameters_(parameters), inflated_(parameters.samples) {}

  void observe(StateSink& sink) const override {
    BasicBbr1::observe(sink);
    sink.number("bbr_r_cut_ratio", cut_.ratio());
    sink.number("bbr_r_reference_s", static_cast<double>(reference_ns_) / 1e9);
  }

 private:
  // bbr_main(): between update of the model and pacing.
  void adapt(const AckEvent& ack) {
    cut_ = kUnitGain;
    const Duration rtt_ns = ack.sample.rtt_ns;
    if (!is_in_probe_bw() || pacing_gain_ > kUnitGain || rtt_ns < 0) return;
    update_reference(rtt_ns);
    constexpr std::int64_t kUncutPhase = 3;
    if (cycle_index_ != kUncutPhase) cut_ = cut_for(rtt_ns);
  }

  void update_reference(Duration rtt_ns) {
    const Duration min_rtt_ns = min_rtt_.value_ns();
    if (100 * rtt_ns <= own_parameters_.weak_percent * min_rtt_ns) {
      reference_ns_ = min_rtt_ns;
      is_adjusting_ = false;
      inflated_count_ = 0;
      inflated_ = WindowedMax(own_parameters_.samples);
      return;
    }
    inflated_count_ += 1;
    inflated_.update(inflated_count_, kFarAway - rtt_ns);  // a minimum, by a filter of maxima
    is_adjusting_ = is_adjusting_ || inflated_count_ >= own_parameters_.samples;
    if (is_adjusting_) reference_ns_ = kFarAway - inflated_.value();
  }

  [[nodiscard]] Gain cut_for(Duration rtt_ns) const {
    if (is_percent_of(rtt_ns, own_parameters_.strong_percent, reference_ns_))
      return own_parameters_.strong_cut;
    const bool is_above = is_adjusting_
                              ? rtt_ns > reference_ns_
                              : is_percent_of(rtt_ns, own_parameters_.weak_percent, reference_ns_);
    return is_above ? own_parameters_.weak_cut : kUnitGain;
  }
  [[nodiscard]] BitRate pacing_bandwidth_bps() const { return cut_.times(bandwidth_bps()); }

  // bbr_is_next_cycle_phase(): lasts a reference RTT; draining ends only when it is drained.
  [[nodiscard]] bool is_cycle_phase_over(const AckEvent& ack) const {
    if (in_phase_ns() <= reference_ns_) return false;
    if (pacing_gain_ == kUnitGain) return true;
    const Packets flight_packets = in_network_packets(ack, ack.sample.prior_in_flight_packets);
    if (pacing_gain_ > kUnitGain) {
      return ack.sample.newly_lost_packets > 0 ||
             flight_packets > target_packets(max_bandwidth_bps(), pacing_gain_);
    }
    return flight_packets <= target_packets(max_bandwidth_bps(), kUnitGain);
  }
  [[nodiscard]] Packets window_target_packets() const {
    return BasicBbr1::window_target_packets() + extra_packets_of_linux_4_14();
  }

  // bbr_update_min_rtt(): an RTT near the minimum renews it, so that ProbeRTT is rare.
  void take_rtt_sample(const AckEvent& ack, bool is_expired) {
    const Duration rtt_ns = ack.sample.rtt_ns;
    if (rtt_ns < 0) return;
    const bool is_lower = !min_rtt_.has_value() || rtt_ns < min_rtt_.value_ns();
    const bool is_near = is_lower || rtt_ns - min_rtt_.value_ns() < own_parameters_.renewal_ns;
    if (is_lower || is_expired) {
      record_min_rtt(is_lower ? "lower_rtt_seen" : "expired", min_rtt_.value_ns(), rtt_ns);
      min_rtt_.set(rtt_ns, now_ns_);
    } else if (is_near) {
      min_rtt_.renew(now_ns_);
    }
  }

  static constexpr Duration kFarAway = 1LL << 60;

  BbrRParameters own_parameters_;
  Gain cut_ = kUnitGain;
  Duration reference_ns_ = 0;  // min_rtt_for_adjusting: until the first sample all RTTs are above
  WindowedMax inflated_;
  std::int64_t inflated_count_ = 0;
  bool is_adjusting_ = false;
};

std::int64_t bbr_r_percent(double ratio) {
  return static_cast<std::int64_t>(100 * ratio + 0.5);
}

BbrRParameters bbr_r_parameters(const ParameterSet& set) {
  return {Gain::in_256ths(static_cast<std::int64_t>(Gain::kUnit * set.number("strong_cut_ratio"))),
          Gain::in_256ths(static_cast<std::int64_t>(Gain::kUnit * set.number("weak_cut_ratio"))),
          bbr_r_percent(set.number("strong_inflation_ratio")),
          bbr_r_percent(set.number("weak_inflation_ratio")),
          set.integer("inflated_samples"),
          to_ns(set.number("min_rtt_renewal_s"))};
}

constexpr const char* kBbrRModule = "SamsonZheng/BBR-R-Source-Code bbr_r.c, bbr_main()";

}  // namespace

AlgorithmInfo describe_bbr_r_zheng() {
  AlgorithmInfo info;
  info.name = "bbr_r_zheng";
  info.title = "BBR-R (Zheng)";
  info.summary =
      "BBRv1 that paces at 95 or 80% of its bandwidth while its RTT is above the minimum, or above "
      "the lowest of ten inflated samples. The flow that made the queue gives way before the "
      "windows decide. Drains its inflight only when no RTT came near the minimum for 13 s.";
  info.fidelity =
      "exact: the authors' Linux module, with its state for each flow, on the BBRv1 of a newer "
      "Linux";
  info.source = "Zheng et al., Computer Networks, 2024; SamsonZheng/BBR-R-Source-Code (Linux 4.14)";
  info.base = "bbr1";
  info.parameters = declare_bbr1_variant(
      {
          number_parameter(
              "strong_cut_ratio", 0.8, {0.1, 1},
              {"Share of the bandwidth to pace at, far above the reference", kBbrRModule}),
          number_parameter("weak_cut_ratio", 0.95, {0.1, 1},
                           {"Share of the bandwidth to pace at, above the reference", kBbrRModule}),
          number_parameter("strong_inflation_ratio", 1.25, {1, 8},
                           {"RTT over the reference that counts as far above it", kBbrRModule}),
          number_parameter("weak_inflation_ratio", 1.05, {1, 8},
                           {"RTT over the minimum that counts as inflated", kBbrRModule}),
          integer_parameter(
              "inflated_samples", 10, {1, 1000},
              {"Inflated samples in a row after which the lowest of them is the reference",
               kBbrRModule}),
          number_parameter("min_rtt_renewal_s", 0.01, {0, 1},
                           {"An RTT this near to the minimum postpones ProbeRTT",
                            "SamsonZheng/BBR-R-Source-Code bbr_r.c, bbr_update_min_rtt()"}),
      },
      {{"extra_acked", false}, {"min_rtt_window_s", 13.0}});
  info.metrics = bbr1_metrics();
  info.metrics.front().description = "Minimum RTT over 13 s, renewed by an RTT near it";
  info.metrics.push_back({"bbr_r_cut_ratio", "Share of the bandwidth that it paces at"});
  info.metrics.push_back({"bbr_r_reference_s", "RTT that samples are compared with"});
  info.machine = bbr1_machine_but(
      {{"probe_bw_cruise", "probe_bw_up",
        "Up to six phases of one reference RTT each have passed."},
       {"probe_bw_up", "probe_bw_down",
        "A reference RTT has passed, and 1.25 BDP are in flight or something was lost."},
       {"probe_bw_down", "probe_bw_cruise",
        "A reference RTT has passed, and at most one BDP is in flight."},
       {kAnyState, "probe_rtt", "No RTT within 10 ms of the minimum was seen for 13 s."}});
  info.machine.source = info.source;
  info.demonstration = {"unlike_rtts", "bbr1"};
  info.make = [](const ParameterSet& set,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<BbrRZheng>(bbr1_parameters(set), bbr_r_parameters(set), context);
  };
  return info;
}

}  // namespace ccsim
