#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "support/queue_runs.h"
#include "support/queues.h"

namespace ccsim {
namespace {

constexpr Duration kSendingTime = 1200 * kMicrosecond;  // 1500 bytes at 10 Mbit/s
constexpr Bytes kRoomy = 10'000'000;
const NamedParameter kNoMemory = {"weight_ratio", 1.0};  // the average is the queue itself

std::unique_ptr<QueueDiscipline> filled(std::vector<NamedParameter> parameters, int packets) {
  auto queue = queue_of("red", kRoomy, parameters);
  Discards discards;
  for (int taken = 0; taken < packets;) {
    taken += queue->enqueue(packet_of(taken), 0, discards) ? 1 : 0;
  }
  return queue;
}

// Arrivals from each drop to the next, that one included, while `waiting` packets wait.
std::vector<int> gaps_at(int waiting, int drops, bool is_gentle = true) {
  auto queue = filled({kNoMemory, {"is_gentle", is_gentle}}, waiting);
  Discards discards;
  std::vector<int> gaps;
  int gap = 0;
  for (int arrivals = 0; arrivals < 100 * drops && static_cast<int>(gaps.size()) < drops;
       ++arrivals) {
    ++gap;
    if (!queue->enqueue(packet_of(arrivals), 0, discards)) {
      gaps.push_back(gap);
      gap = 0;
      continue;
    }
    Packet sent;
    EXPECT_TRUE(queue->dequeue(sent, 0, discards));
  }
  EXPECT_TRUE(discards.sequences.empty());
  return gaps;
}

TEST(Red, DropsNothingEarlyBelowTheLowerThreshold) {
  EXPECT_TRUE(gaps_at(4, 1000).empty());
}

// Floyd and Jacobson 1993, sections 4 and 7: thresholds of 5 and 15 packets and a probability of
// 0.1 at the upper one; the gap has P(gap > n) = 1 - n * probability.
TEST(Red, DropsOnItsCurveInGapsThatAreUniform) {
  const std::vector<std::pair<int, double>> curve = {
      {6, 0.01}, {10, 0.05}, {14, 0.09}, {15, 0.1}, {20, 0.1 + 0.9 / 3}, {29, 0.1 + 0.9 * 14 / 15}};
  for (const auto& [waiting, probability] : curve) {
    double expected = 0;
    double square = 0;
    for (int n = 0; n * probability < 1; ++n) {
      expected += 1 - n * probability;
      square += (2 * n + 1) * (1 - n * probability);
    }
    const std::vector<int> gaps = gaps_at(waiting, 4000);
    double sum = 0;
    for (std::size_t i = 1; i < gaps.size(); ++i) {
      sum += gaps[i];
      EXPECT_LE(gaps[i], std::ceil(1 / probability + 1e-9)) << waiting;
    }
    const double count = static_cast<double>(gaps.size() - 1);
    const double error = std::sqrt((square - expected * expected) / count);
    ASSERT_EQ(gaps.size(), 4000U) << waiting;
    EXPECT_NEAR(sum / count, expected, 4 * error) << waiting;
  }
}

TEST(Red, DropsEverythingAboveTwiceTheUpperThreshold) {
  const std::vector<int> gaps = gaps_at(30, 50, true);
  EXPECT_EQ(gaps, std::vector<int>(50, 1));
}

TEST(Red, WithoutGentleDropsEverythingFromTheUpperThresholdOn) {
  EXPECT_EQ(gaps_at(15, 50, false), std::vector<int>(50, 1));
  EXPECT_GT(gaps_at(14, 50, false).back(), 0);
}

TEST(Red, AveragesArrivalsAndForgetsWhileTheLinkIsIdle) {
  auto queue = queue_of("red", kRoomy, {{"weight_ratio", 0.25}});
  Discards discards;
  // Averages after arrivals that found 0, 1, 2 and 3 packets.
  double expected_bytes = 0;
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(queue->enqueue(packet_of(i), 0, discards));
    if (i > 0) expected_bytes += 0.25 * (1500.0 * i - expected_bytes);
    EXPECT_DOUBLE_EQ(readings_of(*queue, 0)["average_queue_bytes"], expected_bytes);
  }
  Packet packet;
  while (queue->dequeue(packet, kSecond, discards)) {
  }
  const SimTime later_ns = kSecond + 3 * kSendingTime + 5;  // three packets could have been sent
  const double forgotten_bytes = expected_bytes * 0.75 * 0.75 * 0.75;
  EXPECT_DOUBLE_EQ(readings_of(*queue, later_ns)["average_queue_bytes"], forgotten_bytes);
  ASSERT_TRUE(queue->enqueue(packet_of(9), later_ns, discards));
  EXPECT_DOUBLE_EQ(readings_of(*queue, later_ns)["average_queue_bytes"], forgotten_bytes);
}

// Floyd, Gummadi and Shenker 2001, section 4.
TEST(Red, AdaptsItsMaximumTwiceASecond) {
  const std::vector<NamedParameter> adaptive = {kNoMemory, {"is_adaptive", true}};
  const auto crowded = filled(adaptive, 12);  // above 0.6 of the way from 5 to 15; the last saw 11
  Discards discards;
  while (!crowded->enqueue(packet_of(0), 0, discards)) {
  }
  const auto maximum_at = [](const QueueDiscipline& queue, Duration ns) {
    return readings_of(queue, ns)["max_probability"];
  };
  EXPECT_DOUBLE_EQ(maximum_at(*crowded, kSecond / 2 - 1), 0.1);
  EXPECT_DOUBLE_EQ(maximum_at(*crowded, kSecond / 2), 0.11);
  EXPECT_DOUBLE_EQ(maximum_at(*crowded, kSecond), 0.12);
  EXPECT_NEAR(maximum_at(*crowded, 3600 * kSecond), 0.505, 0.005 + 1e-9);  // steps from up to 0.5
  const auto calm = filled(adaptive, 8);
  EXPECT_DOUBLE_EQ(maximum_at(*calm, kSecond / 2), 0.09);
  EXPECT_LT(maximum_at(*calm, 3600 * kSecond), 0.01);
  EXPECT_GT(maximum_at(*calm, 3600 * kSecond), 0.01 * 0.9);
  const auto content = filled(adaptive, 11);  // the last one saw 10
  EXPECT_DOUBLE_EQ(maximum_at(*content, 3600 * kSecond), 0.1);
}

TEST(Red, RefusesWhatDoesNotFit) {
  expect_refusal_of_what_does_not_fit("red");
}

// The share of packets that RED drops follows from its curve: with uniform gaps a probability p
// drops one packet of (1 / p + 1) / 2.
TEST(Red, DropsInAWholeRunWhatItsCurveAsksFor) {
  Scenario scenario = queue_scenario({"red", {}}, 20'000'000, 10 * kSecond, 70 * kSecond);
  add_flows(scenario, "newreno", 60 * kMillisecond, 10);
  const QueueRun recorded = run_queue(scenario);
  double expected_ratio = 0;
  const std::vector<double>& asked = recorded.link_series.at("drop_probability");
  for (const double p : asked)
    expected_ratio += 2 * p / (1 + p) / static_cast<double>(asked.size());
  const auto dropped = static_cast<double>(recorded.result.links[0].dropped_packets);
  const auto sent = static_cast<double>(recorded.result.links[0].transmitted_packets);
  EXPECT_NEAR(dropped / (dropped + sent) / expected_ratio, 1, 0.1);
  EXPECT_GT(dropped, 1000);
}

TEST(Red, AdaptiveKeepsItsAverageHalfwayBetweenTheThresholds) {
  Scenario scenario =
      queue_scenario({"red", {{"is_adaptive", true}}}, 20'000'000, 20 * kSecond, 80 * kSecond);
  add_flows(scenario, "newreno", 100 * kMillisecond, 20);
  const double average_packets = run_queue(scenario).mean_of("average_queue_bytes") / 1500;
  // From 0.4 to 0.6 of the way is the target; a tenth of the way for steps of half a second.
  EXPECT_GE(average_packets, 5 + 0.3 * 10);
  EXPECT_LE(average_packets, 5 + 0.7 * 10);
}

}  // namespace
}  // namespace ccsim
