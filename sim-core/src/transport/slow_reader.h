// An application that reads slower than data arrives: what waits for it takes room in the
// receiver's buffer, and the window that is offered shrinks to the remaining room (RFC 9293 3.8.6).
//
// The window as Linux 6.12 net/ipv4/tcp_output.c, __tcp_select_window() and tcp_select_window():
// none below a packet or a sixteenth of the buffer, and never less than was offered before. What
// reads sends news as tcp.c, __tcp_cleanup_rbuf(): once the window has at least doubled and what is
// left of the one that was offered is at most half of the buffer.
#pragma once

#include <algorithm>
#include <cstdint>

#include "ccsim/units.h"

namespace ccsim {

class SlowReader {
 public:
  // A buffer of so many packets, and how long the application takes for one.
  SlowReader(Packets buffer_packets, Duration packet_ns)
      : buffer_packets_(buffer_packets),
        packet_ns_(packet_ns),
        least_packets_(std::max<Packets>(buffer_packets / kLeastShare, 1)),
        offered_end_(buffer_packets) {}

  // Everything below `next_sequence` has arrived by now.
  void catch_up(std::int64_t next_sequence, SimTime now_ns) {
    if (next_sequence == next_sequence_) return;
    read_ns_ = std::max(read_ns_, now_ns) + (next_sequence - next_sequence_) * packet_ns_;
    next_sequence_ = next_sequence;
  }

  // The window of an ACK that leaves now, in packets from the first that has not arrived.
  [[nodiscard]] Packets offer(SimTime now_ns) {
    const Packets free = buffer_packets_ - unread_packets(now_ns);
    const Packets window = free < least_packets_ ? 0 : free;
    offered_end_ = std::max(offered_end_, next_sequence_ + window);
    return offered_end_ - next_sequence_;
  }

  // When the sender is to hear of a larger window; kNever if what it has is enough.
  [[nodiscard]] SimTime update_due_ns() const {
    const Packets left = offered_end_ - next_sequence_;
    if (2 * left > buffer_packets_) return kNever;
    const Packets wanted = std::max(2 * left, least_packets_);
    return read_ns_ - (buffer_packets_ - wanted) * packet_ns_;
  }

  // What the last ACK has offered and has not arrived yet.
  [[nodiscard]] Packets offered_packets() const { return offered_end_ - next_sequence_; }

  // A packet that is read in part counts as a whole.
  [[nodiscard]] Packets unread_packets(SimTime now_ns) const {
    const Duration left_ns = read_ns_ - now_ns;
    return left_ns <= 0 ? 0 : (left_ns + packet_ns_ - 1) / packet_ns_;
  }

 private:
  static constexpr Packets kLeastShare = 16;

  Packets buffer_packets_;
  Duration packet_ns_;
  Packets least_packets_;
  std::int64_t offered_end_;        // the first packet that no ACK has made room for
  std::int64_t next_sequence_ = 0;  // the first that has not arrived
  SimTime read_ns_ = 0;             // when all that has arrived will have been read
};

}  // namespace ccsim
