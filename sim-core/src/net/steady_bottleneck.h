// A bottleneck whose queue is first in, first out and whose rate never changes, without an event of
// its own. When a packet arrives it is known when its last bit will be out, so it goes on its way
// to the receiver at once, and what the queue and the transmitter did in the meantime is settled
// when somebody looks: at the next arrival, and before anything is read from what the probe counts.
//
// The same as Bottleneck with a drop-tail queue, hook by hook and nanosecond by nanosecond; a test
// compares them. What ends at the time of an arrival has ended before it (Rank::kTransmitter comes
// before Rank::kAccess).
#pragma once

#include <cstdint>

#include "ccsim/scenario.h"
#include "engine/assert.h"
#include "engine/ring_buffer.h"
#include "net/packet.h"
#include "net/transmission_clock.h"

namespace ccsim {

// What is to be known of a packet while the link holds it.
struct HeldPacket {
  SimTime end_ns = 0;  // its last bit is out
  std::uint32_t flow_index = 0;
  std::uint16_t wire_bytes = 0;
  bool will_be_lost = false;  // behind the transmitter
};

// `Probe` is told what happens, in the order of time:
//   on_drop(packet, now)             the queue refuses the packet
//   on_random_loss(packet, now)      struck by the loss model before the queue
//   on_departure_at(packet, end, now)  it will go on towards the receiver at `end`
//   on_wait_begin(held, now)         the packet joins the queue
//   on_wait_end(held, now)           ... and leaves it for the transmitter
//   on_queue_grown(waiting_bytes, now)   so many bytes wait now, more than before
//   on_queue_shrunk(waiting_bytes, now)  ... or fewer
//   on_busy(is_busy, now)            the transmitter starts or stops working
//   on_transmitted(held)             the last bit was out at its end, and what is lost was lost
//   then
template <typename Probe>
class SteadyBottleneck final {
 public:
  SteadyBottleneck(const BottleneckConfig& config, Probe& probe)
      : clock_(config.rate_bps),
        limit_bytes_(config.buffer_bytes),
        loses_before_queue_(config.loss.position == LossPosition::kBeforeQueue),
        probe_(probe) {}

  // A packet arrives.
  void accept(const Packet& packet, SimTime now_ns) {
    settle(now_ns);
    if (packet.will_be_lost && loses_before_queue_) {
      probe_.on_random_loss(packet, now_ns);
      return;
    }
    const Bytes wire_bytes = packet.wire_bytes;
    if (!waiting_.empty() && waiting_bytes_ + wire_bytes > limit_bytes_) {
      probe_.on_drop(packet, now_ns);
      return;
    }
    last_end_ns_ = clock_.finish(is_busy_ ? last_end_ns_ : now_ns, wire_bytes);
    const HeldPacket held{last_end_ns_, packet.flow_index, packet.wire_bytes, packet.will_be_lost};
    if (is_busy_) {
      waiting_.push_back(held);
      waiting_bytes_ += wire_bytes;
      probe_.on_wait_begin(held, now_ns);
      probe_.on_queue_grown(waiting_bytes_, now_ns);
    } else {
      in_service_ = held;
      is_busy_ = true;
      probe_.on_busy(true, now_ns);
    }
    if (packet.will_be_lost) {
      ++held_lost_packets_;
    } else {
      probe_.on_departure_at(packet, last_end_ns_, now_ns);
    }
  }

  // Everything that has happened up to `now_ns` is told.
  void settle(SimTime now_ns) {
    while (is_busy_ && in_service_.end_ns <= now_ns) end_transmission();
  }

  // Of the packets that wait or are being sent, as far as it has been settled, those that will not
  // go on.
  [[nodiscard]] Packets held_lost_packets() const { return held_lost_packets_; }

 private:
  void end_transmission() {
    const HeldPacket sent = in_service_;
    if (waiting_.empty()) {
      is_busy_ = false;
      probe_.on_busy(false, sent.end_ns);
    } else {
      in_service_ = waiting_.front();
      waiting_.pop_front();
      waiting_bytes_ -= in_service_.wire_bytes;
      probe_.on_wait_end(in_service_, sent.end_ns);
      probe_.on_queue_shrunk(waiting_bytes_, sent.end_ns);
    }
    if (sent.will_be_lost) --held_lost_packets_;
    probe_.on_transmitted(sent);
  }

  TransmissionClock clock_;
  Bytes limit_bytes_;
  bool loses_before_queue_;
  bool is_busy_ = false;
  SimTime last_end_ns_ = 0;  // of the packet that came last, if the link is busy
  Bytes waiting_bytes_ = 0;
  Packets held_lost_packets_ = 0;
  HeldPacket in_service_;
  RingBuffer<HeldPacket> waiting_;
  Probe& probe_;
};

}  // namespace ccsim
