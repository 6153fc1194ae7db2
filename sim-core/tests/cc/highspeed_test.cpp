#include <gtest/gtest.h>

#include "cc/controller_rig.h"

namespace ccsim {
namespace {

using testing::ControllerRig;
using testing::metric;

// In congestion avoidance at half of `first`, which the first loss leaves: it is of the first row.
ControllerRig highspeed_in_avoidance(Packets first) {
  ControllerRig rig({"highspeed", {}, 1500, first});
  rig.fill_window();
  rig.lose(1);
  rig.end_recovery();
  EXPECT_EQ(rig.control->controls().cwnd_packets, first / 2);
  return rig;
}

TEST(HighSpeed, IsRenoUpToThirtyEightPackets) {
  ControllerRig rig = highspeed_in_avoidance(60);
  rig.ack(1);
  EXPECT_EQ(metric(*rig.control, "increase_packets"), 1);
  EXPECT_EQ(metric(*rig.control, "decrease_ratio"), 0.5);
}

// RFC 3649 appendix B: at 1,058 packets a(w) is 8 and b(w) is 0.33; at 10,661 they are 30 and 0.21.
TEST(HighSpeed, TakesTheRowOfTheTable) {
  struct Case {
    Packets window;
    double increase;
    double decrease;
  };
  for (const Case& c : {Case{1000, 8, 0.33}, Case{10'500, 30, 0.21}, Case{83'000, 71, 0.10}}) {
    ControllerRig rig = highspeed_in_avoidance(2 * c.window);
    rig.ack(1);
    EXPECT_EQ(metric(*rig.control, "increase_packets"), c.increase) << c.window;
    EXPECT_NEAR(metric(*rig.control, "decrease_ratio"), c.decrease, 0.01) << c.window;
    const Packets before = rig.control->controls().cwnd_packets;
    rig.fill_window();
    rig.lose(1);
    EXPECT_NEAR(static_cast<double>(rig.control->controls().ssthresh_packets),
                static_cast<double>(before) * (1 - c.decrease), 0.01 * static_cast<double>(before));
  }
}

TEST(HighSpeed, ComesBackToTheRowsOfSmallWindows) {
  ControllerRig rig = highspeed_in_avoidance(2000);
  rig.ack(1);
  while (rig.control->controls().cwnd_packets > 30) {
    rig.fill_window();
    rig.lose(1);
    rig.end_recovery();
    rig.ack(1);
  }
  EXPECT_EQ(metric(*rig.control, "increase_packets"), 1);
}

// Linux counts ACKs, not packets: with delayed ACKs it grows half as fast.
TEST(HighSpeed, GrowsByItsRowPerWindowOfAcks) {
  for (const Packets packets_per_ack : {1, 2}) {
    ControllerRig rig = highspeed_in_avoidance(2000);
    rig.ack(rig.in_flight());
    const Packets before = rig.control->controls().cwnd_packets;
    rig.fill_window();
    for (Packets left = rig.in_flight(); left > 0; left -= packets_per_ack) {
      rig.ack(packets_per_ack);
    }
    EXPECT_NEAR(static_cast<double>(rig.control->controls().cwnd_packets - before),
                8.0 / static_cast<double>(packets_per_ack), 1);
  }
}

}  // namespace
}  // namespace ccsim
