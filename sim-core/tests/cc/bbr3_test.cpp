// BBRv3 as a state machine: what the draft asks, and where Linux's rules differ.
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

constexpr double kBbr3PacketBytes = 1500;
const NamedParameter kLinuxRules{"rules", std::string("linux")};

NamedParameter chosen(const char* name, const char* value) {
  return {name, std::string(value)};
}

const PhaseLog::Entry& last_bbr3_phase(const ControllerRig& rig) {
  return rig.phases.entries.back();
}

std::vector<std::string> reasons_of(const ControllerRig& rig, const std::string& phase) {
  std::vector<std::string> reasons;
  for (const PhaseLog::Entry& entry : rig.phases.entries) {
    if (entry.phase == phase) reasons.push_back(entry.reason);
  }
  return reasons;
}

double packets(const ControllerRig& rig, const char* name) {
  return metric(*rig.control, name) / kBbr3PacketBytes;
}

// Until this phase begins anew.
void run_to_next(ControllerRig& rig, const std::string& phase) {
  while (last_bbr3_phase(rig).phase == phase) rig.run_path(kPath, kMillisecond);
  rig.run_until_phase(phase);
}

void lose_a_probe(ControllerRig& rig) {
  rig.run_path(kPath, 5 * kSecond);
  run_to_next(rig, "probe_bw_up");
  rig.lose(3);
  rig.end_recovery();
}

TEST(Bbr3, HasTheGainsOfTheDraftOrThoseOfLinux) {
  struct Expected {
    const char* phase;
    double draft;
    double of_linux;
    double cwnd_gain;
  };
  for (const Expected& expected :
       {Expected{"startup", 2.77, 710 / 256.0, 2}, Expected{"drain", 0.5, 88 / 256.0, 2},
        Expected{"probe_bw_down", 0.9, 232 / 256.0, 2}, Expected{"probe_bw_cruise", 1, 1, 2},
        Expected{"probe_bw_refill", 1, 1, 2}, Expected{"probe_bw_up", 1.25, 1.25, 2.25}}) {
    ControllerRig draft({"bbr3"});
    ControllerRig of_linux({"bbr3", {kLinuxRules}});
    draft.run_until_phase(expected.phase, 100'000);
    of_linux.run_until_phase(expected.phase, 100'000);
    EXPECT_DOUBLE_EQ(metric(*draft.control, "pacing_gain_ratio"), expected.draft);
    EXPECT_DOUBLE_EQ(metric(*of_linux.control, "pacing_gain_ratio"), expected.of_linux);
    EXPECT_DOUBLE_EQ(metric(*draft.control, "cwnd_gain_ratio"), expected.cwnd_gain);
    EXPECT_DOUBLE_EQ(metric(*of_linux.control, "cwnd_gain_ratio"), expected.cwnd_gain);
  }
}

TEST(Bbr3, TakesAnExplicitRuleBeforeThatOfTheSet) {
  ControllerRig rig({"bbr3", {kLinuxRules, {"drain_pacing_gain_ratio", 0.7}}});
  rig.run_until_phase("drain", 100'000);
  EXPECT_DOUBLE_EQ(metric(*rig.control, "pacing_gain_ratio"), 0.7);
}

TEST(Bbr3, StopsAProbeWhenTheBandwidthIsFlatForThreeRounds) {
  ControllerRig rig({"bbr3"});
  rig.run_path(kPath, 3 * kSecond);
  run_to_next(rig, "probe_bw_up");
  const SimTime start_ns = rig.now_ns;
  rig.run_until_phase("probe_bw_down");
  EXPECT_EQ(last_bbr3_phase(rig).reason, "bandwidth_plateau");
  // Three rounds of 40 to 90 ms, and the one that UP begins with.
  EXPECT_GT(rig.now_ns - start_ns, 3 * kRtt);
  EXPECT_LT(rig.now_ns - start_ns, 500 * kMillisecond);
}

TEST(Bbr3, GoesOnProbingWhileTheApplicationLimitsIt) {
  ControllerRig rig({"bbr3"});
  rig.run_path(kPath, 3 * kSecond);
  run_to_next(rig, "probe_bw_up");
  rig.is_cwnd_limited = false;
  for (int round = 0; round < 40; ++round) {
    rig.go_idle(0);
    rig.fill_window(3);
    rig.advance(kRtt);
    rig.ack(3);
  }
  EXPECT_EQ(last_bbr3_phase(rig).phase, "probe_bw_up");
}

TEST(Bbr3, LeavesDrainAfterMoreThanThreeRoundsOnlyByTheDraft) {
  const auto ends = [](const std::vector<NamedParameter>& rules) {
    ControllerRig rig({"bbr3", rules});
    rig.run_until_phase("drain", 100'000);
    // The pacing rate is ignored and the RTT stays long: the flight does not fall.
    for (int round = 0; round < 6; ++round) rig.run_round(90 * kMillisecond);
    return reasons_of(rig, "probe_bw_down");
  };
  EXPECT_EQ(ends({}), std::vector<std::string>{"drain_rounds_over"});
  EXPECT_TRUE(ends({kLinuxRules}).empty());
  EXPECT_TRUE(ends({chosen("drain_exit", "by_flight")}).empty());
}

// No plateau is found within seven rounds; but each round loses `losses_a_gap` packets in
// a row, again and again.
std::vector<std::string> startup_ends(Packets losses_a_gap, std::vector<NamedParameter> rules) {
  rules.push_back({"full_pipe_rounds", std::int64_t{7}});
  ControllerRig rig({"bbr3", rules, 1500, 40});
  for (int round = 0; round < 4 && !rig.phases.has("drain"); ++round) {
    rig.fill_window();
    rig.advance(kRtt);
    for (int gap = 0; gap < 2 && rig.in_flight() > 4; ++gap) {
      for (Packets loss = 0; loss < losses_a_gap; ++loss) rig.lose(1);
      rig.ack(2);
    }
    rig.ack(rig.in_flight());
  }
  return reasons_of(rig, "drain");
}

TEST(Bbr3, CountsLossesInStartupByRangesOrByAcks) {
  // Two gaps a round, and each packet of them reported by an ACK of its own: a round of losses has
  // two to four ranges and at least six ACKs.
  EXPECT_EQ(startup_ends(3, {}), std::vector<std::string>{});
  EXPECT_EQ(startup_ends(3, {kLinuxRules}), std::vector<std::string>{"startup_loss"});
  EXPECT_EQ(startup_ends(3, {chosen("startup_loss_count", "acks")}),
            std::vector<std::string>{"startup_loss"});
  EXPECT_EQ(startup_ends(3, {{"startup_losses", std::int64_t{2}}}),
            std::vector<std::string>{"startup_loss"});
}

TEST(Bbr3, BoundsTheFlightWhenAProbeLosesTooMuch) {
  ControllerRig rig({"bbr3"});
  lose_a_probe(rig);
  EXPECT_EQ(last_bbr3_phase(rig).phase, "probe_bw_down");
  EXPECT_EQ(last_bbr3_phase(rig).reason, "probe_too_high");
  EXPECT_GE(packets(rig, "inflight_hi_bytes"), 0.7 * 33);
  EXPECT_LE(packets(rig, "inflight_hi_bytes"), 90);
}

TEST(Bbr3, TestsAProbeAtTwoPercentNotAtFive256ths) {
  // In a flight of 100 two lost packets are 2%: not more than the draft's threshold, more than
  // 5/256. Given as the controller's own event, so that the flight is exact.
  for (const bool is_linux : {false, true}) {
    ControllerRig rig({"bbr3", is_linux ? std::vector<NamedParameter>{kLinuxRules}
                                        : std::vector<NamedParameter>{}});
    rig.run_path(kPath, 3 * kSecond);
    run_to_next(rig, "probe_bw_up");
    rig.control->on_packet_lost({rig.now_ns, rig.delivered_packets, 100, 2, false, 1});
    EXPECT_EQ(last_bbr3_phase(rig).phase, is_linux ? "probe_bw_down" : "probe_bw_up");
  }
}

TEST(Bbr3, SetsNoBoundByWhatTheApplicationLimited) {
  ControllerRig rig({"bbr3"});
  rig.run_path(kPath, 3 * kSecond);
  run_to_next(rig, "probe_bw_up");
  rig.control->on_packet_lost({rig.now_ns, rig.delivered_packets, 50, 5, true, 1});
  EXPECT_EQ(last_bbr3_phase(rig).phase, "probe_bw_down");
  EXPECT_TRUE(std::isnan(metric(*rig.control, "inflight_hi_bytes")));
}

TEST(Bbr3, ProbesWithCareAfterAFailedProbeAndAtOnceAgain) {
  ControllerRig rig({"bbr3"});
  lose_a_probe(rig);
  rig.run_until_phase("probe_bw_up");
  rig.run_until_phase("probe_bw_down");
  EXPECT_EQ(last_bbr3_phase(rig).reason, "upper_bound_reached");
  rig.run_until_phase("probe_bw_refill");
  EXPECT_EQ(last_bbr3_phase(rig).reason, "careful_probe_was_safe");
}

TEST(Bbr3, RaisesItsUpperBoundByOneTwoFourEightPacketsPerRound) {
  ControllerRig rig({"bbr3"});
  rig.run_path(kPath, 5 * kSecond);
  run_to_next(rig, "probe_bw_up");
  rig.lose(8);  // a finite bound
  rig.end_recovery();
  while (last_bbr3_phase(rig).reason != "careful_probe_was_safe") rig.run_path(kPath, kMillisecond);
  rig.run_until_phase("probe_bw_up");
  std::vector<double> steps;
  double before = packets(rig, "inflight_hi_bytes");
  while (last_bbr3_phase(rig).phase == "probe_bw_up" && steps.size() < 4) {
    const Packets round_end = rig.delivered_packets + rig.in_flight();
    while (rig.delivered_packets < round_end) rig.run_path(kPath, 1'200'000);
    steps.push_back(packets(rig, "inflight_hi_bytes") - before);
    before += steps.back();
  }
  ASSERT_EQ(steps.size(), 4U);
  for (std::size_t round = 0; round < 4; ++round) {
    EXPECT_NEAR(steps[round], std::pow(2, static_cast<double>(round)), 1 + 0.25 * steps[round]);
  }
}

TEST(Bbr3, LeavesFifteenPercentOfTheBoundFreeWhileCruising) {
  ControllerRig rig({"bbr3"});
  lose_a_probe(rig);
  rig.run_until_phase("probe_bw_cruise");
  rig.run_path(kPath, 5 * kMillisecond);
  const auto hi = static_cast<Packets>(packets(rig, "inflight_hi_bytes"));
  EXPECT_LE(rig.control->controls().cwnd_packets, hi - hi * 15 / 100);
}

TEST(Bbr3, ForgetsTheOldBandwidthAfterTwoCyclesNotAfterTwoRounds) {
  ControllerRig rig({"bbr3"});
  rig.run_path(kPath, 5 * kSecond);
  rig.run_until_phase("probe_bw_cruise", 5 * kMillisecond);
  // Half the capacity: the maximum stays through all the rounds of this cycle.
  const ControllerRig::Path half{5'000'000, kRtt, 1, 0};
  for (int round = 0; round < 8; ++round) rig.run_path(half, kRtt);
  EXPECT_GT(metric(*rig.control, "bandwidth_max_bps"), 0.95e7);
  rig.run_path(half, 12 * kSecond);
  EXPECT_NEAR(metric(*rig.control, "bandwidth_max_bps"), 5e6, 5e6 * 0.05);
}

TEST(Bbr3, CutsItsShortTermBoundsToSeventyPercentAtMost) {
  ControllerRig rig({"bbr3"});
  rig.run_path(kPath, 5 * kSecond);
  rig.run_until_phase("probe_bw_cruise", 5 * kMillisecond);
  const double max_bps = metric(*rig.control, "bandwidth_max_bps");
  rig.lose(1);
  rig.end_recovery();
  rig.run_path(kPath, 100 * kMillisecond);
  EXPECT_GE(metric(*rig.control, "bandwidth_lo_bps"), 0.7 * max_bps - 1);
  EXPECT_LE(metric(*rig.control, "bandwidth_lo_bps"), max_bps);
  EXPECT_FALSE(std::isnan(metric(*rig.control, "inflight_lo_bytes")));
  rig.run_until_phase("probe_bw_refill");
  EXPECT_TRUE(std::isnan(metric(*rig.control, "bandwidth_lo_bps")));
  EXPECT_TRUE(std::isnan(metric(*rig.control, "inflight_lo_bytes")));
}

TEST(Bbr3, CarriesLossesOfStartupIntoDrainOnlyByTheDraft) {
  const auto is_bounded = [](const std::vector<NamedParameter>& rules) {
    ControllerRig rig({"bbr3", rules});
    // Losses before the plateau is found, less than what would end Startup.
    while (!rig.phases.has("drain")) {
      rig.run_path(kPath, kMillisecond);
      if (metric(*rig.control, "bandwidth_max_bps") > 0.98e7 && rig.lost_packets == 0) {
        rig.run_path(kPath, 100 * kMillisecond);
      }
      if (rig.now_ns % (10 * kMillisecond) < kMillisecond &&
          metric(*rig.control, "bandwidth_max_bps") > 0.98e7) {
        rig.lose(1);
        rig.end_recovery();
      }
    }
    rig.run_path(kPath, 90 * kMillisecond);
    return !std::isnan(metric(*rig.control, "bandwidth_lo_bps"));
  };
  EXPECT_TRUE(is_bounded({}));
  EXPECT_FALSE(is_bounded({chosen("drain_entry", "clears_signals")}));
}

TEST(Bbr3, CountsTheLossThatEndsAProbeForTheRoundAfterItOnlyByLinux) {
  const auto is_bounded = [](const std::vector<NamedParameter>& rules) {
    ControllerRig rig({"bbr3", rules});
    rig.run_path(kPath, 5 * kSecond);
    run_to_next(rig, "probe_bw_up");
    rig.ack(1, 1);  // of fewer than 50 in flight: more than 2%, and nothing is lost after it
    EXPECT_EQ(last_bbr3_phase(rig).reason, "probe_too_high");
    rig.end_recovery();
    rig.run_path(kPath, 150 * kMillisecond);
    return !std::isnan(metric(*rig.control, "bandwidth_lo_bps"));
  };
  EXPECT_FALSE(is_bounded({}));
  EXPECT_TRUE(is_bounded({chosen("probe_loss", "next_round_too")}));
}

TEST(Bbr3, DipsToHalfABdpEveryFiveSecondsAlsoWhenEqualRttsAreSeen) {
  ControllerRig rig({"bbr3"});
  // One packet at a time: every RTT is the same, and BBRv2 would wait for ever.
  ControllerRig former({"bbr2"});
  for (ControllerRig* each : {&rig, &former}) {
    for (int i = 0; i < 200; ++i) {
      each->fill_window(1);
      each->advance(40 * kMillisecond);
      each->ack(1);
    }
  }
  EXPECT_TRUE(rig.phases.has("probe_rtt"));
  EXPECT_FALSE(former.phases.has("probe_rtt"));
}

TEST(Bbr3, TakesNoNanosecondForALowerRtt) {
  for (const Duration step_ns : {Duration{1}, kMicrosecond}) {
    ControllerRig rig({"bbr3", {}, 1500, 10, 41 * kMillisecond});
    for (int i = 0; i < 200; ++i) {
      rig.fill_window(1);
      rig.advance(40 * kMillisecond + 900 - i * step_ns);
      rig.ack(1);
    }
    EXPECT_EQ(rig.phases.has("probe_rtt"), step_ns == 1);
  }
}

TEST(Bbr3, ReturnsToAProbeThatSpuriousLossesHadEnded) {
  for (const bool is_linux : {false, true}) {
    ControllerRig rig({"bbr3", is_linux ? std::vector<NamedParameter>{kLinuxRules}
                                        : std::vector<NamedParameter>{}});
    rig.run_path(kPath, 5 * kSecond);
    run_to_next(rig, "probe_bw_up");
    rig.lose(3);
    ASSERT_EQ(last_bbr3_phase(rig).phase, "probe_bw_down");
    ASSERT_FALSE(std::isnan(metric(*rig.control, "inflight_hi_bytes")));
    rig.undo();
    EXPECT_EQ(last_bbr3_phase(rig).phase, is_linux ? "probe_bw_down" : "probe_bw_refill");
    // Linux saves the bound when the recovery begins, after the losses have set it.
    EXPECT_EQ(std::isnan(metric(*rig.control, "inflight_hi_bytes")), !is_linux);
  }
}

TEST(Bbr3, ReturnsToStartupWhenItsLossesWereSpurious) {
  ControllerRig rig({"bbr3", {}, 1500, 40});
  for (int round = 0; round < 4 && !rig.phases.has("drain"); ++round) {
    rig.fill_window();
    rig.advance(kRtt);
    for (int gap = 0; gap < 8 && rig.in_flight() > 4; ++gap) {
      rig.lose(1);
      rig.ack(2);
    }
    rig.ack(rig.in_flight());
  }
  ASSERT_EQ(reasons_of(rig, "drain"), std::vector<std::string>{"startup_loss"});
  rig.undo();
  EXPECT_EQ(last_bbr3_phase(rig).phase, "startup");
  EXPECT_EQ(last_bbr3_phase(rig).reason, "losses_were_spurious");
}

TEST(Bbr3, BoundsTheFlightAfterATimeoutOnlyByLinux) {
  for (const bool is_linux : {false, true}) {
    ControllerRig rig({"bbr3", is_linux ? std::vector<NamedParameter>{kLinuxRules}
                                        : std::vector<NamedParameter>{}});
    rig.run_path(kPath, 5 * kSecond);
    rig.run_until_phase("probe_bw_cruise");
    const Packets before = rig.control->controls().cwnd_packets;
    rig.rto();
    EXPECT_EQ(rig.control->controls().cwnd_packets, 1);
    EXPECT_EQ(std::isnan(metric(*rig.control, "inflight_lo_bytes")), !is_linux);
    rig.fill_window();
    rig.advance(kRtt);
    rig.ack(1);
    EXPECT_EQ(rig.control->controls().cwnd_packets, 4);  // the minimum window
    rig.end_recovery();
    EXPECT_GE(rig.control->controls().cwnd_packets, before);
  }
}

TEST(Bbr3, RestoresTheWindowAfterAFastRecoveryOnlyByTheDraft) {
  for (const bool is_linux : {false, true}) {
    ControllerRig rig({"bbr3", is_linux ? std::vector<NamedParameter>{kLinuxRules}
                                        : std::vector<NamedParameter>{}});
    rig.run_path(kPath, 5 * kSecond);
    rig.run_until_phase("probe_bw_cruise");
    rig.run_path(kPath, 5 * kMillisecond);
    const Packets before = rig.control->controls().cwnd_packets;
    rig.lose(1);
    for (int i = 0; i < 60; ++i) {
      rig.fill_window();
      rig.advance(1'200'000);
      rig.ack(1);
    }
    ASSERT_LT(rig.control->controls().cwnd_packets, before);
    rig.end_recovery();
    EXPECT_EQ(rig.control->controls().cwnd_packets >= before, !is_linux);
  }
}

TEST(Bbr3, KeepsAtLeastFourPacketsOnATinyPath) {
  ControllerRig rig({"bbr3"});
  Packets least = INT64_MAX;
  for (int i = 0; i < 5000; ++i) {
    rig.run_path({1'000'000, 2 * kMillisecond, 1, 0}, kMillisecond);
    if (i > 1000) least = std::min(least, rig.control->controls().cwnd_packets);
  }
  EXPECT_GE(least, 4);
  EXPECT_NEAR(metric(*rig.control, "bandwidth_max_bps"), 1e6, 2e4);
}

TEST(Bbr3, RemembersAckAggregationForTenRoundsOrLinuxsSlots) {
  for (const bool is_linux : {false, true}) {
    ControllerRig rig({"bbr3", is_linux ? std::vector<NamedParameter>{kLinuxRules}
                                        : std::vector<NamedParameter>{}});
    rig.run_path(kPath, 5 * kSecond);
    rig.run_until_phase("probe_bw_cruise");
    const double before = packets(rig, "extra_acked_bytes");
    rig.run_path({10'000'000, kRtt, 20, 0}, 200 * kMillisecond);  // ACKs for 20 packets
    EXPECT_GT(packets(rig, "extra_acked_bytes"), before + 5);
    rig.run_path(kPath, 2 * kSecond);
    EXPECT_LT(packets(rig, "extra_acked_bytes"), before + 5);
  }
}

TEST(Bbr3, IgnoresMarksUnlessEcnIsOn) {
  const auto bound = [](const std::vector<NamedParameter>& parameters) {
    ControllerRig rig({"bbr3", parameters, 1500, 10, 4 * kMillisecond});
    const ControllerRig::Path near{10'000'000, 4 * kMillisecond, 1, 0};
    rig.run_path(near, 5 * kSecond);
    while (last_bbr3_phase(rig).phase != "probe_bw_cruise") rig.run_path(near, kMillisecond);
    rig.run_path(near, 5 * kMillisecond);
    rig.mark(2);
    rig.end_recovery();
    rig.run_path(near, 12 * kMillisecond);
    return metric(*rig.control, "inflight_lo_bytes");
  };
  EXPECT_TRUE(std::isnan(bound({})));
  EXPECT_TRUE(std::isnan(bound({{"ecn", false}, kLinuxRules})));
}

}  // namespace
}  // namespace ccsim
