// The round trips before a connection's first data, where they are packets that meet queues and
// losses: that of the SYN, and with TLS 1.3 that of the client's first message.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "ccsim/scenario.h"
#include "engine/timer.h"
#include "net/packet.h"
#include "transport/ack.h"
#include "transport/rtt_estimator.h"

namespace ccsim {

class Sender;

// What a connection knows of its path when its first data may leave.
struct Handshake {
  static constexpr int kMostRoundTrips = 2;

  // A sample for each round trip; without one, the RTT of an earlier connection.
  std::array<Duration, kMostRoundTrips> rtts_ns{};
  int samples = 1;
  // Linux tcp_init_transfer(): the SYN was sent more than twice, and the answer is not the first
  // one's.
  bool begins_with_one_packet = false;

  // Every round trip takes as long.
  [[nodiscard]] static constexpr Handshake of_equal(Duration rtt_ns, int round_trips) {
    return {{rtt_ns, rtt_ns}, round_trips > 1 ? round_trips : 1};
  }

  [[nodiscard]] Duration least_rtt_ns() const {
    return *std::min_element(rtts_ns.begin(), rtts_ns.begin() + samples);
  }
};

// Packets of a handshake have numbers below 0: one for each round trip of a connection.
[[nodiscard]] constexpr std::int64_t handshake_sequence(std::uint32_t connection_index,
                                                        int round_trip) {
  return -1 - Handshake::kMostRoundTrips * std::int64_t{connection_index} - round_trip;
}
// ... so has the answer to one, as what it acknowledges.
[[nodiscard]] constexpr bool is_of_handshake(std::int64_t sequence) {
  return sequence < 0;
}

// Both ends of a connection until it stands.
class HandshakePackets final {
 public:
  class Owner {
   public:
    virtual ~Owner() = default;
    // The last round trip is over.
    virtual void on_handshake(const Handshake& handshake, SimTime now_ns) = 0;
  };

  HandshakePackets(Engine& engine, const TransportConfig& config, std::uint32_t connection_index,
                   Sender& sender, Owner& owner);

  void start(SimTime now_ns);
  void stop() { timer_.disarm(); }
  // An answer has come back, maybe to a copy of something that was answered before.
  void accept_answer(const Ack& answer, SimTime now_ns);
  // What the other end says to one of the packets. Linux tcp_check_req(): to a SYN that has come
  // before with the timestamp of the first one.
  [[nodiscard]] Ack answer_to(const Packet& packet);

 private:
  void send(SimTime now_ns);
  void on_timeout(SimTime now_ns);
  [[nodiscard]] std::int64_t sequence() const {
    return handshake_sequence(connection_index_, round_trip_);
  }

  int round_trips_;
  std::uint32_t connection_index_;
  Sender& sender_;
  Owner& owner_;
  RttEstimator rtt_;
  Handshake known_;
  int round_trip_ = 0;
  int copies_ = 0;  // of the packet of this round trip that have left
  SimTime first_sent_ns_ = 0;
  SimTime first_arrived_sent_ns_ = kNever;  // of the SYN that the other end has had first
  Timer<HandshakePackets, &HandshakePackets::on_timeout> timer_;
};

}  // namespace ccsim
