// The clock and the list of what happens next.
//
// Everything that acts is an Actor, and an actor has at most one pending event. A constant-delay
// FIFO pipe is one actor however many packets are inside, so the list stays as short as the number
// of parts and never grows with the packets.
#pragma once

#include <cstdint>
#include <vector>

#include "ccsim/units.h"
#include "engine/assert.h"
#include "engine/rank.h"

namespace ccsim {

class Engine;

class Actor {
 public:
  Actor(Engine& engine, Rank rank);
  virtual ~Actor() = default;
  Actor(const Actor&) = delete;
  Actor& operator=(const Actor&) = delete;

  // Called once per scheduled event; the event is over when the call starts, so the actor may
  // schedule itself again.
  virtual void on_event(SimTime now_ns) = 0;

 private:
  friend class Engine;
  std::uint32_t actor_index_;
  Rank rank_;
};

class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  [[nodiscard]] SimTime now_ns() const { return now_ns_; }
  [[nodiscard]] std::int64_t processed_events() const { return processed_events_; }

  // Takes a place in the order of simultaneous events for something that is scheduled now but
  // waits inside a pipe for its turn to be the pipe's pending event.
  [[nodiscard]] std::uint64_t take_sequence() { return next_sequence_++; }

  // Sets or moves the actor's pending event. `time_ns` is not in the past.
  void schedule(Actor& actor, SimTime time_ns) {
    schedule_with_sequence(actor, time_ns, take_sequence());
  }
  void schedule_with_sequence(Actor& actor, SimTime time_ns, std::uint64_t sequence);
  void cancel(Actor& actor);
  [[nodiscard]] bool is_scheduled(const Actor& actor) const;

  // Runs the next event if it is due at or before `end_ns`; false when there is none.
  bool step(SimTime end_ns);

 private:
  friend class Actor;

  struct Entry {
    SimTime time_ns;
    std::uint64_t order;  // rank in the upper 8 bits, sequence below
    std::uint32_t actor_index;
  };

  static constexpr std::size_t kArity = 4;
  static constexpr std::uint32_t kNotQueued = UINT32_MAX;
  static constexpr int kRankShift = 56;

  static bool is_before(const Entry& a, const Entry& b) {
    return a.time_ns < b.time_ns || (a.time_ns == b.time_ns && a.order < b.order);
  }

  std::uint32_t add(Actor* actor);
  void sift_up(std::size_t position, Entry entry);
  void sift_down(std::size_t position, Entry entry);
  void place(std::size_t position, const Entry& entry) {
    heap_[position] = entry;
    positions_[entry.actor_index] = static_cast<std::uint32_t>(position);
  }
  void remove_at(std::size_t position);

  std::vector<Entry> heap_;
  std::vector<std::uint32_t> positions_;  // by actor index: its place in heap_
  std::vector<Actor*> actors_;
  SimTime now_ns_ = 0;
  std::uint64_t next_sequence_ = 0;
  std::int64_t processed_events_ = 0;
  // While an event runs its entry stays at the root with the lowest possible key: an actor that
  // schedules itself again, as nearly all do, then costs one sift instead of a removal and an
  // insertion.
  bool root_is_spent_ = false;
};

inline Actor::Actor(Engine& engine, Rank rank) : actor_index_(engine.add(this)), rank_(rank) {}

}  // namespace ccsim
