#include "transport/receiver.h"

#include <algorithm>

namespace ccsim {
namespace {

// Linux: sysctl tcp_comp_sack_delay_ns (1 ms, at most 5% of the RTT), tcp_comp_sack_nr (44), and
// TCP_FASTRETRANS_THRESH duplicates that are never held.
constexpr Duration kMaxCompression = kMillisecond;
constexpr std::int64_t kCompressionRttDivisor = 20;
constexpr std::int32_t kMaxCompressedAcks = 44;
constexpr std::int32_t kImmediateDuplicateAcks = 3;

// No run has so many packets.
std::int32_t in_32_bits(Packets packets) {
  return static_cast<std::int32_t>(std::min<Packets>(packets, INT32_MAX));
}

}  // namespace

void Receiver::OutOfOrder::insert(std::int64_t sequence, std::int64_t base_sequence) {
  const std::int64_t needed = sequence - base_sequence + 1;
  if (needed > static_cast<std::int64_t>(words_) * kWordBits) grow(base_sequence, needed);
  word_of(sequence) |= bit_of(sequence);
  highest_sequence_ = std::max(highest_sequence_, sequence);
}

bool Receiver::OutOfOrder::take(std::int64_t sequence) {
  if (!contains(sequence)) return false;
  word_of(sequence) &= ~bit_of(sequence);
  return true;
}

void Receiver::OutOfOrder::grow(std::int64_t base_sequence, std::int64_t needed) {
  OutOfOrder bigger;
  bigger.words_ = words_ * 2;
  while (static_cast<std::int64_t>(bigger.words_) * kWordBits < needed) bigger.words_ *= 2;
  bigger.more_ = std::make_unique<std::uint64_t[]>(bigger.words_);
  for (std::int64_t s = base_sequence; s <= highest_sequence_; ++s) {
    if (contains(s)) bigger.word_of(s) |= bit_of(s);
  }
  bigger.highest_sequence_ = highest_sequence_;
  *this = std::move(bigger);
}

Receiver::Receiver(Engine& engine, const ReceiverConfig& config, Duration base_rtt_ns,
                   AckOutput& output)
    : output_(output),
      ack_timeout_ns_(config.ack_timeout_ns),
      delayed_ack_(engine, Rank::kReceiverTimer, *this),
      ack_every_packets_(in_32_bits(config.ack_every_packets)),
      quick_acks_left_(in_32_bits(config.quick_ack_packets)),
      acks_pushed_(config.acks_pushed),
      is_special_(config.ack_aggregation_ns > 0 || config.read_rate_bps > 0),
      compression_ns_(std::min(kMaxCompression, base_rtt_ns / kCompressionRttDivisor)),
      compressed_ack_(engine, Rank::kReceiverTimer, *this) {
  CCSIM_ASSERT(config.ack_every_packets >= 1);
  if (is_special_) special_ = std::make_unique<Special>(engine, config, *this);
}

void Receiver::read_slowly(Bytes payload_bytes) {
  if (!is_special_ || special_->config.read_rate_bps == 0) return;
  const ReceiverConfig& config = special_->config;
  CCSIM_ASSERT(config.window_bytes != kUnlimited);
  const Packets buffer_packets = std::max<Packets>(config.window_bytes / payload_bytes, 1);
  CCSIM_ASSERT(buffer_packets <= kMostReadBufferPackets);
  const Duration packet_ns =
      mul_div_floor(payload_bytes * kBitsPerByte, kNanosecondsPerSecond, config.read_rate_bps);
  special_->reader = std::make_unique<SlowReader>(buffer_packets, std::max<Duration>(packet_ns, 1));
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
  quick_acks_left_ = std::max(quick_acks_left_, in_32_bits(packets));
}

bool Receiver::take_out_of_order(std::int64_t sequence, SimTime now_ns) {
  out_of_order_.insert(sequence, next_sequence_);
  ++out_of_order_packets_;
  sack_log_.append(sequence);
  sack_end_ = sack_log_.end();
  return schedule_ack(now_ns);
}

bool Receiver::schedule_ack(SimTime now_ns) {
  bool is_due = unacked_packets_ >= ack_every_packets_ || quick_acks_left_ > 0;
  if (!is_due && is_waiting_for_holes()) {
    is_due = hold_duplicate_ack(now_ns);
  } else if (!is_due && !delayed_ack_.is_armed()) {
    delayed_ack_.arm(now_ns + ack_timeout_ns_, now_ns);
  }
  if (!is_special_ || special_->reader == nullptr) [[likely]]
    return is_due;
  if (is_due) send_ack(now_ns);
  await_room(now_ns);
  return false;
}

// What leaves the window as it is leaves the timer as it is.
std::uint16_t Receiver::offer_window(SimTime now_ns) {
  SlowReader& reader = *special_->reader;
  reader.catch_up(next_sequence_, now_ns);
  const Packets window = reader.offer(now_ns);
  await_room(now_ns);
  return static_cast<std::uint16_t>(window);
}

void Receiver::await_room(SimTime now_ns) {
  SlowReader& reader = *special_->reader;
  reader.catch_up(next_sequence_, now_ns);
  const SimTime due_ns = reader.update_due_ns();
  if (due_ns == kNever) {
    special_->room.disarm(now_ns);
  } else {
    special_->room.arm(std::max(due_ns, now_ns), now_ns);
  }
}

bool Receiver::hold_duplicate_ack(SimTime now_ns) {
  if (compression_ns_ == 0 || compressed_acks_ >= kMaxCompressedAcks) return true;
  if (duplicate_base_sequence_ != next_sequence_) {
    duplicate_base_sequence_ = next_sequence_;
    duplicate_acks_ = 0;
  }
  if (duplicate_acks_ < kImmediateDuplicateAcks) {
    ++duplicate_acks_;
    return true;
  }
  ++compressed_acks_;
  if (is_compressing_) return false;
  is_compressing_ = true;
  compressed_ack_.arm(now_ns + compression_ns_, now_ns);
  return false;
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
  if (is_compressing_) {
    is_compressing_ = false;
    compressed_acks_ = 0;
    compressed_ack_.disarm(now_ns);
  }
  if (quick_acks_left_ > 0) --quick_acks_left_;
  unacked_packets_ = 0;
  std::uint16_t window = 0;
  if (is_special_ && special_->reader != nullptr) [[unlikely]]
    window = offer_window(now_ns);
  const std::uint16_t ecn_feedback = ecn_ == EcnFeedback::kOff ? std::uint16_t{0} : ecn_feedback_;
  return {next_sequence_, sack_end_, ecn_feedback, window, duplicate_sequence, timestamp_ns_};
}

// ACK aggregation holds what comes within the period after a release and lets it go together, as
// a shared medium does that grants a transmission now and then.
void Receiver::release(const Ack& ack, SimTime now_ns) {
  if (!is_special_ || special_->config.ack_aggregation_ns <= 0) {
    output_.send_ack(ack, now_ns);
    return;
  }
  Special& special = *special_;
  special.held.push_back(ack);
  if (special.aggregate.is_armed()) return;
  const SimTime due_ns =
      std::max(now_ns, special.last_release_ns + special.config.ack_aggregation_ns);
  if (due_ns == now_ns) {
    on_aggregate(now_ns);
  } else {
    special.aggregate.arm(due_ns, now_ns);
  }
}

void Receiver::on_aggregate(SimTime now_ns) {
  special_->last_release_ns = now_ns;
  RingBuffer<Ack>& held = special_->held;
  for (; !held.empty(); held.pop_front()) output_.send_ack(held.front(), now_ns);
}

}  // namespace ccsim
