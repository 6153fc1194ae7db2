#include "net/loss_process.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace ccsim {
namespace {

std::vector<bool> decisions(LossProcess process, int count) {
  std::vector<bool> lost;
  for (int i = 0; i < count; ++i) lost.push_back(process.decide_next());
  return lost;
}

LossConfig bernoulli(double probability) {
  LossConfig config;
  config.model = {"bernoulli", {{"probability", probability}}};
  return config;
}

TEST(LossProcess, DecidesTheNthTransmissionByDrawN) {
  const RandomStream stream(9, 2, RandomPurpose::kLoss);
  const auto lost = decisions(LossProcess::of_data(bernoulli(0.3), 9, 2), 1000);
  for (std::size_t n = 0; n < lost.size(); ++n) EXPECT_EQ(lost[n], stream.uniform_at(n) < 0.3);
}

TEST(LossProcess, LosesTheGivenShare) {
  const auto lost = decisions(LossProcess::of_data(bernoulli(0.02), 1, 0), 100'000);
  // Five standard errors of 2000 expected losses.
  EXPECT_NEAR(static_cast<double>(std::count(lost.begin(), lost.end(), true)), 2000, 222);
}

TEST(LossProcess, GilbertElliottFollowsItsStates) {
  LossConfig config;
  // The state alternates: bad, good, bad, ...
  config.model = {"gilbert_elliott",
                  {{"good_to_bad_probability", 1.0}, {"bad_to_good_probability", 1.0}}};
  const auto lost = decisions(LossProcess::of_data(config, 1, 0), 6);
  EXPECT_EQ(lost, (std::vector<bool>{true, false, true, false, true, false}));
}

TEST(LossProcess, GilbertElliottHasItsStationaryLossAndBurstLength) {
  LossConfig config;
  // Bursts of 4 on average.
  config.model = {"gilbert_elliott",
                  {{"good_to_bad_probability", 0.01}, {"bad_to_good_probability", 0.25}}};
  const auto lost = decisions(LossProcess::of_data(config, 3, 0), 200'000);
  int losses = 0;
  int bursts = 0;
  for (std::size_t i = 0; i < lost.size(); ++i) {
    losses += lost[i] ? 1 : 0;
    bursts += lost[i] && (i == 0 || !lost[i - 1]) ? 1 : 0;
  }
  EXPECT_NEAR(losses / 200'000.0, 0.01 / 0.26, 0.003);
  EXPECT_NEAR(static_cast<double>(losses) / bursts, 4.0, 0.25);
}

TEST(LossProcess, AppliesToTheConfiguredDirectionOnly) {
  LossConfig config = bernoulli(1);
  EXPECT_TRUE(LossProcess::of_data(config, 1, 0).is_active());
  EXPECT_FALSE(LossProcess::of_acks(config, 1, 0).is_active());
  config.direction = LossDirection::kAck;
  EXPECT_FALSE(LossProcess::of_data(config, 1, 0).is_active());
  EXPECT_TRUE(LossProcess::of_acks(config, 1, 0).is_active());
  config.direction = LossDirection::kBoth;
  EXPECT_NE(decisions(LossProcess::of_data(bernoulli(0.5), 1, 0), 64),
            decisions(LossProcess::of_acks(
                          [] {
                            LossConfig both = bernoulli(0.5);
                            both.direction = LossDirection::kBoth;
                            return both;
                          }(),
                          1, 0),
                      64));
}

}  // namespace
}  // namespace ccsim
