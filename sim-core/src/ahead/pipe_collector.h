// Takes items out of pipes without an event for each: all that have come out by now are handed over
// in their order, the one of their events, once in a while and whenever the sink is read. For a
// sink for which it makes no difference when it gets an item, within a bound.
#pragma once

#include <algorithm>
#include <vector>

#include "net/pipe.h"

namespace ccsim {

// `Sink` has `void accept(const Item&, SimTime due_ns)`, which pushes nothing into these pipes, and
// `SimTime collectable_until_ns(SimTime now_ns)`: what comes out by then may be handed over
// already.
template <typename Item, typename Sink>
class PipeCollector final : public Actor, private PipeEntrance<Item>::Collector {
 public:
  // No item is handed over more than `most_late_ns` after it has come out.
  PipeCollector(Engine& engine, Rank rank, Duration most_late_ns, Sink& sink)
      : Actor(engine, rank), engine_(engine), most_late_ns_(most_late_ns), sink_(sink) {}

  // Before anything is pushed into it. Its items leave in the order in which they enter.
  void add(PipeEntrance<Item>& pipe) { pipe.leave_to(*this); }

  // What has come out by now is handed over.
  void collect(SimTime now_ns) {
    while (!heads_.empty() && heads_.front().due_ns <= now_ns) {
      std::pop_heap(heads_.begin(), heads_.end(), Head::comes_after);
      PipeEntrance<Item>& pipe = *heads_.back().pipe;
      heads_.pop_back();
      drain(pipe, now_ns);
    }
  }

  void on_event(SimTime now_ns) override {
    scheduled_ns_ = kNever;
    collect(sink_.collectable_until_ns(now_ns));
    if (!heads_.empty()) wake_for(heads_.front().due_ns);
  }

 private:
  struct Head {
    SimTime due_ns;
    Turn turn;
    PipeEntrance<Item>* pipe;

    static bool comes_after(const Head& a, const Head& b) {
      return b.due_ns < a.due_ns || (b.due_ns == a.due_ns && b.turn.is_before(a.turn));
    }
  };

  // As long as its items are the first of all.
  void drain(PipeEntrance<Item>& pipe, SimTime now_ns) {
    for (;;) {
      sink_.accept(pipe.first().item, pipe.first().due_ns);
      pipe.drop_first();
      if (pipe.empty()) return;
      const Head head = head_of(pipe);
      const bool is_first = heads_.empty() || Head::comes_after(heads_.front(), head);
      if (!is_first || head.due_ns > now_ns) {
        add_head(head);
        return;
      }
    }
  }

  void on_first(PipeEntrance<Item>& pipe) override {
    const Head head = head_of(pipe);
    add_head(head);
    wake_for(head.due_ns);
  }
  [[nodiscard]] static Head head_of(PipeEntrance<Item>& pipe) {
    return {pipe.first().due_ns, pipe.first().turn, &pipe};
  }
  void add_head(const Head& head) {
    heads_.push_back(head);
    std::push_heap(heads_.begin(), heads_.end(), Head::comes_after);
  }
  void wake_for(SimTime due_ns) {
    if (due_ns + most_late_ns_ >= scheduled_ns_) return;
    scheduled_ns_ = due_ns + most_late_ns_;
    engine_.schedule(*this, scheduled_ns_);
  }

  Engine& engine_;
  Duration most_late_ns_;
  Sink& sink_;
  std::vector<Head> heads_;  // a heap: of each pipe that is not empty the first item
  SimTime scheduled_ns_ = kNever;
};

}  // namespace ccsim
