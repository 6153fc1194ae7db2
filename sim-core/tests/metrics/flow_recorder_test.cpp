#include "metrics/flow_recorder.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ccsim {
namespace {

TEST(FlowRecorder, SumsUpItsWindowOnly) {
  FlowTransit transit;
  FlowRecorder recorder(1500, 52, transit);
  recorder.add_sent(100);
  recorder.counters() = {.retransmitted_packets = 10};
  transit.received_packets = 90;
  transit.unique_packets = 85;
  recorder.add_rtt(5 * kMillisecond, 1);  // before the window
  recorder.set_state(10, 8, 1'000'000, 0);
  recorder.begin_window(kSecond);
  recorder.set_state(20, 10, 3'000'000, 2 * kSecond);
  recorder.add_rtt(40 * kMillisecond, 3);
  recorder.add_rtt(80 * kMillisecond, 1);
  transit.queue_bytes.add(3000, 2 * kSecond);
  recorder.add_sent(200);
  recorder.counters() = {.retransmitted_packets = 30};
  transit.received_packets = 290;
  transit.unique_packets = 275;
  recorder.end_window(3 * kSecond);
  recorder.add_sent(699);  // after the window
  FlowSummary summary;
  recorder.summarise(summary);
  EXPECT_EQ(summary.active_ns, 2 * kSecond);
  EXPECT_EQ(summary.sent_packets, 200);
  EXPECT_EQ(summary.received_packets, 200);
  EXPECT_DOUBLE_EQ(summary.retransmit_ratio, 0.1);
  EXPECT_DOUBLE_EQ(summary.throughput_bps, 200 * 1500 * 8 / 2.0);
  EXPECT_DOUBLE_EQ(summary.goodput_bps, 190 * 1448 * 8 / 2.0);
  EXPECT_DOUBLE_EQ(summary.mean_cwnd_bytes, 15 * 1500);
  EXPECT_DOUBLE_EQ(summary.mean_inflight_bytes, 9 * 1500);
  EXPECT_DOUBLE_EQ(summary.mean_pacing_rate_bps, 2e6);
  EXPECT_DOUBLE_EQ(summary.mean_queue_bytes, 1500);
  EXPECT_DOUBLE_EQ(summary.mean_rtt_s, 0.05);
  EXPECT_DOUBLE_EQ(summary.min_rtt_s, 0.04);
  EXPECT_DOUBLE_EQ(summary.max_rtt_s, 0.08);
  EXPECT_NEAR(summary.p50_rtt_s, 0.04, 0.0004);
  EXPECT_NEAR(summary.p99_rtt_s, 0.08, 0.0008);
}

// Unlike the share of retransmissions, which counts spurious ones and comes a round trip later.
TEST(FlowRecorder, TheLossRatioIsOfWhatTheNetworkLost) {
  FlowTransit transit;
  FlowRecorder recorder(1500, 52, transit);
  recorder.add_sent(50);  // before the window
  transit.dropped_packets = 20;
  recorder.begin_window(0);
  recorder.add_sent(200);
  recorder.counters() = {.retransmitted_packets = 60};
  transit.dropped_packets = 50;
  transit.randomly_lost_packets = 10;
  recorder.end_window(kSecond);
  FlowSummary summary;
  recorder.summarise(summary);
  EXPECT_DOUBLE_EQ(summary.loss_ratio, 0.2);
}

TEST(FlowRecorder, AFlowThatSentNothingHasNoLossRatio) {
  FlowTransit transit;
  FlowRecorder recorder(1500, 52, transit);
  recorder.begin_window(0);
  recorder.end_window(kSecond);
  FlowSummary summary;
  recorder.summarise(summary);
  EXPECT_TRUE(std::isnan(summary.loss_ratio));
}

TEST(FlowRecorder, TheMeanPacingRateIsOverThePacedTime) {
  FlowTransit transit;
  FlowRecorder recorder(1500, 52, transit);
  recorder.begin_window(0);
  recorder.set_state(10, 0, 4'000'000, 3 * kSecond);
  recorder.end_window(4 * kSecond);
  FlowSummary summary;
  recorder.summarise(summary);
  EXPECT_DOUBLE_EQ(summary.mean_pacing_rate_bps, 4e6);
}

TEST(FlowRecorder, AWindowThatNeverBeganHasNoMeans) {
  FlowTransit transit;
  FlowRecorder recorder(1500, 52, transit);
  recorder.add_sent(5);
  recorder.end_window(kSecond);
  FlowSummary summary;
  recorder.summarise(summary);
  EXPECT_EQ(summary.sent_packets, 0);
  EXPECT_EQ(summary.active_ns, 0);
  EXPECT_EQ(summary.throughput_bps, 0);
  EXPECT_TRUE(std::isnan(summary.mean_rtt_s));
  EXPECT_TRUE(std::isnan(summary.mean_cwnd_bytes));
}

}  // namespace
}  // namespace ccsim
