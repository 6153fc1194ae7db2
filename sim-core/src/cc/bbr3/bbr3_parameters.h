// Everything that can be set about BBRv3, in the controller's units.
#pragma once

#include <cstdint>
#include <vector>

#include "bbr/bbr_probing_parameters.h"
#include "ccsim/algorithm.h"
#include "ccsim/units.h"
#include "gain.h"

namespace ccsim {

struct Bbr3Parameters : BbrProbingParameters<FineGain> {
  explicit Bbr3Parameters(const ParameterSet& set);

  FineGain up_cwnd_gain;
  bool extra_acked;
  std::int64_t extra_acked_window_rounds;
  Duration extra_acked_most_ns;  // 0: unbounded

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

  bool operator==(const Bbr3Parameters&) const = default;

 private:
  void read_rules(const ParameterSet& set);
};

[[nodiscard]] Bbr3Parameters bbr3_parameters(const ParameterSet& set);
[[nodiscard]] std::vector<ParameterInfo> declare_bbr3_parameters();

}  // namespace ccsim
