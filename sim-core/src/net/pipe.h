// A constant delay in FIFO order. However many items are inside, one event is pending: that of the
// item at the head. Each item takes its place in the order of simultaneous events when it enters,
// so the outcome is that of one event per item.
#pragma once

#include "engine/engine.h"
#include "engine/ring_buffer.h"

namespace ccsim {

// `Sink` has `void accept(const Item&, SimTime now_ns)`.
template <typename Item, typename Sink>
class Pipe final : public Actor {
 public:
  Pipe(Engine& engine, Rank rank, Duration delay_ns, Sink& sink)
      : Actor(engine, rank), engine_(engine), delay_ns_(delay_ns), sink_(sink) {
    CCSIM_ASSERT(delay_ns >= 0);
  }

  void push(const Item& item) {
    const Slot slot{engine_.now_ns() + delay_ns_, engine_.take_sequence(), item};
    if (slots_.empty()) engine_.schedule_with_sequence(*this, slot.due_ns, slot.sequence);
    slots_.push_back(slot);
  }

  void on_event(SimTime now_ns) override {
    const Item item = slots_.front().item;
    slots_.pop_front();
    if (!slots_.empty()) {
      engine_.schedule_with_sequence(*this, slots_.front().due_ns, slots_.front().sequence);
    }
    sink_.accept(item, now_ns);
  }

  [[nodiscard]] std::size_t size() const { return slots_.size(); }
  [[nodiscard]] Duration delay_ns() const { return delay_ns_; }

 private:
  struct Slot {
    SimTime due_ns;
    std::uint64_t sequence;
    Item item;
  };

  Engine& engine_;
  Duration delay_ns_;
  Sink& sink_;
  RingBuffer<Slot> slots_;
};

}  // namespace ccsim
