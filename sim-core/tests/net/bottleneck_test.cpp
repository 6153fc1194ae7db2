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
  void on_drop(const Packet& packet, SimTime now_ns) { note("drop", packet, now_ns); }
  void on_random_loss(const Packet& packet, SimTime now_ns) { note("lost", packet, now_ns); }
  void on_wait_begin(const Packet& packet, SimTime now_ns) { note("wait", packet, now_ns); }
  void on_wait_end(const Packet& packet, SimTime now_ns) { note("start", packet, now_ns); }
  void on_queue(Bytes waiting_bytes, SimTime) { queue_bytes.push_back(waiting_bytes); }
  void on_busy(bool is_busy, SimTime now_ns) {
    lines.push_back((is_busy ? "busy@" : "idle@") + std::to_string(now_ns / kMicrosecond));
  }
  void on_transmitted(const Packet&, SimTime) { ++transmitted; }
  void on_departure(const Packet& packet, SimTime now_ns) { note("out", packet, now_ns); }

  std::vector<std::string> lines;
  std::vector<Bytes> queue_bytes;
  int transmitted = 0;
};

class BottleneckTest : public ::testing::Test {
 protected:
  // 10 Mbit/s: 1500 bytes take 1200 microseconds.
  void build(Bytes buffer_bytes, LossPosition position = LossPosition::kAfterQueue) {
    BottleneckConfig config;
    config.rate_bps = 10'000'000;
    config.buffer_bytes = buffer_bytes;
    config.loss.position = position;
    bottleneck_ = std::make_unique<Bottleneck<Probe>>(engine_, config,
                                                      queue_of("droptail", buffer_bytes), probe_);
  }
  void arrive(std::int64_t sequence, bool will_be_lost = false) {
    Packet packet;
    packet.sequence = sequence;
    packet.wire_bytes = 1500;
    packet.will_be_lost = will_be_lost;
    bottleneck_->accept(packet, engine_.now_ns());
  }
  void run() {
    while (engine_.step(kSecond)) {
    }
  }
  Engine engine_;
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

}  // namespace
}  // namespace ccsim
