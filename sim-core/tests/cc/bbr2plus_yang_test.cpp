// BBRv2+ of Yang et al.: the two-step probe, how often, fast expiry, the two modes, jitter.
#include <gtest/gtest.h>

#include <map>

#include "cc/controller_rig.h"
#include "support/shorthand.h"

namespace ccsim {
namespace {

using testing::ControllerRig;
using testing::kPath;
using testing::metric;

constexpr const char* kYang = "bbr2plus_yang";
constexpr ControllerRig::Path kYangSlower{6'000'000, kRtt, 1, 0};

// How often each phase was followed by each other one.
std::map<std::string, std::map<std::string, int>> yang_followers(const ControllerRig& rig) {
  std::map<std::string, std::map<std::string, int>> count;
  for (std::size_t i = 0; i + 1 < rig.phases.entries.size(); ++i) {
    count[rig.phases.entries[i].phase][rig.phases.entries[i + 1].phase] += 1;
  }
  return count;
}

// On a full link the RTT of a round at 1.1 grows from its first packet, which is its lowest, on:
// the smoothed RTT shows it, the lowest only that of the push that follows.
TEST(Bbr2Plus, ProbesInTwoStepsAndGivesUpWhereTheRttGrows) {
  for (const bool is_smoothed : {true, false}) {
    ControllerRig rig(
        {kYang, {{"rtt_measure", std::string(is_smoothed ? "round_smoothed" : "round_minimum")}}});
    rig.run_path(kPath, 20 * kSecond);
    auto next = yang_followers(rig);
    EXPECT_GT(next["probe_bw_refill"]["probe_bw_pre_up"], 5);
    EXPECT_EQ(next["probe_bw_refill"]["probe_bw_up"], 0);
    EXPECT_EQ(next["probe_bw_pre_up"].size(), 1U);
    EXPECT_GT(next["probe_bw_pre_up"]["probe_bw_guard"], 5);
    if (is_smoothed) {
      EXPECT_GT(next["probe_bw_guard"]["probe_bw_down_slightly"],
                next["probe_bw_guard"]["probe_bw_up"]);
    } else {
      EXPECT_GT(next["probe_bw_post_up"]["probe_bw_down"], next["probe_bw_post_up"]["probe_bw_up"]);
    }
  }
}

TEST(Bbr2Plus, PacesAtTheGainsOfItsSteps) {
  ControllerRig rig({kYang, {{"rtt_measure", std::string("round_smoothed")}}});
  rig.run_path(kPath, 4 * kSecond);
  for (const auto& [phase, gain] :
       std::map<std::string, double>{{"probe_bw_pre_up", 281.0 / 256},
                                     {"probe_bw_guard", 1},
                                     {"probe_bw_down_slightly", 230.0 / 256}}) {
    rig.run_until_phase(phase, 5 * kMillisecond);
    EXPECT_NEAR(metric(*rig.control, "pacing_gain_ratio"), gain, 1e-9) << phase;
  }
}

TEST(Bbr2Plus, ProbesEveryFewRoundsWhereBbr2WaitsForSeconds) {
  ControllerRig rig({kYang});
  ControllerRig host({"bbr2"});
  int counts[2] = {0, 0};
  for (int which : {0, 1}) {
    ControllerRig& one = which == 0 ? rig : host;
    one.run_path(kPath, 20 * kSecond);
    for (const auto& entry : one.phases.entries) counts[which] += entry.phase == "probe_bw_refill";
  }
  EXPECT_GT(counts[0], 2 * counts[1]);
}

TEST(Bbr2Plus, PushesOnWhileTheRttDoesNotGrow) {
  ControllerRig rig({kYang});
  rig.run_path(kPath, 4 * kSecond);
  rig.phases.entries.clear();
  rig.run_path({40'000'000, kRtt, 1, 0}, 4 * kSecond);  // four times the rate
  EXPECT_GT(yang_followers(rig)["probe_bw_post_up"]["probe_bw_up"], 0);
  EXPECT_GT(metric(*rig.control, "bandwidth_estimate_bps"), 35e6);
  ControllerRig host({"bbr2"});
  host.run_path(kPath, 4 * kSecond);
  host.run_path({40'000'000, kRtt, 1, 0}, 4 * kSecond);
  EXPECT_LT(metric(*host.control, "bandwidth_estimate_bps"), 35e6);
}

TEST(Bbr2Plus, ForgetsItsBandwidthAtTheFirstRoundsOfAQueue) {
  ControllerRig rig({kYang, {{"native_cruises", std::int64_t{0}}}});
  rig.run_path(kPath, 4 * kSecond);
  rig.run_until_phase("probe_bw_cruise", 5 * kMillisecond);
  rig.run_path(kYangSlower, kSecond);
  EXPECT_LT(metric(*rig.control, "bandwidth_max_bps"), 6.6e6);
}

// A standing queue below a tenth of the RTT expires nothing; its 25 rounds without a maximum do.
TEST(Bbr2Plus, ForgetsItsBandwidthAfterManyRoundsWithoutANewMaximum) {
  const auto maximum_after = [](std::int64_t expiry_rounds, Duration duration_ns) {
    ControllerRig rig({kYang,
                       {{"expiry_rounds", expiry_rounds},
                        {"expiry_growth_ratio", 4.0},
                        {"native_cruises", std::int64_t{0}}}});
    rig.run_path(kPath, 3 * kSecond);
    rig.run_until_phase("probe_bw_cruise", 5 * kMillisecond);
    rig.run_path(kYangSlower, duration_ns);
    return metric(*rig.control, "bandwidth_max_bps");
  };
  EXPECT_GT(maximum_after(25, kSecond), 9e6);
  EXPECT_LT(maximum_after(25, 12 * kSecond), 7e6);
  EXPECT_GT(maximum_after(200, 12 * kSecond), 9e6);
}

// The prototype's 2 ms: a tenth of an RTT of 40 ms is more.
TEST(Bbr2Plus, GivesUpAtTheLimitWhereTheRatioWouldGoOn) {
  const auto pushes = [](double limit_s) {
    ControllerRig rig({kYang,
                       {{"rtt_measure", std::string("round_smoothed")},
                        {"rtt_growth_ratio", 1.3},
                        {"rtt_growth_limit_s", limit_s}}});
    rig.run_path(kPath, 20 * kSecond);
    return yang_followers(rig)["probe_bw_guard"]["probe_bw_up"];
  };
  EXPECT_GT(pushes(0), pushes(0.0005));
}

TEST(Bbr2Plus, FallsBackToTheCycleOfBbr2BesideAStandingQueueAndReturns) {
  ControllerRig rig({kYang});
  rig.run_path(kPath, 3 * kSecond);
  EXPECT_EQ(metric(*rig.control, "bbr2plus_is_native_count"), 0);
  // The queue of another flow adds a third to the RTT of every cruise.
  const SimTime limit_ns = rig.now_ns + 5 * kSecond;
  while (metric(*rig.control, "bbr2plus_is_native_count") == 0 && rig.now_ns < limit_ns) {
    rig.run_path({10'000'000, 54 * kMillisecond, 1, 0}, 10 * kMillisecond);
  }
  ASSERT_EQ(metric(*rig.control, "bbr2plus_is_native_count"), 1);
  EXPECT_EQ(rig.phases.entries.back().phase, "startup");
  rig.run_path(kPath, 30 * kSecond);
  EXPECT_EQ(metric(*rig.control, "bbr2plus_is_native_count"), 0);
}

// An RTT that jumps by a half: the mean deviation is above a tenth of the
// minimum RTT and below all of it.
TEST(Bbr2Plus, MakesUpForJitterAboveAShareOfTheMinimumRtt) {
  const auto window_after_jitter = [](double threshold) {
    ControllerRig rig(
        {kYang, {{"jitter_threshold_ratio", threshold}, {"native_cruises", std::int64_t{0}}}});
    rig.run_path(kPath, 3 * kSecond);
    rig.run_until_phase("probe_bw_cruise", 5 * kMillisecond);
    for (int i = 0; i < 4; ++i) {
      rig.run_path({10'000'000, i % 2 == 0 ? kRtt : 60 * kMillisecond, 1, 0}, 20 * kMillisecond);
    }
    EXPECT_GT(metric(*rig.control, "bbr2plus_jitter_s"), 0.1 * metric(*rig.control, "min_rtt_s"));
    EXPECT_LT(metric(*rig.control, "bbr2plus_jitter_s"), metric(*rig.control, "min_rtt_s"));
    return rig.control->controls().cwnd_packets;
  };
  EXPECT_GT(window_after_jitter(0.1), window_after_jitter(1));
}

}  // namespace
}  // namespace ccsim
