#include "net/loss_process.h"

namespace ccsim {

LossProcess LossProcess::of_data(const LossConfig& config, std::uint64_t seed,
                                 std::uint32_t flow_index) {
  if (!config.is_on() || config.direction == LossDirection::kAck) return LossProcess(nullptr);
  return LossProcess(
      make_loss_model(config.model, {RandomStream(seed, flow_index, RandomPurpose::kLoss),
                                     RandomStream(seed, flow_index, RandomPurpose::kLossState)}));
}

LossProcess LossProcess::of_acks(const LossConfig& config, std::uint64_t seed,
                                 std::uint32_t flow_index) {
  if (!config.is_on() || config.direction == LossDirection::kData) return LossProcess(nullptr);
  return LossProcess(make_loss_model(
      config.model, {RandomStream(seed, flow_index, RandomPurpose::kAckLoss),
                     RandomStream(seed, flow_index, RandomPurpose::kAckLossState)}));
}

}  // namespace ccsim
