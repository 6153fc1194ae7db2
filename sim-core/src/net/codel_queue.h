// A queue that CoDel manages: packets are dropped at its head once they have waited too long for a
// whole interval, ever more often until the delay falls (RFC 8289 5; names as in its pseudocode).
#pragma once

#include <cmath>

#include "net/ecn_marking.h"
#include "net/packet_fifo.h"
#include "net/queue_discipline.h"

namespace ccsim {

struct CodelSettings {
  Duration target_ns = 0;
  Duration interval_ns = 0;
  Bytes mtu_bytes = 0;
  bool ecn = false;              // marks where it would drop
  Duration ce_threshold_ns = 0;  // what waited longer is marked, whatever CoDel says; 0: nothing
};

class CodelQueue {
 public:
  explicit CodelQueue(const CodelSettings& settings) : settings_(settings) {}

  void push(const Packet& packet) { waiting_.push(packet); }
  // Takes out the packet at the head without a look at its wait.
  bool pop(Packet& packet) { return waiting_.pop(packet); }

  // Hands out the next packet; false if there is none. Discards others on the way, or marks this
  // one: one action then, as the packet that carries the mark stays (Linux codel_dequeue()).
  bool take(Packet& packet, SimTime now_ns, DiscardListener& discards) {
    Head head = take_head(packet, now_ns);
    if (is_dropping_) {
      is_dropping_ = head.may_drop;
      while (is_dropping_ && now_ns >= drop_next_ns_) {
        ++count_;
        if (settings_.ecn && mark_ce(packet, LossReason::kDelay, now_ns, discards)) {
          drop_next_ns_ += control_law_ns();
          break;
        }
        discards.on_discard(packet, LossReason::kDelay, now_ns);
        head = take_head(packet, now_ns);
        is_dropping_ = head.may_drop;
        if (is_dropping_) drop_next_ns_ += control_law_ns();
      }
    } else if (head.may_drop) {
      if (!settings_.ecn || !mark_ce(packet, LossReason::kDelay, now_ns, discards)) {
        discards.on_discard(packet, LossReason::kDelay, now_ns);
        head = take_head(packet, now_ns);
      }
      is_dropping_ = true;
      const std::int64_t dropped_last = count_ - last_count_;
      const bool is_soon = now_ns - drop_next_ns_ < kMemoryIntervals * settings_.interval_ns;
      count_ = dropped_last > 1 && is_soon ? dropped_last : 1;
      last_count_ = count_;
      drop_next_ns_ = now_ns + control_law_ns();
    }
    const bool is_late = settings_.ce_threshold_ns > 0 && sojourn_ns_ > settings_.ce_threshold_ns;
    if (head.exists && is_late) {
      static_cast<void>(mark_ce(packet, LossReason::kStep, now_ns, discards));
    }
    return head.exists;
  }

  [[nodiscard]] bool empty() const { return waiting_.empty(); }
  [[nodiscard]] Bytes bytes() const { return waiting_.bytes(); }
  [[nodiscard]] Packets count() const { return waiting_.count(); }
  // Of the packet that was taken last; kNoDuration before the first.
  [[nodiscard]] Duration sojourn_ns() const { return sojourn_ns_; }
  // From drop to drop; kNoDuration while none is due.
  [[nodiscard]] Duration drop_interval_ns() const {
    return is_dropping_ ? control_law_ns() : kNoDuration;
  }

 private:
  // Within so many intervals a new dropping phase starts near the rate of the last one (RFC 8289
  // 5.5).
  static constexpr Duration kMemoryIntervals = 16;

  struct Head {
    bool exists = false;
    bool may_drop = false;  // it and all before it waited too long, for an interval
  };

  // Takes the packet at the head and judges its wait (dodequeue() of RFC 8289 5.6). The last MTU of
  // bytes is never dropped: an idle link would not help.
  Head take_head(Packet& packet, SimTime now_ns) {
    if (!waiting_.pop(packet)) {
      first_above_ns_ = kNever;
      return {};
    }
    sojourn_ns_ = now_ns - packet.enqueued_ns;
    if (sojourn_ns_ < settings_.target_ns || waiting_.bytes() <= settings_.mtu_bytes) {
      first_above_ns_ = kNever;
      return {.exists = true};
    }
    if (first_above_ns_ == kNever) {
      first_above_ns_ = now_ns + settings_.interval_ns;
      return {.exists = true};
    }
    return {.exists = true, .may_drop = now_ns >= first_above_ns_};
  }

  // The control law (RFC 8289 3.3): the throughput of Reno falls with the square root of the drops.
  [[nodiscard]] Duration control_law_ns() const {
    return static_cast<Duration>(static_cast<double>(settings_.interval_ns) /
                                 std::sqrt(static_cast<double>(count_)));
  }

  CodelSettings settings_;
  PacketFifo waiting_;
  Duration sojourn_ns_ = kNoDuration;
  SimTime first_above_ns_ = kNever;  // when dropping may begin; kNever: the delay is low
  SimTime drop_next_ns_ = 0;
  std::int64_t count_ = 0;  // drops since dropping began, with what was remembered
  std::int64_t last_count_ = 0;
  bool is_dropping_ = false;
};

}  // namespace ccsim
