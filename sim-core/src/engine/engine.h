// The clock and the list of pending events.
//
// Everything that acts is an Actor, and an actor has at most one pending event. A constant-delay
// FIFO pipe is one actor however many packets are inside, so the list stays as short as the number
// of parts and never grows with the packets.
#pragma once

#include <cstdint>

#include "ccsim/units.h"
#include "engine/assert.h"
#include "engine/event_queue.h"
#include "engine/rank.h"

namespace ccsim {

class Engine;

// Its place among events of one rank at one nanosecond: what was scheduled first comes first. What
// is computed before its time says when it would have been scheduled.
struct Turn {
  SimTime scheduled_ns = 0;
  std::uint64_t sequence = 0;

  [[nodiscard]] bool is_before(const Turn& other) const {
    return scheduled_ns < other.scheduled_ns ||
           (scheduled_ns == other.scheduled_ns && sequence < other.sequence);
  }
};

class Actor : private PendingEvent {
 public:
  Actor(Engine&, Rank rank) : rank_(rank) {}
  virtual ~Actor() = default;
  Actor(const Actor&) = delete;
  Actor& operator=(const Actor&) = delete;

  // Called once per scheduled event; the event is over when the call starts, so the actor may
  // schedule itself again.
  virtual void on_event(SimTime now_ns) = 0;

 private:
  friend class Engine;
  Rank rank_;
};

class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  [[nodiscard]] SimTime now_ns() const { return queue_.last_taken_ns(); }
  [[nodiscard]] std::int64_t processed_events() const { return processed_events_; }

  // Takes a place in the order of simultaneous events for something that is scheduled now but
  // waits inside a pipe for its turn to be the pipe's pending event.
  [[nodiscard]] Turn take_turn() { return take_turn_at(now_ns()); }
  // The same for something that is computed now and would have been scheduled at `scheduled_ns`.
  [[nodiscard]] Turn take_turn_at(SimTime scheduled_ns) { return {scheduled_ns, next_sequence_++}; }

  // Sets or moves the actor's pending event. `time_ns` is not in the past.
  void schedule(Actor& actor, SimTime time_ns) { schedule_with_turn(actor, time_ns, take_turn()); }
  void schedule_with_turn(Actor& actor, SimTime time_ns, const Turn& turn) {
    CCSIM_ASSERT(time_ns >= now_ns());
    if (actor.is_pending()) [[unlikely]]
      queue_.remove(actor);
    actor.time_ns = time_ns;
    actor.order = order_of(actor, turn);
    actor.scheduled_ns = turn.scheduled_ns;
    queue_.add(actor);
  }
  // Whether an event of this actor at `time_ns` with this turn would be the next one of all and
  // now: then the actor may handle it at once instead of scheduling it.
  [[nodiscard]] bool would_come_next_now(const Actor& actor, SimTime time_ns,
                                         const Turn& turn) const {
    if (time_ns != now_ns()) return false;
    PendingEvent event;
    event.time_ns = time_ns;
    event.order = order_of(actor, turn);
    event.scheduled_ns = turn.scheduled_ns;
    return queue_.is_first_of_now(event);
  }
  // Seldom: an actor ends before the run does.
  [[gnu::noinline, gnu::cold]] void cancel(Actor& actor) {
    if (actor.is_pending()) queue_.remove(actor);
  }
  // Before actors end in any order: one that cancels itself would look at neighbours in the list
  // that are gone.
  void cancel_all() { queue_.clear(); }
  [[nodiscard]] bool is_scheduled(const Actor& actor) const { return actor.is_pending(); }

  // Runs the next event if it is due at or before `end_ns`; false when there is none.
  bool step(SimTime end_ns) {
    PendingEvent* const event = queue_.take(end_ns);
    if (event == nullptr) return false;
    ++processed_events_;
    static_cast<Actor*>(event)->on_event(event->time_ns);
    return true;
  }

 private:
  [[nodiscard]] static std::uint64_t order_of(const Actor& actor, const Turn& turn) {
    return static_cast<std::uint64_t>(actor.rank_) << PendingEvent::kRankShift | turn.sequence;
  }

  std::uint64_t next_sequence_ = 0;
  std::int64_t processed_events_ = 0;
  EventQueue queue_;
};

}  // namespace ccsim
