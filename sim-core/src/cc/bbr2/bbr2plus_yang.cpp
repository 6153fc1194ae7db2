// BBRv2+ of Yang et al., Computer Networks, 2022; the authors' prototype for Linux,
// yangfurong/BBRv2plus, tcp_bbr2plus.c. Not the BBRv2+ of Pan et al. This file is the difference
// from BBRv2.
//
//   cruise ─▶ refill ─▶ pre_up (1.1) ─▶ guard (1.0) ─▶ up ─▶ post_up (1.0) ─▶ up again, or down
//                                            └─▶ down_slightly (0.9), where the RTT has grown
//   cruises with long RTTs: BBRv2's own cycle, after Startup once more; with short ones: back
#include <algorithm>
#include <memory>

#include "bbr/windowed_max.h"
#include "bbr2/bbr2.h"
#include "bbr2/bbr2_cycle.h"
#include "bbr2/bbr2_registration.h"
#include "ccsim/parameters.h"

namespace ccsim {
namespace {

struct Bbr2PlusParameters {
  Gain try_gain, slight_gain;
  FineGain rtt_growth, expiry_growth;
  std::int64_t wait_rounds, wait_random_rounds, expiry_rounds;
  FineGain native_growth, return_growth;
  std::int64_t native_cruises, return_cruises;
  FineGain jitter_threshold;
  Gain startup_jitter_gain, jitter_gain;
  std::int64_t jitter_rounds;
  Duration most_rtt_growth_ns;  // kNever: no bound beside rtt_growth
  bool compares_smoothed_rtts;  // of PRE_UP and GUARD, instead of the lowest
};

// tcp_rtt_estimator(): a quarter of the distance to the last mean, less when the RTT falls.
class MeanDeviation {
 public:
  void take(Duration rtt_ns) {
    if (mean_ns_ < 0) {
      mean_ns_ = rtt_ns;
      deviation_ns_ = rtt_ns / 2;
      return;
    }
    const Duration error_ns = rtt_ns - mean_ns_;
    mean_ns_ += error_ns / 8;
    Duration change_ns = (error_ns < 0 ? -error_ns : error_ns) - deviation_ns_;
    if (error_ns < 0 && change_ns > 0) change_ns /= 8;
    deviation_ns_ += change_ns / 4;
  }
  [[nodiscard]] Duration value_ns() const { return deviation_ns_; }

 private:
  Duration mean_ns_ = kNoDuration;
  Duration deviation_ns_ = 0;
};

class Bbr2PlusYang final : public Bbr2 {
 public:
  Bbr2PlusYang(const Bbr2Parameters& host, const Bbr2PlusParameters& parameters,
               const ControllerContext& context)
      : Bbr2(host, context), own_parameters_(parameters), jitter_(parameters.jitter_rounds) {
    has_own_steps_ = true;
  }

  void observe(StateSink& sink) const override {
    Bbr2::observe(sink);
    sink.number("bbr2plus_is_native_count", is_native_ ? 1 : 0);
    sink.number("bbr2plus_jitter_s", static_cast<double>(jitter_.value()) / 1e9);
  }

 private:
  // What bbr2_main() adds before the model: rounds since this and that, the RTTs of the cruise.
  void count_rounds(const AckEvent& ack) {
    if (is_round_start()) {
      round_count_ += 1;
      rounds_since_expiry_ += 1;
      if (phase_ == Phase::kCruise) wait_rounds_ -= 1;
    }
    // bbr2_update_congestion_signals(): a new maximum is no stale one.
    const bool is_new_maximum =
        ack.sample.newly_acked_packets > 0 && sample_bps_ > 0 && sample_bps_ >= max_bandwidth_bps();
    if (is_new_maximum) rounds_since_expiry_ = 0;
    const Duration rtt_ns = ack.sample.rtt_ns;
    if (rtt_ns <= 0) return;
    deviation_.take(rtt_ns);
    if (phase_ == Phase::kCruise) cruise_rtt_ns_ = std::min(cruise_rtt_ns_, rtt_ns);
  }

  // bbr2_update_cycle_phase(). The host's cycle while native.
  bool run_own_cycle(const AckEvent& ack) override {
    count_rounds(ack);
    probe_wait_ns_ = is_native_ ? native_wait_ns_ : wait_rounds_ > 0 ? kNever : -1;
    if (is_native_) return false;
    step_cycle(ack);
    return true;
  }

  void step_cycle(const AckEvent& ack) {
    if (!full_pipe_.is_full() || adapt_upper_bounds(ack) || !is_in_probe_bw()) return;
    const Packets flight_packets = in_network_packets(ack, ack.sample.prior_in_flight_packets);
    const bool is_slight = phase_ == Phase::kOwn && own_phase_.name == kSlight;
    if (phase_ == Phase::kUp) {
      leave_up_by_steps(ack, flight_packets);
    } else if (phase_ == Phase::kCruise || phase_ == Phase::kDown || is_slight) {
      if (is_round_start()) expire_bandwidth();
      if (start_probe_if_due(ack) || phase_ == Phase::kCruise || !may_cruise(flight_packets))
        return;
      start_cruise();
      announce(phase_, phase_ == Phase::kStartup ? "native_mode" : "drained");
    } else if (is_round_start()) {
      probe_by_steps();
    }
  }

  // REFILL and the steps around UP last a round each.
  void probe_by_steps() {
    if (phase_ == Phase::kRefill) {
      enter_own({kPreUp, own_parameters_.try_gain, true}, "pipe_refilled");
    } else if (own_phase_.name == kPreUp) {
      enter_own({kGuard, kUnitGain, true}, "round_elapsed");
    } else if (own_phase_.name == kGuard) {
      const bool has_try_grown = own_parameters_.compares_smoothed_rtts
                                     ? has_grown(smoothed_ns_, previous_smoothed_ns_)
                                     : has_grown(round_rtt_ns_, previous_round_rtt_ns_);
      if (has_try_grown) {
        start_down();
        enter_own({kSlight, own_parameters_.slight_gain, false}, "rtt_grown");
      } else {
        push("rtt_not_grown");
      }
    } else if (has_grown(probe_rtt_ns_, rtt_before_probe_ns_)) {  // POST_UP
      start_down();
      announce(Phase::kDown, "rtt_grown");
    } else {
      push("rtt_not_grown");
    }
  }

  void push(const char* reason) {
    samples_reflect_probe_ = true;
    rtt_before_probe_ns_ = round_rtt_ns_;
    probe_rtt_ns_ = kNever;
    start_up(reason);
  }

  [[nodiscard]] bool has_grown(Duration rtt_ns, Duration before_ns) const {
    if (rtt_ns == kNever || before_ns == kNever) return false;
    const Duration allowed_ns = own_parameters_.rtt_growth.times(before_ns) - before_ns;
    return rtt_ns - before_ns > std::min(allowed_ns, own_parameters_.most_rtt_growth_ns);
  }

  void leave_up_by_steps(const AckEvent& ack, Packets flight_packets) {
    if (was_probe_too_high_ && flight_packets >= bounds_.inflight_hi_packets) {
      leave_up_if_done(ack, flight_packets);  // the upper bound is reached, as in BBRv2
    } else if (has_min_rtt_elapsed() &&
               flight_packets >=
                   target_packets(max_bandwidth_bps(), parameters_.up_inflight_gain)) {
      rounds_.restart(delivered_packets_);
      enter_own({kPostUp, kUnitGain, true}, "queue_built");
    }
  }

  // bbr2p_try_to_advance_bw_filter(): a queue shows that the estimate is too high.
  void expire_bandwidth() {
    const bool is_inflated = round_rtt_ns_ != kNever &&
                             round_rtt_ns_ > own_parameters_.expiry_growth.times(min_rtt_ns());
    if (!is_inflated && rounds_since_expiry_ < own_parameters_.expiry_rounds) return;
    forget_bandwidth();
    rounds_since_expiry_ = 0;
  }
  [[nodiscard]] bool forgets_bandwidth_after_probe() const override { return is_native_; }

  // bbr2_pick_probe_wait().
  void start_down() override {
    Bbr2::start_down();
    native_wait_ns_ = probe_wait_ns_;
    wait_rounds_ = own_parameters_.wait_rounds +
                   (own_parameters_.wait_random_rounds > 0
                        ? context_.random.next_below(own_parameters_.wait_random_rounds)
                        : 0);
  }

  // bbr2_start_bw_probe_cruise(): the RTTs of the cruise before say who shares the path.
  void start_cruise() override {
    const Duration rtt_ns = cruise_rtt_ns_;
    cruise_rtt_ns_ = kNever;
    Bbr2::start_cruise();
    if (rtt_ns == kNever) return;
    if (is_native_) {
      const bool is_low = rtt_ns <= own_parameters_.return_growth.times(min_rtt_ns());
      cruise_count_ = is_low ? cruise_count_ + 1 : 0;
      if (own_parameters_.return_cruises > 0 && cruise_count_ >= own_parameters_.return_cruises)
        switch_mode(false);
      return;
    }
    const bool is_high = rtt_ns > own_parameters_.native_growth.times(min_rtt_ns());
    cruise_count_ = is_high ? cruise_count_ + 1 : 0;
    if (own_parameters_.native_cruises > 0 && cruise_count_ >= own_parameters_.native_cruises) {
      switch_mode(true);
      restart_startup();  // to win back what was given up
    }
  }
  void switch_mode(bool is_native) {
    is_native_ = is_native;
    cruise_count_ = 0;
  }

  // bbr2p_copa_style_update_rtt(), bbr2p_update_srtt(): of this round and the one before.
  void take_round_rtt(Duration rtt_ns) {
    constexpr Duration kSmoothing = 8;
    probe_rtt_ns_ = std::min(probe_rtt_ns_, rtt_ns);
    if (is_round_start()) {
      previous_round_rtt_ns_ = round_rtt_ns_;
      previous_smoothed_ns_ = smoothed_ns_;
      round_rtt_ns_ = smoothed_ns_ = rtt_ns;
      return;
    }
    round_rtt_ns_ = std::min(round_rtt_ns_, rtt_ns);
    smoothed_ns_ =
        smoothed_ns_ == kNever ? rtt_ns : smoothed_ns_ + (rtt_ns - smoothed_ns_) / kSmoothing;
  }

  // bbr2p_update_rtt(), bbr2p_compensate_cwnd().
  void on_model_updated(const AckEvent& ack) override {
    if (ack.sample.rtt_ns > 0) take_round_rtt(ack.sample.rtt_ns);
    if (phase_ == Phase::kDown) has_left_startup_ = true;
    if (ack.sample.newly_acked_packets <= 0) return;
    if (round_count_ > 0) jitter_.update(round_count_, deviation_.value_ns());
    added_cwnd_packets_ = 0;
    const Duration jitter_ns = jitter_.value();
    if (is_in_probe_rtt() || jitter_ns <= own_parameters_.jitter_threshold.times(min_rtt_ns()))
      return;
    const Gain gain =
        has_left_startup_ ? own_parameters_.jitter_gain : own_parameters_.startup_jitter_gain;
    added_cwnd_packets_ = units_.packets_in(max_bandwidth_bps(), gain.times(jitter_ns));
  }

  static constexpr const char* kPreUp = "probe_bw_pre_up";
  static constexpr const char* kGuard = "probe_bw_guard";
  static constexpr const char* kPostUp = "probe_bw_post_up";
  static constexpr const char* kSlight = "probe_bw_down_slightly";

  Bbr2PlusParameters own_parameters_;
  WindowedMax jitter_;
  MeanDeviation deviation_;
  std::int64_t round_count_ = 0;
  std::int64_t rounds_since_expiry_ = 0;
  std::int64_t wait_rounds_ = 0;
  Duration native_wait_ns_ = 0;
  Duration round_rtt_ns_ = kNever;  // lowest of the round
  Duration previous_round_rtt_ns_ = kNever;
  Duration smoothed_ns_ = kNever;  // of the round, which begins with its first sample
  Duration previous_smoothed_ns_ = kNever;
  Duration rtt_before_probe_ns_ = kNever;
  Duration probe_rtt_ns_ = kNever;   // lowest since UP began
  Duration cruise_rtt_ns_ = kNever;  // lowest of the cruise
  std::int64_t cruise_count_ = 0;    // in a row, with an RTT that speaks for the other mode
  bool is_native_ = false;
  bool has_left_startup_ = false;
};

std::vector<ParameterInfo> declare_bbr2plus_parameters() {
  constexpr const char* kPaper = "Yang et al., Computer Networks, 2022, 4.2 to 4.4";
  constexpr const char* kPrototype = "yangfurong/BBRv2plus tcp_bbr2plus.c";
  return {
      number_parameter("try_pacing_gain_ratio", 281 / kGainUnit, {1, 4},
                       {"Pacing gain of the first round of a probe", kPrototype}),
      number_parameter("slight_pacing_gain_ratio", 230 / kGainUnit, {0.01, 1},
                       {"Pacing gain after a probe that was given up", kPrototype}),
      number_parameter("rtt_growth_ratio", 1.02, {1, 4},
                       {"Growth of a round's lowest RTT above which a probe is given up", kPaper}),
      choice_parameter(
          "rtt_measure", {"round_minimum", "round_smoothed"},
          {"RTT of a round that a try compares: the lowest (paper), or smoothed as the "
           "authors' prototype does it",
           kPaper}),
      number_parameter(
          "rtt_growth_limit_s", 0, {0, 10},
          {"Growth that ends a probe even where the ratio allows it; 0: the ratio alone. The "
           "authors' prototype has 0.002 s",
           kPaper}),
      number_parameter("expiry_growth_ratio", 1.1, {1, 4},
                       {"Lowest RTT of a round over the minimum RTT above which the bandwidth "
                        "filter forgets a slot",
                        kPaper}),
      integer_parameter(
          "expiry_rounds", 25, {1, 200},
          {"It forgets one after this many rounds without a new maximum, too", kPrototype}),
      integer_parameter("wait_rounds", 8, {0, 1024},
                        {"Rounds of cruising between probes", kPrototype}),
      integer_parameter("wait_random_rounds", 4, {0, 1024},
                        {"Random rounds, fewer than this, on top", kPrototype}),
      number_parameter("native_growth_ratio", 1.1, {1, 4},
                       {"Lowest RTT of a cruise over the minimum RTT that speaks for BBRv2's own "
                        "cycle",
                        kPaper}),
      integer_parameter("native_cruises", 2, {0, 20},
                        {"Such cruises in a row that switch to it; 0: never", kPaper}),
      number_parameter(
          "return_growth_ratio", 1.05, {1, 4},
          {"Lowest RTT of a cruise over the minimum RTT that speaks for going back", kPaper}),
      integer_parameter("return_cruises", 4, {0, 20},
                        {"Such cruises in a row that go back; 0: never", kPaper}),
      number_parameter("jitter_threshold_ratio", 0.5, {0, 1},
                       {"Mean deviation of the RTT over the minimum RTT from which the window "
                        "makes up for jitter. The authors' prototype has 0.4",
                        kPaper}),
      integer_parameter("jitter_rounds", 4, {1, 100},
                        {"Rounds over which the highest deviation is taken", kPrototype}),
      number_parameter("startup_jitter_gain_ratio", 739 / kGainUnit, {0, 10},
                       {"Gain of the compensation for jitter, until Startup is over", kPrototype}),
      number_parameter("jitter_gain_ratio", 2, {0, 10}, {"... and later", kPrototype}),
  };
}

Bbr2PlusParameters bbr2plus_parameters(const ParameterSet& set) {
  const auto gain = [&set](const char* name) { return Gain::from_ratio(set.number(name)); };
  Bbr2PlusParameters y{};
  const auto growth = [&set](const char* name) { return FineGain::from_ratio(set.number(name)); };
  const double limit_s = set.number("rtt_growth_limit_s");
  y.compares_smoothed_rtts = set.choice("rtt_measure") == "round_smoothed";
  y.most_rtt_growth_ns = limit_s > 0 ? to_ns(limit_s) : kNever;
  y.try_gain = gain("try_pacing_gain_ratio");
  y.slight_gain = gain("slight_pacing_gain_ratio");
  y.rtt_growth = growth("rtt_growth_ratio");
  y.expiry_growth = growth("expiry_growth_ratio");
  y.wait_rounds = set.integer("wait_rounds");
  y.wait_random_rounds = set.integer("wait_random_rounds");
  y.expiry_rounds = set.integer("expiry_rounds");
  y.native_growth = growth("native_growth_ratio");
  y.return_growth = growth("return_growth_ratio");
  y.native_cruises = set.integer("native_cruises");
  y.return_cruises = set.integer("return_cruises");
  y.jitter_threshold = growth("jitter_threshold_ratio");
  y.startup_jitter_gain = gain("startup_jitter_gain_ratio");
  y.jitter_gain = gain("jitter_gain_ratio");
  y.jitter_rounds = set.integer("jitter_rounds");
  return y;
}

StateMachine bbr2plus_machine() {
  return {
      .source = "Yang et al., Computer Networks, 2022; yangfurong/BBRv2plus, tcp_bbr2plus.c",
      .states = {{"startup", 0, 0, PhaseEffect::kStartUp},
                 {"drain", 0, 1, PhaseEffect::kLowers},
                 {"probe_bw_down", 1, 2, PhaseEffect::kLowers},
                 {"probe_bw_cruise", 1, 1},
                 {"probe_bw_refill", 2, 1, PhaseEffect::kRaises},
                 {"probe_bw_pre_up", 3, 1, PhaseEffect::kRaises},
                 {"probe_bw_guard", 3, 2},
                 {"probe_bw_up", 3, 3, PhaseEffect::kRaises},
                 {"probe_bw_post_up", 1, 3},
                 {"probe_bw_down_slightly", 2, 2, PhaseEffect::kLowers},
                 {"probe_rtt", 2, 0, PhaseEffect::kPauses}},
      .groups = {{"ProbeBW",
                  {"probe_bw_down", "probe_bw_cruise", "probe_bw_refill", "probe_bw_pre_up",
                   "probe_bw_guard", "probe_bw_up", "probe_bw_post_up", "probe_bw_down_slightly"}}},
      .transitions =
          {{"startup", "drain", "As in BBRv2."},
           {"drain", "probe_bw_down", "At most one BDP is in flight."},
           {"probe_bw_down", "probe_bw_cruise",
            "At most one BDP is in flight, and 15% of the upper bound is free."},
           {"probe_bw_down_slightly", "probe_bw_cruise", "The same."},
           {"probe_bw_cruise", "probe_bw_refill", "8 to 11 rounds of cruising have passed."},
           {"probe_bw_refill", "probe_bw_pre_up", "One round has passed: the pipe is full."},
           {"probe_bw_refill", "probe_bw_up", "The same, in BBRv2's own cycle.", 0.3},
           {"probe_bw_pre_up", "probe_bw_guard", "One round at 1.1 has passed."},
           {"probe_bw_guard", "probe_bw_up", "The lowest RTT of the round grew by 2% at most."},
           {"probe_bw_guard", "probe_bw_down_slightly", "It grew by more."},
           {"probe_bw_up", "probe_bw_post_up",
            "A minimum RTT has passed, and 1.25 BDP are in flight."},
           {"probe_bw_up", "probe_bw_down",
            "More than 2% were lost, or the bound of the last failed probe is reached."},
           {"probe_bw_post_up", "probe_bw_up", "The RTT grew by 2% at most: probe again."},
           {"probe_bw_post_up", "probe_bw_down", "It grew by more."},
           {"probe_bw_down", "startup",
            "Two cruises in a row had RTTs 10% above the minimum: BBRv2's own cycle follows."},
           {kAnyState, "probe_rtt", "No RTT as low as the minimum was seen for 5 s."},
           {"probe_rtt", "probe_bw_cruise",
            "At most half a BDP was in flight for 200 ms and a round."}},
  };
}

}  // namespace

AlgorithmInfo describe_bbr2plus_yang() {
  AlgorithmInfo info;
  info.name = "bbr2plus_yang";
  info.title = "BBRv2+ (Yang)";
  info.summary =
      "BBRv2 that looks at the RTT before it pushes: a probe continues only while a round's lowest "
      "RTT does not grow, so it can come every few rounds instead of every few seconds. Falls back "
      "to BBRv2's own cycle beside senders that fill the buffer, and makes up for jitter.";
  info.fidelity =
      "exact: the paper's rules in the order of work of the authors' Linux module, on a newer "
      "v2alpha";
  info.source =
      "Yang et al., Computer Networks, 2022; yangfurong/BBRv2plus, tcp_bbr2plus.c (b050e051)";
  info.base = "bbr2";
  info.parameters = declare_bbr2plus_parameters();
  for (ParameterInfo& parameter : declare_bbr2_parameters()) {
    info.parameters.push_back(std::move(parameter));
  }
  info.metrics = bbr2_metrics();
  info.metrics.push_back({"bbr2plus_is_native_count", "1 in BBRv2's own cycle, else 0"});
  info.metrics.push_back({"bbr2plus_jitter_s", "Highest mean deviation of the RTT in four rounds"});
  info.machine = bbr2plus_machine();
  info.demonstration = {"unlike_rtts", "bbr2"};
  info.ecn = bbr2_ecn;
  info.make = [](const ParameterSet& set,
                 const ControllerContext& context) -> std::unique_ptr<CongestionControl> {
    return std::make_unique<Bbr2PlusYang>(bbr2_parameters(set), bbr2plus_parameters(set), context);
  };
  return info;
}

}  // namespace ccsim
