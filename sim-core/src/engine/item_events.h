// What happens at known times, in any order: each item has an event of its own. For few items, or
// for those that a pipe would have to sort: it is made for what comes in order.
#pragma once

#include <deque>

#include "engine/engine.h"

namespace ccsim {

// `Sink` has `void accept(const Item&, SimTime now_ns)`.
template <typename Item, typename Sink>
class ItemEvents {
 public:
  ItemEvents(Engine& engine, Rank rank, Sink& sink) : engine_(engine), rank_(rank), sink_(sink) {}
  // It may be gone before the engine is.
  ~ItemEvents() {
    for (Entry& entry : entries_) engine_.cancel(entry);
  }
  ItemEvents(const ItemEvents&) = delete;
  ItemEvents& operator=(const ItemEvents&) = delete;

  // The sink gets it at `at_ns`; `turn` is its place among what happens then.
  void add(const Item& item, SimTime at_ns, const Turn& turn) {
    Entry* const entry = free_ != nullptr ? free_ : &entries_.emplace_back(engine_, rank_, *this);
    free_ = entry->next_free;
    entry->item = item;
    engine_.schedule_with_turn(*entry, at_ns, turn);
  }

 private:
  struct Entry final : Actor {
    Entry(Engine& engine, Rank rank, ItemEvents& events) : Actor(engine, rank), owner(events) {}
    void on_event(SimTime now_ns) override {
      const Item kept = item;
      next_free = owner.free_;
      owner.free_ = this;
      owner.sink_.accept(kept, now_ns);
    }
    ItemEvents& owner;
    Item item{};
    Entry* next_free = nullptr;
  };

  Engine& engine_;
  Rank rank_;
  Sink& sink_;
  std::deque<Entry> entries_;  // they stay where they are
  Entry* free_ = nullptr;
};

}  // namespace ccsim
