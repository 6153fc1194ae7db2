// What every controller must keep, whatever happens: random operations without a network.
#include <gtest/gtest.h>

#include <cmath>

#include "cc/controller_rig.h"
#include "ccsim/rng.h"
#include "support/shorthand.h"

namespace ccsim {
namespace {

using testing::ControllerRig;
using testing::MetricReader;

class Conformance : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Operations, Conformance, ::testing::ValuesIn(algorithm_names()),
                         [](const auto& test) { return test.param; });

void do_something(ControllerRig& rig, RandomStream& random) {
  switch (random.next_below(24)) {
    case 0:
      rig.lose(1 + random.next_below(4));
      break;
    case 1:
      rig.end_recovery();
      break;
    case 2:
      rig.undo();
      break;
    case 3:
      if (random.next_below(8) == 0) rig.rto();
      break;
    case 4:
      if (random.next_below(4) == 0) rig.go_idle(random.next_below(12 * kSecond));
      break;
    case 5:
      rig.is_cwnd_limited = random.next_below(2) == 0;
      break;
    case 6:
      rig.ack(0);  // a duplicate ACK that delivers nothing
      break;
    case 7:
    case 8:
    case 9:
      rig.advance(random.next_below(60 * kMillisecond));
      break;
    default:
      rig.fill_window(1 + random.next_below(64));
      rig.advance(random.next_below(3 * kMillisecond));
      rig.ack(1 + random.next_below(3));
      break;
  }
}

void expect_sane(const ControllerRig& rig, std::int64_t step) {
  ASSERT_GE(rig.control->controls().cwnd_packets, 1) << step;
  ASSERT_LT(rig.control->controls().cwnd_packets, std::int64_t{1} << 40) << step;
  ASSERT_GE(rig.control->controls().pacing_rate_bps, 0) << step;
  ASSERT_GE(rig.control->controls().ssthresh_packets, 1) << step;
  MetricReader reader;
  rig.control->observe(reader);
  for (std::size_t i = 0; i < reader.values.size(); ++i) {
    ASSERT_TRUE(std::isnan(reader.values[i]) || std::isfinite(reader.values[i]))
        << reader.names[i] << " at step " << step;
    ASSERT_FALSE(reader.values[i] < 0) << reader.names[i] << " at step " << step;
  }
}

TEST_P(Conformance, KeepsItsControlsSaneUnderRandomOperations) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    ControllerRig rig({GetParam(), {}, 1500, 10, 40 * kMillisecond, seed});
    RandomStream random(seed, 0, RandomPurpose::kTraffic);
    for (std::int64_t step = 0; step < 3000; ++step) {
      do_something(rig, random);
      expect_sane(rig, step);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(Conformance, DoesTheSameAgain) {
  const auto course = [](const std::string& algorithm) {
    ControllerRig rig({algorithm});
    RandomStream random(7, 0, RandomPurpose::kTraffic);
    std::vector<std::int64_t> values;
    for (std::int64_t step = 0; step < 3000; ++step) {
      do_something(rig, random);
      values.push_back(rig.control->controls().cwnd_packets);
      values.push_back(rig.control->controls().pacing_rate_bps);
      values.push_back(rig.now_ns);
    }
    return values;
  };
  EXPECT_EQ(course(GetParam()), course(GetParam()));
}

TEST_P(Conformance, WorksWithoutAHandshakeRtt) {
  ControllerRig rig({GetParam(), {}, 1500, 10, kNoDuration});
  expect_sane(rig, 0);
  rig.run_path({}, 5 * kSecond);
  expect_sane(rig, 1);
  EXPECT_GT(rig.delivered_packets, 3000);  // of 4166 at 10 Mbit/s
}

TEST_P(Conformance, StartsFromAWindowOfOnePacket) {
  ControllerRig rig({GetParam(), {}, 1500, 1});
  rig.run_path({}, 5 * kSecond);
  EXPECT_GT(rig.delivered_packets, 2500);
}

TEST_P(Conformance, ManagesExtremeRates) {
  ControllerRig slow({GetParam()});
  slow.run_path({10'000, 100 * kMillisecond, 1, 0}, 60 * kSecond);  // one packet in 1.2 s
  expect_sane(slow, 0);
  EXPECT_GT(slow.delivered_packets, 30);
  ControllerRig fast({GetParam()});
  fast.run_path({40'000'000'000, 100'000, 2, 0}, 20 * kMillisecond);
  expect_sane(fast, 1);
  EXPECT_GT(fast.delivered_packets, 5000);
}

TEST_P(Conformance, AnnouncesOnlyDeclaredPhasesInOrderOfTime) {
  const StateMachine& declared = find_algorithm(GetParam())->machine;
  ControllerRig rig({GetParam()});
  RandomStream random(3, 0, RandomPurpose::kTraffic);
  for (int step = 0; step < 5000; ++step) {
    do_something(rig, random);
  }
  SimTime before_ns = 0;
  for (const auto& entry : rig.phases.entries) {
    EXPECT_TRUE(declared.has_state(entry.phase)) << entry.phase;
    EXPECT_FALSE(entry.reason.empty());
    EXPECT_GE(entry.now_ns, before_ns);
    before_ns = entry.now_ns;
  }
}

}  // namespace
}  // namespace ccsim
