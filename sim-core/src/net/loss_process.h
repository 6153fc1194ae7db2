// Random loss of one flow in one direction: its model, and the count of the flow's transmissions.
#pragma once

#include <cstdint>
#include <memory>

#include "ccsim/loss_reason.h"
#include "ccsim/rng.h"
#include "ccsim/scenario.h"
#include "net/loss_model.h"

namespace ccsim {

// Of the losses that the model decides; kNone without a model.
[[nodiscard]] LossReason reason_of(const LossConfig& config);

class LossProcess {
 public:
  // Nothing is lost.
  LossProcess() = default;
  // Of data packets (purposes kLoss, kLossState) or of ACKs (kAckLoss, kAckLossState).
  static LossProcess of_data(const LossConfig& config, std::uint64_t seed, std::uint32_t flow_index,
                             std::uint32_t link_index = 0);
  static LossProcess of_acks(const LossConfig& config, std::uint64_t seed, std::uint32_t flow_index,
                             std::uint32_t link_index = 0);

  [[nodiscard]] bool is_active() const { return model_ != nullptr; }
  // Whether the next transmission is lost; only if the process is active.
  [[nodiscard]] bool decide_next() { return model_->loses(next_transmission_++); }

 private:
  explicit LossProcess(std::unique_ptr<LossModel> model) : model_(std::move(model)) {}

  std::unique_ptr<LossModel> model_;  // null: nothing is lost
  std::uint64_t next_transmission_ = 0;
};

}  // namespace ccsim
