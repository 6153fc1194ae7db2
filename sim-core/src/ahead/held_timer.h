// A timer whose event may be held back. Who sets it often knows that as things are, nothing would
// be to do at the deadline: then it needs no event, as long as the timer is released once things
// have changed. Its place in the order of simultaneous events is that of Timer: the one from when
// it was set.
#pragma once

#include "engine/engine.h"

namespace ccsim {

template <typename Owner, void (Owner::*kExpire)(SimTime now_ns)>
class HeldTimer final : public Actor {
 public:
  HeldTimer(Engine& engine, Rank rank, Owner& owner)
      : Actor(engine, rank), engine_(engine), owner_(owner) {}
  // An owner may be gone before the engine is.
  ~HeldTimer() override { engine_.cancel(*this); }

  // Sets the deadline. There will be no event before release().
  void arm(SimTime deadline_ns, SimTime now_ns) {
    drop_if_past(now_ns);
    deadline_ns_ = deadline_ns;
    if (deadline_ns < pending_ns_) {
      pending_ns_ = deadline_ns;
      turn_ = engine_.take_turn();
      if (has_event_) [[unlikely]]
        schedule();
    } else if (deadline_ns > pending_ns_) [[unlikely]] {
      // As Timer it wakes up in between, and that counts for the order of its later events.
      release(now_ns);
    }
  }
  // At the deadline something may be to do.
  void release(SimTime now_ns) {
    if (pending_ns_ == kNever || has_event_) return;
    drop_if_past(now_ns);
    if (pending_ns_ != kNever) schedule();
  }

  void on_event(SimTime now_ns) override {
    has_event_ = false;
    pending_ns_ = kNever;
    if (deadline_ns_ > now_ns) [[unlikely]] {
      arm(deadline_ns_, now_ns);
      release(now_ns);
      return;
    }
    deadline_ns_ = kNever;
    (owner_.*kExpire)(now_ns);
  }

 private:
  // It has expired with nothing to do.
  void drop_if_past(SimTime now_ns) {
    if (pending_ns_ >= now_ns) return;
    pending_ns_ = kNever;
    deadline_ns_ = kNever;
  }
  void schedule() {
    has_event_ = true;
    engine_.schedule_with_turn(*this, pending_ns_, turn_);
  }

  Engine& engine_;
  Owner& owner_;
  bool has_event_ = false;       // known here, beside what is looked at first
  Turn turn_;                    // of the event
  SimTime pending_ns_ = kNever;  // its time, whether it is held or not; never after the deadline
  SimTime deadline_ns_ = kNever;
};

}  // namespace ccsim
