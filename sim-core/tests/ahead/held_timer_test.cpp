#include "ahead/held_timer.h"

#include <gtest/gtest.h>

#include <vector>

#include "engine/timer.h"

namespace ccsim {
namespace {

struct HeldOwner {
  explicit HeldOwner(Engine& engine) : timer(engine, Rank::kPacer, *this) {}
  void on_expire(SimTime now_ns) { expired_ns.push_back(now_ns); }
  std::vector<SimTime> expired_ns;
  HeldTimer<HeldOwner, &HeldOwner::on_expire> timer;
};

class HeldTimerTest : public ::testing::Test {
 protected:
  void run(SimTime end_ns) {
    while (engine_.step(end_ns)) {
    }
  }
  Engine engine_;
  HeldOwner owner_{engine_};
};

TEST_F(HeldTimerTest, HasNoEventBeforeItIsReleased) {
  owner_.timer.arm(10, 0);
  run(100);
  EXPECT_EQ(engine_.processed_events(), 0);
  owner_.timer.release(20);  // too late: there was nothing to do
  run(100);
  EXPECT_TRUE(owner_.expired_ns.empty());
}

TEST_F(HeldTimerTest, ExpiresAtItsDeadlineOnceReleased) {
  owner_.timer.arm(10, 0);
  owner_.timer.release(5);
  owner_.timer.release(6);
  run(100);
  EXPECT_EQ(owner_.expired_ns, (std::vector<SimTime>{10}));
  owner_.timer.arm(110, 100);
  owner_.timer.release(110);
  run(200);
  EXPECT_EQ(owner_.expired_ns, (std::vector<SimTime>{10, 110}));
}

TEST_F(HeldTimerTest, FollowsItsDeadline) {
  owner_.timer.arm(10, 0);
  owner_.timer.release(0);
  owner_.timer.arm(8, 0);
  owner_.timer.arm(30, 0);
  run(100);
  EXPECT_EQ(owner_.expired_ns, (std::vector<SimTime>{30}));
}

// Two owners and a Timer that is set between them expire in one nanosecond.
TEST_F(HeldTimerTest, KeepsItsPlaceFromWhenItWasSet) {
  struct Named {
    Named(Engine& engine, std::vector<int>& order, int name)
        : order(order),
          name(name),
          held(engine, Rank::kPacer, *this),
          timer(engine, Rank::kPacer, *this) {}
    void on_expire(SimTime) { order.push_back(name); }
    std::vector<int>& order;
    int name;
    HeldTimer<Named, &Named::on_expire> held;
    Timer<Named, &Named::on_expire> timer;
  };
  std::vector<int> order;
  Named first(engine_, order, 1);
  Named second(engine_, order, 2);
  Named third(engine_, order, 3);
  first.held.arm(10, 0);
  second.timer.arm(10);
  third.held.arm(10, 0);
  third.held.release(0);
  first.held.release(0);
  run(10);
  EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
}

}  // namespace
}  // namespace ccsim
