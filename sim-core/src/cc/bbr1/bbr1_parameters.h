// Everything that can be set about BBRv1, in the controller's units.
#pragma once

#include <cstdint>
#include <vector>

#include "bbr/ack_aggregation.h"
#include "bbr1/policer_detector.h"
#include "ccsim/algorithm.h"
#include "ccsim/parameters.h"
#include "ccsim/units.h"
#include "gain.h"

namespace ccsim {

struct Bbr1Parameters {
  enum class Quantisation : std::uint8_t {
    kLinux,  // +3 send quanta, rounded up to even, +2 packets in the probing phase
    kNs3,    // +3 packets
    kNone,
  };

  Gain high_gain, drain_gain, up_gain, down_gain, cwnd_gain;
  std::int64_t bandwidth_window_rounds;
  Duration min_rtt_window_ns, probe_rtt_duration_ns;
  std::int64_t pacing_margin_percent;
  Packets minimum_cwnd_packets;
  Gain full_pipe_growth;
  std::int64_t full_pipe_rounds;
  Quantisation cwnd_quantisation;
  bool packet_conservation;
  AckAggregation::Settings extra_acked;
  PolicerDetector::Settings policer;
};

[[nodiscard]] Bbr1Parameters bbr1_parameters(const ParameterSet& set);

// What variants of BBRv1 declare as well.
[[nodiscard]] std::vector<ParameterInfo> declare_bbr1_parameters();
// A variant's own parameters and those of BBRv1, some with another default.
[[nodiscard]] std::vector<ParameterInfo> declare_bbr1_variant(
    std::vector<ParameterInfo> own, const std::vector<NamedParameter>& defaults);
[[nodiscard]] std::vector<MetricInfo> bbr1_metrics();
[[nodiscard]] StateMachine bbr1_machine();
// The same states, with other conditions for the transitions named here.
[[nodiscard]] StateMachine bbr1_machine_but(const std::vector<Transition>& changed);

}  // namespace ccsim
