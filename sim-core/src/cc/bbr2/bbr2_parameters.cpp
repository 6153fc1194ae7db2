#include "bbr2/bbr2_parameters.h"

#include <algorithm>
#include <string>

#include "ccsim/parameters.h"

namespace ccsim {
namespace {

constexpr const char* kModule = "google/bbr v2alpha net/ipv4/tcp_bbr2.c";

std::string in_module(const char* what) {
  return std::string(kModule) + ", " + what;
}

std::vector<ParameterInfo> gains() {
  return {
      number_parameter("startup_pacing_gain_ratio", 739 / kGainUnit, {1, 8},
                       {"Pacing gain in Startup, 2/ln 2", in_module("bbr_high_gain")}),
      number_parameter("startup_cwnd_gain_ratio", 739 / kGainUnit, {1, 8},
                       {"Window gain in Startup and Drain", in_module("bbr_startup_cwnd_gain")}),
      number_parameter("drain_pacing_gain_ratio", 88 / kGainUnit, {0.01, 1},
                       {"Pacing gain in Drain", in_module("bbr_drain_gain")}),
      number_parameter("up_pacing_gain_ratio", 1.25, {1, 4},
                       {"Pacing gain while probing upwards", in_module("bbr_pacing_gain[0]")}),
      number_parameter(
          "down_pacing_gain_ratio", 0.75, {0.01, 1},
          {"Pacing gain while draining after a probe", in_module("bbr_pacing_gain[1]")}),
      number_parameter("cruise_pacing_gain_ratio", 1, {0.01, 2},
                       {"Pacing gain between probes", in_module("bbr_pacing_gain[2]")}),
      number_parameter(
          "refill_pacing_gain_ratio", 1, {0.01, 2},
          {"Pacing gain while the pipe fills before a probe", in_module("bbr_pacing_gain[3]")}),
      number_parameter("cwnd_gain_ratio", 2, {1, 8},
                       {"Window gain in ProbeBW", in_module("bbr_cwnd_gain")}),
      number_parameter("probe_rtt_cwnd_gain_ratio", 0.5, {0, 1},
                       {"Inflight in ProbeRTT as a fraction of the BDP; 0 means the minimum window",
                        in_module("bbr_probe_rtt_cwnd_gain")}),
      number_parameter("up_inflight_gain_ratio", 1.25, {1, 2},
                       {"Probing upwards may end once inflight reaches this multiple of the BDP",
                        in_module("bbr_bw_probe_pif_gain")}),
  };
}

std::vector<ParameterInfo> window_and_pacing() {
  return {
      integer_parameter(
          "pacing_margin_percent", 1, {0, 50},
          {"Pace this much below gain times bandwidth", in_module("bbr_pacing_margin_percent")}),
      integer_parameter("minimum_cwnd_packets", 4, {1, 15},
                        {"Smallest window", in_module("bbr_cwnd_min_target")}),
      choice_parameter("cwnd_quantisation", {"linux", "ns3"},
                       {"How the window is rounded: linux keeps at least three send quanta and "
                        "adds 2 packets while probing upwards, ns3 adds 3 packets always",
                        in_module("bbr_quantization_budget(); ns-3 tcp-bbr.cc")}),
      boolean_parameter("extra_acked", true,
                        {"Enlarge the window by the measured ACK aggregation",
                         in_module("bbr_ack_aggregation_cwnd()")}),
      number_parameter("extra_acked_gain_ratio", 1, {0, 4},
                       {"Factor on that aggregation", in_module("bbr_extra_acked_gain")}),
      boolean_parameter(
          "extra_acked_in_startup", true,
          {"Use it in Startup too, over one round", in_module("bbr_extra_acked_in_startup")}),
      integer_parameter("extra_acked_window_rounds", 5, {1, 31},
                        {"Length of each of the two slots of its maximum",
                         in_module("bbr_extra_acked_win_rtts")}),
      number_parameter(
          "extra_acked_max_s", 0.1, {0, 1},
          {"Upper bound, as time at the estimated bandwidth", in_module("bbr_extra_acked_max_us")}),
      boolean_parameter("fast_path", true,
                        {"Skip work on application-limited ACKs that change nothing",
                         in_module("bbr_fast_path")}),
  };
}

std::vector<ParameterInfo> min_rtt_and_startup() {
  return {
      number_parameter("probe_rtt_interval_s", 5, {0.1, 16},
                       {"Enter ProbeRTT after this time without an RTT as low as the minimum; at "
                        "most the window of the minimum RTT",
                        in_module("bbr_probe_rtt_win_ms")}),
      number_parameter("probe_rtt_duration_s", 0.2, {0, 0.5},
                       {"Minimum time in ProbeRTT; 0 switches ProbeRTT off",
                        in_module("bbr_probe_rtt_mode_ms")}),
      number_parameter(
          "min_rtt_window_s", 10, {0.1, 31},
          {"Window of the minimum RTT of the model", in_module("bbr_min_rtt_win_sec")}),
      number_parameter("full_pipe_growth_ratio", 1.25, {1, 4},
                       {"Factor of bandwidth growth per round below which growth counts as flat",
                        in_module("bbr_full_bw_thresh")}),
      integer_parameter(
          "full_pipe_rounds", 3, {1, 7},
          {"Flat rounds after which the pipe counts as full", in_module("bbr_full_bw_cnt")}),
      integer_parameter("startup_loss_events", 8, {0, 15},
                        {"ACKs with losses in a round that may end Startup; 0 switches it off",
                         in_module("bbr_full_loss_cnt")}),
      integer_parameter("startup_ecn_rounds", 2, {0, 3},
                        {"Rounds of heavy marking that end Startup; 0 switches it off",
                         in_module("bbr_full_ecn_cnt")}),
  };
}

std::vector<ParameterInfo> bounds() {
  return {
      boolean_parameter("lower_bounds", true,
                        {"Reduce bandwidth and inflight for a while after a round with loss",
                         in_module("bbr2_adapt_lower_bounds()")}),
      boolean_parameter("upper_bounds", true,
                        {"Bound inflight when a probe loses too much",
                         in_module("bbr2_handle_inflight_too_high()")}),
      number_parameter("loss_threshold_ratio", 5 / kGainUnit, {0, 0.99},
                       {"A probe that loses more than this fraction of inflight is too high",
                        in_module("bbr_loss_thresh")}),
      number_parameter("beta_ratio", 76 / kGainUnit, {0, 0.99},
                       {"Bounds are reduced by this fraction", in_module("bbr_beta")}),
      number_parameter("headroom_ratio", 38 / kGainUnit, {0, 0.99},
                       {"Fraction of the upper bound left free while cruising",
                        in_module("bbr_inflight_headroom")}),
      boolean_parameter("undo", true,
                        {"Undo reductions when the recovery was spurious", in_module("bbr_undo")}),
  };
}

std::vector<ParameterInfo> probing() {
  return {
      number_parameter(
          "probe_wait_base_s", 2, {0, 67},
          {"Minimum time between bandwidth probes", in_module("bbr_bw_probe_base_us")}),
      number_parameter("probe_wait_random_s", 1, {0, 67},
                       {"Additional random time, uniform", in_module("bbr_bw_probe_rand_us")}),
      boolean_parameter("reno_coexistence", true,
                        {"Probe as soon as a Reno flow with the same window would",
                         in_module("bbr2_is_reno_coexistence_probe_time()")}),
      number_parameter("reno_gain_ratio", 1, {0, 2},
                       {"Rounds between probes per packet of target inflight",
                        in_module("bbr_bw_probe_reno_gain")}),
      integer_parameter(
          "probe_wait_max_rounds", 63, {1, 255},
          {"Maximum number of rounds between probes", in_module("bbr_bw_probe_max_rounds")}),
      integer_parameter("probe_wait_random_rounds", 2, {1, 15},
                        {"The round count starts at a random value below this",
                         in_module("bbr_bw_probe_rand_rounds")}),
      boolean_parameter("drain_to_target", true,
                        {"Stay in the draining phase until inflight is at most the BDP",
                         in_module("bbr_drain_to_target")}),
      integer_parameter("refill_added_packets", 0, {0, 3},
                        {"Packets added to a finite upper bound before each probe",
                         in_module("bbr_refill_add_inc")}),
  };
}

// With `ecn` off none of these has an effect. With it on, the average of marks decays from its
// first value, and a probe that loses too much is cut by it, also where nothing is marked.
std::vector<ParameterInfo> ecn() {
  return {
      boolean_parameter("ecn", false,
                        {"React to DCTCP-style ECN marks", in_module("bbr_ecn_enable")}),
      number_parameter("ecn_max_rtt_s", 0.005, {0, 0.524},
                       {"Only if the minimum RTT is at most this; 0 means any",
                        in_module("bbr_ecn_max_rtt_us")}),
      number_parameter(
          "ecn_alpha_gain_ratio", 16 / kGainUnit, {0, 0.99},
          {"Weight of the newest round in the mark average", in_module("bbr_ecn_alpha_gain")}),
      number_parameter("ecn_alpha_initial_ratio", 1, {0, 1},
                       {"First value of the mark average", in_module("bbr_ecn_alpha_init")}),
      number_parameter("ecn_factor_ratio", 85 / kGainUnit, {0, 0.99},
                       {"Bounds are reduced by this times the mark average; 0 switches "
                        "reductions off",
                        in_module("bbr_ecn_factor")}),
      number_parameter("ecn_threshold_ratio", 0.5, {0, 0.99},
                       {"A probe with at least this fraction marked is too high; 0 switches it off",
                        in_module("bbr_ecn_thresh")}),
      number_parameter("ecn_reprobe_gain_ratio", 0, {0, 1.99},
                       {"Probe at once when marks cease, from this fraction of the upper bound; "
                        "0 is off",
                        in_module("bbr_ecn_reprobe_gain")}),
      boolean_parameter(
          "ecn_cuts_bandwidth_lo", true,
          {"Marks reduce the short-term bandwidth bound", in_module("bbr_ecn_bw_lo")}),
      boolean_parameter("ecn_cuts_bandwidth_hi", true,
                        {"Marks reduce the long-term bandwidth bound", in_module("bbr_ecn_bw_hi")}),
      bbr2_ect1_parameter(),
  };
}

}  // namespace

ParameterInfo bbr2_ect1_parameter() {
  return added_later(boolean_parameter(
      "ecn_ect1", false,
      {"Packets leave as ECT(1), so that DualPI2 takes them into its low-latency queue. Only with "
       "accurate ECN, where ECN is on; without it they leave as ECT(0), as Google's do",
       "L4STeam/linux, net/ipv4/tcp_bbr2.c, bbr2_init(): TCP_ECN_ECT_1"}));
}

std::vector<ParameterInfo> declare_bbr2_parameters() {
  std::vector<ParameterInfo> all;
  for (auto& part :
       {gains(), window_and_pacing(), min_rtt_and_startup(), bounds(), probing(), ecn()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

Bbr2Parameters::Bbr2Parameters(const ParameterSet& set) {
  const auto gain = [&set](const char* name) { return Gain::from_ratio(set.number(name)); };
  read(set);
  startup_pacing_gain = gain("startup_pacing_gain_ratio");
  drain_pacing_gain = gain("drain_pacing_gain_ratio");
  down_pacing_gain = gain("down_pacing_gain_ratio");
  up_inflight_gain = gain("up_inflight_gain_ratio");
  loss_threshold = gain("loss_threshold_ratio");
  beta = gain("beta_ratio");
  headroom = gain("headroom_ratio");
  cwnd_quantisation =
      set.choice("cwnd_quantisation") == "ns3" ? CwndQuantisation::kNs3 : CwndQuantisation::kLinux;
  extra_acked_gain =
      set.boolean("extra_acked") ? gain("extra_acked_gain_ratio") : Gain::in_256ths(0);
  extra_acked_in_startup = set.boolean("extra_acked_in_startup");
  extra_acked_window_rounds = set.integer("extra_acked_window_rounds");
  extra_acked_max_ns = to_ns(set.number("extra_acked_max_s"));
  fast_path = set.boolean("fast_path");
  startup_losses = set.integer("startup_loss_events");
  reno_gain = gain("reno_gain_ratio");
  drain_to_target = set.boolean("drain_to_target");
  refill_added_packets = set.integer("refill_added_packets");
  ecn_cuts_bandwidth_lo = set.boolean("ecn_cuts_bandwidth_lo");
  ecn_cuts_bandwidth_hi = set.boolean("ecn_cuts_bandwidth_hi");
}

Bbr2Parameters bbr2_parameters(const ParameterSet& set) {
  return Bbr2Parameters(set);
}

}  // namespace ccsim
