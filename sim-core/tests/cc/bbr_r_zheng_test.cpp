// BBR-R of Zheng et al.: how much the pacing rate is cut, the reference, when ProbeRTT comes.
#include <gtest/gtest.h>

#include <cmath>

#include "cc/controller_rig.h"
#include "support/shorthand.h"

namespace ccsim {
namespace {

using testing::ControllerRig;
using testing::kPath;
using testing::metric;

constexpr const char* kName = "bbr_r_zheng";
constexpr double kStrong = 204.0 / 256;
constexpr double kWeak = 243.0 / 256;

double cut(const ControllerRig& rig) {
  return metric(*rig.control, "bbr_r_cut_ratio");
}

// Another sender takes a part of the link: a queue builds until the estimate has followed.
constexpr ControllerRig::Path kCrowded{6'000'000, kRtt, 1, 0};

void settle(ControllerRig& rig) {
  rig.run_path(kPath, 4 * kSecond);
  rig.run_until_phase("probe_bw_cruise");
}

TEST(BbrRZheng, PacesBelowItsBandwidthWhileTheRttIsFarAboveTheMinimum) {
  ControllerRig rig({kName, {{"inflated_samples", std::int64_t{1000}}}});
  settle(rig);
  bool was_cut = false;
  const SimTime limit_ns = rig.now_ns + kSecond;
  while (rig.now_ns < limit_ns && !was_cut) {
    rig.run_path(kCrowded, 10 * kMillisecond);
    was_cut = cut(rig) == kStrong;
  }
  ASSERT_TRUE(was_cut);
  const double bandwidth = metric(*rig.control, "bandwidth_estimate_bps");
  const double gain = metric(*rig.control, "pacing_gain_ratio");
  EXPECT_LE(gain, 1);
  EXPECT_NEAR(static_cast<double>(rig.control->controls().pacing_rate_bps),
              0.99 * gain * kStrong * bandwidth, 0.005 * bandwidth);
}

TEST(BbrRZheng, KeepsTheWindowOfTheWholeEstimate) {
  ControllerRig rig({kName});
  rig.run_path(kPath, 8 * kSecond);
  ControllerRig other({"bbr1", {{"extra_acked", false}}});
  other.run_path(kPath, 8 * kSecond);
  EXPECT_NEAR(static_cast<double>(rig.control->controls().cwnd_packets),
              static_cast<double>(other.control->controls().cwnd_packets), 3);
}

TEST(BbrRZheng, TakesTheLowestOfTenInflatedSamplesForItsReference) {
  ControllerRig rig({kName});
  settle(rig);
  // An RTT at the minimum: that is the reference.
  bool was_minimum = false;
  for (int step = 0; step < 100 && !was_minimum; ++step) {
    rig.run_path(kPath, 10 * kMillisecond);
    was_minimum = std::abs(metric(*rig.control, "bbr_r_reference_s") -
                           metric(*rig.control, "min_rtt_s")) < 1e-9;
  }
  EXPECT_TRUE(was_minimum);
  const double min_rtt_s = metric(*rig.control, "min_rtt_s");
  // A path that is longer now: every sample is inflated, and the lowest of ten is the reference.
  rig.run_path({10'000'000, 60 * kMillisecond, 1, 0}, kSecond);
  EXPECT_NEAR(metric(*rig.control, "min_rtt_s"), min_rtt_s, 1e-9);
  EXPECT_GE(metric(*rig.control, "bbr_r_reference_s"), 0.06);
  EXPECT_LT(metric(*rig.control, "bbr_r_reference_s"), 0.08);
}

TEST(BbrRZheng, CutsALittleAboveTheLowestOfTheInflatedSamples) {
  ControllerRig rig({kName});
  settle(rig);
  bool was_weak = false;
  const SimTime limit_ns = rig.now_ns + 4 * kSecond;
  while (rig.now_ns < limit_ns && !was_weak) {
    rig.run_path({10'000'000, 60 * kMillisecond, 1, 0}, 7 * kMillisecond);
    was_weak = cut(rig) == kWeak;
    if (!was_weak) continue;
    const double rtt_s = static_cast<double>(rig.last_rtt_ns) / 1e9;
    const double reference_s = metric(*rig.control, "bbr_r_reference_s");
    EXPECT_GT(rtt_s, reference_s);
    EXPECT_LT(rtt_s, 1.25 * reference_s);
  }
  EXPECT_TRUE(was_weak);
}

TEST(BbrRZheng, NeverCutsWhileItProbes) {
  ControllerRig rig({kName});
  settle(rig);
  for (int probe = 0; probe < 3; ++probe) {
    rig.run_until_phase("probe_bw_up");
    EXPECT_EQ(cut(rig), 1);
    rig.run_until_phase("probe_bw_down");
  }
}

TEST(BbrRZheng, PostponesProbeRttWhileRttsComeWithinTenMilliseconds) {
  ControllerRig near({kName});
  near.run_path(kPath, 3 * kSecond);
  near.run_path({10'000'000, 42 * kMillisecond, 1, 0}, 20 * kSecond);
  EXPECT_FALSE(near.phases.has("probe_rtt"));
  ControllerRig far({kName});
  far.run_path(kPath, 3 * kSecond);
  const SimTime changed_ns = far.now_ns;
  while (!far.phases.has("probe_rtt") && far.now_ns < changed_ns + 20 * kSecond) {
    far.run_path({10'000'000, 80 * kMillisecond, 1, 0}, 10 * kMillisecond);
  }
  EXPECT_NEAR(static_cast<double>(far.now_ns - changed_ns) / 1e9, 13, 0.3);
}

}  // namespace
}  // namespace ccsim
