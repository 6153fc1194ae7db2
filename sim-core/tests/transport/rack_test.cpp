#include "transport/rack.h"

#include <gtest/gtest.h>

#include "support/shorthand.h"

namespace ccsim {
namespace {

SentPacket sent_at(SimTime sent_ns, bool was_retransmitted = false) {
  SentPacket packet;
  packet.sent_ns = sent_ns;
  packet.was_retransmitted = was_retransmitted;
  return packet;
}

TEST(Rack, OvertakesWhatWasSentEarlierOrTogetherWithALowerSequence) {
  Rack rack;
  rack.on_delivered(sent_at(10 * kMs), 5, 50 * kMs, kNoDuration);
  EXPECT_TRUE(rack.was_overtaken(sent_at(9 * kMs), 9));
  EXPECT_TRUE(rack.was_overtaken(sent_at(10 * kMs), 4));
  EXPECT_FALSE(rack.was_overtaken(sent_at(10 * kMs), 6));
  EXPECT_FALSE(rack.was_overtaken(sent_at(11 * kMs), 0));
}

TEST(Rack, WaitsForTheRoundTripAndTheWindow) {
  Rack rack;
  rack.on_delivered(sent_at(10 * kMs), 5, 50 * kMs, kNoDuration);  // RTT 40 ms
  EXPECT_EQ(rack.remaining_ns(sent_at(8 * kMs), 10 * kMs, 50 * kMs), 8 * kMs);
  EXPECT_EQ(rack.remaining_ns(sent_at(8 * kMs), 0, 50 * kMs), -2 * kMs);
}

TEST(Rack, IgnoresARetransmissionThatArrivedTooEarly) {
  Rack rack;
  rack.on_delivered(sent_at(0), 0, 40 * kMs, 40 * kMs);
  EXPECT_TRUE(rack.take_advanced());
  rack.on_delivered(sent_at(50 * kMs, true), 1, 60 * kMs, 40 * kMs);
  EXPECT_FALSE(rack.take_advanced());
  rack.on_delivered(sent_at(50 * kMs, true), 1, 90 * kMs, 40 * kMs);
  EXPECT_TRUE(rack.take_advanced());
  EXPECT_FALSE(rack.take_advanced());
}

// RFC 8985 6.2: nothing in recovery or with three SACKed packets, else min_rtt / 4, at most SRTT.
TEST(Rack, SizesTheReorderingWindow) {
  const Rack rack;
  EXPECT_EQ(rack.reordering_window_ns(false, 2, 40 * kMs, 50 * kMs), 10 * kMs);
  EXPECT_EQ(rack.reordering_window_ns(false, 3, 40 * kMs, 50 * kMs), 0);
  EXPECT_EQ(rack.reordering_window_ns(true, 0, 40 * kMs, 50 * kMs), 0);
  EXPECT_EQ(rack.reordering_window_ns(false, 0, 40 * kMs, 4 * kMs), 4 * kMs);
}

// Linux tcp_rack_reo_wnd(): with reordering seen the window stays, whatever else holds.
TEST(Rack, KeepsTheWindowOnceReorderingWasSeen) {
  Rack rack;
  rack.on_reordering(1);
  EXPECT_EQ(rack.reordering_window_ns(false, 3, 40 * kMs, 50 * kMs), 10 * kMs);
  EXPECT_EQ(rack.reordering_window_ns(true, 9, 40 * kMs, 50 * kMs), 10 * kMs);
}

// Linux tcp_check_sack_reordering() with tcp_reordering = 3 and tcp_max_reordering = 300.
TEST(Rack, RemembersTheFarthestThatAPacketWasBehind) {
  Rack rack;
  rack.on_reordering(3);
  EXPECT_FALSE(rack.reorders_far());
  rack.on_reordering(4);
  rack.on_reordering(2);
  EXPECT_TRUE(rack.reorders_far());
  rack.on_reordering(100'000);  // more than 16 bits hold
  EXPECT_TRUE(rack.reorders_far());
}

// Linux tcp_enter_loss(): with three SACKed packets and no recovery, losses looked like reordering.
TEST(Rack, ForgetsTheDegreeButNotThatThePathReordersAtATimeoutWithManySackedPackets) {
  Rack rack;
  rack.on_reordering(20);
  rack.on_calm_timeout(2);
  EXPECT_TRUE(rack.reorders_far());
  rack.on_calm_timeout(3);
  EXPECT_FALSE(rack.reorders_far());
  EXPECT_EQ(rack.reordering_window_ns(true, 9, 40 * kMs, 50 * kMs), 10 * kMs);
}

TEST(Rack, WidensTheWindowOncePerRoundAfterADuplicateAndNarrowsAfter16CleanRecoveries) {
  Rack rack;
  const auto window_ns = [&rack] { return rack.reordering_window_ns(false, 0, 40 * kMs, kSecond); };
  rack.on_dsack();
  rack.update_reordering_window(0, 100);
  EXPECT_EQ(window_ns(), 20 * kMs);
  rack.on_dsack();
  rack.update_reordering_window(99, 150);  // the packet left before the last widening
  EXPECT_EQ(window_ns(), 20 * kMs);
  rack.on_dsack();
  rack.update_reordering_window(100, 200);
  EXPECT_EQ(window_ns(), 30 * kMs);
  for (int i = 0; i < 15; ++i) rack.on_clean_recovery();
  rack.update_reordering_window(300, 400);
  EXPECT_EQ(window_ns(), 30 * kMs);
  rack.on_clean_recovery();
  rack.update_reordering_window(300, 400);
  EXPECT_EQ(window_ns(), 10 * kMs);
}

}  // namespace
}  // namespace ccsim
