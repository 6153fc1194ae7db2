// Has the bandwidth stopped growing? BBRv3 asks in Startup and again in every probe upwards:
// draft-ietf-ccwg-bbr-06 5.3.1.2 (CheckFullBWReached); Linux v3 bbr_check_full_bw_reached().
#pragma once

#include <cstdint>

#include "ccsim/units.h"
#include "gain.h"

namespace ccsim {

class PlateauDetector {
 public:
  struct Settings {
    FineGain growth;               // less than this in a round counts as flat
    std::int64_t round_count = 3;  // so many flat rounds make a plateau
    // Linux compares every sample with the baseline; the draft the one that starts a round.
    bool tests_every_ack = false;
  };

  explicit PlateauDetector(Settings settings) : settings_(settings) {}

  // Call with every ACK; samples that the application limited say nothing.
  void update(bool is_round_start, bool is_app_limited, BitRate sample_bps) {
    if (is_flat_ || is_app_limited) return;
    if (!is_round_start && !settings_.tests_every_ack) return;
    if (sample_bps >= settings_.growth.times(baseline_bps_)) {
      restart_from(sample_bps);
      return;
    }
    if (!is_round_start) return;
    flat_rounds_ += 1;
    is_flat_ = flat_rounds_ >= settings_.round_count;
    was_full_ = was_full_ || is_flat_;
  }

  // Looks anew, from nothing or from this rate on. That the pipe has been full stays known.
  void restart_from(BitRate sample_bps) {
    baseline_bps_ = sample_bps;
    flat_rounds_ = 0;
    is_flat_ = false;
  }
  void restart() { restart_from(0); }

  // Losses or marks in Startup say so.
  void declare_full() { was_full_ = true; }
  // They were no losses.
  void forget_full() { was_full_ = false; }

  // Has a plateau been seen since the last restart (full_bw_now)?
  [[nodiscard]] bool is_flat() const { return is_flat_; }
  // Ever (full_bw_reached)?
  [[nodiscard]] bool was_full() const { return was_full_; }

 private:
  Settings settings_;
  BitRate baseline_bps_ = 0;
  std::int64_t flat_rounds_ = 0;
  bool is_flat_ = false;
  bool was_full_ = false;
};

}  // namespace ccsim
