#include "ahead/pipe_collector.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ccsim/rng.h"

namespace ccsim {
namespace {

struct CollectedLog {
  Engine* engine = nullptr;
  std::vector<std::string> lines;
  Duration latest_ns = 0;
  Duration early_ns = 0;  // how much earlier an item may be handed over
  [[nodiscard]] SimTime collectable_until_ns(SimTime now_ns) const { return now_ns + early_ns; }
  void accept(const int& item, SimTime due_ns) {
    lines.push_back(std::to_string(item) + "@" + std::to_string(due_ns));
    latest_ns = std::max(latest_ns, engine->now_ns() - due_ns);
  }
};

// Pushes items into one of the pipes now and then, some of them at once.
struct ItemSource final : Actor {
  ItemSource(Engine& engine, std::vector<PipeEntrance<int>*> pipes, std::uint64_t seed)
      : Actor(engine, Rank::kPacer),
        engine(engine),
        pipes(std::move(pipes)),
        random(seed, 0, RandomPurpose::kTraffic) {
    engine.schedule(*this, 5);
  }
  void on_event(SimTime now_ns) override {
    for (std::int64_t left = random.next_below(3); left >= 0; --left) {
      const auto pipe =
          static_cast<std::size_t>(random.next_below(static_cast<std::int64_t>(pipes.size())));
      pipes[pipe]->push(count++);
    }
    if (count < 1000) engine.schedule(*this, now_ns + random.next_below(30));
  }
  Engine& engine;
  std::vector<PipeEntrance<int>*> pipes;
  RandomStream random;
  int count = 0;
};

template <typename Collect>
CollectedLog collected_log_of(std::uint64_t seed, const Collect& prepare) {
  Engine engine;
  CollectedLog log;
  log.engine = &engine;
  Pipe<int, CollectedLog> near(engine, Rank::kAccess, 10, log);
  Pipe<int, CollectedLog> middle(engine, Rank::kAccess, 30, log);
  Pipe<int, CollectedLog> far(engine, Rank::kAccess, 90, log);
  PipeCollector<int, CollectedLog> collector(engine, Rank::kAccess, 50, log);
  prepare(collector, std::vector<PipeEntrance<int>*>{&near, &middle, &far});
  ItemSource source(engine, {&near, &middle, &far}, seed);
  while (engine.step(kSecond)) {
  }
  EXPECT_EQ(near.size() + middle.size() + far.size(), 0U);
  return log;
}

TEST(PipeCollector, HandsOverWhatEventsWouldInTheirOrder) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const CollectedLog by_events = collected_log_of(seed, [](auto&, const auto&) {});
    const CollectedLog collected = collected_log_of(seed, [](auto& collector, const auto& pipes) {
      for (PipeEntrance<int>* const pipe : pipes) collector.add(*pipe);
    });
    EXPECT_EQ(collected.lines, by_events.lines);
    EXPECT_GE(collected.lines.size(), 1000U);
    EXPECT_EQ(by_events.latest_ns, 0);
    EXPECT_GT(collected.latest_ns, 30);
    EXPECT_LE(collected.latest_ns, 50);
  }
}

TEST(PipeCollector, HandsOverEarlyWhatTheSinkTakesEarly) {
  Engine engine;
  CollectedLog log;
  log.engine = &engine;
  log.early_ns = 20;
  Pipe<int, CollectedLog> pipe(engine, Rank::kAccess, 10, log);
  PipeCollector<int, CollectedLog> collector(engine, Rank::kAccess, 50, log);
  collector.add(pipe);
  pipe.push(1);
  pipe.push_at(2, 80);
  pipe.push_at(3, 81);
  EXPECT_TRUE(engine.step(60));
  EXPECT_EQ(log.lines, (std::vector<std::string>{"1@10", "2@80"}));
  EXPECT_EQ(pipe.size(), 1U);
}

TEST(PipeCollector, HandsOverWhatIsOutWhenAsked) {
  Engine engine;
  CollectedLog log;
  log.engine = &engine;
  Pipe<int, CollectedLog> pipe(engine, Rank::kAccess, 10, log);
  PipeCollector<int, CollectedLog> collector(engine, Rank::kAccess, 50, log);
  collector.add(pipe);
  pipe.push(1);
  pipe.push_at(2, 20);
  collector.collect(9);
  EXPECT_TRUE(log.lines.empty());
  collector.collect(10);
  EXPECT_EQ(log.lines, (std::vector<std::string>{"1@10"}));
  EXPECT_EQ(pipe.size(), 1U);
}

}  // namespace
}  // namespace ccsim
