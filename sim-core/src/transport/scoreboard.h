// The packets between snd_una and snd_nxt: what is known of each, and how many are where.
//
// Counted as Linux counts (net/ipv4/tcp_input.c, "counting packets in flight"):
//   in_flight = out - (sacked + lost) + retransmitted
#pragma once

#include <cstdint>
#include <vector>

#include "ccsim/units.h"
#include "engine/assert.h"
#include "transport/ack.h"

namespace ccsim {

// State of one packet as of its last transmission. One cache line.
struct SentPacket {
  SimTime sent_ns = 0;
  // Of the connection at that moment: the inputs of the delivery-rate sample.
  SimTime first_sent_ns = 0;
  SimTime delivered_time_ns = 0;
  Packets delivered_packets = 0;
  Packets lost_packets = 0;
  // Neighbours in the list of outstanding packets by time of transmission.
  std::int64_t older_sequence = kNoSequence;
  std::int64_t newer_sequence = kNoSequence;
  std::int32_t tx_in_flight_packets = 0;
  bool is_sacked : 1 = false;
  bool is_lost : 1 = false;            // marked lost, not delivered since
  bool is_retransmit_out : 1 = false;  // ... and a retransmission is under way
  bool was_retransmitted : 1 = false;  // at least once
  bool was_app_limited : 1 = false;
  bool is_listed : 1 = false;  // in the list by time of transmission
};

class Scoreboard {
 public:
  [[nodiscard]] std::int64_t una_sequence() const { return una_sequence_; }
  [[nodiscard]] std::int64_t next_sequence() const { return next_sequence_; }
  [[nodiscard]] Packets out_packets() const { return next_sequence_ - una_sequence_; }
  [[nodiscard]] Packets sacked_packets() const { return sacked_packets_; }
  [[nodiscard]] Packets lost_packets() const { return lost_packets_; }
  [[nodiscard]] Packets retransmitted_packets() const { return retransmitted_packets_; }
  [[nodiscard]] Packets in_flight_packets() const {
    return out_packets() - sacked_packets_ - lost_packets_ + retransmitted_packets_;
  }
  [[nodiscard]] bool is_outstanding(std::int64_t sequence) const {
    return sequence >= una_sequence_ && sequence < next_sequence_;
  }

  [[nodiscard]] SentPacket& at(std::int64_t sequence) {
    return slots_[static_cast<std::uint64_t>(sequence) & mask_];
  }
  [[nodiscard]] const SentPacket& at(std::int64_t sequence) const {
    return slots_[static_cast<std::uint64_t>(sequence) & mask_];
  }

  // A new packet takes the next sequence. The caller fills in its fields.
  SentPacket& add_new() {
    if (static_cast<std::uint64_t>(out_packets()) == slots_.size()) grow();
    const std::int64_t sequence = next_sequence_++;
    SentPacket& packet = at(sequence);
    packet = SentPacket{};
    link_newest(sequence, packet);
    return packet;
  }

  // A lost packet goes out again. Only marked packets are counted as retransmitted; a tail loss
  // probe is not (Linux calls __tcp_retransmit_skb() for it).
  void note_retransmission(std::int64_t sequence);
  void note_probe_retransmission(std::int64_t sequence);

  // The receiver has it, above a hole.
  void mark_sacked(std::int64_t sequence);
  // False if it was counted as lost already and nothing is under way.
  bool mark_lost(std::int64_t sequence);
  // The first packet is acknowledged and leaves.
  void pop_front();
  // Takes back all loss marks (undo of a spurious timeout).
  void clear_loss_marks();

  // The outstanding packet that was transmitted longest ago; kNoSequence if there is none.
  [[nodiscard]] std::int64_t oldest_sequence() const { return oldest_sequence_; }

  // The lowest packet that is marked lost and not under way; kNoSequence if there is none. In
  // amortised constant time while packets are marked in their order, else in the logarithm of how
  // many were marked out of it: no packet is looked at twice.
  [[nodiscard]] std::int64_t next_to_retransmit();

 private:
  void grow();
  void link_newest(std::int64_t sequence, SentPacket& packet);
  void unlink(SentPacket& packet);
  [[nodiscard]] bool waits_for_retransmission(std::int64_t sequence) const {
    return sequence >= una_sequence_ && at(sequence).is_lost && !at(sequence).is_retransmit_out;
  }

  static constexpr std::size_t kFirstCapacity = 16;

  std::vector<SentPacket> slots_;
  std::uint64_t mask_ = 0;
  std::int64_t una_sequence_ = 0;
  std::int64_t next_sequence_ = 0;
  Packets sacked_packets_ = 0;
  Packets lost_packets_ = 0;
  Packets retransmitted_packets_ = 0;
  std::int64_t oldest_sequence_ = kNoSequence;
  std::int64_t newest_sequence_ = kNoSequence;
  // All that wait for their retransmission lie at or above the hint, which only moves up, or are
  // among those marked lost below it: a heap, the lowest first, in which what has been repaired
  // since stays until it is the lowest.
  std::int64_t retransmit_hint_sequence_ = 0;
  std::vector<std::int64_t> marked_below_hint_;
};

}  // namespace ccsim
