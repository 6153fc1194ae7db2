// The flow's own connection, whose application waits for what arrives.
#pragma once

#include "simulation/carrier.h"
#include "transport/receiver.h"
#include "transport/sender.h"
#include "transport/traffic_source.h"

namespace ccsim {

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

}  // namespace ccsim
