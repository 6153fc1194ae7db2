// Has the bandwidth stopped growing? Startup ends when the maximum has grown by less than 25% in
// each of three rounds. Linux bbr_check_full_bw_reached(), versions 1 and 2.
#pragma once

#include <cstdint>

#include "ccsim/units.h"
#include "gain.h"

namespace ccsim {

class FullPipeDetector {
 public:
  FullPipeDetector(Gain growth, std::int64_t round_count)
      : growth_(growth), round_count_(static_cast<std::int32_t>(round_count)) {}

  // Call with every ACK; only round starts with a sample that used the path say something.
  void update(bool is_round_start, bool is_app_limited, BitRate max_bandwidth_bps) {
    if (is_full_ || !is_round_start || is_app_limited) return;
    if (max_bandwidth_bps >= growth_.times(baseline_bps_)) {
      baseline_bps_ = max_bandwidth_bps;
      flat_rounds_ = 0;
      return;
    }
    flat_rounds_ += 1;
    is_full_ = flat_rounds_ >= round_count_;
  }

  // Another signal says that the pipe is full (loss or ECN in Startup).
  void declare_full() { is_full_ = true; }
  // After a timeout: bandwidth has to prove itself again. The count of flat rounds stays, as in
  // Linux bbr_set_state().
  void forget_baseline() { baseline_bps_ = 0; }
  void restart() {
    baseline_bps_ = 0;
    flat_rounds_ = 0;
  }

  // A variant that fills the pipe anew.
  void reopen() {
    is_full_ = false;
    restart();
  }

  // Once true it stays true, unless reopened.
  [[nodiscard]] bool is_full() const { return is_full_; }

 private:
  bool is_full_ = false;
  Gain growth_;
  std::int32_t round_count_;
  std::int32_t flat_rounds_ = 0;
  BitRate baseline_bps_ = 0;
};

}  // namespace ccsim
