#include "ack_aggregation.h"

namespace ccsim {
namespace {

// An epoch that has acked this much starts anew (bbr_ack_epoch_acked_reset_thresh).
constexpr Packets kEpochLimit = 1 << 20;
// Age of a slot is counted up to here (five bits in Linux).
constexpr int kMaxSlotRounds = 31;

}  // namespace

void AckAggregation::turn_slot(std::int64_t window_rounds) {
  slot_rounds_ = static_cast<std::int16_t>(std::min(slot_rounds_ + 1, kMaxSlotRounds));
  if (slot_rounds_ >= window_rounds) {
    slot_rounds_ = 0;
    slot_ = slot_ == 0 ? 1 : 0;
    slots_[slot_] = 0;
  }
}

void AckAggregation::update(const AckEvent& ack, const Context& context) {
  const Packets acked_packets = ack.sample.newly_acked_packets;
  if (is_off() || acked_packets <= 0 || !ack.sample.is_valid()) return;
  if (context.is_round_start) turn_slot(context.window_rounds);
  Packets expected_packets = units_.packets_in(context.bandwidth_bps, ack.now_ns - epoch_start_ns_);
  // Slower than expected: no burst under way. Too much acked: the epoch is old.
  if (epoch_acked_packets_ <= expected_packets ||
      epoch_acked_packets_ + acked_packets >= kEpochLimit) {
    restart_epoch(ack.now_ns);
    expected_packets = 0;
  }
  epoch_acked_packets_ = std::min(epoch_acked_packets_ + acked_packets, kEpochLimit - 1);
  const Packets excess_packets =
      std::min(epoch_acked_packets_ - expected_packets, context.cwnd_packets);
  slots_[slot_] = std::max(slots_[slot_], excess_packets);
}

}  // namespace ccsim
