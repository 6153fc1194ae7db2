// Handshakes as packets: what they meet on the way, and what a connection learns of them.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "ccsim/simulation.h"
#include "support/shorthand.h"

namespace ccsim {
namespace {

constexpr Duration kRtt = 36 * kMs;
constexpr Duration kBareTime = 41'600;  // of 52 bytes at 10 Mbit/s

// A transfer of the initial window over hosts that lose no time.
Scenario opened(int round_trips) {
  Scenario scenario;
  scenario.duration_ns = 20 * kSecond;
  scenario.start_jitter_ns = 0;
  scenario.bottleneck.rate_bps = 10'000'000;
  scenario.bottleneck.delay_ns = 10 * kMs;
  scenario.bottleneck.buffer_bytes = 45'000;
  scenario.transport.host_jitter_ns = 0;
  scenario.transport.handshake_round_trips = round_trips;
  scenario.transport.sends_handshake = true;
  FlowGroupConfig group;
  group.algorithm = "cubic";
  group.rtt_ns = kRtt;
  group.traffic = {"transfer", {{"size_bytes", std::int64_t{14'480}}}};
  scenario.groups.push_back(group);
  return scenario;
}

Duration handshake_ns(const Scenario& scenario) {
  return to_ns(run(scenario, 1).flows[0].handshake_s);
}

TEST(Handshake, TakesItsRoundTripsAndTheTimesOfItsPackets) {
  EXPECT_EQ(handshake_ns(opened(1)), kRtt + kBareTime);
  EXPECT_EQ(handshake_ns(opened(2)), 2 * (kRtt + kBareTime));
  Scenario scenario = opened(1);
  const FlowSummary flow = run(scenario, 1).flows[0];
  EXPECT_EQ(flow.start_ns, kRtt + kBareTime);
  EXPECT_EQ(flow.sent_packets, 10);  // of data
  EXPECT_EQ(to_ns(flow.final_min_rtt_s), kRtt + kBareTime);
  // Of propagation alone it is shorter, and has no time of its own.
  scenario.transport.sends_handshake = false;
  const FlowSummary unsent = run(scenario, 1).flows[0];
  EXPECT_EQ(unsent.start_ns, kRtt);
  EXPECT_TRUE(std::isnan(unsent.handshake_s));
}

// The link is still until 100 ms: the SYN waits for the rest of that, and its RTT is the sample.
TEST(Handshake, WaitsInTheQueue) {
  Scenario scenario = opened(1);
  scenario.bottleneck.changes.rates = {{0, 0, 0}, {100 * kMs, 10'000'000, 0}};
  const FlowSummary flow = run(scenario, 1).flows[0];
  EXPECT_EQ(to_ns(flow.handshake_s), 100 * kMs + kBareTime + 10 * kMs + kRtt / 2);
}

// Linux, Documentation/networking/ip-sysctl: "we would expect SYN RTOs to be: 1, 1, 1, 1, 1, 2, 4".
TEST(Handshake, SendsALostSynAgainEverySecondFiveTimesThenAfterTwiceTheTime) {
  std::vector<std::pair<Duration, Duration>> cases;
  SimTime sent_ns = 0;
  for (const std::int64_t rto_s : {1, 1, 1, 1, 1, 2, 4}) {
    const SimTime again_ns = sent_ns + rto_s * kSecond;
    cases.emplace_back(again_ns - 500 * kMs, again_ns);
    sent_ns = again_ns;
  }
  for (const auto& [dark_ns, waited_ns] : cases) {
    for (const LossDirection lost : {LossDirection::kData, LossDirection::kAck}) {
      Scenario scenario = opened(1);
      scenario.bottleneck.changes.outages = {{0, dark_ns, lost}};
      const FlowSummary flow = run(scenario, 1).flows[0];
      EXPECT_EQ(to_ns(flow.handshake_s), waited_ns + kRtt + kBareTime);
      EXPECT_EQ(flow.rto_count, 0);
      // Sent more than twice, and no answer to the first: the window begins with one packet, which
      // takes three round trips more for ten.
      const bool begins_with_one = waited_ns > kSecond && lost == LossDirection::kData;
      const Duration rest_ns = to_ns(flow.mean_completion_s - flow.handshake_s);
      EXPECT_EQ(rest_ns > 3 * kRtt, begins_with_one);
      EXPECT_LT(rest_ns, 5 * kRtt);
    }
  }
}

TEST(Handshake, RepeatsTheSecondRoundTripAfterTheTimeoutOfTheFirstSample) {
  Scenario scenario = opened(2);
  scenario.bottleneck.changes.outages = {{40 * kMs, 60 * kMs, LossDirection::kBoth}};
  const Duration rtt_ns = kRtt + kBareTime;
  const Duration rto_ns = rtt_ns + 200 * kMs;
  EXPECT_EQ(handshake_ns(scenario), rtt_ns + rto_ns + rtt_ns);
}

TEST(Handshake, ComesBackOverTheLinksOfAcks) {
  Scenario scenario = opened(1);
  BottleneckConfig back = scenario.bottleneck;
  back.changes.rates = {{0, 0, 0}, {50 * kMs, 10'000'000, 0}};
  scenario.further_links.push_back(back);
  scenario.groups[0].return_path = {1};
  EXPECT_EQ(handshake_ns(scenario), 50 * kMs + kBareTime + 10 * kMs);
}

TEST(Handshake, IsHeldWithAggregatedAcks) {
  Scenario scenario = opened(2);
  scenario.groups[0].receiver.ack_aggregation_ns = 50 * kMs;
  // The first answer leaves at once, the second one 50 ms after it.
  EXPECT_EQ(handshake_ns(scenario), kRtt + kBareTime + 50 * kMs);
}

// Conservation is asserted at the end of a run.
TEST(Handshake, OfManyConnectionsThroughLossesIsTheSameEachTime) {
  Scenario scenario = opened(2);
  scenario.bottleneck.loss.model = {"bernoulli", {{"probability", 0.2}}};
  scenario.bottleneck.loss.direction = LossDirection::kBoth;
  scenario.groups[0].traffic = {"poisson_transfers", {{"arrival_rate_hz", 20.0}}};
  scenario.groups[0].stop_ns = 15 * kSecond;
  const FlowSummary first = run(scenario, 3).flows[0];
  const FlowSummary again = run(scenario, 3).flows[0];
  EXPECT_GT(first.completed_transfer_count, 100);
  EXPECT_GT(first.p99_completion_s, 1.0);
  EXPECT_EQ(first.mean_completion_s, again.mean_completion_s);
  EXPECT_GT(first.randomly_lost_packets, 0);
}

}  // namespace
}  // namespace ccsim
