#include "engine/event_queue.h"

#include <gtest/gtest.h>

#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include "ccsim/rng.h"

namespace ccsim {
namespace {

// What the queue must do, by a sorted set.
class Model {
 public:
  void add(const PendingEvent& event) { events_.insert({event.time_ns, event.order}); }
  void remove(const PendingEvent& event) { events_.erase({event.time_ns, event.order}); }
  [[nodiscard]] bool has_due(SimTime end_ns) const {
    return !events_.empty() && events_.begin()->first <= end_ns;
  }
  std::pair<SimTime, std::uint64_t> take() {
    const auto first = *events_.begin();
    events_.erase(events_.begin());
    return first;
  }

 private:
  std::set<std::pair<SimTime, std::uint64_t>> events_;
};

// The order is gone from an event that was taken, so the test keeps its own copy.
struct Item {
  PendingEvent event;
  std::uint64_t order = 0;
};

TEST(EventQueue, IsEmptyAtFirst) {
  EventQueue queue;
  EXPECT_EQ(queue.take(kNever), nullptr);
}

TEST(EventQueue, KeepsWhatIsNotDueYet) {
  EventQueue queue;
  PendingEvent early{.time_ns = 5'000'000, .order = 1};
  PendingEvent late{.time_ns = 5'000'001, .order = 0};
  queue.add(late);
  queue.add(early);
  EXPECT_EQ(queue.take(4'999'999), nullptr);
  EXPECT_EQ(queue.take(5'000'000), &early);
  EXPECT_FALSE(early.is_pending());
  EXPECT_EQ(queue.take(5'000'000), nullptr);
  EXPECT_EQ(queue.take(5'000'001), &late);
}

TEST(EventQueue, OrdersTheEventsOfOneNanosecondHoweverTheyCame) {
  EventQueue queue;
  std::vector<PendingEvent> events(6);
  const std::uint64_t orders[] = {3, 0, 5, 1, 4, 2};
  for (std::size_t i = 0; i < events.size(); ++i) {
    events[i].time_ns = 123'456'789;
    events[i].order = orders[i];
    queue.add(events[i]);
  }
  for (std::uint64_t expected = 0; expected < events.size(); ++expected) {
    PendingEvent* const event = queue.take(kNever);
    ASSERT_NE(event, nullptr);
    EXPECT_EQ(orders[std::distance(events.data(), event)], expected);
  }
}

TEST(EventQueue, ReachesToTheEndOfTime) {
  EventQueue queue;
  PendingEvent first{.time_ns = 0, .order = 0};
  PendingEvent last{.time_ns = kNever - 1, .order = 1};
  queue.add(last);
  queue.add(first);
  EXPECT_EQ(queue.take(kNever), &first);
  EXPECT_EQ(queue.take(kNever), &last);
}

// Delays from nothing to centuries, ties, removals: each step as the sorted set does it. Most lie
// in the nearest level, or most above it, where buckets are opened one level after the other.
class EventQueueOfDelays : public ::testing::TestWithParam<int> {};

TEST_P(EventQueueOfDelays, AgreesWithASortedSet) {
  RandomStream random(1, 0, RandomPurpose::kTraffic);
  constexpr std::int64_t kItems = 200;
  EventQueue queue;
  Model model;
  std::vector<Item> items(kItems);
  SimTime now_ns = 0;
  std::uint64_t next_sequence = 0;
  int taken = 0;
  for (int step = 0; step < 200'000; ++step) {
    Item& item = items[static_cast<std::size_t>(random.next_below(kItems))];
    if (item.event.is_pending()) {
      model.remove(item.event);
      queue.remove(item.event);
    }
    if (random.next_below(8) != 0) {
      const auto delay_bits =
          static_cast<int>(random.next_below(step % 1000 == 0 ? 50 : GetParam()));
      item.event.time_ns = now_ns + random.next_below(std::int64_t{1} << delay_bits);
      item.event.order = static_cast<std::uint64_t>(random.next_below(9)) << 56 | next_sequence++;
      item.order = item.event.order;
      queue.add(item.event);
      model.add(item.event);
    }
    if (random.next_below(2) == 0) continue;
    const SimTime end_ns = random.next_below(4) == 0 ? now_ns + 1000 : kNever;
    const bool is_due = model.has_due(end_ns);
    PendingEvent* const event = queue.take(end_ns);
    ASSERT_EQ(event != nullptr, is_due);
    if (event == nullptr) continue;
    const auto expected = model.take();
    ASSERT_EQ(event->time_ns, expected.first);
    // `event` is the first member of its item.
    ASSERT_EQ(reinterpret_cast<Item*>(event)->order, expected.second);
    now_ns = event->time_ns;
    ++taken;
  }
  EXPECT_GT(taken, 50'000);
}
INSTANTIATE_TEST_SUITE_P(Bits, EventQueueOfDelays, ::testing::Values(24, 32, 40));

}  // namespace
}  // namespace ccsim
