#include "ahead/steady_bottleneck.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ccsim/rng.h"
#include "net/bottleneck.h"
#include "support/queues.h"
#include "support/sanitized.h"

namespace ccsim {
namespace {

// Records what either kind of bottleneck reports, but not when it does.
struct BothProbe {
  void note(const std::string& what, SimTime now_ns, int times = 1) {
    reports[what + "@" + std::to_string(now_ns)] += times;
  }
  static std::string name(const Packet& packet) {
    return std::to_string(packet.flow_index) + "." + std::to_string(packet.sequence);
  }
  void on_drop(const Packet& packet, LossReason, SimTime now_ns) {
    note("drop" + name(packet), now_ns);
  }
  void on_mark(const Packet&, LossReason, SimTime) {}
  void on_random_loss(const Packet& packet, SimTime now_ns) {
    // Behind the transmitter only the Bottleneck reports it here; see on_transmitted().
    if (loses_behind) {
      ++lost;
    } else {
      note("lost" + name(packet), now_ns);
    }
  }
  void on_wait_begin(const Packet& packet, SimTime now_ns) {
    note("wait" + std::to_string(packet.flow_index), now_ns);
  }
  void on_wait(const HeldPacket& packet, SimTime from_ns, SimTime until_ns) {
    note("wait" + std::to_string(packet.flow_index), from_ns);
    note("start" + std::to_string(packet.flow_index), until_ns);
  }
  void on_wait_end_undone(const HeldPacket& packet, SimTime until_ns) {
    note("start" + std::to_string(packet.flow_index), until_ns, -1);
  }
  void on_wait_end(const Packet& packet, SimTime now_ns) {
    note("start" + std::to_string(packet.flow_index), now_ns);
  }
  void on_wait_end(const HeldPacket& packet, SimTime now_ns) {
    note("start" + std::to_string(packet.flow_index), now_ns);
  }
  void on_queue_grown(Bytes waiting_bytes, SimTime now_ns) { on_queue(waiting_bytes, now_ns); }
  void on_queue_shrunk(Bytes waiting_bytes, SimTime now_ns) { on_queue(waiting_bytes, now_ns); }
  void on_queue(Bytes waiting_bytes, SimTime now_ns) {
    note("queue" + std::to_string(waiting_bytes), now_ns);
  }
  void on_busy(bool is_busy, SimTime now_ns) { note(is_busy ? "busy" : "idle", now_ns); }
  void on_rate(BitRate, bool, SimTime) {}
  void on_used(Bytes) {}
  void on_transmitted(const Packet&, SimTime) { ++transmitted; }
  void on_transmitted(const HeldPacket& packet) {
    ++transmitted;
    if (packet.fate == PacketFate::kLost) ++lost;
  }
  void on_departure(const Packet& packet, SimTime now_ns) {
    static_cast<void>(on_departure_at(packet, now_ns, now_ns, now_ns));
  }
  PacketFate on_departure_at(const Packet& packet, SimTime, SimTime end_ns, SimTime) {
    departures.push_back(name(packet) + "@" + std::to_string(end_ns));
    if (packet.sequence % 3 == 0) return PacketFate::kDelivered;
    ++accepted;
    return packet.sequence % 3 == 1 ? PacketFate::kNew : PacketFate::kDuplicate;
  }
  void on_delivery_undone(const HeldPacket&) { --accepted; }
  void on_arrived(const HeldPacket&) { ++accepted; }

  bool loses_behind = false;
  std::map<std::string, int> reports;  // how often
  std::vector<std::string> departures;
  int accepted = 0;
  int transmitted = 0;
  int lost = 0;
};

struct Arrival {
  SimTime at_ns;
  Packet packet;
};

// Bursts and pauses, large packets and small ones, arrivals on the very nanosecond of an end.
std::vector<Arrival> arrivals(std::uint64_t seed) {
  RandomStream random(seed, 0, RandomPurpose::kTraffic);
  std::vector<Arrival> list;
  SimTime now_ns = 0;
  for (std::int64_t n = 0; n < 3000; ++n) {
    if (random.next_below(3) == 0) now_ns += random.next_below(6) * 600'000;
    if (random.next_below(9) == 0) now_ns += random.next_below(1'000'000);
    Packet packet;
    packet.sequence = n;
    packet.flow_index = static_cast<std::uint32_t>(random.next_below(3));
    packet.wire_bytes = random.next_below(4) == 0 ? 40 : 1500;
    packet.will_be_lost = random.next_below(10) == 0;
    list.push_back({now_ns, packet});
  }
  return list;
}

// A report that was undone and not repeated is none.
std::map<std::string, int> reports_of(const BothProbe& probe) {
  std::map<std::string, int> reports = probe.reports;
  std::erase_if(reports, [](const auto& line) { return line.second == 0; });
  return reports;
}

constexpr Duration kDelayNs = 3'000'000;
constexpr std::uint64_t kSeeds = kIsSanitized ? 1 : 5;
constexpr std::int64_t kLookEvery = kIsSanitized ? 35 : 7;

class SteadyBottleneckTest : public ::testing::TestWithParam<LossPosition> {};

TEST_P(SteadyBottleneckTest, ReportsTheSameAsABottleneckWithEvents) {
  BottleneckConfig config;
  config.rate_bps = 10'000'000;  // 1500 bytes in 1.2 ms
  config.buffer_bytes = 6000;
  config.loss.position = GetParam();
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    BothProbe expected;
    BothProbe probe;
    expected.loses_behind = probe.loses_behind = GetParam() == LossPosition::kAfterQueue;
    Engine engine;
    Bottleneck<BothProbe> bottleneck(engine, config, queue_of("droptail", config.buffer_bytes),
                                     expected);
    SteadyBottleneck<BothProbe> steady(config, kDelayNs, probe);
    for (Arrival arrival : arrivals(seed)) {
      // The transmitter's turn comes before that of an arrival.
      while (engine.step(arrival.at_ns)) {
      }
      bottleneck.accept(arrival.packet, arrival.at_ns);
      steady.accept(arrival.packet, arrival.at_ns, probe);
      // Now and then, counters that show only what has happened.
      if (arrival.packet.sequence % kLookEvery != 0) continue;
      steady.look(arrival.at_ns);
      EXPECT_EQ(reports_of(probe), reports_of(expected)) << arrival.at_ns;
    }
    while (engine.step(kNever)) {
    }
    steady.look(kNever - kDelayNs);
    EXPECT_EQ(reports_of(probe), reports_of(expected));
    EXPECT_EQ(probe.departures, expected.departures);
    EXPECT_EQ(probe.transmitted, expected.transmitted);
    EXPECT_EQ(probe.lost, expected.lost);
    EXPECT_EQ(probe.accepted, expected.accepted);
    EXPECT_EQ(steady.held_packets(), 0);
    EXPECT_GT(probe.transmitted, 1000);
  }
}

INSTANTIATE_TEST_SUITE_P(Both, SteadyBottleneckTest,
                         ::testing::Values(LossPosition::kBeforeQueue, LossPosition::kAfterQueue));

TEST(SteadyBottleneck, ReportsNothingThatIsLaterThanALook) {
  BottleneckConfig config;
  config.rate_bps = 10'000'000;
  config.buffer_bytes = 6000;
  BothProbe probe;
  SteadyBottleneck<BothProbe> steady(config, kDelayNs, probe);
  Packet packet;
  packet.wire_bytes = 1500;
  packet.sequence = 1;
  steady.accept(packet, 0, probe);
  packet.sequence = 2;
  steady.accept(packet, 0, probe);
  EXPECT_EQ(probe.departures, (std::vector<std::string>{"0.1@1200000", "0.2@2400000"}));
  EXPECT_EQ(probe.accepted, 2);
  using Reports = std::map<std::string, int>;
  steady.look(1'199'999);
  EXPECT_EQ(probe.transmitted, 0);
  EXPECT_EQ(reports_of(probe), (Reports{{"busy@0", 1}, {"wait0@0", 1}, {"queue1500@0", 1}}));
  EXPECT_EQ(probe.accepted, 0);
  EXPECT_EQ(steady.held_packets(), 2);
  steady.look(1'200'000);
  EXPECT_EQ(probe.transmitted, 1);
  EXPECT_EQ(reports_of(probe), (Reports{{"busy@0", 1},
                                        {"wait0@0", 1},
                                        {"queue1500@0", 1},
                                        {"start0@1200000", 1},
                                        {"queue0@1200000", 1}}));
  EXPECT_EQ(steady.held_packets(), 2);
  steady.look(1'200'000 + kDelayNs);
  EXPECT_EQ(probe.accepted, 1);
  EXPECT_EQ(steady.held_packets(), 1);
  steady.look(2'400'000 + kDelayNs);
  EXPECT_EQ(probe.accepted, 2);
  EXPECT_EQ(steady.held_packets(), 0);
}

}  // namespace
}  // namespace ccsim
