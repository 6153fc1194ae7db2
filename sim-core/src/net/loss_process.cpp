#include "net/loss_process.h"

#include "ccsim/components.h"

namespace ccsim {

LossReason reason_of(const LossConfig& config) {
  if (!config.is_on()) return LossReason::kNone;
  return find_component(losses(), config.model.kind)->reason;
}

LossProcess LossProcess::of_data(const LossConfig& config, std::uint64_t seed,
                                 std::uint32_t flow_index, std::uint32_t link_index) {
  if (!config.is_on() || config.direction == LossDirection::kAck) return {};
  return LossProcess(make_loss_model(
      config.model, {RandomStream(seed, flow_index, RandomPurpose::kLoss, link_index),
                     RandomStream(seed, flow_index, RandomPurpose::kLossState, link_index)}));
}

LossProcess LossProcess::of_acks(const LossConfig& config, std::uint64_t seed,
                                 std::uint32_t flow_index, std::uint32_t link_index) {
  if (!config.is_on() || config.direction == LossDirection::kData) return {};
  return LossProcess(make_loss_model(
      config.model, {RandomStream(seed, flow_index, RandomPurpose::kAckLoss, link_index),
                     RandomStream(seed, flow_index, RandomPurpose::kAckLossState, link_index)}));
}

}  // namespace ccsim
