// What can be set about BBRv2 and BBRv3 alike, in the controller's units.
#pragma once

#include <algorithm>
#include <cstdint>

#include "ccsim/algorithm.h"
#include "ccsim/parameters.h"
#include "ccsim/units.h"
#include "gain.h"

namespace ccsim {

// In the resolution of the gains that the version is specified in; what marks do is the kernel's.
template <class AnyGain>
struct BbrProbingParameters {
  using ModelGain = AnyGain;

  AnyGain startup_pacing_gain, startup_cwnd_gain, drain_pacing_gain;
  AnyGain up_pacing_gain, down_pacing_gain, cruise_pacing_gain, refill_pacing_gain;
  AnyGain cwnd_gain, probe_rtt_cwnd_gain;
  Duration probe_rtt_interval_ns, probe_rtt_duration_ns, min_rtt_window_ns;
  std::int64_t pacing_margin_percent;
  Packets minimum_cwnd_packets;

  AnyGain full_pipe_growth;
  std::int64_t full_pipe_rounds, startup_losses, startup_ecn_rounds;

  bool lower_bounds, upper_bounds;
  AnyGain loss_threshold, beta, headroom;

  bool ecn;
  Gain ecn_alpha_gain, ecn_alpha_initial, ecn_factor, ecn_threshold, ecn_reprobe_gain;
  Duration ecn_max_rtt_ns;

  Duration probe_wait_base_ns, probe_wait_random_ns;
  bool reno_coexistence;
  std::int64_t probe_wait_max_rounds, probe_wait_random_rounds;

  bool undo, fast_path;

  bool operator==(const BbrProbingParameters&) const = default;

 protected:
  // All but those that BBRv3 has by its rules: gains of Startup, Drain and DOWN, what loss does,
  // and the fast path.
  void read(const ParameterSet& set);
};

template <class AnyGain>
void BbrProbingParameters<AnyGain>::read(const ParameterSet& set) {
  const auto gain = [&set](const char* name) { return AnyGain::from_ratio(set.number(name)); };
  const auto mark_gain = [&set](const char* name) { return Gain::from_ratio(set.number(name)); };
  const auto duration_ns = [&set](const char* name) { return to_ns(set.number(name)); };
  startup_cwnd_gain = gain("startup_cwnd_gain_ratio");
  up_pacing_gain = gain("up_pacing_gain_ratio");
  cruise_pacing_gain = gain("cruise_pacing_gain_ratio");
  refill_pacing_gain = gain("refill_pacing_gain_ratio");
  cwnd_gain = gain("cwnd_gain_ratio");
  probe_rtt_cwnd_gain = gain("probe_rtt_cwnd_gain_ratio");
  min_rtt_window_ns = duration_ns("min_rtt_window_s");
  probe_rtt_interval_ns = std::min(duration_ns("probe_rtt_interval_s"), min_rtt_window_ns);
  probe_rtt_duration_ns = duration_ns("probe_rtt_duration_s");
  pacing_margin_percent = set.integer("pacing_margin_percent");
  minimum_cwnd_packets = set.integer("minimum_cwnd_packets");
  full_pipe_growth = gain("full_pipe_growth_ratio");
  full_pipe_rounds = set.integer("full_pipe_rounds");
  startup_ecn_rounds = set.integer("startup_ecn_rounds");
  lower_bounds = set.boolean("lower_bounds");
  upper_bounds = set.boolean("upper_bounds");
  ecn = set.boolean("ecn");
  ecn_alpha_gain = mark_gain("ecn_alpha_gain_ratio");
  ecn_alpha_initial = mark_gain("ecn_alpha_initial_ratio");
  ecn_factor = mark_gain("ecn_factor_ratio");
  ecn_threshold = mark_gain("ecn_threshold_ratio");
  ecn_reprobe_gain = mark_gain("ecn_reprobe_gain_ratio");
  ecn_max_rtt_ns = duration_ns("ecn_max_rtt_s");
  probe_wait_base_ns = duration_ns("probe_wait_base_s");
  probe_wait_random_ns = duration_ns("probe_wait_random_s");
  reno_coexistence = set.boolean("reno_coexistence");
  probe_wait_max_rounds = set.integer("probe_wait_max_rounds");
  probe_wait_random_rounds = set.integer("probe_wait_random_rounds");
  undo = set.boolean("undo");
}

}  // namespace ccsim
