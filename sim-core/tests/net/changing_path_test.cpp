#include "net/changing_path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

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

// 5% of the packets that leave from 1 s on, data alone; nothing from 2 s on; half of all from 3 s
// on.
TEST(ChangingPath, LosesAShareForATime) {
  LinkChanges changes;
  changes.losses = {{kSecond, 0.05, LossDirection::kData},
                    {2 * kSecond, 0, LossDirection::kBoth},
                    {3 * kSecond, 0.5, LossDirection::kBoth}};
  ChangingPath path(config_of(changes), 1, 2);
  const auto lost_of_10000 = [&path](bool is_ack, SimTime now_ns) {
    int lost = 0;
    for (int i = 0; i < 10'000; ++i) lost += path.strikes(1, is_ack, now_ns) ? 1 : 0;
    return lost;
  };
  EXPECT_EQ(lost_of_10000(false, kSecond - 1), 0);
  EXPECT_NEAR(lost_of_10000(false, kSecond), 500, 100);
  EXPECT_EQ(lost_of_10000(true, kSecond), 0);
  EXPECT_EQ(lost_of_10000(false, 2 * kSecond), 0);
  EXPECT_NEAR(lost_of_10000(false, 3 * kSecond), 5000, 200);
  EXPECT_NEAR(lost_of_10000(true, 300 * kSecond), 5000, 200);
}

struct Moments {
  double mean_ms = 0;
  double deviation_ms = 0;
  double correlation = 0;  // of neighbours
  double longest_ms = 0;
};

Moments moments_of(JitterShape shape, double correlation) {
  LinkChanges changes;
  changes.jitter_ns = 6 * kMs;
  changes.jitter_reorders = true;
  changes.jitter_shape = shape;
  changes.jitter_correlation = correlation;
  ChangingPath path(config_of(changes), 1, 1);
  std::vector<double> held_ms;
  for (int i = 0; i < 100'000; ++i) {
    const Duration delay_ns = path.take_delay_ns(Packet{}, i * kMs) - 10 * kMs;
    held_ms.push_back(static_cast<double>(delay_ns) / static_cast<double>(kMs));
  }
  Moments found;
  const auto count = static_cast<double>(held_ms.size());
  for (const double held : held_ms) found.mean_ms += held / count;
  double covariance = 0;
  double variance = 0;
  for (std::size_t i = 0; i < held_ms.size(); ++i) {
    const double here = held_ms[i] - found.mean_ms;
    variance += here * here / count;
    if (i > 0) covariance += here * (held_ms[i - 1] - found.mean_ms) / count;
    found.longest_ms = std::max(found.longest_ms, held_ms[i]);
  }
  found.deviation_ms = std::sqrt(variance);
  found.correlation = covariance / variance;
  return found;
}

// Mean 3 ms, standard deviation 1 ms, cut at three of them: that takes 1.3% off the deviation.
TEST(ChangingPath, DrawsNormalJitter) {
  const Moments found = moments_of(JitterShape::kNormal, 0);
  EXPECT_NEAR(found.mean_ms, 3, 0.02);
  EXPECT_NEAR(found.deviation_ms, 0.987, 0.01);
  EXPECT_NEAR(found.correlation, 0, 0.02);
  EXPECT_LT(found.longest_ms, 6);
  EXPECT_GT(found.longest_ms, 5.8);
}

TEST(ChangingPath, CorrelatesNeighboursAndKeepsTheDistribution) {
  const Moments normal = moments_of(JitterShape::kNormal, 0.75);
  EXPECT_NEAR(normal.mean_ms, 3, 0.04);
  EXPECT_NEAR(normal.deviation_ms, 0.987, 0.03);
  EXPECT_NEAR(normal.correlation, 0.75, 0.02);
  const Moments uniform = moments_of(JitterShape::kUniform, 0.25);
  EXPECT_NEAR(uniform.mean_ms, 3, 0.04);
  EXPECT_NEAR(uniform.deviation_ms, 6 / std::sqrt(12.0), 0.02);
  EXPECT_NEAR(uniform.correlation, 0.25, 0.02);
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
