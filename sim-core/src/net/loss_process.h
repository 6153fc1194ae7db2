// Random loss of one flow in one direction: Bernoulli or Gilbert-Elliott.
//
// The decision for the flow's n-th transmission is draw n of its streams, whatever happened
// before, so two algorithms meet the same luck. The channel state of Gilbert-Elliott is kept per
// flow and moves once per transmission of that flow.
#pragma once

#include <cstdint>

#include "ccsim/rng.h"
#include "ccsim/scenario.h"

namespace ccsim {

class LossProcess {
 public:
  // Of data packets (purposes kLoss, kLossState) or of ACKs (kAckLoss, kAckLossState).
  static LossProcess of_data(const LossConfig& config, std::uint64_t seed,
                             std::uint32_t flow_index);
  static LossProcess of_acks(const LossConfig& config, std::uint64_t seed,
                             std::uint32_t flow_index);

  [[nodiscard]] bool is_active() const { return kind_ != LossKind::kNone; }
  // Whether the next transmission is lost.
  [[nodiscard]] bool decide_next();

 private:
  LossProcess(const LossConfig& config, bool applies, RandomStream losses, RandomStream states);

  LossKind kind_;
  LossConfig config_;
  RandomStream losses_;
  RandomStream states_;
  std::uint64_t next_transmission_ = 0;
  bool is_bad_ = false;  // Gilbert-Elliott starts in the good state
};

}  // namespace ccsim
