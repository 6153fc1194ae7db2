#include <gtest/gtest.h>

#include "cc/controller_rig.h"

namespace ccsim {
namespace {

using testing::ControllerRig;
using testing::metric;

// A round of 64 packets of which so many come back marked, the others first.
void run_round(ControllerRig& rig, Packets marked) {
  rig.end_recovery();
  rig.fill_window();
  rig.advance(40 * kMillisecond);
  const Packets flight = rig.in_flight();
  rig.ack(flight - marked);
  if (marked > 0) rig.mark(marked);
}

// RFC 8257 3.3: alpha = 15/16 alpha + 1/16 F, in 1024ths.
TEST(Dctcp, AveragesTheShareOfMarksOverWindows) {
  ControllerRig rig({"dctcp", {{"alpha_initial_ratio", 0.0}}, 1500, 64});
  rig.is_cwnd_limited = false;
  run_round(rig, 0);
  EXPECT_EQ(metric(*rig.control, "alpha_ratio"), 0);
  rig.fill_window();
  rig.advance(40 * kMillisecond);
  rig.mark(rig.in_flight() - 1);  // all so far of a window: alpha is 1/16
  EXPECT_DOUBLE_EQ(metric(*rig.control, "alpha_ratio"), 64.0 / 1024);
}

TEST(Dctcp, StartsWithTheWorst) {
  ControllerRig rig({"dctcp", {}, 1500, 64});
  EXPECT_EQ(metric(*rig.control, "alpha_ratio"), 1);
  run_round(rig, 0);  // 1024 - 64
  EXPECT_DOUBLE_EQ(metric(*rig.control, "alpha_ratio"), 960.0 / 1024);
}

TEST(Dctcp, ReducesByHalfOfAlphaOncePerRoundAndKeepsTheWindowUnmarked) {
  ControllerRig rig({"dctcp", {{"alpha_initial_ratio", 0.25}}, 1500, 100});
  rig.is_cwnd_limited = false;
  rig.fill_window();
  rig.advance(40 * kMillisecond);
  // 256 fades to 240; 8 marks of 8 packets add 64: 304 / 1024 of half of 100.
  rig.mark(8);
  EXPECT_EQ(rig.control->controls().ssthresh_packets, 100 - 100 * 304 / 2048);
  const Packets reduced = rig.control->controls().ssthresh_packets;
  rig.mark(8);  // the same round
  EXPECT_EQ(rig.control->controls().ssthresh_packets, reduced);
  rig.end_recovery();
  EXPECT_EQ(rig.control->controls().cwnd_packets, reduced);
}

TEST(Dctcp, ForgetsAnAlphaThatIsTooSmallToFadeByItsShare) {
  ControllerRig rig({"dctcp", {{"alpha_initial_ratio", 15.0 / 1024}}, 1500, 10});
  run_round(rig, 0);
  EXPECT_EQ(metric(*rig.control, "alpha_ratio"), 0);
}

TEST(Dctcp, HalvesAfterALossWhateverAlphaIs) {
  ControllerRig rig({"dctcp", {{"alpha_initial_ratio", 0.0}}, 1500, 100});
  rig.fill_window();
  rig.lose(1);
  EXPECT_EQ(rig.control->controls().ssthresh_packets, 50);
}

CongestionEvent congestion_of(const ControllerRig& rig, CongestionKind kind) {
  return {.now_ns = rig.now_ns,
          .kind = kind,
          .in_flight_packets = rig.in_flight(),
          .is_cwnd_limited = true,
          .delivered_packets = rig.delivered_packets,
          .next_sequence = rig.in_flight()};
}

// tcp_process_tlp_ack() enters CWR, where dctcp_ssthresh() counts.
TEST(Dctcp, ReducesByAlphaWhereAProbeHasRepairedALoss) {
  ControllerRig rig({"dctcp", {{"alpha_initial_ratio", 0.25}}, 1500, 100});
  rig.fill_window();
  rig.control->on_congestion(congestion_of(rig, CongestionKind::kProbeRepair));
  // 256 fades to 240 as the first window ends.
  EXPECT_EQ(rig.control->controls().cwnd_packets, 100 - 100 * 240 / 2048);
  const auto reduced = rig.causes.of(CauseKind::kWindowReduced);
  ASSERT_EQ(reduced.size(), 1U);
  EXPECT_EQ(reduced[0].reason, "loss");
}

// dctcp_state(): what the loss finds is the window that PRR has made of the mark's reduction.
TEST(Dctcp, HalvesTheWindowInUseForALossWhileItReducesForAMark) {
  ControllerRig rig({"dctcp", {{"alpha_initial_ratio", 0.25}}, 1500, 100});
  ASSERT_TRUE(rig.control->traits().reacts_to_losses_in_cwr);
  ASSERT_TRUE(rig.control->traits().reduces_by_prr);
  rig.fill_window();
  rig.mark(1);
  CongestionEvent loss = congestion_of(rig, CongestionKind::kFastRecovery);
  loss.cwnd_packets = 94;
  loss.is_in_cwr = true;
  rig.control->on_congestion(loss);
  EXPECT_EQ(rig.control->controls().ssthresh_packets, 47);
}

TEST(AlternativeBackoff, AppliesToMarksOnly) {
  for (const char* algorithm : {"newreno", "cubic"}) {
    ControllerRig rig({algorithm, {{"ecn_beta_ratio", 0.8}}, 1500, 100});
    rig.fill_window();
    rig.mark(1);
    EXPECT_NEAR(static_cast<double>(rig.control->controls().ssthresh_packets), 80, 1) << algorithm;
    rig.end_recovery();
    const Packets before = rig.control->controls().cwnd_packets;
    rig.fill_window();
    rig.lose(1);
    EXPECT_LT(rig.control->controls().ssthresh_packets, before * 3 / 4) << algorithm;
  }
}

}  // namespace
}  // namespace ccsim
