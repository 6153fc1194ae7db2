#include "net/loss_process.h"

namespace ccsim {

LossProcess::LossProcess(const LossConfig& config, bool applies, RandomStream losses,
                         RandomStream states)
    : kind_(applies ? config.kind : LossKind::kNone),
      config_(config),
      losses_(losses),
      states_(states) {}

LossProcess LossProcess::of_data(const LossConfig& config, std::uint64_t seed,
                                 std::uint32_t flow_index) {
  return {config, config.direction != LossDirection::kAck,
          RandomStream(seed, flow_index, RandomPurpose::kLoss),
          RandomStream(seed, flow_index, RandomPurpose::kLossState)};
}

LossProcess LossProcess::of_acks(const LossConfig& config, std::uint64_t seed,
                                 std::uint32_t flow_index) {
  return {config, config.direction != LossDirection::kData,
          RandomStream(seed, flow_index, RandomPurpose::kAckLoss),
          RandomStream(seed, flow_index, RandomPurpose::kAckLossState)};
}

bool LossProcess::decide_next() {
  if (kind_ == LossKind::kNone) return false;
  const std::uint64_t n = next_transmission_++;
  const double draw = losses_.uniform_at(n);
  if (kind_ == LossKind::kBernoulli) return draw < config_.probability;
  // Gilbert (1960), Elliott (1963): the state moves first, then decides the loss probability.
  const double leave_probability =
      is_bad_ ? config_.bad_to_good_probability : config_.good_to_bad_probability;
  if (states_.uniform_at(n) < leave_probability) is_bad_ = !is_bad_;
  return draw < (is_bad_ ? config_.bad_loss_probability : config_.good_loss_probability);
}

}  // namespace ccsim
