// A delay between two places. However many items are inside, one event is pending: that of the
// item that comes out next. Each item takes its place in the order of simultaneous events when it
// enters, so the outcome is that of one event per item.
//
// Two ways through, one order. Items that come out in the order in which they went in (all, as long
// as the delay is constant) wait in a ring. An item that overtakes (jitter, a delay that falls)
// waits in a heap. What comes out next is the earlier of both heads.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/engine.h"
#include "engine/ring_buffer.h"

namespace ccsim {

enum class PipeWay : std::uint8_t {
  kFast,     // the ring where it can be used
  kGeneral,  // always the heap: slower, the same outcome
};

// The part that does not know what is at the other end.
template <typename Item>
class PipeEntrance : public Actor {
 public:
  PipeEntrance(Engine& engine, Rank rank, Duration delay_ns, PipeWay way)
      : Actor(engine, rank),
        engine_(engine),
        delay_ns_(delay_ns),
        last_due_ns_(way == PipeWay::kFast ? 0 : kNever) {
    CCSIM_ASSERT(delay_ns >= 0);
  }

  void push(const Item& item) { push_with_delay(item, delay_ns_); }
  // With a delay of its own, which may let it overtake what is inside.
  void push_with_delay(const Item& item, Duration delay_ns) {
    const SimTime due_ns = engine_.now_ns() + delay_ns;
    const std::uint64_t sequence = engine_.take_sequence();
    if (due_ns < last_due_ns_ || !overtaking_.empty()) {
      push_beside_overtaking({due_ns, sequence, item});
      return;
    }
    if (in_turn_.empty()) engine_.schedule_with_sequence(*this, due_ns, sequence);
    last_due_ns_ = due_ns;
    Slot& slot = in_turn_.push_place();
    slot.due_ns = due_ns;
    slot.sequence = sequence;
    slot.item = item;
  }

  [[nodiscard]] std::size_t size() const { return in_turn_.size() + overtaking_.size(); }
  [[nodiscard]] Duration delay_ns() const { return delay_ns_; }

 protected:
  // Takes out the item whose event has come and schedules the next one's.
  Item take_next() {
    if (!overtaking_.empty()) return take_beside_overtaking();
    const Item item = in_turn_.front().item;
    in_turn_.pop_front();
    if (!in_turn_.empty()) schedule(in_turn_.front());
    return item;
  }

 private:
  struct Slot {
    SimTime due_ns;
    std::uint64_t sequence;
    Item item;

    [[nodiscard]] bool is_before(const Slot& other) const {
      return due_ns < other.due_ns || (due_ns == other.due_ns && sequence < other.sequence);
    }
    static bool comes_after(const Slot& a, const Slot& b) { return b.is_before(a); }
  };

  void schedule(const Slot& slot) {
    engine_.schedule_with_sequence(*this, slot.due_ns, slot.sequence);
  }
  void append(const Slot& slot) {
    in_turn_.push_back(slot);
    last_due_ns_ = slot.due_ns;
  }

  [[nodiscard]] bool is_head_in_turn() const {
    return overtaking_.empty() ||
           (!in_turn_.empty() && in_turn_.front().is_before(overtaking_.front()));
  }
  [[nodiscard]] const Slot& head() const {
    return is_head_in_turn() ? in_turn_.front() : overtaking_.front();
  }
  void push_beside_overtaking(const Slot& slot) {
    const bool is_next = size() == 0 || slot.is_before(head());
    if (slot.due_ns < last_due_ns_) {
      overtaking_.push_back(slot);
      std::push_heap(overtaking_.begin(), overtaking_.end(), Slot::comes_after);
    } else {
      append(slot);
    }
    if (is_next) schedule(slot);
  }
  Item take_beside_overtaking() {
    const Item item = head().item;
    if (is_head_in_turn()) {
      in_turn_.pop_front();
    } else {
      std::pop_heap(overtaking_.begin(), overtaking_.end(), Slot::comes_after);
      overtaking_.pop_back();
    }
    if (size() > 0) schedule(head());
    return item;
  }

  Engine& engine_;
  Duration delay_ns_;
  SimTime last_due_ns_;  // of the ring; what is due before it overtakes. kNever: everything does
  RingBuffer<Slot> in_turn_;
  std::vector<Slot> overtaking_;
};

// `Sink` has `void accept(const Item&, SimTime now_ns)`.
template <typename Item, typename Sink>
class Pipe final : public PipeEntrance<Item> {
 public:
  Pipe(Engine& engine, Rank rank, Duration delay_ns, Sink& sink, PipeWay way = PipeWay::kFast)
      : PipeEntrance<Item>(engine, rank, delay_ns, way), sink_(sink) {}

  void on_event(SimTime now_ns) override { sink_.accept(this->take_next(), now_ns); }

 private:
  Sink& sink_;
};

}  // namespace ccsim
