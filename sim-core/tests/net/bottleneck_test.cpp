#include "net/bottleneck.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "support/queues.h"

namespace ccsim {
namespace {

// Writes what happens as "name sequence @ microsecond".
struct Probe {
  void note(const std::string& what, const Packet& packet, SimTime now_ns) {
    lines.push_back(what + std::to_string(packet.sequence) + "@" +
                    std::to_string(now_ns / kMicrosecond));
  }
  void on_drop(const Packet& packet, LossReason, SimTime now_ns) { note("drop", packet, now_ns); }
  void on_mark(const Packet& packet, LossReason, SimTime now_ns) { note("marked", packet, now_ns); }
  void on_random_loss(const Packet& packet, SimTime now_ns) { note("lost", packet, now_ns); }
  void on_wait_begin(const Packet& packet, SimTime now_ns) { note("wait", packet, now_ns); }
  void on_wait_end(const Packet& packet, SimTime now_ns) { note("start", packet, now_ns); }
  void on_queue(Bytes waiting_bytes, SimTime) { queue_bytes.push_back(waiting_bytes); }
  void on_busy(bool is_busy, SimTime now_ns) {
    lines.push_back((is_busy ? "busy@" : "idle@") + std::to_string(now_ns / kMicrosecond));
  }
  void on_rate(BitRate rate_bps, bool, SimTime now_ns) {
    lines.push_back("rate " + std::to_string(rate_bps) + "@" +
                    std::to_string(now_ns / kMicrosecond));
  }
  void on_used(Bytes bytes) { used_bytes += bytes; }
  void on_transmitted(const Packet&, SimTime) { ++transmitted; }
  void on_departure(const Packet& packet, SimTime now_ns) { note("out", packet, now_ns); }

  std::vector<std::string> lines;
  std::vector<Bytes> queue_bytes;
  int transmitted = 0;
  Bytes used_bytes = 0;
};

class BottleneckTest : public ::testing::Test {
 protected:
  // 10 Mbit/s: 1500 bytes take 1200 microseconds.
  void build(Bytes buffer_bytes, LossPosition position = LossPosition::kAfterQueue) {
    BottleneckConfig config;
    config.rate_bps = 10'000'000;
    config.buffer_bytes = buffer_bytes;
    config.loss.position = position;
    config.changes = changes_;
    bottleneck_ = std::make_unique<Bottleneck<Probe>>(engine_, config,
                                                      queue_of("droptail", buffer_bytes), probe_);
  }
  void arrive(std::int64_t sequence, bool will_be_lost = false, std::uint16_t bytes = 1500) {
    Packet packet;
    packet.sequence = sequence;
    packet.wire_bytes = bytes;
    packet.will_be_lost = will_be_lost;
    bottleneck_->accept(packet, engine_.now_ns());
  }
  void run(SimTime end_ns = kSecond) {
    while (engine_.step(end_ns)) {
    }
  }
  Engine engine_;
  LinkChanges changes_;
  Probe probe_;
  std::unique_ptr<Bottleneck<Probe>> bottleneck_;
};

using Lines = std::vector<std::string>;

TEST_F(BottleneckTest, SendsAtOnceWhenIdleAndQueuesBehindThePacketInService) {
  build(1500);
  arrive(0);
  arrive(1);
  arrive(2);  // one in service, one waiting: no room
  EXPECT_EQ(bottleneck_->held_packets(), 2);
  run();
  EXPECT_EQ(probe_.lines, (Lines{"busy@0", "wait1@0", "drop2@0", "start1@1200", "out0@1200",
                                 "idle@2400", "out1@2400"}));
  EXPECT_EQ(probe_.queue_bytes, (std::vector<Bytes>{1500, 0}));
  EXPECT_EQ(bottleneck_->held_packets(), 0);
}

TEST_F(BottleneckTest, LossAfterTheQueueCostsTransmissionTime) {
  build(10'000, LossPosition::kAfterQueue);
  arrive(0, true);
  arrive(1);
  run();
  EXPECT_EQ(probe_.lines,
            (Lines{"busy@0", "wait1@0", "start1@1200", "lost0@1200", "idle@2400", "out1@2400"}));
  EXPECT_EQ(probe_.transmitted, 2);
}

TEST_F(BottleneckTest, LossBeforeTheQueueCostsNothing) {
  build(10'000, LossPosition::kBeforeQueue);
  arrive(0, true);
  arrive(1);
  run();
  EXPECT_EQ(probe_.lines, (Lines{"lost0@0", "busy@0", "idle@1200", "out1@1200"}));
  EXPECT_EQ(probe_.transmitted, 1);
}

// A step at 0.6 ms finds half of the first packet out; from 3 ms on nothing leaves until 5 ms.
TEST_F(BottleneckTest, FollowsASchedule) {
  changes_.rates = {{600 * kMicrosecond, 5'000'000, 0},
                    {3000 * kMicrosecond, 0, 0},
                    {5000 * kMicrosecond, 20'000'000, 0}};
  build(10'000);
  arrive(0);
  arrive(1);
  run();
  // 0: 0.6 + 6,000 bits at 5 Mbit/s. 1: starts at 1.8, has sent 6,000 bits at 3, ends 0.3 after 5.
  EXPECT_EQ(probe_.lines,
            (Lines{"busy@0", "wait1@0", "rate 5000000@600", "start1@1800", "out0@1800",
                   "rate 0@3000", "rate 20000000@5000", "idle@5300", "out1@5300"}));
}

TEST_F(BottleneckTest, HoldsWhatArrivesWhileTheRateIsZeroAndDropsWhatDoesNotFit) {
  changes_.rates = {{0, 0, 0}, {10 * kMillisecond, 10'000'000, 0}};
  build(1500);
  run(kMillisecond);
  arrive(0);
  arrive(1);
  arrive(2);
  EXPECT_EQ(bottleneck_->held_packets(), 2);
  run();
  EXPECT_EQ(probe_.lines, (Lines{"rate 0@0", "busy@0", "wait1@0", "drop2@0", "rate 10000000@10000",
                                 "start1@11200", "out0@11200", "idle@12400", "out1@12400"}));
}

// At 2 ms two opportunities, at 5 ms one, again from 7 ms on.
TEST_F(BottleneckTest, SendsWhenATraceLetsIt) {
  changes_.opportunities_ns = {2 * kMillisecond, 2 * kMillisecond, 5 * kMillisecond};
  build(20'000);
  arrive(0);
  for (std::int64_t i = 1; i < 6; ++i) arrive(i, false, 750);
  arrive(6, false, 3200);
  EXPECT_EQ(bottleneck_->held_packets(), 7);
  run(6 * kMillisecond);
  // 0, 1 and 2 share the first two; 3 and 4 the third.
  EXPECT_EQ(probe_.lines,
            (Lines{"wait0@0", "wait1@0", "wait2@0", "wait3@0", "wait4@0", "wait5@0", "wait6@0",
                   "start0@2000", "out0@2000", "start1@2000", "out1@2000", "start2@2000",
                   "out2@2000", "start3@5000", "out3@5000", "start4@5000", "out4@5000"}));
  probe_.lines.clear();
  run(20 * kMillisecond);
  // 5 takes half of the first at 7 ms; 3200 bytes need the rest, the next at 10 and one at 12 ms.
  EXPECT_EQ(probe_.lines, (Lines{"start5@7000", "out5@7000", "start6@7000", "out6@10000"}));
  EXPECT_EQ(bottleneck_->held_packets(), 0);
  EXPECT_EQ(probe_.used_bytes, 1500 + 5 * 750 + 3200);
}

TEST_F(BottleneckTest, LosesTheOpportunitiesOfAnEmptyQueue) {
  changes_.opportunities_ns = {kMillisecond};
  build(20'000);
  run(100 * kMillisecond);
  arrive(0);
  arrive(1);
  run(kSecond);
  // At 100 ms exactly the opportunity has passed before the packets come.
  EXPECT_EQ(probe_.lines, (Lines{"wait0@100000", "wait1@100000", "start0@101000", "out0@101000",
                                 "start1@102000", "out1@102000"}));
  const __int128 second_bits = __int128{1000} * 12'000 * kSecond;
  EXPECT_TRUE(bottleneck_->capacity_until(kSecond) == second_bits);
}

}  // namespace
}  // namespace ccsim
