#include "bbr3/bbr3_parameters.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "bbr2/bbr2_parameters.h"
#include "ccsim/parameters.h"

namespace ccsim {
namespace {

constexpr const char* kByRules = "by_rules";
constexpr const char* kLinux = "linux";

std::string in_both(const char* in_draft, const char* in_linux) {
  return std::string("draft-ietf-ccwg-bbr-06, ") + in_draft +
         "; google/bbr v3 net/ipv4/tcp_bbr.c, " + in_linux;
}
std::string in_draft(const char* where) {
  return std::string("draft-ietf-ccwg-bbr-06, ") + where;
}
std::string in_linux(const char* where) {
  return std::string("google/bbr v3 net/ipv4/tcp_bbr.c, ") + where;
}

// A rule in which the draft and Linux differ. `is_linux` says which of the two holds.
struct Rule {
  const char* name;
  const char* of_draft;
  const char* of_linux;
  const char* description;
  const char* in_draft;
  const char* in_linux;
  bool Bbr3Parameters::* is_linux;
  bool is_later = false;  // declared after results had been stored without it
};

constexpr std::array<Rule, 20> kRules = {{
    {"full_pipe_test", "round_starts", "every_ack",
     "Which samples show that the bandwidth still grows: those that start a round, or all",
     "CheckFullBWReached()", "bbr_check_full_bw_reached()",
     &Bbr3Parameters::full_pipe_on_every_ack},
    {"startup_loss_count", "ranges", "acks",
     "What is counted of the losses that may end Startup: discontiguous ranges of packets, or ACKs "
     "with losses",
     "CheckStartupHighLoss()", "bbr_check_loss_too_high_in_startup()",
     &Bbr3Parameters::startup_loss_by_acks},
    {"startup_window", "by_delivered", "by_size",
     "Until when Startup's window ignores the model: an initial window is delivered, or the window "
     "has reached two initial ones",
     "SetCwnd()", "bbr_set_cwnd()", &Bbr3Parameters::startup_window_by_size},
    {"drain_exit", "by_rounds_too", "by_flight",
     "What ends Drain: one BDP in flight or more than three rounds, or the flight alone, against "
     "the BDP of the largest bandwidth",
     "CheckDrainDone()", "bbr_check_drain()", &Bbr3Parameters::drain_until_empty},
    {"drain_entry", "keeps_signals", "clears_signals",
     "Whether what Startup's last round lost still cuts the short-term bounds in Drain",
     "EnterDrain()", "bbr_check_drain()", &Bbr3Parameters::drain_forgets_losses},
    {"flight", "in_flight", "at_departure",
     "What is compared with targets: what is in flight, or what will be in the network when the "
     "pacer lets the next packet go",
     "IsTimeToCruise(), IsTimeToGoDown(), CheckDrainDone()", "bbr_packets_in_net_at_edt()",
     &Bbr3Parameters::flight_at_departure},
    {"target_inflight", "bdp", "with_budget",
     "The target of Reno coexistence and of the bounds: the BDP, or the BDP but at least three "
     "send quanta",
     "TargetInflight()", "bbr_target_inflight()", &Bbr3Parameters::target_with_budget},
    {"bandwidth_update", "at_end", "at_once",
     "When a new sample or bound shows in the bandwidth that the model uses: at the end of the "
     "ACK's work, or within it",
     "BoundBWForModel()", "bbr_bw()", &Bbr3Parameters::bandwidth_at_once},
    {"bandwidth_renewal", "with_sample", "at_once",
     "When the largest bandwidth of the cycle before the last is forgotten: with the next sample, "
     "or as a cycle ends",
     "UpdateMaxBw(), AdvanceMaxBwFilter()", "bbr_advance_max_bw_filter()",
     &Bbr3Parameters::bandwidth_forgotten_at_once, true},
    {"probe_loss_test", "lost_packets", "every_ack",
     "When a probe is tested for too much loss: as packets are marked lost, or at every ACK, too",
     "AdaptLongTermModel(), HandleLostPacket()", "bbr_adapt_upper_bounds()",
     &Bbr3Parameters::probe_tests_every_ack},
    {"probe_loss", "ends_probe", "next_round_too",
     "Whether the loss that ends a probe also counts for the round after it, and so cuts the "
     "short-term bounds at that round's end",
     "NoteLoss(), StartProbeBW_DOWN()", "bbr_update_congestion_signals()",
     &Bbr3Parameters::probe_loss_counts_twice, true},
    {"cruise_entry", "keeps_bound", "lowers_bound",
     "Whether the short-term bound of inflight falls to the long-term one when cruising begins",
     "StartProbeBW_CRUISE()", "bbr_start_bw_probe_cruise()", &Bbr3Parameters::cruise_lowers_bound},
    {"min_rtt_renewal", "by_lower", "by_equal",
     "Whether an equal minimum renews the age of the model's minimum RTT", "UpdateMinRTT()",
     "bbr_update_min_rtt()", &Bbr3Parameters::min_rtt_renewed_by_equal},
    {"extra_acked_filter", "window", "two_slots",
     "How the largest ACK aggregation is kept: a windowed maximum that an idle period leaves, or "
     "two slots, each as long as the window, and a count that an idle period restarts",
     "UpdateACKAggregation()", "bbr_update_ack_aggregation()",
     &Bbr3Parameters::aggregation_by_slots},
    {"timeout", "window_only", "model_too",
     "What a retransmission timeout changes: the window, or also the search for a full pipe and, "
     "between probes, the short-term bound of inflight",
     "OnEnterRTO()", "bbr_set_state()", &Bbr3Parameters::timeout_changes_model},
    {"recovery_exit", "restores_window", "keeps_window",
     "Whether the end of a fast recovery restores the window from before it, as the end of a "
     "timeout's does",
     "RestoreCwnd()", "bbr_set_state()", &Bbr3Parameters::recovery_keeps_window},
    {"undo_save", "each_round", "each_episode",
     "When the state that an undo returns to is saved: at the first loss of every round and at the "
     "start of a recovery, or only there",
     "NoteLoss()", "bbr_ssthresh()", &Bbr3Parameters::undo_saves_once},
    {"undo_phase", "returns", "keeps",
     "Whether an undo also returns to Startup or to a new probe, if losses had ended them",
     "HandleSpuriousLossDetection()", "bbr_undo_cwnd()", &Bbr3Parameters::undo_keeps_phase},
    {"tail_loss_probe", "is_no_loss", "is_loss",
     "Whether a loss that a tail loss probe repaired counts as one",
     "NoteLoss(), which needs a packet marked lost", "bbr_run_loss_probe_recovery()",
     &Bbr3Parameters::tail_repair_is_loss},
    {"fast_path", "off", "on", "Whether application-limited ACKs that change nothing are skipped",
     "UpdateOnACK()", "bbr_run_fast_path()", &Bbr3Parameters::fast_path},
}};

// A number in which they differ; 0 takes that of the rules.
struct RuleNumber {
  const char* name;
  double of_draft;
  double of_linux;
  Bounds bounds;
  const char* description;
  const char* in_draft;
  const char* in_linux;
  FineGain Bbr3Parameters::* value;
};

constexpr double kScale = kGainUnit;
constexpr std::array<RuleNumber, 6> kRuleNumbers = {{
    {"startup_pacing_gain_ratio",
     2.77,
     710 / kScale,
     {0, 8},
     "Pacing gain in Startup, 4 ln 2; 0: by the rules, 2.77 or Linux's 710/256",
     "BBR.StartupPacingGain",
     "bbr_startup_pacing_gain",
     &Bbr3Parameters::startup_pacing_gain},
    {"drain_pacing_gain_ratio",
     0.5,
     88 / kScale,
     {0, 1},
     "Pacing gain in Drain; 0: by the rules, 0.5 or Linux's 88/256",
     "BBR.DrainPacingGain",
     "bbr_drain_gain",
     &Bbr3Parameters::drain_pacing_gain},
    {"down_pacing_gain_ratio",
     0.9,
     232 / kScale,
     {0, 1},
     "Pacing gain while draining after a probe; 0: by the rules, 0.9 or Linux's 232/256",
     "ProbeBW_DOWN",
     "bbr_pacing_gain[1]",
     &Bbr3Parameters::down_pacing_gain},
    {"loss_threshold_ratio",
     0.02,
     5 / kScale,
     {0, 0.99},
     "A probe that loses more than this fraction of inflight is too high; 0: by the rules, 0.02 or "
     "Linux's 5/256",
     "BBR.LossThresh",
     "bbr_loss_thresh",
     &Bbr3Parameters::loss_threshold},
    {"beta_ratio",
     0.3,
     76 / kScale,
     {0, 0.99},
     "Bounds are reduced by this fraction; 0: by the rules, 0.3 or Linux's 76/256",
     "BBR.Beta",
     "bbr_beta",
     &Bbr3Parameters::beta},
    {"headroom_ratio",
     0.15,
     38 / kScale,
     {0, 0.99},
     "Fraction of the upper bound left free while cruising; 0: by the rules, 0.15 or Linux's "
     "38/256",
     "BBR.Headroom",
     "bbr_inflight_headroom",
     &Bbr3Parameters::headroom},
}};

void declare_rules(std::vector<ParameterInfo>& all) {
  all.push_back(choice_parameter(
      "rules", {"draft", kLinux},
      {"Whose rules hold where they differ; what is set explicitly takes precedence",
       in_both("2026-07-06", "branch v3")}));
  for (const Rule& rule : kRules) {
    ParameterInfo info =
        choice_parameter(rule.name, {kByRules, rule.of_draft, rule.of_linux},
                         {rule.description, in_both(rule.in_draft, rule.in_linux)});
    all.push_back(rule.is_later ? added_later(std::move(info)) : std::move(info));
  }
  for (const RuleNumber& number : kRuleNumbers) {
    all.push_back(
        number_parameter(number.name, 0, number.bounds,
                         {number.description, in_both(number.in_draft, number.in_linux)}));
  }
}

std::vector<ParameterInfo> gains_and_window() {
  return {
      number_parameter("startup_cwnd_gain_ratio", 2, {1, 8},
                       {"Window gain in Startup and Drain", in_draft("BBR.DefaultCwndGain")}),
      number_parameter("up_pacing_gain_ratio", 1.25, {1, 4},
                       {"Pacing gain while probing upwards", in_draft("ProbeBW_UP")}),
      number_parameter("cruise_pacing_gain_ratio", 1, {0.01, 2},
                       {"Pacing gain between probes", in_draft("ProbeBW_CRUISE")}),
      number_parameter(
          "refill_pacing_gain_ratio", 1, {0.01, 2},
          {"Pacing gain while the pipe fills before a probe", in_draft("ProbeBW_REFILL")}),
      number_parameter("cwnd_gain_ratio", 2, {1, 8},
                       {"Window gain in ProbeBW", in_draft("BBR.DefaultCwndGain")}),
      number_parameter("up_cwnd_gain_ratio", 2.25, {1, 8},
                       {"Window gain while probing upwards", in_draft("ProbeBW_UP")}),
      number_parameter(
          "probe_rtt_cwnd_gain_ratio", 0.5, {0.01, 1},
          {"Inflight in ProbeRTT as a fraction of the BDP", in_draft("BBR.ProbeRTTCwndGain")}),
      integer_parameter(
          "pacing_margin_percent", 1, {0, 50},
          {"Pace this much below gain times bandwidth", in_draft("BBR.PacingMarginPercent")}),
      integer_parameter("minimum_cwnd_packets", 4, {1, 15},
                        {"Smallest window", in_draft("BBR.MinPipeCwnd")}),
      boolean_parameter(
          "extra_acked", true,
          {"Enlarge the window by the measured ACK aggregation", in_draft("UpdateMaxInflight()")}),
      integer_parameter("extra_acked_window_rounds", 0, {0, 31},
                        {"How long the largest aggregation is remembered; 0: by the rules, 10 or "
                         "Linux's 5 a slot",
                         in_both("BBR.ExtraAckedFilterLen", "bbr_extra_acked_win_rtts")}),
      number_parameter("extra_acked_max_s", 0, {0, 10},
                       {"Upper bound of the aggregation, as time at the estimated bandwidth; 0: by "
                        "the rules, none or Linux's 0.1 s",
                        in_both("UpdateACKAggregation()", "bbr_extra_acked_max_us")}),
  };
}

std::vector<ParameterInfo> model() {
  return {
      number_parameter("probe_rtt_interval_s", 5, {0.1, 16},
                       {"Enter ProbeRTT after this time without a lower RTT than the minimum; at "
                        "most the window of the minimum RTT",
                        in_draft("BBR.ProbeRTTInterval")}),
      number_parameter(
          "probe_rtt_duration_s", 0.2, {0, 0.5},
          {"Minimum time in ProbeRTT; 0 switches ProbeRTT off", in_draft("BBR.ProbeRTTDuration")}),
      number_parameter("min_rtt_window_s", 10, {0.1, 31},
                       {"Window of the minimum RTT of the model", in_draft("BBR.MinRTTFilterLen")}),
      number_parameter("full_pipe_growth_ratio", 1.25, {1, 4},
                       {"Factor of bandwidth growth per round below which growth counts as flat",
                        in_draft("CheckFullBWReached()")}),
      integer_parameter(
          "full_pipe_rounds", 3, {1, 7},
          {"Flat rounds after which the pipe counts as full", in_draft("CheckFullBWReached()")}),
      integer_parameter("startup_losses", 6, {0, 15},
                        {"Losses in a round that may end Startup; 0 switches it off",
                         in_draft("BBRStartupFullLossCnt")}),
      boolean_parameter("lower_bounds", true,
                        {"Reduce bandwidth and inflight for a while after a round with loss",
                         in_draft("AdaptLowerBoundsFromCongestion()")}),
      boolean_parameter(
          "upper_bounds", true,
          {"Bound inflight when a probe loses too much", in_draft("HandleInflightTooHigh()")}),
      boolean_parameter("undo", true,
                        {"Undo reductions when the recovery was spurious",
                         in_draft("HandleSpuriousLossDetection()")}),
      number_parameter("probe_wait_base_s", 2, {0, 67},
                       {"Minimum time between bandwidth probes", in_draft("PickProbeWait()")}),
      number_parameter("probe_wait_random_s", 1, {0, 67},
                       {"Additional random time, uniform", in_draft("PickProbeWait()")}),
      boolean_parameter("reno_coexistence", true,
                        {"Probe as soon as a Reno flow with the same window would",
                         in_draft("IsRenoCoexistenceProbeTime()")}),
      integer_parameter(
          "probe_wait_max_rounds", 63, {1, 255},
          {"Maximum number of rounds between probes", in_draft("IsRenoCoexistenceProbeTime()")}),
      integer_parameter(
          "probe_wait_random_rounds", 2, {1, 15},
          {"The round count starts at a random value below this", in_draft("PickProbeWait()")}),
  };
}

// Marks are outside the draft's scope: these rules are Linux's under either set. With `ecn` off
// none of them has an effect.
std::vector<ParameterInfo> ecn() {
  return {
      boolean_parameter("ecn", false,
                        {"React to DCTCP-style ECN marks as Linux does; the draft has no rule",
                         in_linux("bbr_can_use_ecn()")}),
      number_parameter(
          "ecn_max_rtt_s", 0.005, {0, 0.524},
          {"Only if the minimum RTT is at most this; 0 means any", in_linux("bbr_ecn_max_rtt_us")}),
      number_parameter(
          "ecn_alpha_gain_ratio", 16 / kGainUnit, {0, 0.99},
          {"Weight of the newest round in the mark average", in_linux("bbr_ecn_alpha_gain")}),
      number_parameter("ecn_alpha_initial_ratio", 1, {0, 1},
                       {"First value of the mark average", in_linux("bbr_ecn_alpha_init")}),
      number_parameter("ecn_factor_ratio", 85 / kGainUnit, {0, 0.99},
                       {"The short-term bound of inflight is reduced by this times the mark "
                        "average; 0 switches reductions off",
                        in_linux("bbr_ecn_factor")}),
      number_parameter(
          "ecn_threshold_ratio", 0.5, {0, 0.99},
          {"A probe with more than this fraction marked is too high; 0 switches it off",
           in_linux("bbr_ecn_thresh")}),
      number_parameter("ecn_reprobe_gain_ratio", 0.5, {0, 1.99},
                       {"Probe at once when marks cease, from this fraction of the upper bound; "
                        "0 is off",
                        in_linux("bbr_ecn_reprobe_gain")}),
      integer_parameter("startup_ecn_rounds", 2, {0, 3},
                        {"Rounds of heavy marking that end Startup; 0 switches it off",
                         in_linux("bbr_full_ecn_cnt")}),
      bbr2_ect1_parameter(),
  };
}

}  // namespace

std::vector<ParameterInfo> declare_bbr3_parameters() {
  std::vector<ParameterInfo> all;
  declare_rules(all);
  for (auto& part : {gains_and_window(), model(), ecn()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

void Bbr3Parameters::read_rules(const ParameterSet& set) {
  const bool is_linux = set.choice("rules") == kLinux;
  for (const Rule& rule : kRules) {
    const std::string& chosen = set.choice(rule.name);
    this->*rule.is_linux = chosen == kByRules ? is_linux : chosen == rule.of_linux;
  }
  for (const RuleNumber& number : kRuleNumbers) {
    const double given = set.number(number.name);
    const double by_rules = is_linux ? number.of_linux : number.of_draft;
    this->*number.value = FineGain::from_ratio(given > 0 ? given : by_rules);
  }
  constexpr std::int64_t kDraftRounds = 10;
  constexpr std::int64_t kLinuxRounds = 5;
  extra_acked_window_rounds = set.integer("extra_acked_window_rounds");
  if (extra_acked_window_rounds == 0) {
    extra_acked_window_rounds = is_linux ? kLinuxRounds : kDraftRounds;
  }
  extra_acked_most_ns = to_ns(set.number("extra_acked_max_s"));
  if (extra_acked_most_ns == 0 && is_linux) extra_acked_most_ns = 100 * kMillisecond;
}

Bbr3Parameters::Bbr3Parameters(const ParameterSet& set) {
  read(set);
  read_rules(set);
  up_cwnd_gain = FineGain::from_ratio(set.number("up_cwnd_gain_ratio"));
  extra_acked = set.boolean("extra_acked");
  startup_losses = set.integer("startup_losses");
}

Bbr3Parameters bbr3_parameters(const ParameterSet& set) {
  return Bbr3Parameters(set);
}

}  // namespace ccsim
