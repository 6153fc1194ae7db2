#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/queue_runs.h"
#include "support/queues.h"
#include "support/sanitized.h"

namespace ccsim {
namespace {

constexpr Duration kUpdate = 15 * kMillisecond;

// A queue whose delay a test sets at will: each packet says when it came.
struct SteeredQueue {
  std::unique_ptr<QueueDiscipline> queue = queue_of("pie", 1'000'000'000);
  Discards discards;
  std::int64_t next_sequence = 0;

  bool arrive(SimTime now_ns, SimTime since_ns) {
    Packet packet = packet_of(next_sequence++);
    packet.enqueued_ns = since_ns;
    return static_cast<bool>(queue->enqueue(packet, now_ns, discards));
  }
  // The packet that leaves now has waited so long; another one is left behind.
  void leave_after(Duration delay_ns, SimTime now_ns) {
    while (queue->waiting_packets() > 0) take(now_ns);
    while (queue->waiting_packets() < 2) arrive(now_ns, now_ns - delay_ns);
    take(now_ns);
  }
  void take(SimTime now_ns) {
    Packet packet;
    EXPECT_TRUE(queue->dequeue(packet, now_ns, discards));
  }
  double reading(const std::string& name, SimTime now_ns) {
    return readings_of(*queue, now_ns)[name];
  }
};

// RFC 8033 4.2: 0.125 per second above 15 ms and 1.25 per second of growth, scaled down by 2048
// below 1e-6, by 512 below 1e-5, by 128 below 1e-4.
TEST(Pie, ComputesItsProbabilityFromDelayAndGrowth) {
  SteeredQueue steered;
  steered.leave_after(30 * kMillisecond, 40 * kMillisecond);
  EXPECT_EQ(steered.reading("drop_probability", 3 * kUpdate - 1), 0);
  const double first = (0.125 * 0.015 + 1.25 * 0.03) / 2048;  // 1.92e-5
  EXPECT_DOUBLE_EQ(steered.reading("drop_probability", 3 * kUpdate), first);
  EXPECT_DOUBLE_EQ(steered.reading("delay_s", 3 * kUpdate), 0.03);
  const double second = first + 0.125 * 0.015 / 128;  // no more growth: 3.39e-5
  EXPECT_DOUBLE_EQ(steered.reading("drop_probability", 4 * kUpdate), second);
  steered.leave_after(5 * kMillisecond, 4 * kUpdate + 1);
  EXPECT_EQ(steered.reading("drop_probability", 5 * kUpdate), 0);  // it fell by 25 ms
}

TEST(Pie, TakesALongStepWhileTheDelayIsLongAndShortOnesOnceDropsAreProbable) {
  SteeredQueue steered;
  steered.leave_after(kSecond, 3 * kUpdate - 1);
  // The delay is above 250 ms: 0.02 more at each update, here and below.
  const double first = (0.125 * 0.985 + 1.25) / 2048 + 0.02;
  EXPECT_NEAR(steered.reading("drop_probability", 3 * kUpdate), first, 1e-12);
  const double second = first + 0.125 * 0.985 / 2 + 0.02;
  EXPECT_NEAR(steered.reading("drop_probability", 4 * kUpdate), second, 1e-12);
  ASSERT_GT(second, 0.1);  // from here on the controller's own step is 0.02 at most
  EXPECT_NEAR(steered.reading("drop_probability", 5 * kUpdate), second + 0.04, 1e-12);
}

TEST(Pie, DropsNothingDuringItsBurstAllowance) {
  SteeredQueue steered;
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(steered.arrive(0, 0));
  steered.leave_after(kSecond, 3 * kUpdate - 1);
  // Updates 1 and 2 found no delay and probability 0: 150 ms are left when update 3 begins.
  const SimTime end_ns = (3 + 9) * kUpdate;
  EXPECT_GT(steered.reading("drop_probability", end_ns - 1), 0.1);
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(steered.arrive(end_ns - 1, end_ns - 1));
  EXPECT_EQ(steered.reading("burst_allowance_s", end_ns), 0);
  int dropped = 0;
  for (int i = 0; i < 1000; ++i) dropped += steered.arrive(end_ns, end_ns) ? 0 : 1;
  EXPECT_GT(dropped, 50);
}

TEST(Pie, ForgetsWithoutDelayAndAllowsABurstAgain) {
  SteeredQueue steered;
  steered.leave_after(kSecond, 3 * kUpdate - 1);
  const SimTime calm_ns = 12 * kUpdate;
  EXPECT_GT(steered.reading("drop_probability", calm_ns), 0.1);
  EXPECT_EQ(steered.reading("burst_allowance_s", calm_ns), 0);
  steered.take(calm_ns);  // nothing is left behind: the delay is 0
  EXPECT_EQ(steered.reading("drop_probability", calm_ns + 10 * kSecond), 0);
  EXPECT_EQ(steered.reading("burst_allowance_s", calm_ns + 10 * kSecond), 0.15);
}

// RFC 8033 5.4: no drop before the probabilities since the last one add up to 0.85, and one when
// they reach 8.5. From 0.85 on each packet is hit with the probability.
TEST(Pie, SpacesItsDrops) {
  SteeredQueue steered;
  steered.leave_after(300 * kMillisecond, 3 * kUpdate - 1);
  const SimTime now_ns = 13 * kUpdate;  // the allowance is used up
  const double probability = steered.reading("drop_probability", now_ns);
  ASSERT_GT(probability, 0.02);
  ASSERT_LT(probability, 0.5);
  for (int i = 0; i < 3; ++i) steered.arrive(now_ns, now_ns);  // more than two packets wait
  const double least = std::ceil(0.85 / probability);
  int gap = 0;
  int drops = -1;  // the first one ends a gap that began earlier
  double sum = 0;
  while (drops < 4000) {
    ++gap;
    if (steered.arrive(now_ns, now_ns)) continue;
    if (++drops > 0) {
      sum += gap;
      ASSERT_GE(gap, least);
      ASSERT_LE(gap, std::ceil(8.5 / probability));
    }
    gap = 0;
  }
  const double error = 1 / probability / std::sqrt(4000.0);  // a geometric tail
  EXPECT_NEAR(sum / 4000, least - 1 + 1 / probability, 4 * error);
}

TEST(Pie, LeavesAShortQueueAlone) {
  SteeredQueue steered;
  steered.leave_after(kSecond, 3 * kUpdate - 1);
  const SimTime now_ns = kSecond;
  ASSERT_GT(steered.reading("drop_probability", now_ns), 0.2);
  for (int i = 0; i < 1000; ++i) {  // one waits already: two are never too many
    ASSERT_TRUE(steered.arrive(now_ns, now_ns - kSecond));
    steered.take(now_ns);
  }
}

TEST(Pie, RefusesWhatDoesNotFit) {
  expect_refusal_of_what_does_not_fit("pie");
}

// The integral part leaves no lasting error: the mean delay is the target.
TEST(Pie, HoldsItsTargetForFewAndForManyFlows) {
  for (const std::string algorithm : {"newreno", "cubic"}) {
    for (const std::int64_t flow_count : {5, 20, 50}) {
      if (kIsSanitized && flow_count != 20) continue;
      Scenario scenario = queue_scenario({"pie", {}}, 50'000'000, 15 * kSecond, 45 * kSecond);
      add_flows(scenario, algorithm, 50 * kMillisecond, flow_count);
      const LinkSummary link = run_queue(scenario).result.links[0];
      const double delay_s = link.mean_queue_bytes * 8 / 50e6;
      EXPECT_NEAR(delay_s, 0.015, 0.2 * 0.015) << algorithm << " " << flow_count;
      EXPECT_GT(link.utilisation_ratio, 0.9) << algorithm << " " << flow_count;
    }
  }
}

}  // namespace
}  // namespace ccsim
