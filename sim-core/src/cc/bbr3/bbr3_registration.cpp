// BBRv3 in the registry.
#include <memory>

#include "bbr2/bbr2_registration.h"
#include "bbr3/bbr3.h"

namespace ccsim {
namespace {

std::vector<MetricInfo> bbr3_metrics() {
  return {
      {"min_rtt_s", "Minimum RTT of the model, over 10 s"},
      {"bandwidth_estimate_bps", "Bandwidth that the model uses: the maximum within its bound"},
      {"bandwidth_max_bps", "Maximum delivery rate of the last two probing cycles"},
      {"bandwidth_lo_bps",
       "Short-term bound of the bandwidth, after losses (the draft’s bw_shortterm)"},
      {"inflight_hi_bytes", "Long-term bound of inflight (the draft’s inflight_longterm)"},
      {"inflight_lo_bytes",
       "Short-term bound of inflight, after losses (the draft’s inflight_shortterm)"},
      {"pacing_gain_ratio", "Pacing rate over bandwidth"},
      {"cwnd_gain_ratio", "Window over BDP"},
      {"extra_acked_bytes", "Part of the window that covers ACK aggregation"},
  };
}

StateMachine bbr3_machine() {
  return probing_machine(
      "draft-ietf-ccwg-bbr-06, sections 5.1 to 5.4",
      {{"startup", "drain",
        "For three rounds the bandwidth stayed below 1.25 times what it was, or a round of "
        "recovery lost more than 2%, in at least six places."},
       {"drain", "probe_bw_down",
        "At most one BDP is in flight, or more than three rounds have passed."},
       {"probe_bw_down", "probe_bw_cruise",
        "At most one BDP is in flight, and 15% of the upper bound is free."},
       {"probe_bw_down", "probe_bw_refill",
        "The next probe is due already; or a careful probe met no congestion and is repeated; "
        "or the losses that ended a probe were spurious."},
       {"probe_bw_cruise", "probe_bw_refill",
        "2 to 3 s have passed, drawn at random, or as many rounds as a Reno flow of this "
        "window takes from loss to loss, at most 63; or the losses that ended a probe were "
        "spurious."},
       {"probe_bw_refill", "probe_bw_up", "One round has passed: the pipe is full."},
       {"probe_bw_up", "probe_bw_down",
        "For three rounds the bandwidth stayed below 1.25 times what it was and the upper "
        "bound was not what held it; or more than 2% were lost; or the bound of the last "
        "failed probe is reached."},
       {"ProbeBW", "startup", "The losses that ended Startup were spurious."},
       {"drain", "startup", "The losses that ended Startup were spurious."},
       {kAnyState, "probe_rtt", "No RTT lower than the minimum was seen for 5 s."},
       {"probe_rtt", "probe_bw_cruise", "At most half a BDP was in flight for 200 ms and a round."},
       {"probe_rtt", "startup", "The same, but Startup had not filled the pipe yet."}});
}

}  // namespace

AlgorithmInfo describe_bbr3() {
  AlgorithmInfo info;
  info.name = "bbr3";
  info.title = "BBRv3";
  info.summary =
      "BBRv2 revised: models the path by its bandwidth and its minimum RTT and aims its window at "
      "two BDP. A probe for more bandwidth continues until the bandwidth stops growing, more "
      "than 2% are lost, or the bound of the last failed probe is reached, and it drains more "
      "gently afterwards. The rules are those of the IETF draft; where Google’s Linux branch "
      "differs, its rule can be chosen one by one or all at once.";
  info.fidelity = "exact: draft-ietf-ccwg-bbr-06, or Google's Linux branch v3 by a parameter";
  info.source = "draft-ietf-ccwg-bbr-06 (6 July 2026); google/bbr, branch v3, net/ipv4/tcp_bbr.c";
  info.parameters = declare_bbr3_parameters();
  info.metrics = bbr3_metrics();
  info.machine = bbr3_machine();
  info.demonstration = {"shallow_buffer", "bbr2"};
  info.ecn = bbr2_ecn;
  info.make = [](const ParameterSet& parameters,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<Bbr3>(parameters.once(bbr3_parameters), context);
  };
  return info;
}

}  // namespace ccsim
