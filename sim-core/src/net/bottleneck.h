// A queue, a transmitter and the place where random loss strikes.
//
//   accept() ─▶ [loss before?] ─▶ queue ─▶ transmitter ─▶ [loss after?] ─▶ Probe::on_departure()
#pragma once

#include <memory>

#include "ccsim/scenario.h"
#include "engine/engine.h"
#include "net/packet.h"
#include "net/queue_discipline.h"
#include "net/transmission_clock.h"

namespace ccsim {

// `Probe` is told what happens:
//   on_drop(packet, now)            the queue refuses the packet, or discards it later
//   on_random_loss(packet, now)     struck by the loss model
//   on_wait_begin(packet, now)      the packet joins the queue
//   on_wait_end(packet, now)        ... and leaves it, for the transmitter or for good
//   on_queue(waiting_bytes, now)    the number of waiting bytes may have changed
//   on_busy(is_busy, now)           the transmitter starts or stops working
//   on_transmitted(packet, now)     the last bit is out
//   on_departure(packet, now)       ... and it goes on towards the receiver
template <typename Probe>
class Bottleneck final : public Actor, private DiscardListener {
 public:
  Bottleneck(Engine& engine, const BottleneckConfig& config, std::unique_ptr<QueueDiscipline> queue,
             Probe& probe)
      : Actor(engine, Rank::kTransmitter),
        engine_(engine),
        clock_(config.rate_bps),
        loses_before_queue_(config.loss.position == LossPosition::kBeforeQueue),
        queue_(std::move(queue)),
        probe_(probe) {}

  // A packet arrives from an access pipe.
  void accept(const Packet& arrived, SimTime now_ns) {
    if (arrived.will_be_lost && loses_before_queue_) {
      probe_.on_random_loss(arrived, now_ns);
      return;
    }
    Packet packet = arrived;
    packet.enqueued_ns = now_ns;
    if (!queue_->enqueue(packet, now_ns, *this)) {
      probe_.on_drop(packet, now_ns);
      return;
    }
    if (is_busy_) {
      probe_.on_wait_begin(packet, now_ns);
      probe_.on_queue(queue_->waiting_bytes(), now_ns);
      return;
    }
    // An idle link takes the packet at once: it never waits, so the queue does not change.
    const bool has_packet = queue_->dequeue(in_service_, now_ns, *this);
    CCSIM_ASSERT(has_packet);
    is_busy_ = true;
    probe_.on_busy(true, now_ns);
    start(now_ns);
  }

  void on_event(SimTime now_ns) override {
    const Packet sent = in_service_;
    if (queue_->dequeue(in_service_, now_ns, *this)) {
      probe_.on_wait_end(in_service_, now_ns);
      probe_.on_queue(queue_->waiting_bytes(), now_ns);
      start(now_ns);
    } else {
      is_busy_ = false;
      probe_.on_busy(false, now_ns);
    }
    probe_.on_transmitted(sent, now_ns);
    if (sent.will_be_lost) {
      probe_.on_random_loss(sent, now_ns);
    } else {
      probe_.on_departure(sent, now_ns);
    }
  }

  [[nodiscard]] const QueueDiscipline& queue() const { return *queue_; }
  [[nodiscard]] Bytes waiting_bytes() const { return queue_->waiting_bytes(); }
  // Packets that wait or are being sent.
  [[nodiscard]] Packets held_packets() const {
    return queue_->waiting_packets() + (is_busy_ ? 1 : 0);
  }

 private:
  void start(SimTime now_ns) {
    engine_.schedule(*this, clock_.finish(now_ns, in_service_.wire_bytes));
  }
  void on_discard(const Packet& packet, SimTime now_ns) override {
    probe_.on_wait_end(packet, now_ns);
    probe_.on_drop(packet, now_ns);
  }

  Engine& engine_;
  TransmissionClock clock_;
  bool loses_before_queue_;
  std::unique_ptr<QueueDiscipline> queue_;
  Probe& probe_;
  bool is_busy_ = false;
  Packet in_service_;
};

}  // namespace ccsim
