// A timer that is set again far more often than it expires. Moving the deadline later leaves the
// pending event where it is: when it comes up too early it goes back to sleep until the deadline.
#pragma once

#include "engine/engine.h"

namespace ccsim {

template <typename Owner, void (Owner::*kExpire)(SimTime now_ns)>
class Timer final : public Actor {
 public:
  Timer(Engine& engine, Rank rank, Owner& owner)
      : Actor(engine, rank), engine_(engine), owner_(owner) {}
  // An owner may be gone before the engine is.
  ~Timer() override { engine_.cancel(*this); }

  void arm(SimTime deadline_ns) {
    deadline_ns_ = deadline_ns;
    if (deadline_ns < pending_ns_) {
      pending_ns_ = deadline_ns;
      engine_.schedule(*this, deadline_ns);
    }
  }
  void disarm() { deadline_ns_ = kNever; }

  [[nodiscard]] bool is_armed() const { return deadline_ns_ != kNever; }
  [[nodiscard]] SimTime deadline_ns() const { return deadline_ns_; }
  // Whether this deadline would leave the pending event where it is.
  [[nodiscard]] bool keeps_event(SimTime deadline_ns) const { return deadline_ns >= pending_ns_; }

  void on_event(SimTime now_ns) override {
    pending_ns_ = kNever;
    if (deadline_ns_ == kNever) return;
    if (deadline_ns_ > now_ns) {
      arm(deadline_ns_);
      return;
    }
    deadline_ns_ = kNever;
    (owner_.*kExpire)(now_ns);
  }

 private:
  Engine& engine_;
  Owner& owner_;
  SimTime deadline_ns_ = kNever;
  SimTime pending_ns_ = kNever;  // when the engine will call; never later than the deadline
};

}  // namespace ccsim
