// Receivers that read slowly: when the window closes, when its opening is announced, and who
// asks if that gets lost. Packets of 1,448 bytes of payload at 1.448 Mbit/s: one is read in 8 ms.
#include "transport/slow_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/shorthand.h"
#include "support/test_path.h"

namespace ccsim {
namespace {

constexpr Duration kPacketTime = 8 * kMs;

TestPathConfig slow_config(Packets buffer_packets) {
  TestPathConfig config = quick_acks_config();
  config.receiver.window_bytes = buffer_packets * 1448;
  config.receiver.read_rate_bps = 1'448'000;
  config.sender.receive_window_bytes = config.receiver.window_bytes;
  config.sender.reads_windows = true;
  return config;
}

std::int64_t probes_of(const TestPath& path) {
  return std::count_if(path.events.begin(), path.events.end(),
                       [](const auto& event) { return event.kind == EventKind::kWindowProbe; });
}

TEST(SlowReader, OffersWhatIsLeftOfTheBuffer) {
  SlowReader reader(10, kPacketTime);
  reader.catch_up(4, 0);
  EXPECT_EQ(reader.offer(0), 6);
  // The offer goes with the data: after 8 ms one of four has been read.
  EXPECT_EQ(reader.unread_packets(kPacketTime - 1), 4);
  EXPECT_EQ(reader.unread_packets(kPacketTime), 3);
  EXPECT_EQ(reader.offer(kPacketTime), 7);
  EXPECT_EQ(reader.offer(4 * kPacketTime), 10);
}

TEST(SlowReader, ClosesAndOpensBySixteenthsOfTheBuffer) {
  SlowReader reader(64, kPacketTime);
  reader.catch_up(64, 0);
  EXPECT_EQ(reader.offer(0), 0);
  EXPECT_EQ(reader.offer(3 * kPacketTime), 0);  // three packets are less than a sixteenth
  EXPECT_EQ(reader.update_due_ns(), 4 * kPacketTime);
  EXPECT_EQ(reader.offer(4 * kPacketTime), 4);
}

TEST(SlowReader, AnnouncesRoomThatHasDoubledWhileTheOldWindowHasHalfOfTheBufferAtMost) {
  SlowReader reader(100, kPacketTime);
  reader.catch_up(60, 0);
  EXPECT_EQ(reader.offer(0), 40);
  EXPECT_EQ(reader.update_due_ns(), 40 * kPacketTime);  // 40 are read: 80 are free
  SlowReader roomy(100, kPacketTime);
  roomy.catch_up(40, 0);
  EXPECT_EQ(roomy.offer(0), 60);
  EXPECT_EQ(roomy.update_due_ns(), kNever);
}

TEST(SlowReader, NeverTakesAnOfferBack) {
  SlowReader reader(64, kPacketTime);
  reader.catch_up(61, 0);
  EXPECT_EQ(reader.offer(0), 3);  // as much was offered before: 64 from the start
  reader.catch_up(62, 0);
  EXPECT_EQ(reader.offer(0), 2);
}

// The whole buffer, and from then on as fast as the application reads: no packet is lost or sent
// twice, and no probe is needed as long as ACKs arrive.
TEST(SlowReader, TheSenderGetsTheRateOfTheApplication) {
  TestPath path(slow_config(20));
  path.control.cwnd_packets = 1000;
  path.send_endlessly_until(10 * kSecond);
  EXPECT_EQ(path.dropped, 0);
  EXPECT_EQ(probes_of(path), 0);
  EXPECT_NEAR(static_cast<double>(path.transmissions.size()), 20 + 10'000.0 / 8, 20);
  EXPECT_EQ(path.limits.back().limit, SendLimit::kReceiveWindow);
}

// A buffer of four packets, one of which is read in 100 ms. The last of four ACKs closes the window
// at 44.8 ms; one packet has been read 100 ms after the first came.
TestPathConfig closing_config() {
  TestPathConfig config = slow_config(4);
  config.receiver.read_rate_bps = 115'840;
  return config;
}

TEST(SlowReader, NewsOfRoomComeBeforeTheSenderAsks) {
  TestPath path(closing_config());
  path.send_endlessly_until(kSecond);
  EXPECT_EQ(probes_of(path), 0);
  ASSERT_GT(path.transmissions.size(), 4U);
  EXPECT_EQ(path.transmissions[4].time_ns, 141'200 * kUs);
}

// All news and the answer to the first probe are lost. Nothing is under way, so the sender asks
// after a timeout, and then after twice as long.
TEST(SlowReader, AsksForAnAnnouncementThatIsLostEachTimeAfterTwiceAsLong) {
  TestPath path(closing_config());
  path.lost_acks = {4, 5, 6, 7};
  path.send_endlessly_until(2 * kSecond);
  std::vector<SimTime> probes_ns;
  for (const auto& event : path.events) {
    if (event.kind == EventKind::kWindowProbe) probes_ns.push_back(event.time_ns);
  }
  ASSERT_EQ(probes_ns.size(), 2U);
  const SimTime closed_ns = 44'800 * kUs;
  EXPECT_EQ(probes_ns[1] - probes_ns[0], 2 * (probes_ns[0] - closed_ns));
  EXPECT_GT(path.transmissions.size(), 8U);
  EXPECT_EQ(path.spurious_count, 0);
}

}  // namespace
}  // namespace ccsim
