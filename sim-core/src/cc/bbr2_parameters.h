// Everything that can be set about BBRv2, in the controller's units.
#pragma once

#include <cstdint>
#include <vector>

#include "ccsim/algorithm.h"
#include "ccsim/units.h"
#include "gain.h"

namespace ccsim {

enum class CwndQuantisation : std::uint8_t {
  kLinux,  // at least 3 send quanta and the minimum window; +2 packets in UP
  kNs3,    // +3 packets, as ns-3's BBR models do; at least the minimum window
};

struct Bbr2Parameters {
  Gain startup_pacing_gain, startup_cwnd_gain, drain_pacing_gain;
  Gain up_pacing_gain, down_pacing_gain, cruise_pacing_gain, refill_pacing_gain;
  Gain cwnd_gain, probe_rtt_cwnd_gain;
  Duration probe_rtt_interval_ns, probe_rtt_duration_ns, min_rtt_window_ns;
  std::int64_t pacing_margin_percent;
  Packets minimum_cwnd_packets;
  CwndQuantisation cwnd_quantisation;

  Gain full_pipe_growth;
  std::int64_t full_pipe_rounds, startup_loss_events, startup_ecn_rounds;

  bool lower_bounds, upper_bounds;
  Gain loss_threshold, beta, headroom;

  bool ecn;
  Gain ecn_alpha_gain, ecn_alpha_initial, ecn_factor, ecn_threshold, ecn_reprobe_gain;
  Duration ecn_max_rtt_ns;
  bool ecn_cuts_bandwidth_lo, ecn_cuts_bandwidth_hi;

  Duration probe_wait_base_ns, probe_wait_random_ns;
  bool reno_coexistence;
  Gain reno_gain;
  std::int64_t probe_wait_max_rounds, probe_wait_random_rounds;
  Gain up_inflight_gain;
  bool drain_to_target;
  Packets refill_added_packets;

  Gain extra_acked_gain;  // 0: the term is off
  bool extra_acked_in_startup;
  std::int64_t extra_acked_window_rounds;
  Duration extra_acked_max_ns;

  bool undo, fast_path;

  bool operator==(const Bbr2Parameters&) const = default;
};

[[nodiscard]] Bbr2Parameters bbr2_parameters(const ParameterSet& set);

// As declared in the registry; FaiRTT adds its own to these.
[[nodiscard]] std::vector<ParameterInfo> declare_bbr2_parameters();
// The switch that says, beside `ecn`, what packets carry.
[[nodiscard]] ParameterInfo bbr2_ect1_parameter();

}  // namespace ccsim
