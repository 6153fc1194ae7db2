// Everything that can be set about BBRv2, in the controller's units.
#pragma once

#include <cstdint>
#include <vector>

#include "bbr/bbr_probing_parameters.h"
#include "ccsim/algorithm.h"
#include "ccsim/units.h"
#include "gain.h"

namespace ccsim {

enum class CwndQuantisation : std::uint8_t {
  kLinux,  // at least 3 send quanta and the minimum window; +2 packets in UP
  kNs3,    // +3 packets, as ns-3's BBR models do; at least the minimum window
};

struct Bbr2Parameters : BbrProbingParameters<Gain> {
  explicit Bbr2Parameters(const ParameterSet& set);

  CwndQuantisation cwnd_quantisation;
  bool ecn_cuts_bandwidth_lo, ecn_cuts_bandwidth_hi;
  Gain reno_gain;
  Gain up_inflight_gain;
  bool drain_to_target;
  Packets refill_added_packets;

  Gain extra_acked_gain;  // 0: the term is off
  bool extra_acked_in_startup;
  std::int64_t extra_acked_window_rounds;
  Duration extra_acked_max_ns;

  bool operator==(const Bbr2Parameters&) const = default;
};

[[nodiscard]] Bbr2Parameters bbr2_parameters(const ParameterSet& set);

// As declared in the registry; FaiRTT adds its own to these.
[[nodiscard]] std::vector<ParameterInfo> declare_bbr2_parameters();
// The switch that says, beside `ecn`, what packets carry.
[[nodiscard]] ParameterInfo bbr2_ect1_parameter();

}  // namespace ccsim
