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
#include <vector>

#include "ccsim/scenario.h"
#include "engine/ahead_timer.h"
#include "net/packet.h"
#include "transport/ack.h"
#include "transport/slow_reader.h"

namespace ccsim {

class AckOutput {
 public:
  virtual ~AckOutput() = default;
  virtual void send_ack(const Ack& ack, SimTime now_ns) = 0;
  // The ACK of a timer that expires at `at_ns`, told before that. Only where packets are accepted
  // ahead of the clock.
  virtual void send_expired_ack(const Ack&, SimTime /*at_ns*/, const Turn&) { CCSIM_ASSERT(false); }
};

class Receiver {
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
    return config_.ack_aggregation_ns <= 0 && reader_ == nullptr;
  }

  // A packet arrives, now or, with may_run_ahead(), later. True if it is new, false if it is a
  // duplicate.
  bool accept(const Packet& packet, SimTime now_ns);

  [[nodiscard]] SackLog& sack_log() { return sack_log_; }
  [[nodiscard]] std::int64_t next_sequence() const { return next_sequence_; }
  // null: the application reads at once.
  [[nodiscard]] const SlowReader* reader() const { return reader_.get(); }

 private:
  // Ring of flags, one per sequence, for what has arrived above the first hole.
  class OutOfOrder {
   public:
    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] bool contains(std::int64_t sequence) const;
    // `base_sequence`: the first hole, below every element.
    void insert(std::int64_t sequence, std::int64_t base_sequence);
    // Removes it; false if it was not there.
    bool take(std::int64_t sequence);

   private:
    void grow(std::int64_t base_sequence, std::int64_t needed);

    std::vector<std::uint8_t> is_present_;
    std::uint64_t mask_ = 0;
    std::int64_t highest_sequence_ = kNoSequence;
    Packets count_ = 0;
  };

  void note_timestamp(const Packet& packet);
  [[gnu::noinline]] void note_ecn(const Packet& packet, SimTime now_ns);
  void acknowledge_at_once(Packets packets);
  void take_in_order(const Packet& packet, SimTime now_ns);
  void take_out_of_order(std::int64_t sequence, SimTime now_ns);
  // Decides whether an ACK is due now or later.
  void schedule_ack(SimTime now_ns);
  void hold_duplicate_ack(SimTime now_ns);
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

  ReceiverConfig config_;
  Duration compression_ns_;
  AckOutput& output_;
  SackLog sack_log_;
  OutOfOrder out_of_order_;
  std::int64_t next_sequence_ = 0;   // rcv_nxt
  std::int64_t acked_sequence_ = 0;  // next_sequence_ when the last ACK left (rcv_wup)
  Packets quick_acks_left_;
  SimTime timestamp_ns_ = 0;    // ts_recent: what the next ACK echoes
  Packets duplicate_acks_ = 0;  // since next_sequence_ last moved
  std::int64_t duplicate_base_sequence_ = kNoSequence;
  Packets compressed_acks_ = 0;
  EcnFeedback ecn_ = EcnFeedback::kOff;
  bool came_marked_ = false;        // the last packet
  std::uint16_t ecn_feedback_ = 0;  // what the next ACK says of marks
  RingBuffer<Ack> held_;            // by ACK aggregation
  SimTime last_release_ns_ = INT64_MIN / 2;
  std::unique_ptr<SlowReader> reader_;  // null: the application reads at once
  AheadTimer<Receiver, &Receiver::on_room> room_;
  AheadTimer<Receiver, &Receiver::on_delayed_ack> delayed_ack_;
  AheadTimer<Receiver, &Receiver::on_compressed_ack> compressed_ack_;
  AheadTimer<Receiver, &Receiver::on_aggregate> aggregate_;
};

// In the header, so that what comes with every packet is one piece of code wherever it arrives.

inline bool Receiver::accept(const Packet& packet, SimTime now_ns) {
  if (delayed_ack_.deadline_ns() < now_ns || compressed_ack_.deadline_ns() < now_ns) [[unlikely]]
    expire_before(now_ns);
  if (ecn_ != EcnFeedback::kOff) [[unlikely]]
    note_ecn(packet, now_ns);
  note_timestamp(packet);
  const bool is_duplicate = packet.sequence < next_sequence_ ||
                            (!out_of_order_.empty() && out_of_order_.contains(packet.sequence));
  if (is_duplicate) {
    send_ack(now_ns, packet.is_window_probe ? kNoSequence : packet.sequence);
    return false;
  }
  if (packet.sequence == next_sequence_) {
    take_in_order(packet, now_ns);
  } else {
    take_out_of_order(packet.sequence, now_ns);
  }
  return true;
}

// RFC 7323 4.3: the echo is the timestamp of the earliest packet that the coming ACK covers.
inline void Receiver::note_timestamp(const Packet& packet) {
  if (packet.sequence <= acked_sequence_ && packet.sent_ns >= timestamp_ns_) {
    timestamp_ns_ = packet.sent_ns;
  }
}

inline void Receiver::take_in_order(const Packet& packet, SimTime now_ns) {
  ++next_sequence_;
  if (out_of_order_.empty()) {
    // The application reads it and sees the end of what was sent together: nothing more is to be
    // expected soon (Linux 6.6 tcp_measure_rcv_mss() and __tcp_cleanup_rbuf()).
    const bool is_lone_end = packet.is_pushed && next_sequence_ - acked_sequence_ == 1;
    if (is_lone_end && config_.acks_pushed) {
      send_ack(now_ns);
    } else {
      schedule_ack(now_ns);
    }
    return;
  }
  while (out_of_order_.take(next_sequence_)) ++next_sequence_;
  if (out_of_order_.empty()) {
    send_ack(now_ns);  // the last hole is filled (RFC 5681 4.2)
  } else {
    schedule_ack(now_ns);
  }
}

}  // namespace ccsim
