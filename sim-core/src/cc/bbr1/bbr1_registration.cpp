// BBRv1 in the registry: its parameters and how they are read.
#include <string>
#include <utility>
#include <vector>

#include "bbr1/bbr1_parameters.h"
#include "ccsim/parameters.h"

namespace ccsim {
namespace {

std::string in_linux(const char* what) {
  return std::string("Linux net/ipv4/tcp_bbr.c, ") + what;
}

std::vector<ParameterInfo> model_parameters() {
  return {
      number_parameter("high_gain_ratio", 739 / kGainUnit, {1, 8},
                       {"Pacing and window gain in Startup, 2/ln 2", in_linux("bbr_high_gain")}),
      number_parameter("drain_gain_ratio", 88 / kGainUnit, {0.01, 1},
                       {"Pacing gain in Drain", in_linux("bbr_drain_gain")}),
      number_parameter("up_pacing_gain_ratio", 1.25, {1, 4},
                       {"Pacing gain while probing", in_linux("bbr_pacing_gain[0]")}),
      number_parameter("down_pacing_gain_ratio", 0.75, {0.01, 1},
                       {"Pacing gain after probing", in_linux("bbr_pacing_gain[1]")}),
      number_parameter("cwnd_gain_ratio", 2, {1, 8},
                       {"Window gain in ProbeBW", in_linux("bbr_cwnd_gain")}),
      integer_parameter("bandwidth_window_rounds", 10, {1, 31},
                        {"Window of the bandwidth maximum", in_linux("bbr_bw_rtts")}),
      number_parameter("min_rtt_window_s", 10, {0.1, 60},
                       {"Window of the minimum RTT, and the interval of ProbeRTT",
                        in_linux("bbr_min_rtt_win_sec")}),
      number_parameter(
          "probe_rtt_duration_s", 0.2, {0, 1},
          {"Minimum time in ProbeRTT; 0 switches ProbeRTT off", in_linux("bbr_probe_rtt_mode_ms")}),
      number_parameter("full_pipe_growth_ratio", 1.25, {1, 4},
                       {"Factor of bandwidth growth per round below which growth counts as flat",
                        in_linux("bbr_full_bw_thresh")}),
      integer_parameter(
          "full_pipe_rounds", 3, {1, 7},
          {"Flat rounds after which the pipe counts as full", in_linux("bbr_full_bw_cnt")}),
  };
}

std::vector<ParameterInfo> window_parameters() {
  return {
      integer_parameter(
          "pacing_margin_percent", 1, {0, 50},
          {"Pace this much below gain times bandwidth", in_linux("bbr_pacing_margin_percent")}),
      integer_parameter(
          "minimum_cwnd_packets", 4, {1, 15},
          {"Smallest window, and the window of ProbeRTT", in_linux("bbr_cwnd_min_target")}),
      choice_parameter("cwnd_quantisation", {"linux", "ns3", "none"},
                       {"How the window is rounded: linux adds three send quanta, makes it even "
                        "and adds 2 packets while probing, ns3 adds 3 packets",
                        in_linux("bbr_quantization_budget(); ns-3 tcp-bbr.cc")}),
      boolean_parameter("packet_conservation", true,
                        {"In the first round of recovery, send only as much as is delivered",
                         in_linux("bbr_set_cwnd_to_recover_or_restore()")}),
      boolean_parameter("extra_acked", true,
                        {"Enlarge the window by the measured ACK aggregation",
                         in_linux("bbr_ack_aggregation_cwnd()")}),
      integer_parameter(
          "extra_acked_window_rounds", 5, {1, 31},
          {"Length of each of the two slots of its maximum", in_linux("bbr_extra_acked_win_rtts")}),
      number_parameter(
          "extra_acked_max_s", 0.1, {0, 1},
          {"Upper bound, as time at the estimated bandwidth", in_linux("bbr_extra_acked_max_us")}),
  };
}

std::vector<ParameterInfo> policer_parameters() {
  return {
      boolean_parameter(
          "lt_bw", true,
          {"Detect token-bucket policers and use their rate", in_linux("bbr_lt_bw_sampling()")}),
      integer_parameter("lt_bw_interval_rounds", 4, {1, 31},
                        {"Shortest sampling interval", in_linux("bbr_lt_intvl_min_rtts")}),
      number_parameter("lt_bw_loss_threshold_ratio", 50 / kGainUnit, {0, 1},
                       {"An interval with at least this much loss per delivery is lossy",
                        in_linux("bbr_lt_loss_thresh")}),
      number_parameter("lt_bw_tolerance_ratio", 0.125, {0, 1},
                       {"Two intervals agree if their rates differ by at most this",
                        in_linux("bbr_lt_bw_ratio")}),
      integer_parameter("lt_bw_difference_bps", 4000, {0, 1e9},
                        {"... or by at most this", in_linux("bbr_lt_bw_diff")}),
      integer_parameter(
          "lt_bw_use_rounds", 48, {1, 127},
          {"Number of rounds for which a policer's rate is used", in_linux("bbr_lt_bw_max_rtts")}),
  };
}

Bbr1Parameters::Quantisation quantisation(const std::string& choice) {
  using Quantisation = Bbr1Parameters::Quantisation;
  if (choice == "ns3") return Quantisation::kNs3;
  return choice == "none" ? Quantisation::kNone : Quantisation::kLinux;
}

}  // namespace

Bbr1Parameters bbr1_parameters(const ParameterSet& set) {
  const auto gain = [&set](const char* name) { return Gain::from_ratio(set.number(name)); };
  Bbr1Parameters p{};
  p.high_gain = gain("high_gain_ratio");
  p.drain_gain = gain("drain_gain_ratio");
  p.up_gain = gain("up_pacing_gain_ratio");
  p.down_gain = gain("down_pacing_gain_ratio");
  p.cwnd_gain = gain("cwnd_gain_ratio");
  p.bandwidth_window_rounds = set.integer("bandwidth_window_rounds");
  p.min_rtt_window_ns = to_ns(set.number("min_rtt_window_s"));
  p.probe_rtt_duration_ns = to_ns(set.number("probe_rtt_duration_s"));
  p.pacing_margin_percent = set.integer("pacing_margin_percent");
  p.minimum_cwnd_packets = set.integer("minimum_cwnd_packets");
  p.full_pipe_growth = gain("full_pipe_growth_ratio");
  p.full_pipe_rounds = set.integer("full_pipe_rounds");
  p.cwnd_quantisation = quantisation(set.choice("cwnd_quantisation"));
  p.packet_conservation = set.boolean("packet_conservation");
  p.extra_acked = {set.boolean("extra_acked") ? kUnitGain : Gain::in_256ths(0),
                   set.integer("extra_acked_window_rounds"),
                   to_ns(set.number("extra_acked_max_s"))};
  p.policer = {set.boolean("lt_bw"),
               set.integer("lt_bw_interval_rounds"),
               gain("lt_bw_loss_threshold_ratio"),
               gain("lt_bw_tolerance_ratio"),
               set.integer("lt_bw_difference_bps"),
               set.integer("lt_bw_use_rounds")};
  return p;
}

StateMachine bbr1_machine() {
  return {
      .source = "Linux net/ipv4/tcp_bbr.c; Cardwell et al., ACM Queue 14(5), 2016",
      .states = {{"startup", 0, 0, PhaseEffect::kStartUp},
                 {"drain", 0, 1, PhaseEffect::kLowers},
                 {"probe_bw_up", 2, 1, PhaseEffect::kRaises},
                 {"probe_bw_down", 2, 2, PhaseEffect::kLowers},
                 {"probe_bw_cruise", 1, 1},
                 {"probe_bw_policed", 1, 2},
                 {"probe_rtt", 2, 0, PhaseEffect::kPauses}},
      .groups = {{"ProbeBW",
                  {"probe_bw_cruise", "probe_bw_up", "probe_bw_policed", "probe_bw_down"}}},
      .transitions =
          {{"startup", "drain",
            "For three rounds the bandwidth stayed below 1.25 times what it was: the pipe is "
            "full."},
           {"drain", "ProbeBW",
            "At most one BDP is in flight. The cycle begins at random, but never with Down."},
           {"probe_bw_cruise", "probe_bw_up",
            "Up to six phases of one minimum RTT each have passed."},
           {"probe_bw_up", "probe_bw_down",
            "A minimum RTT has passed, and 1.25 BDP are in flight or something was lost."},
           {"probe_bw_down", "probe_bw_cruise",
            "A minimum RTT has passed, or at most one BDP is in flight."},
           {"ProbeBW", "probe_bw_policed",
            "Two lossy intervals with like rates look like a policer."},
           {"probe_bw_policed", "probe_bw_cruise",
            "The policer’s rate was used for 48 rounds. The cycle resumes at random, as after "
            "Drain."},
           {kAnyState, "probe_rtt", "No RTT as low as the minimum was seen for 10 s."},
           {"probe_rtt", "ProbeBW",
            "At most four packets were in flight for 200 ms and a round. The cycle resumes at "
            "random."},
           {"probe_rtt", "startup", "The same, but Startup had not filled the pipe yet."}},
  };
}

StateMachine bbr1_machine_but(const std::vector<Transition>& changed) {
  StateMachine machine = bbr1_machine();
  for (Transition& transition : machine.transitions) {
    for (const Transition& other : changed) {
      if (transition.from == other.from && transition.to == other.to) transition.when = other.when;
    }
  }
  return machine;
}

std::vector<ParameterInfo> declare_bbr1_parameters() {
  std::vector<ParameterInfo> all;
  for (auto& part : {model_parameters(), window_parameters(), policer_parameters()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

std::vector<ParameterInfo> declare_bbr1_variant(std::vector<ParameterInfo> own,
                                                const std::vector<NamedParameter>& defaults) {
  for (ParameterInfo& parameter : declare_bbr1_parameters()) {
    for (const NamedParameter& given : defaults) {
      if (given.name == parameter.name) parameter.default_value = given.value;
    }
    own.push_back(std::move(parameter));
  }
  return own;
}

std::vector<MetricInfo> bbr1_metrics() {
  return {
      {"min_rtt_s", "Minimum RTT over 10 s"},
      {"bandwidth_estimate_bps", "Bandwidth that the model uses"},
      {"bandwidth_policed_bps", "Rate of a policer, while one is believed to limit the flow"},
      {"pacing_gain_ratio", "Pacing rate over bandwidth"},
      {"cwnd_gain_ratio", "Window over BDP"},
      {"extra_acked_bytes", "Part of the window that covers ACK aggregation"},
  };
}

}  // namespace ccsim
