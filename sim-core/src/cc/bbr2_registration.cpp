// BBRv2 in the registry.
#include "bbr2_registration.h"

#include <memory>

#include "bbr2.h"

namespace ccsim {

std::vector<MetricInfo> bbr2_metrics() {
  return {
      {"min_rtt_s", "Minimum RTT of the model, over 10 s"},
      {"bandwidth_estimate_bps", "Bandwidth that the model uses: the maximum within its bounds"},
      {"bandwidth_max_bps", "Maximum delivery rate of the last two probing cycles"},
      {"bandwidth_hi_bps", "Long-term upper bound of the bandwidth"},
      {"bandwidth_lo_bps", "Short-term lower bound of the bandwidth, after losses"},
      {"inflight_hi_bytes", "Long-term upper bound of the flight"},
      {"inflight_lo_bytes", "Short-term lower bound of the flight, after losses"},
      {"pacing_gain_ratio", "Pacing rate over bandwidth"},
      {"cwnd_gain_ratio", "Window over BDP"},
      {"extra_acked_bytes", "Part of the window that covers ACK aggregation"},
  };
}

std::vector<std::string> bbr2_phases() {
  return {"startup",         "drain",       "probe_bw_down", "probe_bw_cruise",
          "probe_bw_refill", "probe_bw_up", "probe_rtt"};
}

AlgorithmInfo describe_bbr2() {
  AlgorithmInfo info;
  info.name = "bbr2";
  info.title = "BBRv2";
  info.summary =
      "Models the path by its bandwidth and its minimum RTT, paces at that bandwidth and keeps at "
      "most two BDP in flight. Probes for more every few seconds, stays below what lost more than "
      "2% in a probe, and backs off for a while after losses between probes.";
  info.fidelity = "exact: Google's Linux module v2alpha";
  info.source = "google/bbr, branch v2alpha, net/ipv4/tcp_bbr2.c";
  info.parameters = declare_bbr2_parameters();
  info.metrics = bbr2_metrics();
  info.phases = bbr2_phases();
  info.make = [](const ParameterSet& parameters,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<Bbr2>(bbr2_parameters(parameters), context);
  };
  return info;
}

}  // namespace ccsim
