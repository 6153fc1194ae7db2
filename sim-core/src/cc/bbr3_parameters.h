// Everything that can be set about BBRv3, in the controller's units.
#pragma once

#include <cstdint>
#include <vector>

#include "ccsim/algorithm.h"
#include "ccsim/units.h"
#include "gain.h"

namespace ccsim {

struct Bbr3Parameters {
  FineGain startup_pacing_gain, startup_cwnd_gain, drain_pacing_gain;
  FineGain up_pacing_gain, down_pacing_gain, cruise_pacing_gain, refill_pacing_gain;
  FineGain cwnd_gain, up_cwnd_gain, probe_rtt_cwnd_gain;
  Duration probe_rtt_interval_ns, probe_rtt_duration_ns, min_rtt_window_ns;
  std::int64_t pacing_margin_percent;
  Packets minimum_cwnd_packets;

  FineGain full_pipe_growth;
  std::int64_t full_pipe_rounds, startup_losses;

  bool lower_bounds, upper_bounds;
  FineGain loss_threshold, beta, headroom;

  Duration probe_wait_base_ns, probe_wait_random_ns;
  bool reno_coexistence;
  std::int64_t probe_wait_max_rounds, probe_wait_random_rounds;

  bool extra_acked;
  std::int64_t extra_acked_window_rounds;
  Duration extra_acked_most_ns;  // 0: unbounded

  bool ecn;
  Gain ecn_alpha_gain, ecn_alpha_initial, ecn_factor, ecn_threshold, ecn_reprobe_gain;
  std::int64_t startup_ecn_rounds;
  Duration ecn_max_rtt_ns;

  // Rules in which the draft and Linux differ: true is Linux's. Each is one parameter.
  bool full_pipe_on_every_ack;
  bool startup_loss_by_acks;
  bool startup_window_by_size;
  bool drain_until_empty;
  bool drain_forgets_losses;
  bool flight_at_departure;
  bool target_with_budget;
  bool bandwidth_at_once;
  bool bandwidth_forgotten_at_once;
  bool probe_tests_every_ack;
  bool probe_loss_counts_twice;
  bool cruise_lowers_bound;
  bool min_rtt_renewed_by_equal;
  bool aggregation_by_slots;
  bool timeout_changes_model;
  bool recovery_keeps_window;
  bool undo_saves_once;
  bool undo_keeps_phase;
  bool tail_repair_is_loss;
  bool fast_path;

  bool undo;
};

[[nodiscard]] Bbr3Parameters bbr3_parameters(const ParameterSet& set);
[[nodiscard]] std::vector<ParameterInfo> declare_bbr3_parameters();

}  // namespace ccsim
