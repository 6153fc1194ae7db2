// BBRv2 and BBRv3 where both do the same (bbr/bbr_probing.h).
#include <gtest/gtest.h>

#include "cc/controller_rig.h"
#include "support/shorthand.h"

namespace ccsim {
namespace {

using testing::ControllerRig;
using testing::kPath;
using testing::metric;

class BbrProbingTest : public ::testing::TestWithParam<const char*> {
 protected:
  ControllerRig rig_{{GetParam()}};
};

TEST_P(BbrProbingTest, FindsBandwidthAndMinimumRttOfAnEmptyPathAndLeavesStartupAtThePlateau) {
  rig_.run_path(kPath, 10 * kSecond);
  EXPECT_NEAR(metric(*rig_.control, "bandwidth_max_bps"), 1e7, 1e7 * 0.02);
  EXPECT_NEAR(metric(*rig_.control, "min_rtt_s"), 0.0412, 0.0013);
  EXPECT_EQ(rig_.phases.entries[1].phase, "drain");
  EXPECT_EQ(rig_.phases.entries[1].reason, "bandwidth_plateau");
  EXPECT_EQ(rig_.phases.entries[2].phase, "probe_bw_down");
}

TEST_P(BbrProbingTest, PacesAtItsBandwidthAfterIdling) {
  rig_.run_path(kPath, 5 * kSecond);
  rig_.run_until_phase("probe_bw_cruise");
  rig_.run_until_phase("probe_bw_up");
  rig_.run_path(kPath, 5 * kMillisecond);
  EXPECT_GT(rig_.control->controls().pacing_rate_bps, 12'000'000);
  rig_.go_idle(300 * kMillisecond);
  rig_.fill_window(1);
  const double bandwidth = metric(*rig_.control, "bandwidth_estimate_bps");
  EXPECT_NEAR(static_cast<double>(rig_.control->controls().pacing_rate_bps), 0.99 * bandwidth, 2);
}

TEST_P(BbrProbingTest, DoesNotProbeRttRightAfterIdling) {
  rig_.run_path(kPath, 4 * kSecond);
  rig_.go_idle(20 * kSecond);  // the minimum is long expired
  rig_.fill_window();
  rig_.advance(60 * kMillisecond);
  rig_.ack(1);
  EXPECT_NE(rig_.phases.entries.back().phase, "probe_rtt");
}

INSTANTIATE_TEST_SUITE_P(Versions, BbrProbingTest, ::testing::Values("bbr2", "bbr3"));

}  // namespace
}  // namespace ccsim
