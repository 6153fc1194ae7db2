#include "transport/rack.h"

#include <algorithm>

namespace ccsim {
namespace {

constexpr std::int16_t kMaxWindowSteps = 255;
constexpr std::int8_t kCleanRecoveries = 16;    // Linux TCP_RACK_RECOVERY_THRESH
constexpr Packets kMostReordering = 300;        // Linux sysctl tcp_max_reordering
constexpr std::int64_t kWindowStepDivisor = 4;  // min_rtt / 4 per step

}  // namespace

void Rack::on_delivered(const SentPacket& packet, std::int64_t sequence, SimTime now_ns,
                        Duration min_rtt_ns) {
  const Duration rtt_ns = now_ns - packet.sent_ns;
  // Too early for the retransmission: what arrived must be the original.
  if (packet.was_retransmitted && min_rtt_ns != kNoDuration && rtt_ns < min_rtt_ns) return;
  rtt_ns_ = rtt_ns;
  has_advanced_ = true;
  if (packet.sent_ns > sent_ns_ || (packet.sent_ns == sent_ns_ && sequence > sequence_)) {
    sent_ns_ = packet.sent_ns;
    sequence_ = sequence;
  }
}

bool Rack::take_advanced() {
  const bool has_advanced = has_advanced_;
  has_advanced_ = false;
  return has_advanced;
}

void Rack::update_reordering_window(Packets prior_delivered_packets, Packets delivered_packets) {
  if (prior_delivered_packets < last_widened_delivered_packets_) dsack_seen_ = false;
  if (dsack_seen_) {
    if (window_steps_ < kMaxWindowSteps) ++window_steps_;
    dsack_seen_ = false;
    last_widened_delivered_packets_ = delivered_packets;
    clean_recoveries_left_ = kCleanRecoveries;
  } else if (clean_recoveries_left_ == 0) {
    window_steps_ = 1;
  }
}

void Rack::on_clean_recovery() {
  if (clean_recoveries_left_ > 0) --clean_recoveries_left_;
}

void Rack::on_dsack_undo() {
  if (clean_recoveries_left_ < kCleanRecoveries) ++clean_recoveries_left_;
}

void Rack::on_reordering(Packets behind_packets) {
  is_reordering_seen_ = true;
  const auto degree = static_cast<std::int16_t>(std::min(behind_packets, kMostReordering));
  reordering_packets_ = std::max(reordering_packets_, degree);
}

void Rack::on_calm_timeout(Packets sacked_packets) {
  if (sacked_packets >= kDefaultReordering) reordering_packets_ = kDefaultReordering;
}

Duration Rack::reordering_window_ns(bool in_recovery, Packets sacked_packets, Duration min_rtt_ns,
                                    Duration srtt_ns) const {
  if (!is_reordering_seen_ && (in_recovery || sacked_packets >= kDefaultReordering)) return 0;
  if (min_rtt_ns == kNoDuration) return 0;
  return std::min(min_rtt_ns / kWindowStepDivisor * window_steps_, srtt_ns);
}

}  // namespace ccsim
