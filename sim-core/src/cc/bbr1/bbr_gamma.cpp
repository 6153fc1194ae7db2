// RECONSTRUCTION of the gamma-shaped pacing-gain model of Yang et al., Sensors, 2023, the nearest
// public relative of BBR-GC (Pan et al., Sensors 21:4128), whose gain functions are not public. The
// two gains are public, where they apply is assumed: see `assumptions` below. This file is the
// difference from BBRv1.
//
//   omega = RTT / highest RTT of the connection
//   gain while probing = 1.5 - 0.5 * omega^(1/4), after it 1 - 0.5 * omega^4
#include <algorithm>
#include <cmath>
#include <memory>

#include "bbr1/bbr1.h"
#include "ccsim/parameters.h"

namespace ccsim {
namespace {

class BbrGamma final : public BasicBbr1<BbrGamma> {
  friend class BasicBbr1<BbrGamma>;

 public:
  BbrGamma(const Bbr1Parameters& host, double depth, const ControllerContext& context)
      : BasicBbr1(host, context), depth_(depth) {}

  void observe(StateSink& sink) const override {
    BasicBbr1::observe(sink);
    sink.number("gamma_omega_ratio", omega_);
  }

 private:
  void begin_ack(const AckEvent& ack) {
    if (ack.sample.rtt_ns <= 0) return;
    highest_rtt_ns_ = std::max(highest_rtt_ns_, ack.sample.rtt_ns);
    omega_ = static_cast<double>(ack.sample.rtt_ns) / static_cast<double>(highest_rtt_ns_);
  }

  // Square roots and products: the same bits on every machine.
  [[nodiscard]] Gain cycle_gain() const {
    const Gain plain = BasicBbr1::cycle_gain();
    if (plain > kUnitGain) {
      return Gain::from_ratio(1 + depth_ - depth_ * std::sqrt(std::sqrt(omega_)));
    }
    if (plain < kUnitGain) {
      const double square = omega_ * omega_;
      return Gain::from_ratio(1 - depth_ * square * square);
    }
    return plain;
  }

  double depth_;
  Duration highest_rtt_ns_ = 0;
  double omega_ = 1;
};

}  // namespace

AlgorithmInfo describe_bbr_gamma() {
  AlgorithmInfo info;
  info.name = "bbr_gamma";
  info.title = "BBR, gamma gains";
  info.summary =
      "BBRv1 whose two gains of the cycle follow its RTT: it probes harder while its RTT is far "
      "below the highest that it has seen, and drains deeper near it. The nearest public relative "
      "of BBR-GC.";
  info.fidelity = "reconstruction: the two gains are public, where they apply is assumed";
  info.assumptions = {
      "Both gains follow the RTT of every ACK during their phase, not the one at its start.",
      "The highest RTT is that of the whole connection, Startup included.",
      "Drain and the ends of the phases are BBRv1's.",
      "BBR-GC itself: its published pseudo-code names the two gains, its functions for them are "
      "not "
      "public; these are Yang's.",
  };
  info.source = "Yang et al., Sensors, 2023; Pan et al., Sensors 21:4128, 2021, algorithm 1";
  info.base = "bbr1";
  info.parameters = declare_bbr1_variant(
      {number_parameter("gain_depth_ratio", 0.5, {0, 0.9},
                        {"How far the gains go from 1 at most", "Yang et al., Sensors, 2023"})},
      {});
  info.metrics = bbr1_metrics();
  info.metrics.push_back({"gamma_omega_ratio", "RTT over the highest RTT of the connection"});
  info.machine = bbr1_machine_but(
      {{"probe_bw_up", "probe_bw_down",
        "A minimum RTT has passed, and the BDP times the gain of the moment is in flight or "
        "something was lost."}});
  info.demonstration = {"unlike_rtts", "bbr1"};
  info.make = [](const ParameterSet& set,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<BbrGamma>(bbr1_parameters(set), set.number("gain_depth_ratio"),
                                      context);
  };
  return info;
}

}  // namespace ccsim
