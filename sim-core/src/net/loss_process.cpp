#include "net/loss_process.h"

namespace ccsim {

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
