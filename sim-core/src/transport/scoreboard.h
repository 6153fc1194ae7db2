// The packets between snd_una and snd_nxt: the state of each, and how many are in each state.
//
// Counted as Linux counts (net/ipv4/tcp_input.c, "counting packets in flight"):
//   in_flight = out - (sacked + lost) + retransmitted
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include "ccsim/units.h"
#include "engine/assert.h"
#include "transport/ack.h"

namespace ccsim {

// How much a count has grown since it was `before` modulo 2^32.
[[nodiscard]] constexpr Packets since(std::uint32_t before, Packets now) {
  return static_cast<std::uint32_t>(now) - before;
}

// State of one packet as of its last transmission, in 40 bytes: a flow has a ring of them, and with
// many flows each comes from memory when its packet leaves and again when its ACK comes.
class SentPacket {
 private:
  friend class Scoreboard;
  static constexpr int kLowBits = 32;
  static constexpr int kTimeBits = kLowBits + 16;
  static constexpr int kFlagBits = 7;

 public:
  // First what is looked at while a packet is out.
  SimTime sent_ns = 0;

 private:
  // Neighbours in the list of outstanding packets by time of transmission.
  std::uint32_t older_ = 0;
  std::uint32_t newer_ = 0;

 public:
  // No window has so many packets that this is not enough.
  std::uint32_t tx_in_flight_packets : 32 - kFlagBits = 0;
  bool is_sacked : 1 = false;
  bool is_lost : 1 = false;            // marked lost, not delivered since
  bool is_retransmit_out : 1 = false;  // ... and a retransmission is under way
  bool was_retransmitted : 1 = false;  // at least once
  bool was_app_limited : 1 = false;
  bool is_listed : 1 = false;  // in the list by time of transmission
  // Sent once, and nothing is known of it since: none of the first four, asked for in one test.
  // (What was marked lost by mistake is plain no more.)
  bool is_plain : 1 = false;

  // Of the connection when it was sent, modulo 2^32: only what has been added since is asked for.
  std::uint32_t lost_packets = 0;
  std::uint32_t delivered_packets = 0;

  // ... and when the packet delivered last had been sent and was delivered: the inputs of the
  // delivery-rate sample. Neither lies after `sent_ns`, which is set before, nor 78 hours before
  // it.
  void set_connection_times(SimTime first_sent_ns, SimTime delivered_time_ns) {
    const auto sent_for_ns = static_cast<std::uint64_t>(sent_ns - first_sent_ns);
    const auto delivered_for_ns = static_cast<std::uint64_t>(sent_ns - delivered_time_ns);
    CCSIM_ASSERT((sent_for_ns | delivered_for_ns) >> kTimeBits == 0);
    sent_for_low_ns_ = static_cast<std::uint32_t>(sent_for_ns);
    delivered_for_low_ns_ = static_cast<std::uint32_t>(delivered_for_ns);
    sent_for_high_ns_ = static_cast<std::uint16_t>(sent_for_ns >> kLowBits);
    delivered_for_high_ns_ = static_cast<std::uint16_t>(delivered_for_ns >> kLowBits);
  }
  [[nodiscard]] Duration send_interval_ns() const {
    return joined(sent_for_high_ns_, sent_for_low_ns_);
  }
  [[nodiscard]] SimTime delivered_time_ns() const {
    return sent_ns - joined(delivered_for_high_ns_, delivered_for_low_ns_);
  }

  // A new packet: of its flags, and the flight is yet to be said.
  void begin() {
    tx_in_flight_packets = 0;
    is_sacked = false;
    is_lost = false;
    is_retransmit_out = false;
    was_retransmitted = false;
    was_app_limited = false;
    is_listed = true;
    is_plain = true;
  }
  void set_tx_in_flight(Packets packets) {
    tx_in_flight_packets = static_cast<std::uint32_t>(packets) & (UINT32_MAX >> kFlagBits);
  }

 private:
  [[nodiscard]] static Duration joined(std::uint16_t high, std::uint32_t low) {
    return static_cast<Duration>(std::uint64_t{high} << kLowBits | low);
  }

  std::uint32_t sent_for_low_ns_ = 0;
  std::uint32_t delivered_for_low_ns_ = 0;
  std::uint16_t sent_for_high_ns_ = 0;
  std::uint16_t delivered_for_high_ns_ = 0;
};
static_assert(sizeof(SentPacket) == 40 && std::is_trivially_copyable_v<SentPacket>);

class Scoreboard {
 public:
  [[nodiscard]] std::int64_t una_sequence() const { return una_sequence_; }
  [[nodiscard]] std::int64_t next_sequence() const { return next_sequence_; }
  [[nodiscard]] Packets out_packets() const { return next_sequence_.above(una_sequence_); }
  [[nodiscard]] Packets sacked_packets() const { return sacked_packets_; }
  [[nodiscard]] Packets lost_packets() const { return lost_packets_; }
  [[nodiscard]] Packets retransmitted_packets() const { return retransmitted_packets_; }
  [[nodiscard]] Packets in_flight_packets() const {
    return out_packets() + in_flight_beside_out_packets_;
  }
  [[nodiscard]] bool is_outstanding(std::int64_t sequence) const {
    return sequence >= una_sequence_ && sequence < next_sequence_;
  }

  [[nodiscard]] SentPacket& at(std::int64_t sequence) {
    return slots_[static_cast<std::uint32_t>(sequence) & mask_];
  }
  [[nodiscard]] const SentPacket& at(std::int64_t sequence) const {
    return slots_[static_cast<std::uint32_t>(sequence) & mask_];
  }

  // New packets take the next sequences. `stamp` records the state of one as it leaves,
  // which is the same for all: they leave as one burst.
  template <typename Stamp>
  void add_run(Packets count, const Stamp& stamp) {
    if (count <= 0) return;
    stamp(add_new());
    while (--count > 0) {
      const auto link = static_cast<std::uint32_t>(next_sequence_);
      make_room(link);
      SentPacket& packet = at(link);
      packet = at(newest_);
      append(packet, link);
    }
  }
  // A new packet takes the next sequence. The caller fills in its fields.
  SentPacket& add_new() {
    const auto link = static_cast<std::uint32_t>(next_sequence_);
    make_room(link);
    SentPacket& packet = at(link);
    packet.begin();
    append(packet, link);
    return packet;
  }

  // A lost packet goes out again. Only marked packets are counted as retransmitted; a tail loss
  // probe is not (Linux calls __tcp_retransmit_skb() for it).
  void note_retransmission(std::int64_t sequence) { note_retransmission(sequence, at(sequence)); }
  void note_retransmission(std::int64_t sequence, SentPacket& packet);
  void note_probe_retransmission(std::int64_t sequence);

  // The receiver has it, above a hole.
  void mark_sacked(std::int64_t sequence);
  // False if it was counted as lost already and nothing is under way.
  bool mark_lost(std::int64_t sequence);
  // The first packet is acknowledged and leaves.
  void pop_front();
  // The same of all packets from the first one on, below `end_sequence`, that were sent once, are
  // still waited for, and have been for longest. Returns the last one, or null if there is none;
  // it can be read until a packet is added.
  const SentPacket* pop_plain_run(std::int64_t end_sequence) {
    const SentPacket* last = nullptr;
    // In variables: what lies in the object would be written down with each packet.
    const auto end = static_cast<std::uint32_t>(end_sequence);
    auto first = static_cast<std::uint32_t>(una_sequence_);
    std::uint32_t oldest = oldest_;
    for (; first < end; ++first) {
      const SentPacket& packet = at(first);
      if (!packet.is_plain || oldest != first) break;
      oldest = packet.newer_;
      last = &packet;
    }
    una_sequence_ = first;
    oldest_ = oldest;
    if (last != nullptr) (oldest_ == kNone ? newest_ : at(oldest_).older_) = kNone;
    return last;
  }
  // Takes back all loss marks (undo of a spurious timeout).
  void clear_loss_marks();

  // The outstanding packet that was transmitted longest ago; kNoSequence if there is none.
  [[nodiscard]] std::int64_t oldest_sequence() const { return sequence_of(oldest_); }
  // The one that was transmitted next after this one.
  [[nodiscard]] static std::int64_t newer_sequence(const SentPacket& packet) {
    return sequence_of(packet.newer_);
  }

  // The lowest packet that is marked lost and not under way; kNoSequence if there is none. In
  // amortised constant time while packets are marked in their order, else in the logarithm of how
  // many were marked out of it: each mark has few packets looked at twice.
  [[nodiscard]] std::int64_t next_to_retransmit() {
    return lost_packets_ <= retransmitted_packets_ ? kNoSequence : find_to_retransmit();
  }

 private:
  // The sequences of a run fit into 32 bits (it transmits two thousand million packets at most).
  static constexpr std::uint32_t kNone = UINT32_MAX;
  [[nodiscard]] static std::int64_t sequence_of(std::uint32_t link) {
    return link == kNone ? kNoSequence : static_cast<std::int64_t>(link);
  }

  [[nodiscard]] std::int64_t find_to_retransmit();
  void count(std::int32_t sacked, std::int32_t lost, std::int32_t retransmitted) {
    sacked_packets_ += sacked;
    lost_packets_ += lost;
    retransmitted_packets_ += retransmitted;
    in_flight_beside_out_packets_ += retransmitted - sacked - lost;
  }

  // For one more packet, whose place is that of `link`.
  void make_room(std::uint32_t link) {
    // One less on both sides: without slots the mask is that of a room of 2^32.
    if (static_cast<std::uint32_t>(out_packets() - 1) == mask_) {
      resize(std::max(kFirstCapacity, capacity() * 2));
    } else if ((link & mask_) == 0) {
      shrink_if_roomy();
    }
  }
  // The newest of all.
  void append(SentPacket& packet, std::uint32_t link) {
    packet.older_ = newest_;
    packet.newer_ = kNone;
    (newest_ == kNone ? oldest_ : at(newest_).newer_) = link;
    newest_ = link;
    ++next_sequence_;
  }
  [[nodiscard]] std::uint32_t capacity() const { return mask_ + 1; }
  void resize(std::uint32_t capacity);
  void shrink_if_roomy();
  void link_newest(std::int64_t sequence, SentPacket& packet);
  void unlink(SentPacket& packet);
  [[nodiscard]] bool waits_for_retransmission(std::int64_t sequence) const {
    return sequence >= una_sequence_ && at(sequence).is_lost && !at(sequence).is_retransmit_out;
  }

  // Slots are made without being written: what is in use is copied into them.
  struct FreeSlots {
    void operator()(SentPacket* slots) const { ::operator delete(slots); }
  };

  static constexpr std::uint32_t kFirstCapacity = 16;
  static constexpr std::uint32_t kLeastCapacity = 8;
  static constexpr std::uint32_t kRoomy = 3;  // that many times what is needed
  static constexpr std::uint32_t kNear = 16;  // so far back the hint goes

  std::unique_ptr<SentPacket[], FreeSlots> slots_;
  std::unique_ptr<std::vector<std::uint32_t>> marked_below_hint_;  // null: there was none yet
  PackedUint32 una_sequence_{0};
  PackedUint32 next_sequence_{0};
  std::uint32_t mask_ = UINT32_MAX;  // the capacity less one, a power of two; 0 at first
  std::int32_t sacked_packets_ = 0;
  std::int32_t lost_packets_ = 0;
  std::int32_t retransmitted_packets_ = 0;
  std::int32_t in_flight_beside_out_packets_ = 0;  // retransmitted - sacked - lost
  std::uint32_t oldest_ = kNone;
  std::uint32_t newest_ = kNone;
  // All that wait for their retransmission lie at or above the hint, or are among those marked
  // lost below it: a heap, the lowest first, in which what has been repaired since stays until it
  // is the lowest. For a mark close below it the hint goes back.
  std::uint32_t retransmit_hint_ = 0;
};

}  // namespace ccsim
