// A bottleneck whose queue is first in, first out and whose rate never changes, without an event of
// its own. When a packet arrives it is known when its last bit will be out, so it is passed on
// towards the receiver at once, and its wait is reported at once. How much waits, and when the
// transmitter works, is settled at the next arrival.
//
// look(t) has to come before statistics are read at `t`: it undoes what was reported of later
// times, packet by packet, which is then replayed event by event as its time comes. So a packet is
// reported step by step only if statistics are read while it is under way.
//
// The same as Bottleneck with a drop-tail queue, nanosecond by nanosecond; a test compares them.
// docs/model.md ("Simultaneous events") has the two orders that differ elsewhere on this way.
// What ends at the time of an arrival has ended before it (Rank::kTransmitter comes before
// Rank::kAccess).
#pragma once

#include <algorithm>
#include <cstdint>

#include "ccsim/loss_reason.h"
#include "ccsim/scenario.h"
#include "engine/assert.h"
#include "engine/ring_buffer.h"
#include "net/packet.h"
#include "net/transmission_clock.h"

namespace ccsim {

// What becomes of a packet behind the transmitter.
enum class PacketFate : std::uint8_t {
  kLost,       // it vanishes
  kDelivered,  // it has an event at its receiver
  kNew,        // its receiver has accepted it ahead of the clock, data that it did not have
  kDuplicate,  // ... or had already
};

// A packet until it is at its receiver.
struct HeldPacket {
  SimTime end_ns = 0;  // its last bit is out
  std::uint32_t flow_index = 0;
  std::uint16_t wire_bytes = 0;
  PacketFate fate = PacketFate::kDelivered;

  [[nodiscard]] bool is_accepted_ahead() const {
    return fate == PacketFate::kNew || fate == PacketFate::kDuplicate;
  }
};
static_assert(sizeof(HeldPacket) == 16);

// `Probe` has:
//   on_drop(packet, reason, now)     the queue refuses the packet: it is full
//   on_random_loss(packet, now)      struck by the loss model before the queue
//   on_departure_at(packet, start, end, now)  its transmission starts and ends then, and it will go
//   on towards the receiver; returns whether it is accepted there ahead of the clock
//   on_wait(held, from, until)       the packet joins the queue, and how long it will wait
//   on_wait_end_undone(held, until)  look() comes before the end of the wait, which is taken back
//   on_wait_end(held, now)           ... and replayed at its time
//   on_delivery_undone(held)         look() comes before a packet is there that was accepted ahead
//   on_arrived(held)                 ... and now it is there
//   on_queue_grown(waiting_bytes, now)   so many bytes wait now, more than before
//   on_queue_shrunk(waiting_bytes, now)  ... or fewer
//   on_busy(is_busy, now)            the transmitter starts or stops working
//   on_transmitted(held)             the last bit was out at its end, and what is lost was lost
//   then
template <typename Probe>
class SteadyBottleneck final {
 public:
  // `delay_ns`: from the end of a transmission until the packet is at its receiver.
  SteadyBottleneck(const BottleneckConfig& config, Duration delay_ns, Probe& probe)
      : clock_(config.rate_bps),
        limit_bytes_(config.buffer_bytes),
        loses_before_queue_(config.loss.position == LossPosition::kBeforeQueue),
        delay_ns_(delay_ns),
        probe_(probe) {}

  // A packet arrives. Its wait and its departure are reported to `packet_probe`, which knows its
  // flow.
  template <typename PacketProbe>
  [[gnu::always_inline]] void accept(const Packet& packet, SimTime now_ns,
                                     PacketProbe& packet_probe) {
    settle(now_ns);
    if (packet.will_be_lost && loses_before_queue_) {
      probe_.on_random_loss(packet, now_ns);
      return;
    }
    const Bytes wire_bytes = packet.wire_bytes;
    if (waiting_bytes_ > 0 && waiting_bytes_ + wire_bytes > limit_bytes_) {
      probe_.on_drop(packet, LossReason::kBufferFull, now_ns);
      return;
    }
    if (packets_.is_full()) [[unlikely]]
      make_room(now_ns);
    const SimTime start_ns = std::max(now_ns, last_end_ns_);
    last_end_ns_ = clock_.finish(start_ns, wire_bytes);
    HeldPacket& held = packets_.push_in_room();
    held.end_ns = last_end_ns_;
    held.flow_index = packet.flow_index;
    held.wire_bytes = packet.wire_bytes;
    held.fate = PacketFate::kLost;
    if (is_busy()) {
      waiting_bytes_ += wire_bytes;
      packet_probe.on_wait(held, now_ns, start_ns);
      probe_.on_queue_grown(waiting_bytes_, now_ns);
    } else {
      service_end_ns_ = last_end_ns_;
      probe_.on_busy(true, now_ns);
    }
    if (packet.will_be_lost) return;
    held.fate = packet_probe.on_departure_at(packet, start_ns, last_end_ns_, now_ns);
  }

  // Everything that has happened up to `now_ns` has been reported, and nothing that will happen.
  void look(SimTime now_ns) {
    settle(now_ns);
    forget(now_ns);
    for (; replayed_ < packets_.end_position(); ++replayed_) {
      const HeldPacket& held = packets_.at_position(replayed_);
      if (replayed_ > departed_) {
        probe_.on_wait_end_undone(held, packets_.at_position(replayed_ - 1).end_ns);
      }
      if (held.is_accepted_ahead()) probe_.on_delivery_undone(held);
    }
  }

  // Right after look(): packets that will be lost behind the transmitter, or are on their way to a
  // receiver that has accepted them.
  [[nodiscard]] Packets held_packets() const {
    Packets sum = 0;
    for (std::size_t i = packets_.front_position(); i < packets_.end_position(); ++i) {
      const HeldPacket& held = packets_.at_position(i);
      if (held.is_accepted_ahead() || (held.fate == PacketFate::kLost && i >= departed_)) ++sum;
    }
    return sum;
  }

 private:
  [[nodiscard]] bool is_busy() const { return service_end_ns_ != kNever; }

  void settle(SimTime now_ns) {
    for (SimTime end_ns = service_end_ns_; end_ns <= now_ns;) end_ns = end_transmission(end_ns);
  }

  // Of the packet that is being sent; returns when that of the next one ends.
  SimTime end_transmission(SimTime end_ns) {
    probe_.on_transmitted(packets_.at_position(departed_));
    ++departed_;
    if (departed_ == packets_.end_position()) {
      service_end_ns_ = kNever;
      probe_.on_busy(false, end_ns);
      return kNever;
    }
    const HeldPacket& next = packets_.at_position(departed_);
    const SimTime next_end_ns = next.end_ns;
    service_end_ns_ = next_end_ns;
    waiting_bytes_ -= next.wire_bytes;
    if (departed_ < replayed_) [[unlikely]]
      probe_.on_wait_end(next, end_ns);
    probe_.on_queue_shrunk(waiting_bytes_, end_ns);
    return next_end_ns;
  }

  [[gnu::noinline]] void make_room(SimTime now_ns) {
    forget(now_ns);
    packets_.make_room();
  }

  // What is at its receiver by now. Found by halves: most of it needs no more than to be forgotten.
  void forget(SimTime now_ns) {
    const std::size_t front = packets_.front_position();
    std::size_t first_left = front;
    for (std::size_t end = departed_; first_left < end;) {
      const std::size_t middle = first_left + (end - first_left) / 2;
      if (packets_.at_position(middle).end_ns + delay_ns_ <= now_ns) {
        first_left = middle + 1;
      } else {
        end = middle;
      }
    }
    for (std::size_t i = front; i < std::min(first_left, replayed_); ++i) {
      if (packets_.at_position(i).is_accepted_ahead()) probe_.on_arrived(packets_.at_position(i));
    }
    packets_.pop_front(first_left - front);
    replayed_ = std::max(replayed_, first_left);
  }

  TransmissionClock clock_;
  Bytes limit_bytes_;
  bool loses_before_queue_;
  Duration delay_ns_;
  SimTime last_end_ns_ = -1;         // of the packet that came last
  SimTime service_end_ns_ = kNever;  // of the one that is being sent; kNever: the link is idle
  Bytes waiting_bytes_ = 0;
  // In the order in which they came: first those that have departed, then the one being sent.
  RingBuffer<HeldPacket> packets_;
  std::size_t departed_ = 0;  // the position behind the last one that has departed
  std::size_t replayed_ = 0;  // ... behind the last one that is reported step by step
  Probe& probe_;
};

}  // namespace ccsim
