// BBRv2's bandwidth filter: the maximum over the current and the previous probing cycle.
// Linux v2alpha bbr2_take_max_bw_sample(), bbr2_advance_max_bw_filter().
#pragma once

#include <algorithm>

#include "ccsim/units.h"

namespace ccsim {

class CycleMax {
 public:
  void take(BitRate sample_bps) { current_bps_ = std::max(current_bps_, sample_bps); }

  // The same, if the cycle before may have ended without advance().
  void take_late(BitRate sample_bps) {
    if (ends_with_next_sample_) advance();
    take(sample_bps);
  }

  // A cycle ends, and what the one before it saw counts until the next take_late().
  void advance_late() { ends_with_next_sample_ = true; }
  [[nodiscard]] bool ends_with_next_sample() const { return ends_with_next_sample_; }

  // A cycle ends. A cycle without a sample does not displace what the one before it saw.
  void advance() {
    ends_with_next_sample_ = false;
    if (current_bps_ == 0) return;
    previous_bps_ = current_bps_;
    current_bps_ = 0;
  }

  [[nodiscard]] BitRate value_bps() const { return std::max(previous_bps_, current_bps_); }

 private:
  BitRate previous_bps_ = 0;
  BitRate current_bps_ = 0;
  bool ends_with_next_sample_ = false;
};

}  // namespace ccsim
