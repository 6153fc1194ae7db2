// The ambiguities of the FaiRTT paper (arXiv 2403.19973) as parameters, and the named readings.
#pragma once

#include <cstdint>
#include <vector>

#include "ccsim/algorithm.h"
#include "ccsim/units.h"

namespace ccsim {

struct FairttParameters {
  // Whose minimum RTT is minRTT_t in Algorithm 1?
  enum class MinRttSource : std::uint8_t {
    kOwnRtprop,  // the flow's own, as BBRv2 has it
    kOwnRecent,  // the lowest RTT of the last W_t ACKs of the flow
    kShared,     // ORACLE: the lowest of all flows
  };
  // The threshold alpha_t, equation 5.
  enum class Alpha : std::uint8_t {
    kOwnCount,          // distinct minima in the flow's own window, times their mean
    kRegistryMean,      // ORACLE: distinct minima of all flows, times the mean over flows
    kOwnTimesCount,     // ORACLE: distinct minima of all flows, times the flow's own
    kSharedTimesCount,  // ORACLE: distinct minima of all flows, times the lowest of them
    kAlways,            // 0
    kInfinite,          // never exceeded: plain BBRv2
  };
  // Which uses of the BDP the coefficient cuts.
  enum class AppliedTo : std::uint8_t {
    kCwnd,          // the window only, as Algorithm 1 returns Inflight
    kBdp,           // also the flight that DOWN, UP and the probing clock aim at
    kBdpAndPacing,  // and the pacing rate
  };

  MinRttSource min_rtt_source = MinRttSource::kOwnRtprop;
  Alpha alpha = Alpha::kOwnCount;
  AppliedTo applied_to = AppliedTo::kCwnd;
  double gamma = 0.99;
  double beta = 0.8;
  Duration bin_ns = kMillisecond;
  std::int64_t window_acks = 0;    // W_t; 0: the congestion window in packets
  bool averages_reports = false;   // the registry's mean is over reports, not over flows
  bool counts_rounds = false;      // t of equation 6 counts rounds, not ACKs
  bool restarts_history = false;   // the mean of equation 6 starts anew after ProbeRTT
  bool uses_smoothed_rtt = false;  // lastRTT is SRTT

  [[nodiscard]] bool needs_oracle() const {
    return min_rtt_source == MinRttSource::kShared || alpha == Alpha::kRegistryMean ||
           alpha == Alpha::kOwnTimesCount || alpha == Alpha::kSharedTimesCount;
  }
};

[[nodiscard]] std::vector<ParameterInfo> declare_fairtt_parameters();

// A choice that is given beats the one that the reading makes.
[[nodiscard]] FairttParameters fairtt_parameters(const ParameterSet& set);

}  // namespace ccsim
