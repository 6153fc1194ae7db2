#include "engine/item_events.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ccsim {
namespace {

// Writes down what comes, and adds an item for each that is even, as long as there is a next one.
struct ItemLog {
  void accept(const int& item, SimTime now_ns) {
    lines.push_back(std::to_string(item) + "@" + std::to_string(now_ns));
    if (item % 2 == 0) events->add(item + 1, now_ns + 5, engine->take_turn());
  }
  Engine* engine = nullptr;
  ItemEvents<int, ItemLog>* events = nullptr;
  std::vector<std::string> lines;
};

TEST(ItemEvents, HandOutItemsByTimeAndTurnHoweverTheyCame) {
  Engine engine;
  ItemLog log{&engine, nullptr, {}};
  ItemEvents<int, ItemLog> events(engine, Rank::kReceiverTimer, log);
  log.events = &events;
  const Turn early = engine.take_turn_at(3);
  const Turn late = engine.take_turn_at(4);
  events.add(7, 30, late);
  events.add(5, 10, late);
  events.add(9, 30, early);
  events.add(2, 20, early);
  while (engine.step(100)) {
  }
  EXPECT_EQ(log.lines, (std::vector<std::string>{"5@10", "2@20", "3@25", "9@30", "7@30"}));
}

TEST(ItemEvents, MayBeGoneBeforeTheEngine) {
  Engine engine;
  ItemLog log;
  {
    ItemEvents<int, ItemLog> events(engine, Rank::kReceiverTimer, log);
    events.add(1, 10, engine.take_turn());
  }
  EXPECT_FALSE(engine.step(100));
  EXPECT_TRUE(log.lines.empty());
}

}  // namespace
}  // namespace ccsim
