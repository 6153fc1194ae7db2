// The rules of BBR-ACW, BBQ, BBR-R (Han), the gamma gains and BBR-EFRA as they are assumed here.
#include <gtest/gtest.h>

#include <cmath>

#include "cc/controller_rig.h"
#include "support/shorthand.h"

namespace ccsim {
namespace {

using testing::ControllerRig;
using testing::kPath;
using testing::metric;

constexpr ControllerRig::Path kLonger{10'000'000, 60 * kMillisecond, 1, 0};

double seconds(Duration ns) {
  return static_cast<double>(ns) / 1e9;
}

// Cruising, with one more ACK that comes `late_ns` late.
void cruise_and_sample(ControllerRig& rig, Duration late_ns) {
  rig.run_path(kPath, 4 * kSecond);
  rig.run_until_phase("probe_bw_cruise");
  rig.run_path(kPath, 20 * kMillisecond);
  rig.advance(late_ns);
  rig.ack(1);
}

TEST(BbrAcw, TakesTheRttFactorFromTheGainOfAFlowAtItsHighestRate) {
  ControllerRig rig({"bbr_acw"});
  cruise_and_sample(rig, 40 * kMillisecond);
  const double alpha = metric(*rig.control, "acw_alpha_ratio");
  const double rtt_s = seconds(rig.last_rtt_ns);
  const double beta = rtt_s / (rtt_s + metric(*rig.control, "min_rtt_s"));
  EXPECT_NEAR(metric(*rig.control, "acw_beta_ratio"), beta, 1e-9);
  EXPECT_GE(alpha, 0);
  EXPECT_LE(alpha, 1);
  EXPECT_NEAR(metric(*rig.control, "cwnd_gain_ratio"), 2 * (1 - alpha * (1 - beta)), 0.5 / 256);
}

TEST(BbrAcw, LeavesTheGainAloneOutsideOfProbeBw) {
  ControllerRig rig({"bbr_acw"});
  rig.run_round(kRtt);
  EXPECT_EQ(rig.phases.entries.back().phase, "startup");
  EXPECT_NEAR(metric(*rig.control, "cwnd_gain_ratio"), 739.0 / 256, 1e-9);
}

// How long the probing phases last, on average.
double mean_probe_s(ControllerRig& rig, const ControllerRig::Path& path) {
  rig.run_path(kPath, 3 * kSecond);
  rig.run_path(path, kSecond);
  rig.phases.entries.clear();
  rig.run_path(path, 4 * kSecond);
  double total_s = 0;
  int count = 0;
  for (std::size_t i = 0; i + 1 < rig.phases.entries.size(); ++i) {
    if (rig.phases.entries[i].phase != "probe_bw_up") continue;
    total_s += seconds(rig.phases.entries[i + 1].now_ns - rig.phases.entries[i].now_ns);
    count += 1;
  }
  EXPECT_GT(count, 3);
  return total_s / count;
}

TEST(Bbq, ProbesForThreeMillisecondsWhileThereIsAQueue) {
  ControllerRig rig({"bbq"});
  EXPECT_NEAR(mean_probe_s(rig, kLonger), 0.0036, 0.001);  // at the next ACK, one per 1.2 ms
}

TEST(Bbq, ProbesForAMinimumRttWithoutOne) {
  ControllerRig rig({"bbq", {{"queue_growth_ratio", 8.0}}});
  EXPECT_GT(mean_probe_s(rig, kLonger), 0.04);
}

TEST(BbrRHan, EntersProbeRttAfterThreeInflatedSamplesOnceProbeBwHasLasted) {
  ControllerRig rig({"bbr_r_han"});
  rig.run_path(kPath, 3 * kSecond);
  ASSERT_FALSE(rig.phases.has("probe_rtt"));
  const SimTime changed_ns = rig.now_ns;
  rig.run_path({10'000'000, 70 * kMillisecond, 1, 0}, 6 * kSecond);
  std::vector<SimTime> entered;
  SimTime began_ns = 0;  // ProbeBW
  for (const auto& entry : rig.phases.entries) {
    if (entry.phase == "probe_rtt") {
      EXPECT_EQ(entry.reason, "rtt_inflated");
      EXPECT_GE(entry.now_ns - began_ns, kSecond);
      entered.push_back(entry.now_ns);
      began_ns = 0;
    } else if (began_ns == 0 && entry.phase.starts_with("probe_bw")) {
      began_ns = entry.now_ns;
    }
  }
  ASSERT_GE(entered.size(), 3U);
  EXPECT_LT(entered[0] - changed_ns, 200 * kMillisecond);
}

TEST(BbrRHan, WaitsTenSecondsWhereNoSampleIsInflated) {
  ControllerRig rig({"bbr_r_han", {{"trigger_growth_ratio", 8.0}}});
  rig.run_path(kPath, 3 * kSecond);
  rig.run_path(kLonger, 6 * kSecond);
  EXPECT_FALSE(rig.phases.has("probe_rtt"));
  rig.run_path(kLonger, 6 * kSecond);
  EXPECT_TRUE(rig.phases.has("probe_rtt"));
}

TEST(BbrGamma, FollowsTheRttWithBothGains) {
  ControllerRig rig({"bbr_gamma"});
  rig.run_path(kPath, 4 * kSecond);
  for (const char* phase : {"probe_bw_up", "probe_bw_down"}) {
    rig.run_until_phase(phase);
    const double omega = metric(*rig.control, "gamma_omega_ratio");
    EXPECT_GT(omega, 0.2);
    EXPECT_LT(omega, 1);
    const bool is_up = std::string(phase) == "probe_bw_up";
    const double gain = is_up ? 1.5 - 0.5 * std::pow(omega, 0.25) : 1 - 0.5 * std::pow(omega, 4);
    EXPECT_NEAR(metric(*rig.control, "pacing_gain_ratio"), gain, 0.5 / 256) << phase;
  }
}

TEST(BbrEfra, TakesItsShareOfWaitingFromTheBdpOfTheWindow) {
  ControllerRig rig({"bbr_efra", {{"extra_acked", false}}});
  rig.run_path(kPath, 4 * kSecond);
  rig.run_until_phase("probe_bw_cruise");
  rig.run_path(kPath, 20 * kMillisecond);
  const double status = metric(*rig.control, "efra_queue_ratio");
  EXPECT_GT(status, 0.02);
  EXPECT_LT(status, 1);
  const double bdp =
      std::ceil(2 * (1 - 0.5 * status) * metric(*rig.control, "bandwidth_estimate_bps") *
                metric(*rig.control, "min_rtt_s") / 12'000);
  const auto with_quanta = static_cast<Packets>(bdp) + 6;
  EXPECT_NEAR(static_cast<double>(rig.control->controls().cwnd_packets),
              static_cast<double>(with_quanta + with_quanta % 2), 1);
}

TEST(BbrEfra, ComparesTheWaitingTimeWithTheLongestOrWithTheRtt) {
  ControllerRig of_buffer({"bbr_efra"});
  ControllerRig of_rtt({"bbr_efra", {{"queue_status", std::string("of_rtt")}}});
  for (ControllerRig* rig : {&of_buffer, &of_rtt}) {
    rig->run_path(kPath, 4 * kSecond);
    rig->run_until_phase("probe_bw_cruise");
    rig->run_path({6'000'000, kRtt, 1, 0}, 200 * kMillisecond);
  }
  // The queue is a part of the RTT, and near to the longest that there was.
  EXPECT_GT(metric(*of_rtt.control, "efra_queue_ratio"), 0.02);
  EXPECT_LT(metric(*of_rtt.control, "efra_queue_ratio"), 0.75);
  EXPECT_GT(metric(*of_buffer.control, "efra_queue_ratio"),
            metric(*of_rtt.control, "efra_queue_ratio"));
}

TEST(BbrEfra, PacesThreeQuartersInOverload) {
  for (const double overload : {0.05, 1.0}) {
    ControllerRig rig({"bbr_efra", {{"overload_queue_ratio", overload}}});
    rig.run_path(kPath, 4 * kSecond);
    rig.run_until_phase("probe_bw_cruise");
    rig.run_path({6'000'000, kRtt, 1, 0}, 200 * kMillisecond);
    const double status = metric(*rig.control, "efra_queue_ratio");
    EXPECT_GT(status, 0.05);
    EXPECT_LT(status, 1);
    const double plain = 0.99 * metric(*rig.control, "pacing_gain_ratio") *
                         metric(*rig.control, "bandwidth_estimate_bps");
    const double share = overload < 1 ? 0.75 : 1;
    EXPECT_NEAR(static_cast<double>(rig.control->controls().pacing_rate_bps), share * plain,
                0.001 * plain);
  }
}

}  // namespace
}  // namespace ccsim
