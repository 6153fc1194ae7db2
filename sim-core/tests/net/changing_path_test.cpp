#include "net/changing_path.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/shorthand.h"

namespace ccsim {
namespace {

BottleneckConfig config_of(const LinkChanges& changes) {
  BottleneckConfig config;
  config.delay_ns = 10 * kMs;
  config.changes = changes;
  return config;
}

TEST(ChangingPath, MovesTheDelayInStepsAndRamps) {
  LinkChanges changes;
  changes.delays = {{kSecond, 30 * kMs, 0}, {2 * kSecond, 20 * kMs, kSecond}};
  const ChangingPath path(config_of(changes), 1, 1);
  EXPECT_EQ(path.delay_ns(0), 10 * kMs);
  EXPECT_EQ(path.delay_ns(kSecond - 1), 10 * kMs);
  EXPECT_EQ(path.delay_ns(kSecond), 30 * kMs);
  EXPECT_EQ(path.delay_ns(2 * kSecond), 30 * kMs);
  EXPECT_EQ(path.delay_ns(2 * kSecond + 250 * kMs), 27'500 * kUs);
  EXPECT_EQ(path.delay_ns(3 * kSecond), 20 * kMs);
  EXPECT_EQ(path.delay_ns(3000 * kSecond), 20 * kMs);
}

TEST(ChangingPath, LosesOneDirectionOrBoth) {
  LinkChanges changes;
  changes.outages = {{10, 20, LossDirection::kBoth},
                     {30, 40, LossDirection::kData},
                     {50, 60, LossDirection::kAck}};
  const ChangingPath path(config_of(changes), 1, 1);
  for (const auto& [now_ns, data, acks] :
       std::vector<std::tuple<SimTime, bool, bool>>{{9, false, false},
                                                    {10, true, true},
                                                    {19, true, true},
                                                    {20, false, false},
                                                    {30, true, false},
                                                    {50, false, true}}) {
    EXPECT_EQ(path.loses_data(now_ns), data) << now_ns;
    EXPECT_EQ(path.loses_acks(now_ns), acks) << now_ns;
  }
}

// Uniform in [0, 5 ms): mean 2.5 ms, standard deviation 5 / sqrt(12) ms.
TEST(ChangingPath, DrawsJitterUniformly) {
  LinkChanges changes;
  changes.jitter_ns = 5 * kMs;
  changes.jitter_reorders = true;
  ChangingPath path(config_of(changes), 7, 1);
  double sum = 0;
  double squares = 0;
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) {
    const Duration delay_ns = path.take_delay_ns(Packet{}, i);
    ASSERT_GE(delay_ns, 10 * kMs);
    ASSERT_LT(delay_ns, 15 * kMs);
    const double held_ms = static_cast<double>(delay_ns - 10 * kMs) / kMs;
    sum += held_ms;
    squares += held_ms * held_ms;
  }
  const double mean = sum / kDraws;
  EXPECT_NEAR(mean, 2.5, 0.02);
  EXPECT_NEAR(squares / kDraws - mean * mean, 25.0 / 12, 0.03);
}

TEST(ChangingPath, KeepsTheOrderUnlessJitterReorders) {
  for (const bool reorders : {false, true}) {
    LinkChanges changes;
    changes.jitter_ns = 5 * kMs;
    changes.jitter_reorders = reorders;
    ChangingPath path(config_of(changes), 7, 2);
    bool is_in_order = true;
    SimTime last_ns = 0;
    for (SimTime now_ns = 0; now_ns < kSecond; now_ns += kMs) {
      Packet packet;
      packet.flow_index = static_cast<std::uint32_t>(now_ns / kMs % 2);
      const SimTime due_ns = now_ns + path.take_delay_ns(packet, now_ns);
      EXPECT_LE(due_ns, now_ns + 15 * kMs);
      is_in_order = is_in_order && due_ns >= last_ns;
      last_ns = std::max(last_ns, due_ns);
    }
    EXPECT_EQ(is_in_order, !reorders);
  }
}

// The n-th packet of a flow has one luck, whatever the others do.
TEST(ChangingPath, DrawsForEachFlowByItself) {
  LinkChanges changes;
  changes.jitter_ns = 5 * kMs;
  changes.jitter_reorders = true;
  ChangingPath alone(config_of(changes), 7, 2);
  ChangingPath beside(config_of(changes), 7, 2);
  Packet first;
  Packet second;
  second.flow_index = 1;
  for (int i = 0; i < 10; ++i) {
    EXPECT_NE(beside.take_delay_ns(second, i), 0);
    EXPECT_EQ(alone.take_delay_ns(first, i), beside.take_delay_ns(first, i));
  }
}

}  // namespace
}  // namespace ccsim
