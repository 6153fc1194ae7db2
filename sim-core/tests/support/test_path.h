// One sender and one receiver over a path that the test controls:
//
//   sender ─▶ [ drop list ] ─▶ queue, transmitter ─▶ delay ─▶ receiver ─▶ delay ─▶ sender
//
// The test names the transmissions that get lost (counted from 0) and adds what delay it wants.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "net/bottleneck.h"
#include "net/pipe.h"
#include "support/fixed_window.h"
#include "support/queues.h"
#include "transport/receiver.h"
#include "transport/sender.h"

namespace ccsim {

struct TestPathConfig {
  BitRate rate_bps = 10'000'000;  // 1500 bytes: 1.2 ms
  Duration rtt_ns = 40 * kMillisecond;
  Bytes buffer_bytes = 1'000'000;
  SenderConfig sender;
  ReceiverConfig receiver;
};

// The usual path, whose receiver acknowledges every packet.
inline TestPathConfig quick_acks_config() {
  TestPathConfig config;
  config.receiver.ack_every_packets = 1;
  return config;
}

class TestPath final : private PacketOutput, private AckOutput, private SenderProbe {
 public:
  struct Transmission {
    std::int64_t sequence;
    SimTime time_ns;
    bool is_retransmission;
    bool is_pushed;
  };
  struct EventRecord {
    EventKind kind;
    std::string reason;
    SimTime time_ns;
  };

  // From `since_ns` on, `limit` held the sender back.
  struct LimitChange {
    SendLimit limit;
    SimTime since_ns;
    bool operator==(const LimitChange&) const = default;
  };

  explicit TestPath(const TestPathConfig& config)
      : config_(config),
        receiver_(engine_, config.receiver, config.rtt_ns, *this),
        sender_(engine_, config.sender, LossProcess::of_data(LossConfig{}, 1, 0),
                receiver_.sack_log(), *this, *this),
        forward_(engine_, Rank::kDelivery, config.rtt_ns / 2, *this),
        reverse_(engine_, Rank::kAckDelivery, config.rtt_ns / 2, sender_),
        bottleneck_(engine_, bottleneck_config(config), queue_of("droptail", config.buffer_bytes),
                    *this) {
    receiver_.read_slowly(config.sender.packet_bytes - config.sender.header_bytes);
  }

  // The connection stands at time 0, after a handshake of the base RTT.
  void establish() { establish(1); }
  void establish(int round_trips) {
    sender_.establish(0, Handshake::of_equal(config_.rtt_ns, round_trips),
                      std::make_unique<FixedWindow>(control));
  }
  void run_until(SimTime end_ns) {
    while (engine_.step(end_ns)) {
    }
  }
  // A sender that never runs out of data, from the handshake on.
  void send_endlessly_until(SimTime end_ns) {
    sender_.write_endless(0);
    establish();
    run_until(end_ns);
  }

  // --- of the bottleneck and of the forward pipe
  void on_drop(const Packet&, LossReason, SimTime) { ++dropped; }
  void on_mark(const Packet&, LossReason, SimTime) {}
  void on_random_loss(const Packet&, SimTime) {}
  void on_wait_begin(const Packet&, SimTime) {}
  void on_wait_end(const Packet&, SimTime) {}
  void on_queue(Bytes waiting_bytes, SimTime) { queue_bytes = waiting_bytes; }
  void on_busy(bool, SimTime) {}
  void on_rate(BitRate, bool, SimTime) {}
  void on_used(Bytes) {}
  void on_transmitted(const Packet&, SimTime) {}
  void on_departure(const Packet& packet, SimTime) {
    const auto late = late_originals_ns.find(packet.sequence);
    const bool is_late = late != late_originals_ns.end() && !packet.is_retransmission;
    forward_.push_with_delay(packet, config_.rtt_ns / 2 + (is_late ? late->second : 0));
  }
  void accept(const Packet& packet, SimTime now_ns) { receiver_.accept(packet, now_ns); }

  [[nodiscard]] Engine& engine() { return engine_; }
  [[nodiscard]] Sender& sender() { return sender_; }
  [[nodiscard]] Receiver& receiver() { return receiver_; }

  FixedWindowState control;
  std::set<std::int64_t> lost_transmissions;
  std::set<std::int64_t> lost_acks;
  std::map<std::int64_t, Duration> late_originals_ns;  // by sequence: how much longer they take
  std::vector<Transmission> transmissions;
  std::vector<EventRecord> events;
  std::vector<LimitChange> limits;
  std::int64_t ack_count = 0;
  std::int64_t spurious_count = 0;
  Packets dropped = 0;
  Bytes queue_bytes = 0;

 private:
  static BottleneckConfig bottleneck_config(const TestPathConfig& config) {
    BottleneckConfig bottleneck;
    bottleneck.rate_bps = config.rate_bps;
    bottleneck.buffer_bytes = config.buffer_bytes;
    return bottleneck;
  }
  void send(const Packet& packet) override {
    const auto number = static_cast<std::int64_t>(transmissions.size());
    transmissions.push_back(
        {packet.sequence, engine_.now_ns(), packet.is_retransmission, packet.is_pushed});
    Packet arriving = packet;
    if (!lost_transmissions.contains(number)) bottleneck_.accept(arriving, engine_.now_ns());
  }
  void send_ack(const Ack& ack, SimTime) override {
    if (!lost_acks.contains(ack_count++)) reverse_.push(ack);
  }
  void on_sent(const Packet&, SimTime) override {}
  void on_ack(const Ack&, SimTime) override {}
  void on_rtt(const RttSample&) override {}
  void on_state(const SenderState& state, SimTime now_ns) override {
    const bool is_new = limits.empty() || limits.back().limit != state.limit;
    if (is_new) limits.push_back({state.limit, now_ns});
  }
  void on_event(EventKind kind, const char* reason, double, SimTime now_ns) override {
    events.push_back({kind, reason, now_ns});
  }
  void on_spurious_retransmission(SimTime) override { ++spurious_count; }

  TestPathConfig config_;
  Engine engine_;
  Receiver receiver_;
  Sender sender_;
  Pipe<Packet, TestPath> forward_;
  Pipe<Ack, Sender> reverse_;
  Bottleneck<TestPath> bottleneck_;
};

}  // namespace ccsim
