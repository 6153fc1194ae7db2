#include "engine/engine.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ccsim/rng.h"

namespace ccsim {
namespace {

// Writes its name and the time when its event comes, then does what the test says.
class Recorder final : public Actor {
 public:
  Recorder(Engine& engine, Rank rank, std::string name, std::vector<std::string>& log)
      : Actor(engine, rank), name_(std::move(name)), log_(log) {}
  void on_event(SimTime now_ns) override {
    log_.push_back(name_ + "@" + std::to_string(now_ns));
    if (then) then(now_ns);
  }
  std::function<void(SimTime)> then;

 private:
  std::string name_;
  std::vector<std::string>& log_;
};

class EngineTest : public ::testing::Test {
 protected:
  void run(SimTime end_ns = 1000) {
    while (engine_.step(end_ns)) {
    }
  }
  Engine engine_;
  std::vector<std::string> log_;
};

using Log = std::vector<std::string>;

TEST_F(EngineTest, RunsEventsInTheOrderOfTime) {
  Recorder a(engine_, Rank::kAccess, "a", log_);
  Recorder b(engine_, Rank::kAccess, "b", log_);
  engine_.schedule(a, 20);
  engine_.schedule(b, 10);
  run();
  EXPECT_EQ(log_, (Log{"b@10", "a@20"}));
}

TEST_F(EngineTest, OrdersSimultaneousEventsByRankThenBySequence) {
  Recorder late_rank(engine_, Rank::kMeasurement, "measure", log_);
  Recorder first(engine_, Rank::kAccess, "first", log_);
  Recorder second(engine_, Rank::kAccess, "second", log_);
  Recorder early_rank(engine_, Rank::kTransmitter, "transmit", log_);
  engine_.schedule(late_rank, 5);
  engine_.schedule(first, 5);
  engine_.schedule(second, 5);
  engine_.schedule(early_rank, 5);
  run();
  EXPECT_EQ(log_, (Log{"transmit@5", "first@5", "second@5", "measure@5"}));
}

TEST_F(EngineTest, GivesThePlaceOfTheTakenTurn) {
  Recorder a(engine_, Rank::kAccess, "a", log_);
  Recorder b(engine_, Rank::kAccess, "b", log_);
  const Turn early = engine_.take_turn();
  engine_.schedule(a, 5);
  engine_.schedule_with_turn(b, 5, early);
  run();
  EXPECT_EQ(log_, (Log{"b@5", "a@5"}));
}

TEST_F(EngineTest, MovesAPendingEventBothWays) {
  Recorder a(engine_, Rank::kAccess, "a", log_);
  Recorder b(engine_, Rank::kAccess, "b", log_);
  Recorder c(engine_, Rank::kAccess, "c", log_);
  engine_.schedule(a, 10);
  engine_.schedule(b, 20);
  engine_.schedule(c, 30);
  engine_.schedule(a, 40);
  engine_.schedule(c, 5);
  run();
  EXPECT_EQ(log_, (Log{"c@5", "b@20", "a@40"}));
}

TEST_F(EngineTest, ForgetsACancelledEvent) {
  Recorder a(engine_, Rank::kAccess, "a", log_);
  Recorder b(engine_, Rank::kAccess, "b", log_);
  engine_.schedule(a, 10);
  engine_.schedule(b, 20);
  engine_.cancel(a);
  EXPECT_FALSE(engine_.is_scheduled(a));
  EXPECT_TRUE(engine_.is_scheduled(b));
  run();
  EXPECT_EQ(log_, (Log{"b@20"}));
}

TEST_F(EngineTest, LetsActorsEndInAnyOrderOnceAllIsCancelled) {
  auto first = std::make_unique<Recorder>(engine_, Rank::kAccess, "first", log_);
  Recorder second(engine_, Rank::kAccess, "second", log_);
  auto third = std::make_unique<Recorder>(engine_, Rank::kAccess, "third", log_);
  // In one bucket, and so in one list.
  engine_.schedule(*first, 1'000'000);
  engine_.schedule(second, 1'000'001);
  engine_.schedule(*third, 1'000'002);
  engine_.cancel_all();
  first.reset();
  third.reset();
  // Would write into both (the sanitizer sees it), and would schedule into a list of them.
  engine_.cancel(second);
  EXPECT_FALSE(engine_.is_scheduled(second));
  run(2'000'000);
  EXPECT_TRUE(log_.empty());
  engine_.schedule(second, 3'000'000);
  run(4'000'000);
  EXPECT_EQ(log_, (Log{"second@3000000"}));
}

TEST_F(EngineTest, LetsAnActorScheduleItselfAndOthersAtTheSameInstant) {
  Recorder a(engine_, Rank::kFlow, "a", log_);
  Recorder b(engine_, Rank::kTransmitter, "b", log_);
  int rounds = 0;
  a.then = [&](SimTime now_ns) {
    engine_.schedule(b, now_ns);  // lower rank, same time: comes before a's own next event
    if (++rounds < 3) engine_.schedule(a, now_ns);
  };
  engine_.schedule(a, 7);
  run();
  EXPECT_EQ(log_, (Log{"a@7", "b@7", "a@7", "b@7", "a@7", "b@7"}));
}

TEST_F(EngineTest, StopsAtTheEndAndCountsWhatItRan) {
  Recorder a(engine_, Rank::kAccess, "a", log_);
  a.then = [&](SimTime now_ns) { engine_.schedule(a, now_ns + 10); };
  engine_.schedule(a, 10);
  run(35);
  EXPECT_EQ(engine_.processed_events(), 3);
  EXPECT_EQ(engine_.now_ns(), 30);
  EXPECT_TRUE(engine_.is_scheduled(a));
}

TEST_F(EngineTest, AgreesWithASortedListOnRandomOperations) {
  RandomStream random(1, 0, RandomPurpose::kTraffic);
  constexpr int kActors = 40;
  std::vector<std::unique_ptr<Recorder>> actors;
  std::vector<SimTime> due(kActors, kNever);
  SimTime last_ns = 0;
  int fired = 0;
  for (int i = 0; i < kActors; ++i) {
    actors.push_back(std::make_unique<Recorder>(engine_, Rank::kAccess, std::to_string(i), log_));
    actors.back()->then = [&, i](SimTime now_ns) {
      EXPECT_EQ(due[static_cast<std::size_t>(i)], now_ns);
      EXPECT_GE(now_ns, last_ns);
      last_ns = now_ns;
      due[static_cast<std::size_t>(i)] = kNever;
      ++fired;
      for (int k = 0; k < 2; ++k) {
        const auto other = static_cast<std::size_t>(random.next_below(kActors));
        if (random.next_below(4) == 0) {
          engine_.cancel(*actors[other]);
          due[other] = kNever;
        } else {
          due[other] = now_ns + random.next_below(50);
          engine_.schedule(*actors[other], due[other]);
        }
      }
    };
  }
  due[0] = 0;
  engine_.schedule(*actors[0], 0);
  while (fired < 20'000 && engine_.step(kNever - 1)) {
    if (engine_.processed_events() % 100 != 0) continue;
    due[0] = engine_.now_ns() + 1;
    engine_.schedule(*actors[0], due[0]);
  }
  EXPECT_GT(fired, 1000);
}

}  // namespace
}  // namespace ccsim
