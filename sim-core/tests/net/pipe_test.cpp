#include "net/pipe.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ccsim/rng.h"

namespace ccsim {
namespace {

struct Log {
  Log(std::string prefix, std::vector<std::string>& lines)
      : prefix(std::move(prefix)), lines(lines) {}
  void accept(const int& item, SimTime now_ns) {
    lines.push_back(prefix + std::to_string(item) + "@" + std::to_string(now_ns));
  }
  std::string prefix;
  std::vector<std::string>& lines;
};

TEST(Pipe, DeliversEachItemAfterTheDelayInOrder) {
  Engine engine;
  std::vector<std::string> lines;
  Log sink("", lines);
  Pipe<int, Log> pipe(engine, Rank::kAccess, 100, sink);
  pipe.push(1);
  pipe.push(2);
  EXPECT_EQ(pipe.size(), 2U);
  while (engine.step(1000)) {
  }
  EXPECT_EQ(lines, (std::vector<std::string>{"1@100", "2@100"}));
}

// With one event per item the order at one instant would be that of the pushes. One pending event
// per pipe must not change it.
TEST(Pipe, KeepsTheOrderOfPushesAcrossPipesOfOneRank) {
  Engine engine;
  std::vector<std::string> lines;
  Log a_sink("a", lines);
  Log b_sink("b", lines);
  Pipe<int, Log> a(engine, Rank::kAccess, 10, a_sink);
  Pipe<int, Log> b(engine, Rank::kAccess, 10, b_sink);
  a.push(1);
  b.push(2);
  a.push(3);
  b.push(4);
  b.push(5);
  a.push(6);
  while (engine.step(1000)) {
  }
  EXPECT_EQ(lines,
            (std::vector<std::string>{"a1@10", "b2@10", "a3@10", "b4@10", "b5@10", "a6@10"}));
}

// What comes out at one nanosecond with nothing else between takes one event, whatever is pushed
// meanwhile; an event of another actor keeps its place.
TEST(Pipe, HandsOutABurstInOneEvent) {
  Engine engine;
  std::vector<std::string> lines;
  Log sink("", lines);
  Log other_sink("other", lines);
  Pipe<int, Log> pipe(engine, Rank::kAccess, 10, sink);
  Pipe<int, Log> other(engine, Rank::kAccess, 10, other_sink);
  for (int item = 0; item < 3; ++item) pipe.push(item);
  other.push(0);
  for (int item = 3; item < 5; ++item) pipe.push(item);
  std::vector<std::size_t> lines_after_event;
  while (engine.step(1000)) lines_after_event.push_back(lines.size());
  EXPECT_EQ(lines, (std::vector<std::string>{"0@10", "1@10", "2@10", "other0@10", "3@10", "4@10"}));
  EXPECT_EQ(lines_after_event, (std::vector<std::size_t>{3, 4, 6}));
}

TEST(Pipe, WorksWithoutDelay) {
  Engine engine;
  std::vector<std::string> lines;
  Log sink("", lines);
  Pipe<int, Log> pipe(engine, Rank::kAccess, 0, sink);
  pipe.push(9);
  while (engine.step(0)) {
  }
  EXPECT_EQ(lines, (std::vector<std::string>{"9@0"}));
}

std::vector<std::string> run_with_delays(PipeWay way, const std::vector<Duration>& delays_ns) {
  Engine engine;
  std::vector<std::string> lines;
  Log sink("", lines);
  Pipe<int, Log> pipe(engine, Rank::kAccess, 10, sink, way);
  int number = 0;
  for (const Duration delay_ns : delays_ns) pipe.push_with_delay(number++, delay_ns);
  while (engine.step(1000)) {
  }
  EXPECT_EQ(pipe.size(), 0U);
  return lines;
}

TEST(Pipe, LetsAnItemWithAShorterDelayOvertake) {
  for (const PipeWay way : {PipeWay::kFast, PipeWay::kGeneral}) {
    EXPECT_EQ(run_with_delays(way, {30, 10, 20, 10, 40}),
              (std::vector<std::string>{"1@10", "3@10", "2@20", "0@30", "4@40"}));
  }
}

TEST(Pipe, MixesItemsInTurnAndOvertakingOnesWhileItRuns) {
  const auto run = [](PipeWay way) {
    Engine engine;
    std::vector<std::string> lines;
    Log sink("", lines);
    Pipe<int, Log> pipe(engine, Rank::kAccess, 10, sink, way);
    RandomStream random(1, 0, RandomPurpose::kTraffic);
    SimTime until_ns = 0;
    for (int number = 0; number < 5000; ++number) {
      // Some overtake more than the ring lets pass, some find what overtook them still inside.
      pipe.push_with_delay(number, random.next_below(number % 3 == 0 ? 200 : 5));
      until_ns += random.next_below(3);
      while (engine.step(until_ns)) {
      }
    }
    while (engine.step(kNever)) {
    }
    return lines;
  };
  const std::vector<std::string> lines = run(PipeWay::kFast);
  EXPECT_EQ(lines.size(), 5000U);
  EXPECT_EQ(lines, run(PipeWay::kGeneral));
}

}  // namespace
}  // namespace ccsim
