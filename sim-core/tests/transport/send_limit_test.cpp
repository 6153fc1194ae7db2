// What keeps the sender from sending, and from when to when. Times are worked out by hand from
// 1.2 ms per packet at 10 Mbit/s and a base RTT of 40 ms.
#include <gtest/gtest.h>

#include <vector>

#include "support/shorthand.h"
#include "support/test_path.h"

namespace ccsim {
namespace {

using Limits = std::vector<TestPath::LimitChange>;

SimTime time_of(const TestPath& path, EventKind kind) {
  for (const auto& event : path.events) {
    if (event.kind == kind) return event.time_ns;
  }
  return kNever;
}

TEST(SendLimit, IsTheWindowAllTheTimeForASenderWithoutPacing) {
  TestPath path(quick_acks_config());
  path.send_endlessly_until(kSecond);
  EXPECT_EQ(path.limits, (Limits{{SendLimit::kCwnd, 0}}));
}

// Ten packets leave at once, then two per 2.4 ms: the 20th leaves at 12 ms and fills the window.
// From the first ACK at 41.2 ms on one packet leaves per ACK, and the window stays full.
TEST(SendLimit, IsPacingUntilTheWindowIsFull) {
  TestPath path(quick_acks_config());
  path.control.cwnd_packets = 20;
  path.control.pacing_rate_bps = 10'000'000;
  path.send_endlessly_until(kSecond);
  EXPECT_EQ(path.limits, (Limits{{SendLimit::kPacing, 0}, {SendLimit::kCwnd, 12 * kMs}}));
}

TEST(SendLimit, IsPacingAllTheTimeWithAWindowThatIsNeverFull) {
  TestPath path(quick_acks_config());
  path.control.cwnd_packets = 1000;
  path.control.pacing_rate_bps = 5'000'000;
  path.send_endlessly_until(kSecond);
  EXPECT_EQ(path.limits, (Limits{{SendLimit::kPacing, 0}}));
}

TEST(SendLimit, IsTheReceiverWhereItsWindowIsTheSmallerOne) {
  TestPathConfig config = quick_acks_config();
  config.sender.receive_window_bytes = 5 * 1448;
  TestPath path(config);
  path.send_endlessly_until(kSecond);
  EXPECT_EQ(path.limits, (Limits{{SendLimit::kReceiveWindow, 0}}));
}

// Three packets fit into the window at once. Of twenty more ten leave at once and one with each
// ACK from 41.2 ms later on: the last with the tenth, after another 9 x 1.2 ms.
TEST(SendLimit, IsTheApplicationWhereAllHasBeenSent) {
  TestPath path(quick_acks_config());
  path.sender().write(3, 0);
  path.establish();
  path.run_until(100 * kMs);
  const SimTime write_ns = path.engine().now_ns();
  path.sender().write(20, write_ns);
  path.run_until(kSecond);
  EXPECT_EQ(path.limits, (Limits{{SendLimit::kApplication, 0},
                                 {SendLimit::kCwnd, write_ns},
                                 {SendLimit::kApplication, write_ns + 52 * kMs}}));
}

TEST(SendLimit, IsTheApplicationFromTheStopOn) {
  TestPath path(quick_acks_config());
  path.send_endlessly_until(5 * kMs);
  path.sender().stop_writing(5 * kMs);
  path.run_until(kSecond);
  EXPECT_EQ(path.limits, (Limits{{SendLimit::kCwnd, 0}, {SendLimit::kApplication, 5 * kMs}}));
}

// PRR rules the window from the ACK that shows the loss to the one that repairs it.
TEST(SendLimit, IsRecoveryWhilePrrRulesTheWindow) {
  TestPath path(quick_acks_config());
  path.lost_transmissions = {20};
  path.control.cwnd_packets = 30;
  path.control.uses_prr = true;
  path.control.ssthresh_packets = 15;
  path.control.cwnd_after_loss_packets = 15;
  path.send_endlessly_until(kSecond);
  // Packet 21 leaves the bottleneck after 22 services (20 was lost before it): at 25.2 ms, and its
  // SACK is back at 65.2 ms. The third SACK comes two services later.
  const SimTime start_ns = (65'200 + 2 * 1'200) * kUs;
  EXPECT_EQ(time_of(path, EventKind::kRecoveryStart), start_ns);
  EXPECT_EQ(path.limits, (Limits{{SendLimit::kCwnd, 0},
                                 {SendLimit::kRecovery, start_ns},
                                 {SendLimit::kCwnd, time_of(path, EventKind::kRecoveryEnd)}}));
}

// The whole window of four is lost: the window is full until the timer ends the wait, and recovery
// rules it until the repair is acknowledged.
TEST(SendLimit, IsRecoveryFromATimeoutOn) {
  TestPath path(quick_acks_config());
  path.lost_transmissions = {0, 1, 2, 3, 4};
  path.control.cwnd_packets = 4;
  path.control.uses_prr = true;
  path.send_endlessly_until(5 * kSecond);
  const SimTime probe_ns = time_of(path, EventKind::kTailLossProbe);
  const SimTime timeout_ns = time_of(path, EventKind::kRto);
  ASSERT_LT(probe_ns, timeout_ns);
  ASSERT_LT(timeout_ns, kNever);
  ASSERT_GE(path.limits.size(), 3U);
  EXPECT_EQ(path.limits[0], (TestPath::LimitChange{SendLimit::kCwnd, 0}));
  EXPECT_EQ(path.limits[1], (TestPath::LimitChange{SendLimit::kRecovery, timeout_ns}));
  EXPECT_EQ(path.limits.back(),
            (TestPath::LimitChange{SendLimit::kCwnd, time_of(path, EventKind::kRecoveryEnd)}));
}

}  // namespace
}  // namespace ccsim
