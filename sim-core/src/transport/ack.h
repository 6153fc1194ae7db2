// What a receiver reports to its sender.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "ccsim/packed_int.h"
#include "ccsim/units.h"
#include "engine/assert.h"

namespace ccsim {

// The SACK information of one flow, without the limit of three blocks per ACK: the packets that
// arrived above a hole, in the order in which they arrived. The receiver appends; the sender reads
// up to the place that the ACK in its hands names, so it knows what that ACK would have
// reported and no more. Nothing is lost with a lost ACK: the next one covers it, as SACK blocks do.
class SackLog {
 public:
  void append(std::int64_t sequence) {
    if (end_ - read_ == capacity_) grow();
    sequences_[end_++ & (capacity_ - 1)] = static_cast<std::uint32_t>(sequence);
  }
  // How many packets have been reported so far: what an ACK carries.
  [[nodiscard]] std::uint32_t end() const { return end_; }
  [[nodiscard]] bool has_unread(std::uint32_t end) const { return read_ < end; }
  std::int64_t read_next() {
    CCSIM_ASSERT(has_unread(end_));
    return sequences_[read_++ & (capacity_ - 1)];
  }

 private:
  static constexpr std::uint32_t kFirstCapacity = 8;

  [[gnu::noinline]] void grow() {
    const std::uint32_t capacity = capacity_ == 0 ? kFirstCapacity : capacity_ * 2;
    auto bigger = std::make_unique_for_overwrite<std::uint32_t[]>(capacity);
    for (std::uint32_t i = read_; i != end_; ++i) {
      bigger[i & (capacity - 1)] = sequences_[i & (capacity_ - 1)];
    }
    sequences_ = std::move(bigger);
    capacity_ = capacity;
  }

  // A ring; no run has so many packets.
  std::unique_ptr<std::uint32_t[]> sequences_;
  std::uint32_t capacity_ = 0;
  std::uint32_t end_ = 0;
  std::uint32_t read_ = 0;
};

struct Ack {
  std::int64_t una_sequence = 0;  // everything below has arrived
  std::uint32_t sack_end = 0;     // SackLog::end() when this ACK was sent
  // Classic ECN: 1 while congestion is echoed (ECE). Accurate: how many packets have come marked,
  // modulo 2^16; of AccECN's counter only the last three bits would fit into a TCP header.
  std::uint16_t ecn_feedback = 0;
  std::uint16_t window_packets = 0;  // from una_sequence on; only of a receiver that reads slowly
  std::int64_t duplicate_sequence = kNoSequence;  // DSACK (RFC 2883)
  SimTime echo_ns = 0;                            // timestamp echo reply (RFC 7323)
};

// The RTT of a retransmitted packet, by the timestamp: in Linux's whole milliseconds.
[[nodiscard]] constexpr Duration timestamp_rtt_ns(SimTime echo_ns, SimTime now_ns) {
  const std::int64_t ticks = now_ns / kMillisecond - echo_ns / kMillisecond;
  return (ticks > 1 ? ticks : 1) * kMillisecond;
}

}  // namespace ccsim
