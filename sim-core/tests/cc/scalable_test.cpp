#include <gtest/gtest.h>

#include <cmath>

#include "cc/controller_rig.h"

namespace ccsim {
namespace {

using testing::ControllerRig;

// Acks a window packet by packet, as a steady receiver does.
void ack_a_round(ControllerRig& rig) {
  rig.fill_window();
  rig.advance(40 * kMillisecond);
  for (Packets left = rig.in_flight(); left > 0; --left) {
    rig.ack(1);
    rig.fill_window();
  }
}

// The first loss episode of a full window, from its start to its end.
void lose_once(ControllerRig& rig) {
  rig.fill_window();
  rig.lose(1);
  rig.end_recovery();
  rig.ack(rig.in_flight());
}

TEST(Scalable, GivesUpAnEighthPerEpisode) {
  ControllerRig rig({"scalable", {}, 1500, 807});
  rig.fill_window();
  rig.lose(1);
  rig.lose(3);
  // 807 - (807 >> 3), once for both losses.
  EXPECT_EQ(rig.control->controls().ssthresh_packets, 707);
  rig.end_recovery();
  EXPECT_EQ(rig.control->controls().cwnd_packets, 707);
}

TEST(Scalable, NeverGoesBelowTwoPacketsOfThreshold) {
  ControllerRig rig({"scalable", {}, 1500, 2});
  rig.fill_window();
  rig.lose(1);
  EXPECT_EQ(rig.control->controls().ssthresh_packets, 2);
}

TEST(Scalable, AddsAPacketPerHundredAcks) {
  ControllerRig rig({"scalable", {}, 1500, 800});
  lose_once(rig);
  const Packets before = rig.control->controls().cwnd_packets;
  rig.fill_window();
  rig.ack(500);
  EXPECT_EQ(rig.control->controls().cwnd_packets, before + 5);
}

TEST(Scalable, GrowsLikeRenoBelowAHundredPackets) {
  ControllerRig rig({"scalable", {}, 1500, 40});
  lose_once(rig);
  const Packets before = rig.control->controls().cwnd_packets;
  for (Packets round = 0; round < 5; ++round) ack_a_round(rig);
  EXPECT_NEAR(static_cast<double>(rig.control->controls().cwnd_packets - before), 5, 1);
}

// Kelly 2003, section 3: about log(1 / 0.875) / log(1.01) = 13.4 round trips, whatever the window.
TEST(Scalable, RecoversInTheSameNumberOfRoundTripsAtAnyWindow) {
  for (const Packets window : {800, 8000}) {
    ControllerRig rig({"scalable", {}, 1500, window});
    lose_once(rig);
    Packets rounds = 0;
    while (rig.control->controls().cwnd_packets < window) {
      ack_a_round(rig);
      ++rounds;
    }
    EXPECT_NEAR(static_cast<double>(rounds), std::log(1 / 0.875) / std::log(1.01), 1.5) << window;
  }
}

}  // namespace
}  // namespace ccsim
