// BBRv2 in the registry.
#include "bbr2/bbr2_registration.h"

#include <memory>
#include <utility>

#include "bbr2/bbr2.h"

namespace ccsim {

std::vector<MetricInfo> bbr2_metrics() {
  return {
      {"min_rtt_s", "Minimum RTT of the model, over 10 s"},
      {"bandwidth_estimate_bps", "Bandwidth that the model uses: the maximum within its bounds"},
      {"bandwidth_max_bps", "Maximum delivery rate of the last two probing cycles"},
      {"bandwidth_hi_bps", "Long-term upper bound of the bandwidth"},
      {"bandwidth_lo_bps", "Short-term upper bound of the bandwidth, after losses or marks"},
      {"inflight_hi_bytes", "Long-term upper bound of inflight"},
      {"inflight_lo_bytes", "Short-term upper bound of inflight, after losses or marks"},
      {"pacing_gain_ratio", "Pacing rate over bandwidth"},
      {"cwnd_gain_ratio", "Window over BDP"},
      {"extra_acked_bytes", "Part of the window that covers ACK aggregation"},
  };
}

StateMachine probing_machine(std::string source, std::vector<Transition> transitions) {
  return {
      .source = std::move(source),
      .states = {{"startup", 0, 0, PhaseEffect::kStartUp},
                 {"drain", 0, 1, PhaseEffect::kLowers},
                 {"probe_bw_down", 1, 1, PhaseEffect::kLowers},
                 {"probe_bw_cruise", 2, 1},
                 {"probe_bw_refill", 2, 2, PhaseEffect::kRaises},
                 {"probe_bw_up", 1, 2, PhaseEffect::kRaises},
                 {"probe_rtt", 2, 0, PhaseEffect::kPauses}},
      .groups = {{"ProbeBW",
                  {"probe_bw_down", "probe_bw_cruise", "probe_bw_refill", "probe_bw_up"}}},
      .transitions = std::move(transitions),
  };
}

StateMachine bbr2_machine() {
  return probing_machine(
      "google/bbr, branch v2alpha, net/ipv4/tcp_bbr2.c",
      {{"startup", "drain",
        "For three rounds the bandwidth stayed below 1.25 times what it was, or a round of "
        "recovery lost more than 2%, over at least eight ACKs, or, with ECN, half of each of "
        "two rounds in a row was marked."},
       {"drain", "probe_bw_down", "At most one BDP is in flight."},
       {"probe_bw_down", "probe_bw_cruise",
        "At most one BDP is in flight, and 15% of the upper bound is free."},
       {"probe_bw_down", "probe_bw_refill",
        "The next probe is due already, or a careful probe met no congestion and is repeated."},
       {"probe_bw_cruise", "probe_bw_refill",
        "2 to 3 s have passed, drawn at random, or as many rounds as a Reno flow of this "
        "window takes from loss to loss, at most 63."},
       {"probe_bw_refill", "probe_bw_up", "One round has passed: the pipe is full."},
       {"probe_bw_up", "probe_bw_down",
        "More than 2% were lost, or the bound of the last failed probe is reached, or a "
        "minimum RTT has passed and 1.25 BDP are in flight."},
       {kAnyState, "probe_rtt", "No RTT as low as the minimum was seen for 5 s."},
       {"probe_rtt", "probe_bw_cruise", "At most half a BDP was in flight for 200 ms and a round."},
       {"probe_rtt", "startup", "The same, but Startup had not filled the pipe yet."}});
}

// Counts of marks in packets that are ECT(0), retransmissions, too (TCP_ECN_ECT_PERMANENT); ECT(1)
// in the kernel of L4S, where feedback is accurate (L4STeam/linux, tcp_bbr2.c, bbr2_init()).
EcnRequest bbr2_ecn(const ParameterSet& set) {
  return {.feedback = set.boolean("ecn") ? EcnFeedback::kAccurate : EcnFeedback::kOff,
          .is_l4s = set.boolean("ecn_ect1")};
}

AlgorithmInfo describe_bbr2() {
  AlgorithmInfo info;
  info.name = "bbr2";
  info.title = "BBRv2";
  info.summary =
      "Models the path by its bandwidth and its minimum RTT, paces at that bandwidth and aims its "
      "window at two BDP. Probes for more bandwidth every few seconds, stays below the rate "
      "that lost more than 2% in a probe, and backs off for a while after losses between probes.";
  info.fidelity = "exact: Google's Linux module v2alpha";
  info.source = "google/bbr, branch v2alpha, net/ipv4/tcp_bbr2.c";
  info.parameters = declare_bbr2_parameters();
  info.metrics = bbr2_metrics();
  info.machine = bbr2_machine();
  info.demonstration = {"shallow_buffer", "bbr1"};
  info.ecn = bbr2_ecn;
  info.make = [](const ParameterSet& parameters,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<Bbr2>(parameters.once(bbr2_parameters), context);
  };
  return info;
}

}  // namespace ccsim
