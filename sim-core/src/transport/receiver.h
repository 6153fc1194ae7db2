// The receiving end: what has arrived, and when an ACK goes back.
//
// As Linux net/ipv4/tcp_input.c: one ACK per `ack_every_packets`, at once while out-of-order data
// is held, when a hole is filled or a duplicate arrives, and after a timeout otherwise; the first
// packets are acknowledged one by one, and so is a packet that ends a burst and is alone. Beyond
// three duplicate ACKs they are thinned out ("SACK compression", tcp_input.c
// __tcp_ack_snd_check()).
#pragma once

#include <cstdint>
#include <memory>

#include "ahead/ahead_timer.h"
#include "ccsim/scenario.h"
#include "engine/ring_buffer.h"
#include "net/packet.h"
#include "transport/ack.h"
#include "transport/slow_reader.h"

namespace ccsim {

class AckOutput {
 public:
  virtual ~AckOutput() = default;
  virtual void send_ack(const Ack& ack, SimTime now_ns) = 0;
  // The ACK of a timer that expires at `at_ns`, sent before that time. Only where packets are
  // accepted ahead of the clock.
  virtual void send_expired_ack(const Ack&, SimTime /*at_ns*/, const Turn&) { CCSIM_ASSERT(false); }
};

class alignas(64) Receiver {
 public:
  // `base_rtt_ns` bounds how long SACK compression may hold an ACK.
  Receiver(Engine& engine, const ReceiverConfig& config, Duration base_rtt_ns, AckOutput& output);

  // From now on marks are reported in this way; before it none are.
  void use_ecn(EcnFeedback feedback) { ecn_ = feedback; }

  // From now on the application reads at the rate of the settings, if there is one; packets have
  // so much payload.
  void read_slowly(Bytes payload_bytes);

  // Whether packets may be accepted ahead of the clock: only they and the timers of ACKs decide.
  [[nodiscard]] bool may_run_ahead() const {
    return special_ == nullptr ||
           (special_->config.ack_aggregation_ns <= 0 && special_->reader == nullptr);
  }

  // A packet arrives, now or, with may_run_ahead(), later. True if it is new, false if it is a
  // duplicate.
  bool accept(const Packet& packet, SimTime now_ns) {
    return accept(packet, now_ns,
                  [this](const Ack& ack, SimTime at_ns) { output_.send_ack(ack, at_ns); });
  }
  // The same for an owner that takes the packet's ACK without a virtual call: `send_ack` does what
  // its AckOutput does.
  template <typename SendAck>
  bool accept(const Packet& packet, SimTime now_ns, const SendAck& send_ack);

  // What is said to a packet of the handshake: held as ACKs are.
  void answer_handshake(const Ack& answer, SimTime now_ns) { release(answer, now_ns); }

  [[nodiscard]] SackLog& sack_log() { return sack_log_; }
  [[nodiscard]] std::int64_t next_sequence() const { return next_sequence_; }
  // null: the application reads at once.
  [[nodiscard]] const SlowReader* reader() const {
    return special_ == nullptr ? nullptr : special_->reader.get();
  }

 private:
  // Ring of bits, one per sequence, for what has arrived above the first hole.
  class OutOfOrder {
   public:
    [[nodiscard]] bool contains(std::int64_t sequence) const {
      return sequence <= highest_sequence_ && (word_of(sequence) & bit_of(sequence)) != 0;
    }
    // `base_sequence`: the first hole, below every element.
    void insert(std::int64_t sequence, std::int64_t base_sequence);
    // Removes it; false if it was not there.
    bool take(std::int64_t sequence);

   private:
    static constexpr std::int64_t kWordBits = 64;

    [[nodiscard]] static std::uint64_t bit_of(std::int64_t sequence) {
      return std::uint64_t{1} << (static_cast<std::uint64_t>(sequence) % kWordBits);
    }
    [[nodiscard]] std::uint64_t word_of(std::int64_t sequence) const {
      return more_ == nullptr ? only_ : more_[place_of(sequence)];
    }
    [[nodiscard]] std::uint64_t& word_of(std::int64_t sequence) {
      return more_ == nullptr ? only_ : more_[place_of(sequence)];
    }
    [[nodiscard]] std::size_t place_of(std::int64_t sequence) const {
      return static_cast<std::uint64_t>(sequence) / kWordBits & (words_ - 1);
    }
    [[gnu::noinline]] void grow(std::int64_t base_sequence, std::int64_t needed);

    std::int64_t highest_sequence_ = kNoSequence;
    std::uint64_t only_ = 0;                 // while it is enough
    std::unique_ptr<std::uint64_t[]> more_;  // then a ring of words takes its place
    std::uint64_t words_ = 1;                // a power of two
  };

  void note_timestamp(const Packet& packet);
  [[gnu::noinline]] void note_ecn(const Packet& packet, SimTime now_ns);
  void acknowledge_at_once(Packets packets);
  // These say whether an ACK is due now.
  [[nodiscard]] bool take_in_order(const Packet& packet, SimTime now_ns);
  [[nodiscard]] bool take_out_of_order(std::int64_t sequence, SimTime now_ns);
  [[nodiscard]] bool schedule_ack(SimTime now_ns);
  [[nodiscard]] bool hold_duplicate_ack(SimTime now_ns);
  void send_ack(SimTime now_ns, std::int64_t duplicate_sequence = kNoSequence);
  [[nodiscard]] Ack make_ack(SimTime now_ns, std::int64_t duplicate_sequence);
  void release(const Ack& ack, SimTime now_ns);
  // Timers that expire before a packet that is accepted ahead of the clock.
  [[gnu::noinline]] void expire_before(SimTime now_ns);

  // Has the sender hear of room that reading makes. Only with a reader.
  [[gnu::noinline]] void await_room(SimTime now_ns);
  [[gnu::noinline]] std::uint16_t offer_window(SimTime now_ns);
  void on_room(SimTime now_ns) { send_ack(now_ns); }
  void on_delayed_ack(SimTime now_ns) { send_ack(now_ns); }
  void on_compressed_ack(SimTime now_ns) { send_ack(now_ns); }
  void on_aggregate(SimTime now_ns);

  // What few receivers need: an application that reads slowly, ACKs that are held together.
  struct Special {
    Special(Engine& engine, const ReceiverConfig& settings, Receiver& receiver)
        : config(settings),
          room(engine, Rank::kReceiverTimer, receiver),
          aggregate(engine, Rank::kReceiverTimer, receiver) {}
    ReceiverConfig config;
    RingBuffer<Ack> held;  // by ACK aggregation
    SimTime last_release_ns = INT64_MIN / 2;
    std::unique_ptr<SlowReader> reader;  // null: the application reads at once
    AheadTimer<Receiver, &Receiver::on_room> room;
    AheadTimer<Receiver, &Receiver::on_aggregate> aggregate;
  };

  [[nodiscard]] bool is_waiting_for_holes() const { return out_of_order_packets_ > 0; }
  // next_sequence_ when the last ACK left (rcv_wup).
  [[nodiscard]] std::int64_t acked_sequence() const { return next_sequence_ - unacked_packets_; }

  AckOutput& output_;
  std::unique_ptr<Special> special_;
  Duration ack_timeout_ns_;
  std::uint16_t ecn_feedback_ = 0;  // what the next ACK says of marks
  bool came_marked_ = false;        // the last packet
  // Its end and what follows, one cache line, is all that a packet in order needs.
  AheadTimer<Receiver, &Receiver::on_delayed_ack> delayed_ack_;
  std::int64_t next_sequence_ = 0;    // rcv_nxt
  SimTime timestamp_ns_ = 0;          // ts_recent: what the next ACK echoes
  std::int32_t unacked_packets_ = 0;  // arrived in order since the last ACK left
  std::int32_t ack_every_packets_;
  std::int32_t quick_acks_left_;
  std::uint32_t sack_end_ = 0;  // of the log
  std::int32_t out_of_order_packets_ = 0;
  EcnFeedback ecn_ = EcnFeedback::kOff;
  bool acks_pushed_;
  bool is_special_;
  bool is_compressing_ = false;  // an ACK waits for `compressed_ack_`
  std::int64_t duplicate_base_sequence_ = kNoSequence;

  // The next one is what a packet out of order needs.
  OutOfOrder out_of_order_;
  SackLog sack_log_;
  std::int32_t duplicate_acks_ = 0;  // since next_sequence_ last moved
  std::int32_t compressed_acks_ = 0;
  Duration compression_ns_;
  AheadTimer<Receiver, &Receiver::on_compressed_ack> compressed_ack_;
};

// In the header, so that what comes with every packet is one piece of code wherever it arrives.

template <typename SendAck>
inline bool Receiver::accept(const Packet& packet, SimTime now_ns, const SendAck& send_ack) {
  if (delayed_ack_.deadline_ns() < now_ns ||
      (is_compressing_ && compressed_ack_.deadline_ns() < now_ns)) [[unlikely]]
    expire_before(now_ns);
  if (ecn_ != EcnFeedback::kOff) [[unlikely]]
    note_ecn(packet, now_ns);
  note_timestamp(packet);
  bool is_new = true;
  bool is_ack_due = true;
  std::int64_t duplicate_sequence = kNoSequence;
  if (packet.sequence == next_sequence_) {
    is_ack_due = take_in_order(packet, now_ns);
  } else if (packet.sequence < next_sequence_ ||
             (is_waiting_for_holes() && out_of_order_.contains(packet.sequence))) {
    is_new = false;
    if (!packet.has_no_data) duplicate_sequence = packet.sequence;
  } else {
    is_ack_due = take_out_of_order(packet.sequence, now_ns);
  }
  if (!is_ack_due) return is_new;
  if (is_special_) [[unlikely]] {
    release(make_ack(now_ns, duplicate_sequence), now_ns);
  } else {
    send_ack(make_ack(now_ns, duplicate_sequence), now_ns);
  }
  return is_new;
}

// RFC 7323 4.3: the echo is the timestamp of the earliest packet that the coming ACK covers.
inline void Receiver::note_timestamp(const Packet& packet) {
  if (packet.sequence <= acked_sequence() && packet.sent_ns >= timestamp_ns_) {
    timestamp_ns_ = packet.sent_ns;
  }
}

inline bool Receiver::take_in_order(const Packet& packet, SimTime now_ns) {
  ++next_sequence_;
  ++unacked_packets_;
  if (!is_waiting_for_holes()) {
    // The application reads it and sees the end of a burst: nothing more is to be expected soon
    // (Linux 6.6 tcp_measure_rcv_mss() and __tcp_cleanup_rbuf()).
    const bool is_lone_end = packet.is_pushed && unacked_packets_ == 1;
    return (is_lone_end && acks_pushed_) || schedule_ack(now_ns);
  }
  while (is_waiting_for_holes() && out_of_order_.take(next_sequence_)) {
    --out_of_order_packets_;
    ++next_sequence_;
    ++unacked_packets_;
  }
  // The last hole is filled (RFC 5681 4.2)?
  return !is_waiting_for_holes() || schedule_ack(now_ns);
}

}  // namespace ccsim
