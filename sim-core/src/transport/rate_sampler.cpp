#include "transport/rate_sampler.h"

#include <algorithm>

namespace ccsim {

void RateSampler::on_sent(SentPacket& packet, SimTime now_ns, Packets out_packets,
                          Packets tx_in_flight_packets) {
  if (out_packets == 0) {
    first_sent_ns_ = now_ns;
    delivered_time_ns_ = now_ns;
  }
  packet.sent_ns = now_ns;
  packet.set_connection_times(first_sent_ns_, delivered_time_ns_);
  packet.delivered_packets = static_cast<std::uint32_t>(delivered_packets_);
  packet.lost_packets = static_cast<std::uint32_t>(lost_packets_);
  packet.set_tx_in_flight(tx_in_flight_packets);
  packet.was_app_limited = is_app_limited();
}

void RateSampler::mark_app_limited(Packets in_flight_packets) {
  app_limited_until_packets_ = std::max<Packets>(delivered_packets_ + in_flight_packets, 1);
}

void RateSampler::on_run_delivered(const SentPacket& packet, std::int64_t sequence, Packets packets,
                                   Newest& newest) {
  delivered_packets_ += packets;
  // The newest packet decides: sent later, or at the same time with the higher sequence.
  const bool is_newest = newest.sequence == kNoSequence || packet.sent_ns > first_sent_ns_ ||
                         (packet.sent_ns == first_sent_ns_ && sequence > newest.sequence);
  if (!is_newest) return;
  newest = {sequence, &packet};
  first_sent_ns_ = packet.sent_ns;
}

RateSample RateSampler::finish_ack(const Newest& newest, SimTime now_ns, Duration min_rtt_ns) {
  if (app_limited_until_packets_ != 0 && delivered_packets_ > app_limited_until_packets_) {
    app_limited_until_packets_ = 0;
  }
  const Packets newly_acked = newly_delivered_packets();
  if (newly_acked > 0) delivered_time_ns_ = now_ns;
  if (newest.sequence == kNoSequence) return {.newly_acked_packets = newly_acked};
  const SentPacket& packet = *newest.packet;
  const Packets delivered = since(packet.delivered_packets, delivered_packets_);
  // The longer of the two phases: ACKs may be compressed on their way, sending may be too.
  const Duration interval_ns =
      std::max(packet.send_interval_ns(), now_ns - packet.delivered_time_ns());
  // Shorter than any round trip: the sample of a packet whose original had arrived after all.
  const bool is_plausible = min_rtt_ns == kNoDuration || interval_ns >= min_rtt_ns;
  return {.prior_delivered_packets = delivered_packets_ - delivered,
          .delivered_packets = delivered,
          .interval_ns = is_plausible ? interval_ns : kNoDuration,
          .newly_acked_packets = newly_acked,
          .lost_since_packets = since(packet.lost_packets, lost_packets_),
          .tx_in_flight_packets = packet.tx_in_flight_packets,
          .is_app_limited = packet.was_app_limited};
}

}  // namespace ccsim
