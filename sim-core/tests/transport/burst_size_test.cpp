// How large a burst is: Linux tcp_tso_autosize(), worked out by hand for 1448 of 1500 bytes.
#include "transport/burst_size.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/test_path.h"

namespace ccsim {
namespace {

constexpr Duration kMs = kMillisecond;
constexpr Duration kUs = kMicrosecond;
constexpr BitRate kMbps = 1'000'000;

TEST(BurstSize, IsAMillisecondAtTheRateWithTwoPacketsAtLeast) {
  const BurstSize size(1500, 1448);
  EXPECT_EQ(size.of_rate_packets(0), 2);
  EXPECT_EQ(size.of_rate_packets(1'199'999), 1);
  EXPECT_EQ(size.of_rate_packets(10 * kMbps), 2);
  EXPECT_EQ(size.of_rate_packets(100 * kMbps), 8);  // 100e6 / 1024 / 12000 = 8.1
  EXPECT_EQ(size.of_rate_packets(100'000 * kMbps), 45);
}

// 65215 bytes of payload, halved for each 512 us; 10 Mbit/s adds 1178 bytes.
TEST(BurstSize, IsLargerOnShortPaths) {
  const BurstSize size(1500, 1448);
  EXPECT_EQ(size.autosized_packets(10 * kMbps, 0), 45);
  EXPECT_EQ(size.autosized_packets(10 * kMbps, 511 * kUs), 45);
  EXPECT_EQ(size.autosized_packets(10 * kMbps, 512 * kUs), 23);  // (32607 + 1178) / 1448
  EXPECT_EQ(size.autosized_packets(10 * kMbps, 2 * kMs), 6);     // (8151 + 1178) / 1448
  EXPECT_EQ(size.autosized_packets(10 * kMbps, 4 * kMs), 2);
  EXPECT_EQ(size.autosized_packets(100 * kMbps, 40 * kMs), 8);
  EXPECT_EQ(size.autosized_packets(1 * kMbps, 40 * kMs), 1);
  EXPECT_EQ(size.autosized_packets(10 * kMbps, 10 * kSecond), 2);  // no shift beyond 31
}

// How many packets left at each moment at which any left.
std::vector<int> bursts_of(const TestPath& path, SimTime from_ns) {
  std::vector<int> bursts;
  SimTime last_ns = -1;
  for (const auto& transmission : path.transmissions) {
    if (transmission.time_ns < from_ns) continue;
    if (transmission.time_ns != last_ns) bursts.push_back(0);
    ++bursts.back();
    last_ns = transmission.time_ns;
  }
  return bursts;
}

// 100 Mbit/s and a window of 600 packets, of which 260 wait: an ACK for two packets every 0.24 ms.
// The burst is 1.2 * 100 Mbit/s / 1024 / 12000 = 9.8 packets: four or five ACKs make room for it.
TEST(BurstSize, IsGatheredFromSeveralAcksAtHighRates) {
  TestPathConfig config;
  config.rate_bps = 100 * kMbps;
  config.receiver.quick_ack_packets = 0;
  TestPath path(config);
  path.control.cwnd_packets = 600;
  path.control.ssthresh_packets = 1;
  path.sender().write_endless(0);
  path.establish();
  path.run_until(kSecond);
  const std::vector<int> bursts = bursts_of(path, 500 * kMs);
  ASSERT_GT(bursts.size(), 100U);
  for (const int packets : bursts) EXPECT_EQ(packets, 9);
  EXPECT_EQ(path.limits, (std::vector<TestPath::LimitChange>{{SendLimit::kCwnd, 0}}));
}

// At 10 Mbit/s the next ACK is 2.4 ms away: nobody waits for it.
TEST(BurstSize, IsNotWaitedForWhenTheNextAckIsFar) {
  TestPathConfig config;
  config.receiver.ack_every_packets = 1;
  TestPath path(config);
  path.control.cwnd_packets = 60;
  path.sender().write_endless(0);
  path.establish();
  path.run_until(kSecond);
  for (const int packets : bursts_of(path, 500 * kMs)) EXPECT_EQ(packets, 1);
}

TEST(BurstSize, IsHalfAWindowAtMost) {
  TestPath path{TestPathConfig{}};
  path.control.cwnd_packets = 5;
  path.control.pacing_rate_bps = 100 * kMbps;  // bursts of 8
  path.sender().write_endless(0);
  path.establish();
  path.run_until(kSecond);
  // Each packet knows the flight with its whole burst.
  ASSERT_GT(path.control.acks.size(), 3U);
  EXPECT_EQ(path.control.acks[0].sample.tx_in_flight_packets, 2);
  EXPECT_EQ(path.control.acks[2].sample.tx_in_flight_packets, 4);
}

}  // namespace
}  // namespace ccsim
