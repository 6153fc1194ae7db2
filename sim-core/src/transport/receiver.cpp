#include "transport/receiver.h"

#include <algorithm>

namespace ccsim {
namespace {

// Linux: sysctl tcp_comp_sack_delay_ns (1 ms, at most 5% of the RTT), tcp_comp_sack_nr (44), and
// TCP_FASTRETRANS_THRESH duplicates that are never held.
constexpr Duration kMaxCompression = kMillisecond;
constexpr std::int64_t kCompressionRttDivisor = 20;
constexpr Packets kMaxCompressedAcks = 44;
constexpr Packets kImmediateDuplicateAcks = 3;
constexpr std::size_t kFirstCapacity = 64;

}  // namespace

bool Receiver::OutOfOrder::contains(std::int64_t sequence) const {
  return sequence <= highest_sequence_ &&
         is_present_[static_cast<std::uint64_t>(sequence) & mask_] != 0;
}

void Receiver::OutOfOrder::insert(std::int64_t sequence, std::int64_t base_sequence) {
  const std::int64_t needed = sequence - base_sequence + 1;
  if (needed > static_cast<std::int64_t>(is_present_.size())) grow(base_sequence, needed);
  is_present_[static_cast<std::uint64_t>(sequence) & mask_] = 1;
  highest_sequence_ = std::max(highest_sequence_, sequence);
  ++count_;
}

bool Receiver::OutOfOrder::take(std::int64_t sequence) {
  if (!contains(sequence)) return false;
  is_present_[static_cast<std::uint64_t>(sequence) & mask_] = 0;
  --count_;
  return true;
}

void Receiver::OutOfOrder::grow(std::int64_t base_sequence, std::int64_t needed) {
  std::size_t capacity = std::max(kFirstCapacity, is_present_.size() * 2);
  while (static_cast<std::int64_t>(capacity) < needed) capacity *= 2;
  std::vector<std::uint8_t> bigger(capacity, 0);
  if (count_ > 0) {
    for (std::int64_t s = base_sequence; s <= highest_sequence_; ++s) {
      bigger[static_cast<std::uint64_t>(s) & (capacity - 1)] =
          is_present_[static_cast<std::uint64_t>(s) & mask_];
    }
  }
  is_present_ = std::move(bigger);
  mask_ = capacity - 1;
}

Receiver::Receiver(Engine& engine, const ReceiverConfig& config, Duration base_rtt_ns,
                   AckOutput& output)
    : config_(config),
      compression_ns_(std::min(kMaxCompression, base_rtt_ns / kCompressionRttDivisor)),
      output_(output),
      quick_acks_left_(config.quick_ack_packets),
      room_(engine, Rank::kReceiverTimer, *this),
      delayed_ack_(engine, Rank::kReceiverTimer, *this),
      compressed_ack_(engine, Rank::kReceiverTimer, *this),
      aggregate_(engine, Rank::kReceiverTimer, *this) {
  CCSIM_ASSERT(config.ack_every_packets >= 1);
}

void Receiver::read_slowly(Bytes payload_bytes) {
  if (config_.read_rate_bps == 0) return;
  CCSIM_ASSERT(config_.window_bytes != kUnlimited);
  const Packets buffer_packets = std::max<Packets>(config_.window_bytes / payload_bytes, 1);
  CCSIM_ASSERT(buffer_packets <= kMostReadBufferPackets);
  const Duration packet_ns =
      mul_div_floor(payload_bytes * kBitsPerByte, kNanosecondsPerSecond, config_.read_rate_bps);
  reader_ = std::make_unique<SlowReader>(buffer_packets, std::max<Duration>(packet_ns, 1));
}

// Classic: RFC 3168 6.1.3 as in Linux tcp_ecn_accept_cwr() and __tcp_ecn_check_ce(); a sender that
// hears of congestion may have a small window and must not wait for ACKs. Accurate: when marks
// begin or end, what is still to be acknowledged is so at once, and the packet that shows it, too
// (RFC 8257 3.2; Linux dctcp_ece_ack_update()).
void Receiver::note_ecn(const Packet& packet, SimTime now_ns) {
  constexpr Packets kQuickAcksOfMark = 2;
  const bool is_marked = packet.ecn == EcnCodepoint::kCe;
  if (ecn_ == EcnFeedback::kAccurate) {
    if (is_marked != came_marked_) {
      if (delayed_ack_.is_armed()) send_ack(now_ns);
      acknowledge_at_once(1);
      came_marked_ = is_marked;
    }
    if (is_marked) ++ecn_feedback_;
    return;
  }
  if (packet.has_cwr) {
    ecn_feedback_ = 0;
    acknowledge_at_once(1);
  }
  if (is_marked && ecn_feedback_ == 0) {
    ecn_feedback_ = 1;
    acknowledge_at_once(kQuickAcksOfMark);
  }
}

void Receiver::acknowledge_at_once(Packets packets) {
  quick_acks_left_ = std::max(quick_acks_left_, packets);
}

void Receiver::take_out_of_order(std::int64_t sequence, SimTime now_ns) {
  out_of_order_.insert(sequence, next_sequence_);
  sack_log_.append(sequence);
  schedule_ack(now_ns);
}

void Receiver::schedule_ack(SimTime now_ns) {
  const bool is_full = next_sequence_ - acked_sequence_ >= config_.ack_every_packets;
  if (is_full || quick_acks_left_ > 0) {
    send_ack(now_ns);
  } else if (!out_of_order_.empty()) {
    hold_duplicate_ack(now_ns);
  } else if (!delayed_ack_.is_armed()) {
    delayed_ack_.arm(now_ns + config_.ack_timeout_ns, now_ns);
  }
  if (reader_ != nullptr) [[unlikely]]
    await_room(now_ns);
}

// What leaves the window as it is leaves the timer as it is.
std::uint16_t Receiver::offer_window(SimTime now_ns) {
  reader_->catch_up(next_sequence_, now_ns);
  const Packets window = reader_->offer(now_ns);
  await_room(now_ns);
  return static_cast<std::uint16_t>(window);
}

void Receiver::await_room(SimTime now_ns) {
  reader_->catch_up(next_sequence_, now_ns);
  const SimTime due_ns = reader_->update_due_ns();
  if (due_ns == kNever) {
    room_.disarm(now_ns);
  } else {
    room_.arm(std::max(due_ns, now_ns), now_ns);
  }
}

void Receiver::hold_duplicate_ack(SimTime now_ns) {
  if (compression_ns_ == 0 || compressed_acks_ >= kMaxCompressedAcks) {
    send_ack(now_ns);
    return;
  }
  if (duplicate_base_sequence_ != next_sequence_) {
    duplicate_base_sequence_ = next_sequence_;
    duplicate_acks_ = 0;
  }
  if (duplicate_acks_ < kImmediateDuplicateAcks) {
    ++duplicate_acks_;
    send_ack(now_ns);
    return;
  }
  ++compressed_acks_;
  if (!compressed_ack_.is_armed()) compressed_ack_.arm(now_ns + compression_ns_, now_ns);
}

void Receiver::send_ack(SimTime now_ns, std::int64_t duplicate_sequence) {
  release(make_ack(now_ns, duplicate_sequence), now_ns);
}

void Receiver::expire_before(SimTime now_ns) {
  for (;;) {
    const bool is_delayed = delayed_ack_.deadline_ns() < compressed_ack_.deadline_ns();
    const SimTime at_ns = is_delayed ? delayed_ack_.deadline_ns() : compressed_ack_.deadline_ns();
    if (at_ns >= now_ns) return;
    const Turn turn = is_delayed ? delayed_ack_.expire_ahead() : compressed_ack_.expire_ahead();
    output_.send_expired_ack(make_ack(at_ns, kNoSequence), at_ns, turn);
  }
}

Ack Receiver::make_ack(SimTime now_ns, std::int64_t duplicate_sequence) {
  delayed_ack_.disarm(now_ns);
  compressed_ack_.disarm(now_ns);
  compressed_acks_ = 0;
  if (quick_acks_left_ > 0) --quick_acks_left_;
  acked_sequence_ = next_sequence_;
  std::uint16_t window = 0;
  if (reader_ != nullptr) [[unlikely]]
    window = offer_window(now_ns);
  return {next_sequence_, sack_log_.end(),    ecn_feedback_,
          window,         duplicate_sequence, timestamp_ns_};
}

// ACK aggregation holds what comes within the period after a release and lets it go together, as
// a shared medium does that grants a transmission now and then.
void Receiver::release(const Ack& ack, SimTime now_ns) {
  if (config_.ack_aggregation_ns <= 0) {
    output_.send_ack(ack, now_ns);
    return;
  }
  held_.push_back(ack);
  if (aggregate_.is_armed()) return;
  const SimTime due_ns = std::max(now_ns, last_release_ns_ + config_.ack_aggregation_ns);
  if (due_ns == now_ns) {
    on_aggregate(now_ns);
  } else {
    aggregate_.arm(due_ns, now_ns);
  }
}

void Receiver::on_aggregate(SimTime now_ns) {
  last_release_ns_ = now_ns;
  for (; !held_.empty(); held_.pop_front()) output_.send_ack(held_.front(), now_ns);
}

}  // namespace ccsim
