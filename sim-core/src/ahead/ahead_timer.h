// A timer of something that may be computed ahead of the clock: it is set and disarmed at times
// that may lie in the future. To the order of simultaneous events it is what Timer is, event by
// event: what its pending event would be is kept here, and the engine's own event comes at that
// time or earlier.
#pragma once

#include "engine/engine.h"

namespace ccsim {

template <typename Owner, void (Owner::*kExpire)(SimTime now_ns)>
class AheadTimer final : public Actor {
 public:
  AheadTimer(Engine& engine, Rank rank, Owner& owner)
      : Actor(engine, rank), engine_(engine), owner_(owner) {}
  // An owner may be gone before the engine is.
  ~AheadTimer() override { engine_.cancel(*this); }

  // `now_ns` never falls, and the timer does not expire before it.
  void arm(SimTime deadline_ns, SimTime now_ns) {
    catch_up(now_ns);
    deadline_ns_ = deadline_ns;
    if (deadline_ns >= pending_ns_) return;
    pending_ns_ = deadline_ns;
    turn_ = engine_.take_turn_at(now_ns);
    if (deadline_ns < scheduled_ns_) schedule();
  }
  void disarm(SimTime now_ns) {
    catch_up(now_ns);
    deadline_ns_ = kNever;
  }

  [[nodiscard]] bool is_armed() const { return deadline_ns_ != kNever; }
  // kNever: it is not armed.
  [[nodiscard]] SimTime deadline_ns() const { return deadline_ns_; }

  // The caller does ahead of the clock what is to be done at the deadline. Returns the turn that
  // the timer would have had there.
  [[nodiscard]] Turn expire_ahead() {
    const SimTime at_ns = deadline_ns_;
    catch_up(at_ns);
    CCSIM_ASSERT(pending_ns_ == at_ns);
    deadline_ns_ = kNever;
    pending_ns_ = kNever;
    return turn_;
  }

  void on_event(SimTime now_ns) override {
    scheduled_ns_ = kNever;
    if (pending_ns_ == now_ns) {
      if (deadline_ns_ == now_ns) {
        deadline_ns_ = kNever;
        pending_ns_ = kNever;
        (owner_.*kExpire)(now_ns);
        return;
      }
      sleep_again();
    }
    if (pending_ns_ != kNever) schedule();
  }

 private:
  // Of the timers that wake up at one time and go back to sleep, the longest asleep comes first,
  // and those set at that time come before it.
  static constexpr std::uint64_t kAfterWhatIsSet = std::uint64_t{1} << 55;

  // What would have woken up before `now_ns` has gone back to sleep.
  void catch_up(SimTime now_ns) {
    while (pending_ns_ < now_ns) [[unlikely]]
      sleep_again();
  }
  void sleep_again() {
    if (deadline_ns_ == kNever) {
      pending_ns_ = kNever;
      return;
    }
    CCSIM_ASSERT(deadline_ns_ > pending_ns_);
    const auto asleep_since_ns = static_cast<std::uint64_t>(turn_.scheduled_ns);
    turn_ = {pending_ns_, kAfterWhatIsSet | asleep_since_ns};
    pending_ns_ = deadline_ns_;
  }
  void schedule() {
    scheduled_ns_ = pending_ns_;
    engine_.schedule_with_turn(*this, pending_ns_, turn_);
  }

  Engine& engine_;
  Owner& owner_;
  SimTime scheduled_ns_ = kNever;  // when the engine will call; never later than `pending_ns_`
  Turn turn_;                      // of the event that Timer would have
  SimTime pending_ns_ = kNever;    // ... and its time; never later than the deadline
  SimTime deadline_ns_ = kNever;
};

}  // namespace ccsim
