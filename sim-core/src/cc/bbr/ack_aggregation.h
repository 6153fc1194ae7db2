// How many packets more than expected arrive acknowledged at once: the window must bridge the
// silences between such bursts. Linux bbr_update_ack_aggregation(), versions 1 and 2.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "ccsim/congestion_control.h"
#include "ccsim/packed_int.h"
#include "ccsim/units.h"
#include "gain.h"
#include "wire_units.h"

namespace ccsim {

class AckAggregation {
 public:
  struct Settings {
    Gain gain;                             // on the excess; 0 switches the term off
    std::int64_t window_rounds = 5;        // length of each of the two slots
    Duration max_ns = 100 * kMillisecond;  // the excess counts up to this much at bandwidth
  };

  AckAggregation(Settings settings, WireUnits units, SimTime now_ns)
      : gain_(settings.gain),
        window_rounds_(static_cast<std::int32_t>(settings.window_rounds)),
        max_ns_(settings.max_ns),
        units_(units),
        epoch_start_ns_(now_ns) {}

  // What the estimator needs from the controller at one ACK.
  struct Context {
    BitRate bandwidth_bps = 0;
    Packets cwnd_packets = 0;
    bool is_round_start = false;
    std::int64_t window_rounds = 5;  // v2alpha shortens it during Startup
  };
  void update(const AckEvent& ack, const Context& context);

  // After an idle period nothing is known about bursts.
  void restart_epoch(SimTime now_ns) {
    epoch_start_ns_ = now_ns;
    epoch_acked_packets_ = 0;
  }

  // What to add to the window.
  [[nodiscard]] Packets extra_packets(BitRate bandwidth_bps) const {
    const Packets excess_packets = std::max<Packets>(slots_[0], slots_[1]);
    if (excess_packets == 0) return 0;
    return std::min(gain_.times(excess_packets), units_.packets_in(bandwidth_bps, max_ns_));
  }

  [[nodiscard]] bool is_off() const { return gain_.numerator() == 0; }
  [[nodiscard]] std::int64_t window_rounds() const { return window_rounds_; }

 private:
  // An epoch that has acked this much starts anew (bbr_ack_epoch_acked_reset_thresh).
  static constexpr Packets kEpochLimit = 1 << 20;
  // Age of a slot is counted up to here (five bits in Linux).
  static constexpr int kMaxSlotRounds = 31;

  void turn_slot(std::int64_t window_rounds) {
    slot_rounds_ = static_cast<std::int16_t>(std::min(slot_rounds_ + 1, kMaxSlotRounds));
    if (slot_rounds_ >= window_rounds) {
      slot_rounds_ = 0;
      slot_ = slot_ == 0 ? 1 : 0;
      slots_[slot_] = 0;
    }
  }

  Gain gain_;
  std::int32_t window_rounds_;
  Duration max_ns_;
  WireUnits units_;
  std::int16_t slot_rounds_ = 0;
  std::uint8_t slot_ = 0;
  SimTime epoch_start_ns_;
  PackedUint32 epoch_acked_packets_{0};
  std::array<PackedUint32, 2> slots_;
};

// In the header, so that it is in line where the ACK is dealt with.
inline void AckAggregation::update(const AckEvent& ack, const Context& context) {
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
  slots_[slot_] = std::max<Packets>(slots_[slot_], excess_packets);
}

}  // namespace ccsim
