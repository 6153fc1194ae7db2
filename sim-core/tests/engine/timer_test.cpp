#include "engine/timer.h"

#include <gtest/gtest.h>

#include <vector>

namespace ccsim {
namespace {

struct Owner {
  explicit Owner(Engine& engine) : timer(engine, Rank::kLossTimer, *this) {}
  void on_expire(SimTime now_ns) { expired_ns.push_back(now_ns); }
  std::vector<SimTime> expired_ns;
  Timer<Owner, &Owner::on_expire> timer;
};

class TimerTest : public ::testing::Test {
 protected:
  void run(SimTime end_ns) {
    while (engine_.step(end_ns)) {
    }
  }
  Engine engine_;
  Owner owner_{engine_};
};

TEST_F(TimerTest, ExpiresAtTheDeadlineThatWasSetLast) {
  owner_.timer.arm(10);
  owner_.timer.arm(50);
  owner_.timer.arm(30);
  run(100);
  EXPECT_EQ(owner_.expired_ns, (std::vector<SimTime>{30}));
}

TEST_F(TimerTest, ExpiresEarlierWhenTheDeadlineMovesForward) {
  owner_.timer.arm(50);
  owner_.timer.arm(20);
  run(100);
  EXPECT_EQ(owner_.expired_ns, (std::vector<SimTime>{20}));
}

TEST_F(TimerTest, SaysWhetherADeadlineLeavesItsEventWhereItIs) {
  EXPECT_FALSE(owner_.timer.keeps_event(1'000));
  owner_.timer.arm(50);
  EXPECT_FALSE(owner_.timer.keeps_event(49));
  EXPECT_TRUE(owner_.timer.keeps_event(50));
  owner_.timer.arm(80);  // later: the event stays
  EXPECT_TRUE(owner_.timer.keeps_event(60));
}

TEST_F(TimerTest, DoesNotExpireOnceDisarmed) {
  owner_.timer.arm(10);
  owner_.timer.disarm();
  EXPECT_FALSE(owner_.timer.is_armed());
  run(100);
  EXPECT_TRUE(owner_.expired_ns.empty());
}

TEST_F(TimerTest, CanBeArmedAgainAfterItExpired) {
  owner_.timer.arm(10);
  run(10);
  owner_.timer.arm(15);
  run(100);
  EXPECT_EQ(owner_.expired_ns, (std::vector<SimTime>{10, 15}));
}

TEST_F(TimerTest, MovingTheDeadlineLaterCostsNoEvents) {
  owner_.timer.arm(10);
  for (SimTime deadline = 11; deadline < 1000; ++deadline) owner_.timer.arm(deadline);
  run(2000);
  EXPECT_EQ(owner_.expired_ns, (std::vector<SimTime>{999}));
  EXPECT_EQ(engine_.processed_events(), 2);
}

}  // namespace
}  // namespace ccsim
