// A queue, a transmitter and the place where random loss strikes.
//
//   accept() ─▶ [loss before?] ─▶ queue ─▶ transmitter ─▶ [loss after?] ─▶ Probe::on_departure()
#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "ccsim/scenario.h"
#include "engine/engine.h"
#include "engine/timer.h"
#include "net/delivery_trace.h"
#include "net/packet.h"
#include "net/queue_discipline.h"
#include "net/rate_profile.h"
#include "net/transmission_clock.h"

namespace ccsim {

// `Probe` hears what happens:
//   on_drop(packet, reason, now)    the queue refuses the packet, or discards it later
//   on_mark(packet, reason, now)    the queue sets its CE mark
//   on_random_loss(packet, now)     struck by the loss model
//   on_wait_begin(packet, now)      the packet joins the queue
//   on_wait_end(packet, now)        ... and leaves it, for the transmitter or for good
//   on_queue(waiting_bytes, now)    the number of waiting bytes may have changed
//   on_busy(is_busy, now)           the transmitter starts or stops working
//   on_transmitted(packet, now)     the last bit is out
//   on_departure(packet, now)       ... and it leaves towards the receiver
//   on_rate(rate, is_busy, now)     a schedule has changed the rate
//   on_used(bytes)                  so much of an opportunity of a trace was used
//
// With a trace there is no rate: packets wait for opportunities (Mahimahi, link_queue.cc), and
// on_busy() is never called.
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
        probe_(probe),
        change_timer_(engine, Rank::kLinkChange, *this),
        opportunity_timer_(engine, Rank::kTransmitter, *this) {
    if (!config.changes.opportunities_ns.empty()) {
      trace_.emplace(config.changes.opportunities_ns, config.changes.trace_end);
      is_busy_ = true;  // nothing is sent on arrival: whatever arrives waits
      opportunity_timer_.arm(trace_->at(0).at_ns);
    } else if (!config.changes.rates.empty()) {
      rates_.emplace(config.rate_bps, config.changes.rates);
      arm_change();
    }
  }

  // A packet arrives from an access pipe. It is marked with the time.
  void accept(Packet& packet, SimTime now_ns) {
    if (packet.will_be_lost && loses_before_queue_) {
      probe_.on_random_loss(packet, now_ns);
      return;
    }
    packet.enqueued_ns = now_ns;
    const Admission admission = queue_->enqueue(packet, now_ns, *this);
    if (!admission) {
      probe_.on_drop(packet, admission.reason(), now_ns);
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
    pass_on(sent, now_ns);
  }

  [[nodiscard]] const QueueDiscipline& queue() const { return *queue_; }
  [[nodiscard]] Bytes waiting_bytes() const { return queue_->waiting_bytes(); }
  // Packets that wait or are being sent.
  [[nodiscard]] Packets held_packets() const {
    const bool is_sending = trace_ ? unsent_bytes_ > 0 : is_busy_;
    return queue_->waiting_packets() + (is_sending ? 1 : 0);
  }
  // What it could have sent from 0 to `now_ns`, in 1e-9 bits; only if its rate changes.
  [[nodiscard]] __int128 capacity_until(SimTime now_ns) const {
    return trace_ ? trace_->capacity_until(now_ns) : rates_->capacity_until(now_ns);
  }

 private:
  void start(SimTime now_ns) {
    engine_.schedule(*this, clock_.finish(now_ns, in_service_.wire_bytes));
  }
  void arm_change() {
    const auto& pieces = rates_->pieces();
    if (next_piece_ < pieces.size()) change_timer_.arm(pieces[next_piece_].from_ns);
  }
  void on_change(SimTime now_ns) {
    const BitRate rate_bps = rates_->pieces()[next_piece_].rate_bps;
    ++next_piece_;
    const SimTime end_ns = clock_.change_rate(now_ns, rate_bps, is_busy_);
    if (is_busy_) engine_.schedule(*this, end_ns);
    probe_.on_rate(rate_bps, is_busy_, now_ns);
    arm_change();
  }
  // A packet may need several opportunities, and several packets may share one. What a queue that
  // runs empty leaves over is lost.
  void on_opportunity(SimTime now_ns) {
    Bytes left_bytes = trace_->at(next_opportunity_).bytes;
    ++next_opportunity_;
    while (left_bytes > 0 && (unsent_bytes_ > 0 || take_waiting(now_ns))) {
      const Bytes sent_bytes = std::min(left_bytes, unsent_bytes_);
      left_bytes -= sent_bytes;
      unsent_bytes_ -= sent_bytes;
      probe_.on_used(sent_bytes);
      if (unsent_bytes_ == 0) pass_on(in_service_, now_ns);
    }
    opportunity_timer_.arm(trace_->at(next_opportunity_).at_ns);
  }
  bool take_waiting(SimTime now_ns) {
    if (!queue_->dequeue(in_service_, now_ns, *this)) return false;
    probe_.on_wait_end(in_service_, now_ns);
    probe_.on_queue(queue_->waiting_bytes(), now_ns);
    unsent_bytes_ = in_service_.wire_bytes;
    return true;
  }
  void pass_on(const Packet& sent, SimTime now_ns) {
    probe_.on_transmitted(sent, now_ns);
    if (sent.will_be_lost) {
      probe_.on_random_loss(sent, now_ns);
    } else {
      probe_.on_departure(sent, now_ns);
    }
  }
  void on_discard(const Packet& packet, LossReason reason, SimTime now_ns) override {
    probe_.on_wait_end(packet, now_ns);
    probe_.on_drop(packet, reason, now_ns);
  }
  void on_mark(const Packet& packet, LossReason reason, SimTime now_ns) override {
    probe_.on_mark(packet, reason, now_ns);
  }

  Engine& engine_;
  TransmissionClock clock_;
  bool loses_before_queue_;
  std::unique_ptr<QueueDiscipline> queue_;
  Probe& probe_;
  bool is_busy_ = false;
  Packet in_service_;

  // Of a link that changes.
  std::optional<RateProfile> rates_;
  std::size_t next_piece_ = 1;
  std::optional<DeliveryTrace> trace_;
  std::int64_t next_opportunity_ = 0;
  Bytes unsent_bytes_ = 0;  // of the packet that a trace is sending
  Timer<Bottleneck, &Bottleneck::on_change> change_timer_;
  Timer<Bottleneck, &Bottleneck::on_opportunity> opportunity_timer_;
};

}  // namespace ccsim
