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
  packet.first_sent_ns = first_sent_ns_;
  packet.delivered_time_ns = delivered_time_ns_;
  packet.delivered_packets = delivered_packets_;
  packet.lost_packets = lost_packets_;
  packet.tx_in_flight_packets = static_cast<std::int32_t>(tx_in_flight_packets);
  packet.was_app_limited = is_app_limited();
}

void RateSampler::mark_app_limited(Packets in_flight_packets) {
  app_limited_until_packets_ = std::max<Packets>(delivered_packets_ + in_flight_packets, 1);
}

void RateSampler::begin_ack() {
  has_newest_ = false;
  delivered_before_packets_ = delivered_packets_;
}

void RateSampler::on_delivered(SentPacket& packet, std::int64_t sequence) {
  ++delivered_packets_;
  // The newest packet decides: sent later, or at the same time with the higher sequence.
  const bool is_newest = !has_newest_ || packet.sent_ns > first_sent_ns_ ||
                         (packet.sent_ns == first_sent_ns_ && sequence > newest_sequence_);
  if (is_newest) take(packet, sequence);
}

void RateSampler::take(const SentPacket& packet, std::int64_t sequence) {
  has_newest_ = true;
  newest_sequence_ = sequence;
  prior_delivered_packets_ = packet.delivered_packets;
  prior_time_ns_ = packet.delivered_time_ns;
  prior_lost_packets_ = packet.lost_packets;
  tx_in_flight_packets_ = packet.tx_in_flight_packets;
  newest_was_app_limited_ = packet.was_app_limited;
  send_interval_ns_ = packet.sent_ns - packet.first_sent_ns;
  first_sent_ns_ = packet.sent_ns;
}

void RateSampler::finish_ack(SimTime now_ns, Duration min_rtt_ns, RateSample& sample) {
  if (app_limited_until_packets_ != 0 && delivered_packets_ > app_limited_until_packets_) {
    app_limited_until_packets_ = 0;
  }
  sample.newly_acked_packets = delivered_packets_ - delivered_before_packets_;
  if (sample.newly_acked_packets > 0) delivered_time_ns_ = now_ns;
  if (!has_newest_) return;
  sample.prior_delivered_packets = prior_delivered_packets_;
  sample.delivered_packets = delivered_packets_ - prior_delivered_packets_;
  sample.lost_since_packets = lost_packets_ - prior_lost_packets_;
  sample.tx_in_flight_packets = tx_in_flight_packets_;
  sample.is_app_limited = newest_was_app_limited_;
  // The longer of the two phases: ACKs may be compressed on their way, sending may be too.
  const Duration interval_ns = std::max(send_interval_ns_, now_ns - prior_time_ns_);
  // Shorter than any round trip: the sample of a packet whose original had arrived after all.
  const bool is_plausible = min_rtt_ns == kNoDuration || interval_ns >= min_rtt_ns;
  sample.interval_ns = is_plausible ? interval_ns : kNoDuration;
}

}  // namespace ccsim
