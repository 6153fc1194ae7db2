// Where the flows of a group wait for one another: it opens for all of them once the last has come.
#pragma once

#include <cstddef>
#include <vector>

#include "ccsim/units.h"

namespace ccsim {

class Barrier {
 public:
  class Member {
   public:
    virtual ~Member() = default;
    virtual void on_barrier_open(SimTime now_ns) = 0;
  };

  // Before anybody arrives. The member must outlive the barrier's use.
  void join(Member& member) { members_.push_back(&member); }
  // A member has come, which it does once for each opening.
  void arrive(SimTime now_ns) {
    if (++arrived_ < members_.size()) return;
    arrived_ = 0;
    for (Member* member : members_) member->on_barrier_open(now_ns);
  }

 private:
  std::vector<Member*> members_;
  std::size_t arrived_ = 0;
};

}  // namespace ccsim
