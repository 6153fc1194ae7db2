// BBRv2 as a state machine: phases and their causes, bounds, windows.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cc/controller_rig.h"
#include "support/shorthand.h"

namespace ccsim {
namespace {

using testing::ControllerRig;
using testing::kPath;
using testing::metric;
using testing::PhaseLog;

constexpr double kPacketBytes = 1500;

std::vector<PhaseLog::Entry> entries_of(const ControllerRig& rig, const std::string& phase) {
  std::vector<PhaseLog::Entry> found;
  std::copy_if(rig.phases.entries.begin(), rig.phases.entries.end(), std::back_inserter(found),
               [&phase](const PhaseLog::Entry& entry) { return entry.phase == phase; });
  return found;
}

const PhaseLog::Entry& last_phase(const ControllerRig& rig) {
  return rig.phases.entries.back();
}

TEST(Bbr2, StartsWithTheGainsOfStartup) {
  ControllerRig rig({"bbr2"});
  EXPECT_NEAR(metric(*rig.control, "pacing_gain_ratio"), 2.887, 0.001);
  // 10 packets per 40 ms are 3 Mbit/s; * 739/256 * 0.99.
  EXPECT_EQ(rig.control->controls().pacing_rate_bps, 8'573'554);
  EXPECT_FALSE(rig.control->traits().reduces_by_prr);
}

TEST(Bbr2, FollowsTheCycleInOrder) {
  ControllerRig rig({"bbr2"});
  rig.run_path(kPath, 20 * kSecond);
  const auto& entries = rig.phases.entries;
  for (std::size_t i = 3; i < entries.size(); ++i) {
    const std::string& before = entries[i - 1].phase;
    const std::string& now = entries[i].phase;
    if (now == "probe_bw_up") {
      EXPECT_EQ(before, "probe_bw_refill");
    } else if (now == "probe_bw_down") {
      EXPECT_EQ(before, "probe_bw_up");
    } else if (now == "probe_bw_refill") {
      EXPECT_TRUE(before == "probe_bw_cruise" || before == "probe_bw_down") << before;
    } else if (now == "probe_bw_cruise") {
      EXPECT_TRUE(before == "probe_bw_down" || before == "probe_rtt") << before;
    }
  }
}

TEST(Bbr2, ProbesAfterTwoToThreeSecondsWithoutRenoCoexistence) {
  ControllerRig rig(
      {"bbr2", {{"reno_coexistence", false}, {"probe_wait_max_rounds", std::int64_t{255}}}});
  rig.run_path(kPath, 30 * kSecond);
  const auto downs = entries_of(rig, "probe_bw_down");
  const auto refills = entries_of(rig, "probe_bw_refill");
  ASSERT_GT(refills.size(), 5U);
  for (const PhaseLog::Entry& refill : refills) {
    EXPECT_EQ(refill.reason, "probe_wait_elapsed");
    const auto down = std::find_if(downs.rbegin(), downs.rend(), [&refill](const auto& entry) {
      return entry.now_ns < refill.now_ns;
    });
    const auto rtts = entries_of(rig, "probe_rtt");
    const bool has_probe_rtt = std::any_of(rtts.begin(), rtts.end(), [&](const auto& entry) {
      return entry.now_ns > down->now_ns && entry.now_ns < refill.now_ns;
    });
    if (!has_probe_rtt) {
      EXPECT_GE(refill.now_ns - down->now_ns, 2 * kSecond);
      EXPECT_LE(refill.now_ns - down->now_ns, 3 * kSecond + 100 * kMillisecond);
    }
  }
}

TEST(Bbr2, ProbesAsOftenAsRenoWouldOnAShortPath) {
  // A BDP of 10 packets: Reno's cycle is 10 rounds, far less than 2 s.
  ControllerRig rig({"bbr2"});
  rig.run_path({10'000'000, 11 * kMillisecond, 1, 0}, 10 * kSecond);
  const auto refills = entries_of(rig, "probe_bw_refill");
  ASSERT_GT(refills.size(), 10U);
  EXPECT_TRUE(std::all_of(refills.begin(), refills.end(),
                          [](const auto& entry) { return entry.reason == "reno_rounds_elapsed"; }));
}

TEST(Bbr2, DipsToHalfABdpWhenNoLowRttWasSeenForFiveSeconds) {
  ControllerRig rig({"bbr2"});
  rig.run_path(kPath, 3 * kSecond);
  // The path gets longer: no sample matches the minimum any more.
  rig.run_path({10'000'000, 60 * kMillisecond, 1, 0}, 4 * kSecond);
  ASSERT_TRUE(rig.phases.has("probe_rtt"));
  const auto dips = entries_of(rig, "probe_rtt");
  const auto next =
      std::find_if(rig.phases.entries.begin(), rig.phases.entries.end(),
                   [&dips](const auto& entry) { return entry.now_ns > dips[0].now_ns; });
  ASSERT_NE(next, rig.phases.entries.end());
  EXPECT_EQ(next->phase, "probe_bw_cruise");
  EXPECT_EQ(next->reason, "probe_rtt_done");
  EXPECT_GT(next->now_ns - dips[0].now_ns, 200 * kMillisecond);
  EXPECT_LT(next->now_ns - dips[0].now_ns, 500 * kMillisecond);
}

TEST(Bbr2, CapsTheWindowOfProbeRttAtHalfTheBdp) {
  ControllerRig rig({"bbr2"});
  rig.run_path(kPath, 3 * kSecond);
  const SimTime limit_ns = rig.now_ns + 10 * kSecond;
  while (last_phase(rig).phase != "probe_rtt" && rig.now_ns < limit_ns) {
    rig.run_path({10'000'000, 60 * kMillisecond, 1, 0}, 10 * kMillisecond);
  }
  ASSERT_EQ(last_phase(rig).phase, "probe_rtt");
  const double bdp_packets =
      metric(*rig.control, "bandwidth_estimate_bps") * metric(*rig.control, "min_rtt_s") / 12000;
  EXPECT_EQ(rig.control->controls().cwnd_packets, static_cast<Packets>(std::ceil(bdp_packets / 2)));
  EXPECT_EQ(rig.control->controls().after_ack, AfterAck::kMarkAppLimited);
}

TEST(Bbr2, NeverEntersProbeRttWhenItIsSwitchedOff) {
  ControllerRig rig({"bbr2", {{"probe_rtt_duration_s", 0.0}}});
  rig.run_path(kPath, 3 * kSecond);
  rig.run_path({10'000'000, 60 * kMillisecond, 1, 0}, 20 * kSecond);
  EXPECT_FALSE(rig.phases.has("probe_rtt"));
}

TEST(Bbr2, CutsItsLowerBoundsAfterALossBetweenProbes) {
  ControllerRig rig({"bbr2"});
  rig.run_path(kPath, 5 * kSecond);
  rig.run_until_phase("probe_bw_cruise", 5 * kMillisecond);
  EXPECT_TRUE(std::isnan(metric(*rig.control, "bandwidth_lo_bps")));
  rig.lose(1);
  rig.end_recovery();
  rig.run_path(kPath, 60 * kMillisecond);
  const double lo = metric(*rig.control, "bandwidth_lo_bps");
  EXPECT_LT(lo, metric(*rig.control, "bandwidth_max_bps") + 1);
  EXPECT_GE(lo, 0.7 * 0.99e7);
  EXPECT_FALSE(std::isnan(metric(*rig.control, "inflight_lo_bytes")));
}

TEST(Bbr2, IgnoresLossesBetweenProbesWithoutLowerBounds) {
  ControllerRig rig({"bbr2", {{"lower_bounds", false}}});
  rig.run_path({10'000'000, kRtt, 1, 100}, 5 * kSecond);
  EXPECT_TRUE(std::isnan(metric(*rig.control, "bandwidth_lo_bps")));
  EXPECT_TRUE(std::isnan(metric(*rig.control, "inflight_lo_bytes")));
}

TEST(Bbr2, LiftsItsLowerBoundsBeforeAProbe) {
  ControllerRig rig({"bbr2"});
  rig.run_path(kPath, 5 * kSecond);
  rig.run_until_phase("probe_bw_cruise", 5 * kMillisecond);
  rig.lose(1);
  rig.end_recovery();
  rig.run_until_phase("probe_bw_refill");
  EXPECT_TRUE(std::isnan(metric(*rig.control, "bandwidth_lo_bps")));
  EXPECT_TRUE(std::isnan(metric(*rig.control, "inflight_lo_bytes")));
}

TEST(Bbr2, SetsAnUpperBoundWhenAProbeLosesTooMuch) {
  ControllerRig rig({"bbr2"});
  rig.run_path(kPath, 5 * kSecond);
  rig.run_until_phase("probe_bw_up");
  EXPECT_TRUE(std::isnan(metric(*rig.control, "inflight_hi_bytes")));
  const Packets flight = rig.in_flight();
  rig.lose(3);
  EXPECT_EQ(last_phase(rig).phase, "probe_bw_down");
  EXPECT_EQ(last_phase(rig).reason, "probe_too_high");
  const double hi_packets = metric(*rig.control, "inflight_hi_bytes") / kPacketBytes;
  EXPECT_LE(hi_packets, static_cast<double>(flight + 1));
  EXPECT_GE(hi_packets, 0.7 * 34 - 1);
}

TEST(Bbr2, CruisesBelowItsUpperBound) {
  ControllerRig rig({"bbr2"});
  rig.run_path(kPath, 5 * kSecond);
  rig.run_until_phase("probe_bw_up");
  rig.lose(3);
  rig.end_recovery();
  rig.run_until_phase("probe_bw_cruise");
  rig.run_path(kPath, 5 * kMillisecond);
  const auto hi = static_cast<Packets>(metric(*rig.control, "inflight_hi_bytes") / kPacketBytes);
  EXPECT_LE(rig.control->controls().cwnd_packets, hi - std::max<Packets>(hi * 38 / 256, 1));
}

TEST(Bbr2, RaisesItsUpperBoundByOneTwoFourEightPacketsPerRound) {
  // Probing continues until two BDP are in flight, long enough to see four rounds.
  ControllerRig rig({"bbr2", {{"up_inflight_gain_ratio", 2.0}}});
  rig.run_path(kPath, 5 * kSecond);
  rig.run_until_phase("probe_bw_up");
  rig.lose(8);  // a finite bound
  rig.end_recovery();
  rig.run_until_phase(
      "probe_bw_up");  // a careful probe, which ends at the bound and is repeated at once
  while (last_phase(rig).reason != "upper_bound_reached") {
    rig.run_path(kPath, kMillisecond);
  }
  rig.run_until_phase("probe_bw_up");
  const auto bound = [&rig] { return metric(*rig.control, "inflight_hi_bytes") / kPacketBytes; };
  std::vector<double> steps;
  double before = bound();
  while (last_phase(rig).phase == "probe_bw_up" && steps.size() < 4) {
    const Packets round_end = rig.delivered_packets + rig.in_flight();
    while (rig.delivered_packets < round_end) {
      rig.run_path(kPath, 1'200'000);
    }
    steps.push_back(bound() - before);
    before = bound();
  }
  ASSERT_EQ(steps.size(), 4U);
  for (std::size_t round = 0; round < 4; ++round) {
    EXPECT_NEAR(steps[round], std::pow(2, static_cast<double>(round)), 1 + 0.25 * steps[round]);
  }
}

TEST(Bbr2, KeepsThreeQuantaAndAddsTwoPacketsWhileProbing) {
  // A tiny path: the BDP is below one packet.
  ControllerRig rig({"bbr2"});
  rig.run_path({1'000'000, 2 * kMillisecond, 1, 0}, 10 * kSecond);
  EXPECT_TRUE(rig.phases.has("probe_bw_up"));
  Packets least = INT64_MAX;
  Packets most = 0;
  for (int i = 0; i < 2000; ++i) {
    rig.run_path({1'000'000, 2 * kMillisecond, 1, 0}, kMillisecond);
    if (last_phase(rig).phase.starts_with("probe_bw")) {
      least = std::min(least, rig.control->controls().cwnd_packets);
      most = std::max(most, rig.control->controls().cwnd_packets);
    }
  }
  EXPECT_GE(least, 6);  // 3 quanta of 2 packets
  EXPECT_GE(most, 8);
}

TEST(Bbr2, RestoresItsWindowAfterATimeout) {
  ControllerRig rig({"bbr2"});
  rig.run_path(kPath, 5 * kSecond);
  const Packets before = rig.control->controls().cwnd_packets;
  rig.rto();
  EXPECT_EQ(rig.control->controls().cwnd_packets, 1);
  rig.fill_window();
  rig.advance(kRtt);
  rig.ack(1);
  EXPECT_EQ(rig.control->controls().cwnd_packets, 4);  // the minimum window
  rig.end_recovery();
  EXPECT_GE(rig.control->controls().cwnd_packets, before);
}

TEST(Bbr2, TakesItsCutsBackWhenTheLossWasSpurious) {
  ControllerRig rig({"bbr2"});
  rig.run_path(kPath, 5 * kSecond);
  rig.run_until_phase("probe_bw_cruise");
  const Packets before = rig.control->controls().cwnd_packets;
  rig.lose(1);
  for (int i = 0; i < 60; ++i) {
    rig.fill_window();
    rig.advance(1'200'000);
    rig.ack(1);
  }
  ASSERT_FALSE(std::isnan(metric(*rig.control, "inflight_lo_bytes")));
  rig.undo();
  EXPECT_TRUE(std::isnan(metric(*rig.control, "bandwidth_lo_bps")));
  EXPECT_TRUE(std::isnan(metric(*rig.control, "inflight_lo_bytes")));
  EXPECT_EQ(rig.control->controls().cwnd_packets, before);
}

TEST(Bbr2, EndsStartupAfterManyLossyAcksInARound) {
  ControllerRig rig({"bbr2"});
  // Bandwidth keeps doubling, so there is no plateau; but each round loses a lot.
  for (int round = 0; round < 6 && !rig.phases.has("drain"); ++round) {
    rig.fill_window();
    rig.advance(kRtt);
    while (rig.in_flight() > 4) {
      rig.lose(1);
      rig.ack(2);
    }
    rig.ack(rig.in_flight());
  }
  ASSERT_TRUE(rig.phases.has("drain"));
  EXPECT_EQ(entries_of(rig, "drain")[0].reason, "startup_loss");
  EXPECT_FALSE(std::isnan(metric(*rig.control, "inflight_hi_bytes")));
}

TEST(Bbr2, DrawsItsWaitsFromTheSeed) {
  const auto run = [](std::uint64_t seed) {
    ControllerRig rig({"bbr2", {{"reno_coexistence", false}}, 1500, 10, kRtt, seed});
    rig.run_path(kPath, 20 * kSecond);
    std::vector<SimTime> times;
    for (const PhaseLog::Entry& entry : entries_of(rig, "probe_bw_refill")) {
      times.push_back(entry.now_ns);
    }
    return times;
  };
  EXPECT_EQ(run(1), run(1));
  EXPECT_NE(run(1), run(2));
}

}  // namespace
}  // namespace ccsim
