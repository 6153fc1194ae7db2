// Carriers of a flow whose only connection is its own: they see what arrives at either end before
// sender and receiver do, or after.
#pragma once

#include <memory>
#include <utility>

#include "simulation/carrier.h"
#include "transport/handshake.h"
#include "transport/receiver.h"
#include "transport/sender.h"
#include "transport/traffic_source.h"

namespace ccsim {

// Its application waits for what arrives.
class WatchedConnection final : public Carrier {
 public:
  WatchedConnection(Sender& sender, Receiver& receiver, TrafficSource& traffic)
      : sender_(sender), receiver_(receiver), traffic_(traffic) {}

  bool accept(const Packet& packet, SimTime now_ns) override {
    const bool is_new = receiver_.accept(packet, now_ns);
    traffic_.on_received(receiver_.next_sequence(), now_ns);
    return is_new;
  }
  void accept_ack(const Ack& ack, std::uint32_t, SimTime now_ns) override {
    sender_.accept(ack, now_ns);
    traffic_.on_acknowledged(sender_.scoreboard().una_sequence(), now_ns);
  }
  void observe(StateSink& sink) const override { traffic_.observe(sink); }

 private:
  Sender& sender_;
  Receiver& receiver_;
  TrafficSource& traffic_;
};

// The packets of its handshake go over the network: they are taken out of the packets that arrive
// at either end.
class OpenedConnection final : public Carrier {
 public:
  // `watched`: whose application waits for what arrives; null: it does not.
  OpenedConnection(HandshakePackets& handshake, Sender& sender, Receiver& receiver,
                   std::unique_ptr<Carrier> watched)
      : handshake_(handshake), sender_(sender), receiver_(receiver), watched_(std::move(watched)) {}

  bool accept(const Packet& packet, SimTime now_ns) override {
    if (is_of_handshake(packet.sequence)) {
      receiver_.answer_handshake(handshake_.answer_to(packet), now_ns);
      return false;
    }
    return watched_ ? watched_->accept(packet, now_ns) : receiver_.accept(packet, now_ns);
  }
  void accept_ack(const Ack& ack, std::uint32_t connection_index, SimTime now_ns) override {
    if (is_of_handshake(ack.una_sequence)) {
      handshake_.accept_answer(ack, now_ns);
    } else if (watched_) {
      watched_->accept_ack(ack, connection_index, now_ns);
    } else {
      sender_.accept(ack, now_ns);
    }
  }
  void observe(StateSink& sink) const override {
    if (watched_) watched_->observe(sink);
  }

 private:
  HandshakePackets& handshake_;
  Sender& sender_;
  Receiver& receiver_;
  std::unique_ptr<Carrier> watched_;
};

}  // namespace ccsim
