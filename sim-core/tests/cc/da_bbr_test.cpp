// DA-BBR: the factor on the BDP, when it is left out, ProbeRTT at a third, recovery.
#include <gtest/gtest.h>

#include <cmath>

#include "cc/controller_rig.h"
#include "support/shorthand.h"

namespace ccsim {
namespace {

using testing::ControllerRig;
using testing::kPath;
using testing::metric;

constexpr const char* kName = "da_bbr";
constexpr double kPacketBits = 12'000;
// Another sender takes a part of the link: a queue builds until the estimate has followed.
constexpr ControllerRig::Path kCrowded{7'000'000, kRtt, 1, 0};

double factor_of(const ControllerRig& rig) {
  const double rtt_s = static_cast<double>(rig.last_rtt_ns) / 1e9;
  return rtt_s / (rtt_s + metric(*rig.control, "min_rtt_s"));
}

TEST(DaBbr, KeepsTwiceTheBdpTimesRttOverRttPlusMinimum) {
  ControllerRig rig({kName});
  rig.run_path(kPath, 4 * kSecond);
  rig.run_until_phase("probe_bw_cruise");
  rig.run_path(kCrowded, 250 * kMillisecond);
  const double factor = factor_of(rig);
  EXPECT_GT(factor, 0.52);  // there is a queue
  EXPECT_NEAR(metric(*rig.control, "da_bbr_factor_ratio"), factor, 1e-9);
  const double bdp = std::ceil(2 * factor * metric(*rig.control, "bandwidth_estimate_bps") *
                               metric(*rig.control, "min_rtt_s") / kPacketBits);
  const auto with_quanta = static_cast<Packets>(bdp) + 6;
  // Linux 4.14: two packets more in all of ProbeBW.
  EXPECT_LE(rig.control->controls().cwnd_packets, with_quanta + with_quanta % 2 + 2);
  EXPECT_GE(rig.control->controls().cwnd_packets, with_quanta + with_quanta % 2);
}

// A sender that fills its window settles where window / bandwidth = RTT: at about one BDP.
TEST(DaBbr, FillsThePathWithoutAQueueOfItsOwn) {
  ControllerRig rig({kName});
  rig.run_path(kPath, 8 * kSecond);
  ControllerRig other({"bbr1", {{"extra_acked", false}}});
  other.run_path(kPath, 8 * kSecond);
  EXPECT_LT(rig.control->controls().cwnd_packets, 52);  // 34.3, three quanta and what they let grow
  EXPECT_GT(other.control->controls().cwnd_packets, 70);
}

TEST(DaBbr, UsesTheWholeBdpAfterTheMinimumHasGrownByMoreThanAFifth) {
  ControllerRig rig({kName});
  rig.run_path(kPath, 3 * kSecond);
  EXPECT_LT(metric(*rig.control, "da_bbr_factor_ratio"), 0.75);
  rig.run_path({10'000'000, 60 * kMillisecond, 1, 0}, 12 * kSecond);
  ASSERT_GT(metric(*rig.control, "min_rtt_s"), 0.058);
  rig.run_until_phase("probe_bw_cruise");
  EXPECT_EQ(metric(*rig.control, "da_bbr_factor_ratio"), 1);
}

TEST(DaBbr, DipsToAThirdOfItsWindow) {
  ControllerRig rig({kName});
  rig.run_path(kPath, 3 * kSecond);
  const SimTime limit_ns = rig.now_ns + 20 * kSecond;
  Packets before = 0;
  while (rig.phases.entries.back().phase != "probe_rtt" && rig.now_ns < limit_ns) {
    before = rig.control->controls().cwnd_packets;
    rig.run_path({10'000'000, 60 * kMillisecond, 1, 0}, kMillisecond / 2);
  }
  ASSERT_EQ(rig.phases.entries.back().phase, "probe_rtt");
  EXPECT_NEAR(static_cast<double>(rig.control->controls().cwnd_packets),
              static_cast<double>(before) / 3, 1);
  EXPECT_GT(rig.control->controls().cwnd_packets, 8);
}

TEST(DaBbr, HoldsTheFlightInRecoveryAtALowerRateAndDoesNotRestoreItsWindow) {
  ControllerRig rig({kName});
  rig.run_path(kPath, 8 * kSecond);
  rig.run_until_phase("probe_bw_cruise");
  const Packets before = rig.control->controls().cwnd_packets;
  rig.fill_window();
  rig.lose(15);  // reports losses only; the next ACK delivers
  rig.ack(1);
  const Packets held = rig.control->controls().cwnd_packets;
  EXPECT_EQ(held, rig.in_flight());
  rig.ack(1);
  EXPECT_EQ(rig.control->controls().cwnd_packets, held);
  const double bandwidth = metric(*rig.control, "bandwidth_estimate_bps");
  EXPECT_NEAR(static_cast<double>(rig.control->controls().pacing_rate_bps), 0.75 * 0.99 * bandwidth,
              0.01 * bandwidth);
  rig.end_recovery();
  rig.ack(1);
  EXPECT_LT(rig.control->controls().cwnd_packets, before - 5);
}

}  // namespace
}  // namespace ccsim
