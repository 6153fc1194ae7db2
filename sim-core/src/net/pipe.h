// A delay between two places. However many items are inside, one event is pending: that of the
// item that comes out next. Each item takes its place in the order of simultaneous events when it
// enters, so the outcome is that of one event per item.
//
// Two ways through, one order. Items that come out in the order in which they went in (all, as long
// as the delay is constant) wait in a line. An item that overtakes a few (jitter) goes to its place
// in the line, one that overtakes many (a delay that falls) waits in a heap. What comes out next is
// the earlier of both heads.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/chunked_fifo.h"
#include "engine/engine.h"

namespace ccsim {

enum class PipeWay : std::uint8_t {
  kFast,     // the line where it can be used
  kGeneral,  // always the heap, and an event at each transmitter: slower, the same outcome
};

// The part that does not know what is at the other end.
template <typename Item>
class PipeEntrance : public Actor {
 public:
  struct Slot {
    SimTime due_ns;
    Turn turn;
    Item item;

    [[nodiscard]] bool is_before(const Slot& other) const {
      return due_ns < other.due_ns || (due_ns == other.due_ns && turn.is_before(other.turn));
    }
    static bool comes_after(const Slot& a, const Slot& b) { return b.is_before(a); }
  };

  // Who takes the items out where the pipe has no events.
  class Collector {
   public:
    virtual ~Collector() = default;
    // The first item has come into an empty pipe.
    virtual void on_first(PipeEntrance& pipe) = 0;
  };

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
    push_at(item, engine_.now_ns() + delay_ns);
  }
  void push_at(const Item& item, SimTime due_ns) {
    push_with_turn(item, due_ns, engine_.take_turn());
  }
  // `count` items that enter together: `item`, which `step` turns into the next one.
  template <typename Step>
  void push_run(const Item& item, std::int64_t count, Step step) {
    const SimTime due_ns = engine_.now_ns() + delay_ns_;
    push_at(item, due_ns);
    const bool is_in_turn = due_ns == last_due_ns_ && overtaking_.empty();
    for (std::int64_t left = count - 1; left > 0; --left) {
      step();
      if (is_in_turn && !in_turn_.is_full()) [[likely]] {
        fill(in_turn_.push_in_room(), item, due_ns, engine_.take_turn());
      } else {
        push_at(item, due_ns);
      }
    }
  }
  // What is computed now and would have been pushed at another time.
  void push_with_turn(const Item& item, SimTime due_ns, const Turn& turn) {
    if (due_ns < last_due_ns_ || !overtaking_.empty() || in_turn_.is_full()) [[unlikely]] {
      push_slowly({due_ns, turn, item});
    } else {
      push_in_turn(item, due_ns, turn);
    }
  }

  [[nodiscard]] bool empty() const { return in_turn_.empty() && overtaking_.empty(); }
  [[nodiscard]] std::size_t size() const { return in_turn_.size() + overtaking_.size(); }
  [[nodiscard]] Duration delay_ns() const { return delay_ns_; }

  // From now on, before anything is inside, the pipe has no events. All must leave in the order in
  // which they enter.
  void leave_to(Collector& collector) { collector_ = &collector; }
  // For the collector.
  [[nodiscard]] const Slot& first() const { return in_turn_.front(); }
  void drop_first() { in_turn_.pop_front(); }

 protected:
  // Hands the slot whose event has come to `accept`, and those behind it as long as nothing else
  // comes before them: what leaves as one burst arrives in one event. Schedules the next one's. The
  // slot is gone once something has been pushed.
  template <typename Accept>
  void hand_out(const Accept& accept) {
    if (!overtaking_.empty()) {
      accept(take_beside_overtaking());
      return;
    }
    for (;;) {
      // It stays inside meanwhile: what is pushed now finds a pipe whose turn is arranged for.
      accept(in_turn_.front());
      in_turn_.pop_front();
      if (!overtaking_.empty()) break;
      if (in_turn_.empty()) return;
      const Slot& next = in_turn_.front();
      if (!engine_.would_come_next_now(*this, next.due_ns, next.turn)) {
        schedule(next);
        return;
      }
    }
    schedule(head());
  }

 private:
  static void fill(Slot& slot, const Item& item, SimTime due_ns, const Turn& turn) {
    slot.due_ns = due_ns;
    slot.turn = turn;
    slot.item = item;
  }
  void schedule(const Slot& slot) { engine_.schedule_with_turn(*this, slot.due_ns, slot.turn); }
  void append(const Slot& slot) {
    in_turn_.push_back(slot);
    last_due_ns_ = slot.due_ns;
  }
  // Where nothing overtakes, and there is room.
  void push_in_turn(const Item& item, SimTime due_ns, const Turn& turn) {
    const bool is_first = in_turn_.empty();
    last_due_ns_ = due_ns;
    Slot& slot = in_turn_.push_in_room();
    fill(slot, item, due_ns, turn);
    if (!is_first) return;
    if (collector_ != nullptr) {
      collector_->on_first(*this);
    } else {
      schedule(slot);
    }
  }
  // One call for all that is seldom: a second one would cost where neither is needed.
  [[gnu::noinline]] void push_slowly(const Slot& slot) {
    in_turn_.make_room();
    if (slot.due_ns < last_due_ns_ || !overtaking_.empty()) {
      push_beside_overtaking(slot);
    } else {
      push_in_turn(slot.item, slot.due_ns, slot.turn);
    }
  }

  [[nodiscard]] bool is_head_in_turn() const {
    return overtaking_.empty() ||
           (!in_turn_.empty() && in_turn_.front().is_before(overtaking_.front()));
  }
  [[nodiscard]] const Slot& head() const {
    return is_head_in_turn() ? in_turn_.front() : overtaking_.front();
  }
  void push_beside_overtaking(const Slot& slot) {
    const bool is_next = empty() || slot.is_before(head());
    const bool overtakes =
        slot.due_ns < last_due_ns_ || (!in_turn_.empty() && slot.is_before(*in_turn_.at_back(1)));
    if (overtakes) {
      if (insert_in_turn(slot)) {
        if (is_next) schedule(slot);
        return;
      }
      overtaking_.push_back(slot);
      std::push_heap(overtaking_.begin(), overtaking_.end(), Slot::comes_after);
    } else {
      append(slot);
    }
    if (is_next) schedule(slot);
  }
  // Into the line, past the few that are due later; false if they are not few.
  bool insert_in_turn(const Slot& slot) {
    if (last_due_ns_ == kNever) return false;
    std::size_t passed = 0;
    for (const Slot* last = in_turn_.at_back(1); last != nullptr && slot.is_before(*last);
         last = in_turn_.at_back(passed + 1)) {
      if (++passed > kMostPassed) return false;
    }
    Slot* place = &in_turn_.push_place();
    for (std::size_t i = 1; i <= passed; ++i) {
      Slot* const earlier = in_turn_.at_back(i + 1);
      *place = *earlier;
      place = earlier;
    }
    *place = slot;
    return true;
  }
  [[gnu::noinline]] Slot take_beside_overtaking() {
    const Slot slot = head();
    if (is_head_in_turn()) {
      in_turn_.pop_front();
    } else {
      std::pop_heap(overtaking_.begin(), overtaking_.end(), Slot::comes_after);
      overtaking_.pop_back();
    }
    if (!empty()) schedule(head());
    return slot;
  }

  static constexpr std::size_t kMostPassed = 16;

  Engine& engine_;
  Duration delay_ns_;
  SimTime last_due_ns_;  // of the line; what is due before it overtakes. kNever: everything does
  Collector* collector_ = nullptr;  // null: each first item has its event
  ChunkedFifo<Slot> in_turn_;
  std::vector<Slot> overtaking_;
};

// `Sink` has `void accept(const Item&, SimTime now_ns)`. Or it takes slots, which say when the item
// was pushed, and reads them no more once it pushes into the pipe, which saves a copy.
template <typename Item, typename Sink>
class Pipe final : public PipeEntrance<Item> {
 public:
  Pipe(Engine& engine, Rank rank, Duration delay_ns, Sink& sink, PipeWay way = PipeWay::kFast)
      : PipeEntrance<Item>(engine, rank, delay_ns, way), sink_(sink) {}

  void on_event(SimTime now_ns) override {
    using Slot = typename PipeEntrance<Item>::Slot;
    this->hand_out([this, now_ns](const Slot& slot) {
      if constexpr (requires { sink_.accept_slot(slot, now_ns); }) {
        sink_.accept_slot(slot, now_ns);
      } else {
        const Item kept = slot.item;
        sink_.accept(kept, now_ns);
      }
    });
  }

 private:
  Sink& sink_;
};

}  // namespace ccsim
